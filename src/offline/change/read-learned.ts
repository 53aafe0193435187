import "server-only";
import { isPlural, wordsOf } from "../language/inflect";
import { knownAs } from "../lexicon/known";
import type { AppModel } from "../model/app-model";
import { type Draft, notDone } from "../draft/draft";
import { noteField } from "./plain/pointed";
import { has, isUnknown } from "../request/meaning/marks";
import { differencesBetween } from "../request/differences/between";
import { type Difference, tellOf } from "../request/differences/difference";
import { direct } from "../learned/requests/carry/carry-out";
import { certainty } from "../learned/requests/checks/certainty";
import { asksElsewhere, isAnswered } from "../learned/requests/checks/is-answered";
import { isGuess, leavesOut } from "../learned/requests/checks/is-guess";
import { changeModel } from "../learned/requests/reading/load-model";
import { meaningOf, type Place } from "../learned/requests/grounds/meaning";
import { type Request, requestsIn } from "../learned/requests/reading/read-requests";
import { sayPlainly } from "../learned/requests/say-plainly";
import { type Scene, sceneOf } from "../learned/requests/reading/scene";
import { sortOf } from "../learned/requests/reading/sorts";
import { refuseLoss } from "./read-change";
import { isBare, isBareView, isTaking } from "../request/gaps";
import { readWhole } from "./read-clause";
import { reasonOfFeature } from "../answers/no-field";
import { isBeyond, nameMissed, reasonAgainst, whyBeyond } from "../answers/unsupported";

/** Sorts that ask for no change: what they get is for the rules to say. */
const noChange = ["cannot", "question", "undo"];
/** Looks are about nothing in the app, so that nothing else speaks against a wrong reading. */
const leastOf = (sort: string): number =>
  sort !== "condition" && sortOf(sort).makes.source.startsWith("^look") ? certainty.sure : certainty.least;
/** More than this is no request of one message. */
const requestsMax = 12;
/** A message in the light of an app, and what it asks for as it was learned of labelled ones (tests/offline/learn-changes). */
export type Reading = {
  scene: Scene;
  requests: Request[];
  /** Told why a request of it was not carried out: for those who measure it. */
  refused?: (sort: string, why: Refusal) => void;
};
/**
 * Why a request was not carried out: words in it or outside of all requests have no answer, they mean what nobody builds,
 * its table is a guess, what it is about is not named, nobody makes it, or something else came of it.
 */
export type Refusal = "unanswered" | "elsewhere" | "beyond" | "guess" | "not said" | "no way" | "other change";

/** Who reads what a message asks for: the learned reader, or the labels themselves where it is measured how they are carried out. */
export type ReadRequests = (text: string, app: AppModel) => Reading;

export function readingOf(text: string, app: AppModel): Reading {
  const scene = sceneOf(text, app);
  return { scene, requests: requestsIn(scene, changeModel()) };
}

export const saidIn = ({ words, text }: Scene, { from, to }: Request) =>
  text.slice(words[from]!.from, words[to - 1]!.to);

/**
 * Works what was read into the draft: each request is carried out directly or said in the plain words that the rules
 * know. It counts only as a whole.
 * @returns false where something in it is not understood; the draft is as before then
 */
export function readLearned(reading: Reading, draft: Draft): boolean {
  const { scene, requests } = reading;
  if (requests.length === 0 || requests.length > requestsMax) return false;
  if (requests.some(({ sort, margin }) => noChange.includes(sort) || margin < leastOf(sort))) return false;
  if (asksElsewhere(scene, requests)) return refuse(reading, "", "elsewhere");
  const kept = structuredClone(draft);
  const place: Place = { entity: draft.touched };
  if (requests.every((request) => carryOut(request, reading, draft, place))) return true;
  Object.assign(draft, kept);
  return false;
}

function refuse({ refused }: Reading, sort: string, why: Refusal): false {
  refused?.(sort, why);
  return false;
}

/**
 * The same of a sentence that is not understood whole: what is hardly anything else is done, and the rest named.
 * @returns false where nothing is that sure; the draft is as before then
 */
export function readSurePart(reading: Reading, draft: Draft): boolean {
  const { scene, requests } = reading;
  if (requests.length < 2 || requests.length > requestsMax || asksElsewhere(scene, requests)) return false;
  const kept = structuredClone(draft);
  const place: Place = { entity: draft.touched };
  const left = requests.filter((request) => {
    const isSure = !noChange.includes(request.sort) && request.margin >= certainty.sure;
    if (isSure && carryOut(request, reading, draft, place)) return false;
    // "it" in the next request may be what this one names.
    place.entity = undefined;
    return true;
  });
  // "older than a month and not paid in red": half of a reason would colour other rows.
  const isHalf = left.some((one) => {
    const next = requests[requests.indexOf(one) + 1];
    return /\band$/i.test(clauseFrom(scene, one, requests)) && [one, next].some((half) => half?.sort === "condition");
  });
  if (isHalf || left.length === requests.length) {
    Object.assign(draft, kept);
    return false;
  }
  for (const request of left) {
    const said = clauseFrom(scene, request, requests);
    if (request.sort === "cannot" && request.margin >= certainty.least)
      draft.skipped.push(`“${said}”: ${whyBeyond(said, draft)}`);
    else nameMissed(said, draft);
  }
  for (const said of besideOf(scene, requests, left)) nameMissed(said, draft);
  return true;
}

