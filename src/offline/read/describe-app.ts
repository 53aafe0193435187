import "server-only";
import { singular } from "../inflect";
import { loadWords, wordKey } from "../words/load";
import { readFrames } from "./acts";
import { isFieldList, itemsOf } from "./items";
import { knownAs } from "./known";
import { readList, define } from "./lists";
import { colonIn } from "./normalize";
import { isApp, isPeople, isScreen } from "./nouns";
import { isAboutTheApp } from "./mentions";
import type { Noun } from "./phrases";
import { isKind, isOfKind, tableOf } from "./place";
import { centralOf, type Plan, planTable, type PlannedTable, refuse } from "./plan";
import { type Frame, framesOf, nounsOf } from "./statements";

/** Reads one sentence of a description into the plan. */
export function readSentence(plan: Plan, said: string): void {
  // "- I need a table for suppliers"
  const sentence = said
    .replace(/^(?:- )?(?:(?:i|we) (?:also )?(?:need|want) )?(?:an? )?(?:tables?|sections?) (?:for|of)\s+/i, "")
    .trim();
  const asked = readAsides(plan, inNotation(sentence));
  if (asked === "") return;
  const readers = [readPath, readColon, readOfEach, readHaving, readWith];
  if (!readers.some((reader) => reader(plan, asked))) readFrames(plan, framesOf(asked, plan.among));
  for (const finish of plan.after.splice(0)) finish();
  noteFeatures(plan, sentence);
}

