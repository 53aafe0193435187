import "server-only";
import { wordKey } from "../../words/word-key";
import { knownAs, knownNamed } from "../../lexicon/known";
import type { VerbEntry } from "../../lexicon/lexicon";
import { idle, isApp, isNoTable, isPeople, period, weak } from "../../lexicon/nouns";
import type { Noun } from "../../lexicon/phrases";
import { isKind, isOfKind, linkParts, tableOf } from "../plan/place";
import { nameIn, type Plan, planTable, refuse } from "../plan/plan";
import type { Frame } from "./statements";

/** Reads the nouns of a statement that says no more of them than that they are kept, shown or worked with. */
export function readMentions(plan: Plan, frame: Frame, entry: VerbEntry | undefined): void {
  const isShown = entry?.sort === "interface" && !/^(?:create|manage|edit|delete)$/.test(entry.data.action);
  const isKept = entry?.sort === "interface" && /^(?:create|manage)$/.test(entry.data.action);
  for (const noun of frame.subjects) {
    if (isApp(noun) || isPeople(noun) || !noun.thing) continue;
    if (noun.thing.kind === "person" && plan.kind?.purpose !== "booking") continue;
    plan.last = tableOf(plan, noun, { mayBeNew: false }) ?? plan.last;
  }
  const isList = frame.verbs.length === 0 && frame.objects.filter((noun) => noun.isPlural).length > 1;

  for (const noun of frame.objects) {
    if (isAboutTheApp(plan, noun, frame)) continue;
    const isFaint = isShown && (!noun.thing || weak.has(noun.thing.name.toLowerCase())) && !isOfKind(plan, noun);
    const isOne = !noun.isPlural && noun.determiner === "" && !isOfKind(plan, noun) && !(noun.thing && isKept);
    if (isFaint || (isOne && frame.verbs.length > 0 && !(noun.thing && frame.objects.length > 2))) {
      if (!isNoTable(noun) && !noun.isAttribute) plan.faint.push(noun);
      continue;
    }
    const made = tableOf(plan, noun, { mayBeNew: !isShown, isListed: isList });
    if (!made) {
      continue;
    }
    plan.last = made;
  }
  for (const complement of frame.complements) complete(plan, frame, complement);
}

/** Nouns that name the app itself, or what it is about by another word. */
export function isAboutTheApp(plan: Plan, noun: Noun, frame: Pick<Frame, "complements">): boolean {
  const { kind, phrase, among } = plan;
  // "a pokemon card collection tracker": the collection is of those.
  if (kind?.central === "Collection item" && frame.complements.length < 3 && !noun.isAttribute) {
    const collected = noun.text
      .replace(
        /\b(?:collections?|trackers?|apps?|catalog(?:ue)?s?|inventory|managers?|lists?|databases?|(?:web)?sites?|tools?)\b/gi,
        "",
      )
      .trim();
    if (collected !== "") {
      planTable(plan, collected.replace(/\s+/g, " "), knownNamed("Collection item") ?? undefined);
      return true;
    }
  }
  if (isApp(noun) && aboutThing(plan, noun)) return true;
  // "real estate listings": what such an app is about, by another word.
  if (kind && phrase !== "" && noun.thing && !isOfKind(plan, noun) && wordKey(noun.text).startsWith(`${phrase} `)) {
    const central = knownNamed(kind.central);
    plan.last = planTable(plan, central ? nameIn(plan, central) : kind.central, central ?? undefined);
    return true;
  }
  return isKind(plan, noun) || (isApp(noun) && (!noun.thing || !among.includes(noun.thing.name)));
}

/** "invoice app", "task tracker": the app is about the thing before its last word. */
function aboutThing(plan: Plan, noun: Noun): boolean {
  const { kind, among } = plan;
  const words = noun.text.replace(idle, "").split(" ");
  const thing = words.length > 1 && !isOfKind(plan, noun) ? knownAs(words.slice(0, -1).join(" "), among) : null;
  if (!thing || (kind && !among.includes(thing.name)) || thing.kind === "place" || thing.kind === "person")
    return false;
  const own = kind?.things.find((name) => knownNamed(name)?.name === thing.name);
  planTable(plan, own ?? words.slice(0, -1).join(" "), thing).isAssumed = true;
  return true;
}

/** "for my bakery", "of stamps", "with photos": what stands behind a preposition. */
function complete(plan: Plan, frame: Frame, { word, nouns }: Frame["complements"][number]): void {
  if (/^(?:with|including|without)$/.test(word)) {
    for (const noun of nouns) {
      if (word === "without" || /\bno\b/.test(noun.determiner)) refuse(plan, noun.thing?.name ?? noun.text);
      else withOne(plan, frame, noun);
    }
    return;
  }
  if (word === "per" && nouns.length > 1) return divide(plan, nouns);
  if (!/^(?:for|of|about|on|in|from|to|at)$/.test(word)) return;
  for (const [index, noun] of nouns.entries()) {
    const isAudience = index === 0 && word === "for" && (!noun.isPlural || noun.thing?.kind === "person");
    if (isAudience || isApp(noun) || noun.thing?.kind === "place") continue;
    const isListed = noun.isPlural && (index > 0 || word === "of" || word === "about" || word === "for");
    if (!isListed && !isOfKind(plan, noun)) continue;
    const made = tableOf(plan, noun, { mayBeNew: index > 0 || frame.verbs.length === 0 });
    if (!made) continue;
    plan.last = made;
  }
}

/** "hours per client and project": rows of their own, each of which has several of the last. */
function divide(plan: Plan, nouns: Noun[]): void {
  const parts = plan.last;
  for (const noun of parts ? nouns : []) {
    if (noun.isPlural || noun.isAttribute || !noun.thing || isApp(noun) || period.test(noun.text)) continue;
    const made = tableOf(plan, noun, { mayBeNew: true });
    if (made && made !== parts) linkParts(made, parts!);
  }
}

/** "albums with photos": a field, or rows of their own that belong to the last table. */
function withOne(plan: Plan, frame: Frame, noun: Noun): void {
  const owner = frame.objects.some((one) => !isApp(one) && !isKind(plan, one)) ? plan.last : undefined;
  const isOwn = noun.thing !== undefined && (noun.isPlural || isOfKind(plan, noun)) && !noun.isAttribute;
  if (isOwn || !noun.isAttribute) {
    const made = tableOf(plan, noun, { mayBeNew: owner === undefined, isListed: owner === undefined });
    if (made && owner) linkParts(owner, made);
    if (made || !owner) return;
  }
  const phrase = noun.inner === undefined ? noun.text : `${noun.text} (${noun.inner})`;
  if (owner) owner.said.push(phrase);
  else plan.pending.push(phrase);
}