/** What stands beside all requests of a message, and names parts of the app: "events a time" in a row of wishes. */
function besideOf({ words, text }: Scene, requests: Request[], left: Request[]): string[] {
  const isTaken = (at: number) =>
    requests.some(({ from, to }) => at >= from && at < to) ||
    left.some(({ to }) => at >= to && words.slice(to, at + 1).every(({ isWord }) => isWord));
  const runs: number[][] = [[]];
  for (const [at, { isWord }] of words.entries()) {
    if (isTaken(at) || !isWord) runs.push([]);
    else runs.at(-1)!.push(at);
  }
  return runs
    .filter(
      (run) =>
        run.length > 1 &&
        run.some((at) => {
          const mark = words[at]!.mark;
          return mark && mark.entities.length + mark.fields.length > 0;
        }),
    )
    .map((run) => text.slice(words[run[0]!]!.from, words[run.at(-1)!]!.to));
}

/** The words from a request on to the end of its clause, or to the next request. */
function clauseFrom(scene: Scene, request: Request, requests: Request[]): string {
  const { words } = scene;
  let { to } = request;
  while (words[to]?.isWord && !requests.some(({ from }) => from === to)) to += 1;
  return saidIn(scene, { ...request, to });
}

/**
 * What a message asks for that nobody builds here: "could it mail the customers?".
 * @param margin how much likelier than anything else it must be
 */
export function beyondIn({ scene, requests }: Reading, margin: number): { said: string; isAll: boolean }[] {
  return requests
    .filter((request) => request.sort === "cannot" && request.margin >= margin)
    .map((request) => ({ said: saidIn(scene, request), isAll: requests.length === 1 }));
}

/** Makes the change that a request asks for, if each of its words has an answer. The draft is as before where it does not. */
function carryOut(request: Request, reading: Reading, draft: Draft, place: Place): boolean {
  // What the requests before have made may be meant now: "cars get a list of their own, and a lesson picks one".
  const scene = sceneOf(reading.scene.text, draft.model);
  const said = saidIn(scene, request);
  const { sort } = request;
  // "only title and shelf in the books list" hides the others.
  if (sort === "hide" && /\b(?:only|just)\b[^.;:]*$/i.test(scene.text.slice(0, scene.words[request.from]!.from)))
    return refuse(reading, sort, "guess");
  // "get rid of street and email of owners": what stands behind what is deleted is no new field.
  const before = reading.requests[reading.requests.indexOf(request) - 1];
  if (sort === "+field" && before && taken.test(before.sort) && isBare(said, draft.model))
    return refuse(reading, sort, "guess");
  // "remove the calendar and the repairs board": what goes on a list of what is deleted is no new page.
  if (
    /^(?:[+]|board$|calendar$|gallery$|chart$|dashboard$|list-page$)/.test(sort) &&
    isOfTaking(request, reading, draft)
  )
    return refuse(reading, sort, "guess");
  if (sort === "+field" && isTornOff(request, scene)) return refuse(reading, sort, "guess");
  const missing = missingIn(request, scene);
  if (missing) {
    draft.skipped.push(`“${said}”: the app has no table of ${missing}.`);
    return true;
  }
  // "add a phone for teachers, but only i see it": the field that was made just before.
  if (
    sort === "access" &&
    draft.field &&
    draft.previous !== undefined &&
    /\b(?:it|that|this)$/i.test(said) &&
    readWhole(said, draft)
  )
    return true;
  if (!isAnswered(request, scene)) return refuse(reading, sort, "unanswered");
  // "service: beard, highlights", of which only the first was understood.
  if (/^(?:kind|[+]option)$/.test(sort) && isCutOff(request, scene, reading))
    return refuse(reading, sort, "unanswered");
  if (isBeyond(said) || reasonAgainst(said, draft) !== undefined) return refuse(reading, sort, "beyond");
  const kept = structuredClone(draft);
  const meaning = meaningOf(request, scene, draft.model, place);
  const feature = sort === "+field" ? meaning.names.map((name) => reasonOfFeature(`add ${name}`, draft.model)) : [];
  const whyNot = feature.find((reason) => reason !== undefined);
  if (whyNot !== undefined) {
    draft.skipped.push(`“${said}”: ${whyNot}`);
    return true;
  }
  if (isGuess(sort, meaning, scene.marks)) return refuse(reading, sort, "guess");
  if (sort === "+table" && leavesOut(meaning)) return refuse(reading, sort, "unanswered");
  const plain = sayPlainly(sort, meaning);
  const result = plain !== undefined && direct[sort]?.(meaning, draft);
  if (typeof result === "string") {
    draft.skipped.push(`“${said}”: ${result}`);
    return true;
  }
  const isDirect = result === true;
  const mayBeSaid = !sortOf(sort).traits.includes("direct");
  const isDone = isDirect || (plain !== undefined && mayBeSaid && readWhole(plain, draft));
  const differences = differencesBetween(kept.model, draft.model, said);
  if (isDone && refuseLoss(said, draft, kept)) return true;
  const isRight =
    isDone &&
    notDone(draft) === notDone(kept) &&
    // "delete the rehearsal calendar" adds none.
    !(isTaking(said, kept.model) && differences.some(({ line }) => line.startsWith("+"))) &&
    // "as dropdown with common colours": what it is to be was not understood.
    !(
      sort === "+field" &&
      /\bdrop-?down\b/i.test(scene.text) &&
      differences.every(({ line }) => !/ (?:enum|multi)\b/.test(line))
    ) &&
    differences.every(({ line }) => sortOf(sort).makes.test(line));
  if (!isRight) {
    Object.assign(draft, kept);
    return refuse(reading, sort, isDone ? "other change" : plain === undefined ? "not said" : "no way");
  }
  noteField(said, kept.model, draft);
  draft.previous = said;
  place.entity = madeBy(differences) ?? place.entity;
  if (isDirect) {
    tellOf(draft, draft.done, differences);
    draft.touched = meaning.table?.name ?? draft.touched;
  }
  if (plain === undefined || bare(plain) !== bare(said)) draft.assumed.push(`I read “${said}” as “${plain}”.`);
  return true;
}