const refusal =
  /^(?:(?:and|but|actually|ok|so|well)[,\s]+)*(?:forget(?: about)?|skip|drop|leave out|ignore|no need for|(?:we|i) (?:don't|do not) (?:need|want))\s+(?:the |any )?([\w ]+?)(?:,\s*(.*)|$)/i;
const which = /(?:,|\s+and)\s+which\s+([a-z]+)(?:\s+(?:it|they|he|she|each)\b[^,]*)?$/i;
const ofThem = /,\s*((?:[^,:()]+,\s*)*[^,:()]+?)\s+(?:of (?:the|each|every|an?)|per|for (?:each|every))\s+([a-z]+)$/i;

/** "shoes = model + size", "products fields: name, ean" as the lists that they are. */
const inNotation = (sentence: string): string =>
  sentence
    .replace(
      /^([\w ]+?)\s*=\s*(\S.*)$/s,
      (_, head: string, list: string) => `${head}: ${list.replaceAll(/\s*\+\s*/g, ", ")}`,
    )
    .replace(/^([\w ]+?)\s+(?:fields|columns|properties)\s*:/i, "$1:")
    .replaceAll(/\b([\w]+) (?:options|choices|values)\s*:/gi, "$1:");

/** "guest.diet: vegan, veggie": a field of a table, by its path. */
function readPath(plan: Plan, sentence: string): boolean {
  const match = /^(\w+)\.(\w+)\s*[:=]\s*(.+)$/.exec(sentence);
  if (!match) return false;
  const noun = singular(match[1]!);
  const owner = plan.tables.find((table) => table.noun === noun) ?? planTable(plan, noun, knownAs(noun) ?? undefined);
  owner.said.push(`${match[2]!}: ${match[3]!}`);
  return true;
}

/** Takes out what is said aside: "forget the suppliers", ", which campaign", ", location and price of the shoot". The rest is read as ever. */
function readAsides(plan: Plan, sentence: string): string {
  const refused = refusal.exec(sentence);
  if (refused) {
    refuse(plan, knownAs(refused[1]!, plan.among)?.name ?? refused[1]!);
    refuse(plan, refused[1]!);
    return (refused[2] ?? "").replace(/^only\s+/i, "");
  }
  const asked = which.exec(sentence);
  if (asked && knownAs(asked[1]!, plan.among)?.kind !== "person") {
    plan.after.push(() => {
      const from = plan.tables.find(({ thing }) => thing?.kind !== "person") ?? plan.tables[0];
      const to = planTable(plan, asked[1]!, knownAs(asked[1]!, plan.among) ?? undefined);
      if (from && from !== to) from.links.push({ to });
    });
    return sentence.slice(0, asked.index);
  }
  const fields = ofThem.exec(sentence);
  if (!fields || !isFieldList(itemsOf(fields[1]!.split(",").slice(-1)[0]!, plan.among))) return sentence;
  const all = fields[1]!.split(/,\s*/);
  const first = all.findLastIndex((part) => !isFieldList(itemsOf(part, plan.among))) + 1;
  plan.after.push(() => {
    const noun = singular(fields[2]!);
    const owner = plan.tables.find((table) => table.noun === noun || table.noun.endsWith(` ${noun}`)) ?? plan.last;
    if (owner) readList(plan, all.slice(first).join(", "), owner);
  });
  return `${sentence.slice(0, fields.index)}${first > 0 ? `, ${all.slice(0, first).join(", ")}` : ""}`;
}

const ofEach =
  /^(?:for|of|on)\s+(?:each|every|all|the)\s+([\w ]+?),?\s+(?:we |i |you |please |should |must |want to |need to |would like to )*(?:note|record|store|keep|track|need|want|save|show|list|enter|write)(?: down| track of)?\s+(.+)$/is;

/** "For every coffee record the roaster and the price". */
function readOfEach(plan: Plan, sentence: string): boolean {
  const match = ofEach.exec(sentence);
  const noun = match ? framesOf(match[1]!, plan.among).flatMap(nounsOf)[0] : undefined;
  if (!match || !noun || isScreen(noun)) return false;
  readList(plan, match[2]!, planTable(plan, noun.text, noun.thing));
  return true;
}

/** The table that the words before a list are about, or undefined where that is the app. */
function ownerOf(plan: Plan, frames: Frame[], isDefined: boolean): PlannedTable | undefined {
  const nouns = [
    ...frames.flatMap(({ objects }) => objects),
    ...frames.flatMap(({ complements }) =>
      complements.filter(({ word }) => /^(?:for|of|about)$/.test(word)).flatMap(({ nouns: list }) => list),
    ),
  ].filter((noun) => !isPeople(noun) && !isAboutTheApp(plan, noun, { complements: [] }) && !isApp(noun));
  const noun = nouns.findLast((one, at) => at === 0 || one.isPlural) ?? nouns[0];
  if (!noun || (noun.thing?.kind === "place" && !noun.isPlural)) return undefined;
  return (
    tableOf(plan, noun, { mayBeNew: true, isListed: isDefined }) ??
    (isDefined && !isScreen(noun) ? planTable(plan, noun.text, noun.thing) : undefined)
  );
}

/** "books: title, author", "Invoicing app: customers, products", "- Students: name". */
function readColon(plan: Plan, sentence: string): boolean {
  const at = colonIn(sentence);
  if (at < 0) return false;
  const head = sentence.slice(0, at).replace(/^- /, "").trim();
  const list = sentence
    .slice(at)
    .replace(/^\s*[:-]\s*/, "")
    .trim();
  if (list === "" || head.split(/\s+/).length > 16) return false;
  const frames = framesOf(head, plan.among);
  const items = itemsOf(list, plan.among);
  const fields = items.filter(({ noun, isTyped, inner, open }) => isTyped || (noun?.isAttribute && !inner && !open));
  const areFields = fields.length * 2 >= items.length && !items.some(({ inner, open }) => inner ?? open);
  readHead(plan, frames);
  const owner = areFields ? ownerOf(plan, frames, true) : undefined;
  if (owner) define(plan, owner, list, true);
  else readList(plan, list, undefined);
  return true;
}

/** Words before a list: what is done there counts, and so do the things that they name. */
const readHead = (plan: Plan, frames: Frame[]): void =>
  readFrames(
    plan,
    frames.map((frame) =>
      frame.verbs.length > 0 ? frame : { ...frame, objects: frame.objects.filter(isSeveral(plan)) },
    ),
  );
/** "laundry service: orders, customers" has no services: one thing in front of a list is what the app is called. */
const isSeveral = (plan: Plan) => (noun: Noun) =>
  noun.isPlural || isOfKind(plan, noun) || isApp(noun) || isKind(plan, noun);

const having =
  /^(?:- )?((?:(?:each|every|the|an?|all|our|my)\s+)?(?:[\w'-]+\s+){0,3}?[\w'-]+)\s+(?:(?:should|must|will|can|may)\s+(?:also\s+)?(?:have|contain|include|show|store)|has|have|contains?|includes?|consists? of|comes? with|needs?)\s+(.+)$/is;

/** "Each order has a customer and a total", "It should have books with title, author, and members". */
function readHaving(plan: Plan, sentence: string): boolean {
  const match = having.exec(sentence);
  if (!match) return false;
  const subject = match[1]!;
  const list = match[2]!;
  if (/\b(?:that|which|who|where|when|to|can|and i|and we|for)\b/i.test(subject)) return false;
  if (/^(?:to|been|it|them)\b/i.test(list)) return false;
  const frames = framesOf(subject, plan.among);
  if (frames.some(({ verbs }) => verbs.length > 0)) return false;
  const nouns = frames.flatMap(nounsOf);
  const noun = nouns.at(-1);
  const isOfApp =
    /^(?:it|they|i|we|this|there|everyone|people|users?)$/i.test(subject) ||
    (noun !== undefined && (isApp(noun) || isPeople(noun) || isKind(plan, noun)));
  if (isOfApp) {
    readList(plan, list, undefined);
    return true;
  }
  if (!noun) return false;
  const isEach = /^(?:each|every)\b/i.test(subject);
  const owner =
    tableOf(plan, noun, { mayBeNew: true, isListed: true }) ??
    (isEach && !isScreen(noun) ? planTable(plan, noun.text, noun.thing) : undefined);
  if (!owner) return false;
  plan.last = owner;
  for (const other of nouns.slice(0, -1)) tableOf(plan, other, { mayBeNew: true });
  readList(plan, list, owner);
  return true;
}

const withList = /\s+(?:with|including|containing|having|featuring|consisting of)\s+/i;

/** "A CRM with contacts (name, email) and a dashboard", "Orders with customer, date and total". */
function readWith(plan: Plan, sentence: string): boolean {
  const match = withList.exec(sentence.replaceAll(/\([^()]*\)/g, (inner) => "_".repeat(inner.length)));
  if (!match) return false;
  const frames = framesOf(sentence.slice(0, match.index), plan.among);
  const list = sentence.slice(match.index + match[0].length);
  const isDone = frames.some(
    ({ subjects, verbs }) =>
      (subjects.length > 0 && verbs.length > 0) ||
      verbs.some(({ entry }) => entry?.sort === "record" || entry?.sort === "state"),
  );
  if (!isDone) {
    readHead(plan, frames);
    readList(plan, list, ownerOf(plan, frames, false));
    return true;
  }
  // "learners add words with translation and language": the fields of what is added.
  const last = frames.at(-1);
  const noun =
    last?.objects.at(-1) ?? (last?.verbs.some(({ isPassive }) => isPassive) ? last.subjects.at(-1) : undefined);
  if (!noun || !isFieldList(itemsOf(list, plan.among))) return false;
  readFrames(plan, frames);
  const owner = tableOf(plan, noun, { mayBeNew: true });
  if (owner) readList(plan, list, owner);
  return true;
}

/** "payments", "rating": named as a table or a field of its own already. */
const isNamed = ({ tables, pending }: Plan, phrase: string): boolean => {
  const noun = singular(wordKey(phrase));
  const fields = [...pending, ...tables.flatMap(({ said }) => said)];
  return tables.some((table) => table.noun === noun) || fields.some((field) => singular(wordKey(field)).includes(noun));
};

/** Features by their phrases, for the table that the app or the sentence is about. */
function noteFeatures(plan: Plan, sentence: string): void {
  const key = ` ${wordKey(sentence)} `;
  const central = centralOf(plan);
  for (const feature of loadWords().features) {
    const phrase = feature.phrases.find((text) => key.includes(` ${wordKey(text)} `));
    if (phrase === undefined || ((!feature.child || feature.name === "ratings") && isNamed(plan, phrase))) continue;
    const at =
      plan.tables.find(({ thing }) => thing !== undefined && thing.name === central?.name) ??
      plan.owner ??
      plan.tables[0];
    if (feature.child && feature.name !== "ratings")
      plan.pending = plan.pending.filter((field) => singular(wordKey(field)) !== singular(wordKey(phrase)));
    if (at && !at.features.includes(feature)) at.features.push(feature);
  }
}
