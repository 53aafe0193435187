import "server-only";
import { singular } from "../inflect";
import { loadWords, wordKey } from "../words/load";
import { readFrames } from "./acts";
import { itemsOf } from "./items";
import { readList, define } from "./lists";
import { colonIn } from "./normalize";
import { isApp, isPeople, isScreen } from "./nouns";
import { isAboutTheApp } from "./mentions";
import { isKind, tableOf } from "./place";
import { centralOf, type Plan, planTable, type PlannedTable } from "./plan";
import { type Frame, framesOf, nounsOf } from "./statements";

/** Reads one sentence of a description into the plan. */
export function readSentence(plan: Plan, said: string): void {
  // "- I need a table for suppliers"
  const sentence = said
    .replace(/^(?:- )?(?:(?:i|we) (?:also )?(?:need|want) )?(?:an? )?(?:tables?|sections?) (?:for|of)\s+/i, "")
    .trim();
  if (!readColon(plan, sentence) && !readHaving(plan, sentence) && !readWith(plan, sentence))
    readFrames(plan, framesOf(sentence, plan.among));
  noteFeatures(plan, sentence);
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
const readHead = (plan: Plan, frames: Frame[]): void => readFrames(plan, frames);

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
  if (frames.some(({ verbs }) => verbs.some(({ entry }) => entry?.sort === "record" || entry?.sort === "state")))
    return false;
  if (frames.some((frame) => frame.subjects.length > 0 && frame.verbs.length > 0)) return false;
  readHead(plan, frames);
  readList(plan, sentence.slice(match.index + match[0].length), ownerOf(plan, frames, false));
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