/** Whether a request that names something and asks for nothing by itself stands in a clause that begins with a deletion. */
function isOfTaking(request: Request, { scene }: Reading, draft: Draft): boolean {
  const before = scene.text.slice(0, scene.words[request.from]!.from);
  const clause = before.slice(before.search(/[^.;:!?\n]*$/));
  return (
    /(?:\band|,)\s*$/.test(clause) &&
    isTaking(clause, draft.model) &&
    !/\b(?:instead|but|rather)\b/i.test(clause) &&
    isBareView(saidIn(scene, request), draft.model)
  );
}

/** "who lives with whom? I need a date": a name and its options in two sentences; "talk to them" is no name of a field. */
const isTornOff = (request: Request, scene: Scene): boolean => {
  const said = saidIn(scene, request);
  return (
    /[?!]\s+\p{L}|\.\s+\p{Lu}/u.test(said) || /^[\p{L}]+ (?:to|with|at|about) (?:him|her|them|it|us|me)$/iu.test(said)
  );
};

/** Whether a list of names goes on behind the last one that was taken from it. */
function isCutOff({ names }: Request, { text, words }: Scene, { requests }: Reading): boolean {
  const last = names.at(-1);
  if (last === undefined || names.length < 1) return false;
  const isNext = requests.some(({ from }) => from === last.to || from === last.to + 1 || from === last.to + 2);
  return (
    !isNext &&
    /^\s*(?:,|,? and) *[\p{L}-]+\s*[.!]?$/u.test(text.slice(words[last.to - 1]!.to)) &&
    !/\b(?:please|pls|thanks|thx|too|also|ok|okay)\s*[.!]?$/i.test(text)
  );
}

const taken = /^(?:-|hide$)/;
const ofRows = /^(?:chart|samples|sort|filter|group|calendar|board|gallery|list-page)$/;

/** "a pie of repairs by status" in an app of boats: rows that the app has no table of. */
function missingIn({ sort, from, to }: Request, { words }: Scene): string | undefined {
  if (!ofRows.test(sort)) return undefined;
  const marks = [...new Set(words.slice(from, to).flatMap(({ mark }) => mark ?? []))];
  const per = marks.findIndex((mark) => has(mark, "per"));
  const counted = per < 0 ? marks : marks.slice(0, per);
  if (counted.some(({ entities, fields, states }) => entities.length + fields.length + states.length > 0))
    return undefined;
  const isThing = (word: string) => isPlural(word) && (knownAs(word) !== null || !changeModel().words.has(word));
  return counted.find((mark) => isUnknown(mark) && isThing(mark.words[0]!))?.text;
}

/** A request without articles and quotes, which change nothing of it. */
const bare = (text: string) => wordsOf(text.toLowerCase().replaceAll(/\b(?:the|an?)\b/g, "")).join(" ");

/** The table that a request has made, which "it" and "there" mean from then on. */
const madeBy = (differences: Difference[]): string | undefined =>
  differences.flatMap(({ line }) => /^\+table (\S+)/.exec(line)?.[1] ?? []).at(-1);
