import "server-only";
import type { AppModel } from "../../model/app-model";
import { type Draft, notDone } from "../draft/draft";
import { differencesBetween } from "./differences/between";
import type { Difference } from "./differences/difference";
import { direct } from "./learned/carry/carry-out";
import { asksElsewhere, isAnswered, marginSure } from "./learned/is-answered";
import { changeModel } from "./learned/load-model";
import { type Meaning, meaningOf, type Place } from "./learned/meaning";
import { type Request, requestsIn } from "./learned/read-requests";
import { sayPlainly } from "./learned/say-plainly";
import { type Scene, sceneOf } from "./learned/scene";
import { sortOf } from "./learned/sorts";
import { readWhole } from "./read-clause";
import { isBeyond, reasonAgainst } from "./unsupported";

/** Sorts that ask for no change: what they get is for the rules to say. */
const noChange = ["cannot", "question", "undo"];
/** A sort of request that is this little likelier than the next one is not believed. */
export const marginLeast = 11;
/** Looks are about nothing in the app, so that nothing else speaks against a wrong reading. */
const leastOf = (sort: string): number =>
  sort !== "condition" && sortOf(sort).makes.source.startsWith("^look") ? marginSure : marginLeast;
/** More than this is no request of one message. */
const requestsMax = 12;
/** A request of which the rules saw nothing must be this much likelier. */
export const marginMissed = 15;
/** One that rules have answered with as many changes as there are requests, this much. */
const marginAlone = 40;

/** A message in the light of an app, and what it asks for as it was learned of labelled ones (tests/offline/learn-changes). */
export type Reading = { scene: Scene; requests: Request[] };

export function readingOf(text: string, app: AppModel): Reading {
  const scene = sceneOf(text, app);
  return { scene, requests: requestsIn(scene, changeModel()) };
}

const saidIn = ({ words, text }: Scene, { from, to }: Request) => text.slice(words[from]!.from, words[to - 1]!.to);

/**
 * Works what was read into the draft: each request is carried out directly or said in the plain words that the rules
 * know. It counts only as a whole.
 * @returns false where something in it is not understood; the draft is as before then
 */
export function readLearned({ scene, requests }: Reading, draft: Draft): boolean {
  if (requests.length === 0 || requests.length > requestsMax) return false;
  if (requests.some(({ sort, margin }) => noChange.includes(sort) || margin < leastOf(sort))) return false;
  if (asksElsewhere(scene, requests)) return false;
  const kept = structuredClone(draft);
  const place: Place = { entity: draft.touched };
  if (requests.every((request) => carryOut(request, scene, draft, place))) return true;
  Object.assign(draft, kept);
  return false;
}

/**
 * The same of a sentence that is not understood whole: what is hardly anything else is done, and the rest named.
 * @returns false where nothing is that sure; the draft is as before then
 */
export function readSurePart({ scene, requests }: Reading, draft: Draft): boolean {
  if (requests.length < 2 || requests.length > requestsMax || asksElsewhere(scene, requests)) return false;
  const kept = structuredClone(draft);
  const place: Place = { entity: draft.touched };
  const left = requests.filter((request) => {
    const isSure = !noChange.includes(request.sort) && request.margin >= marginSure;
    if (isSure && carryOut(request, scene, draft, place)) return false;
    // "it" in the next request may be what this one names.
    place.entity = undefined;
    return true;
  });
  if (left.length === requests.length) {
    Object.assign(draft, kept);
    return false;
  }
  for (const request of left)
    draft.unclear.push(`“${clauseFrom(scene, request, requests)}”: I did not understand this.`);
  return true;
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
function carryOut(request: Request, read: Scene, draft: Draft, place: Place): boolean {
  // What the requests before have made may be meant now: "cars get a list of their own, and a lesson picks one".
  const scene = sceneOf(read.text, draft.model);
  const said = saidIn(scene, request);
  if (!isAnswered(request, scene) || isBeyond(said) || reasonAgainst(said, draft) !== undefined) return false;
  const kept = structuredClone(draft);
  const meaning = meaningOf(request, scene, draft.model, place);
  if (isGuess(meaning)) return false;
  const plain = sayPlainly(request.sort, meaning);
  const isDirect = plain !== undefined && direct[request.sort]?.(meaning, draft) === true;
  const mayBeSaid = !sortOf(request.sort).traits.includes("direct");
  const isDone = isDirect || (plain !== undefined && mayBeSaid && readWhole(plain, draft));
  const differences = differencesBetween(kept.model, draft.model);
  const isRight =
    isDone &&
    notDone(draft) === notDone(kept) &&
    differences.every(({ line }) => sortOf(request.sort).makes.test(line));
  if (!isRight) {
    Object.assign(draft, kept);
    return false;
  }
  place.entity = madeBy(differences) ?? place.entity;
  if (isDirect) {
    draft.done.push(...differences.map((difference) => difference.said));
    draft.touched = meaning.table?.name ?? draft.touched;
  }
  draft.assumed.push(`I read “${said}” as “${plain}”.`);
  return true;
}

/** How much likelier than the next one a table must be that no word of a request names, and the one of two that belongs to the other. */
const marginUnnamed = 8;
const marginLinked = 10;
function isGuess({ table, to, all, sureness }: Meaning): boolean {
  const isNamed = all.some(
    ({ entities, fields }) => entities.some((one) => one === table) || fields.some(({ entity }) => entity === table),
  );
  return table !== undefined && sureness < (!isNamed ? marginUnnamed : to ? marginLinked : 0);
}

/** The table that a request has made, which "it" and "there" mean from then on. */
const madeBy = (differences: Difference[]): string | undefined =>
  differences.flatMap(({ line }) => /^\+table (\S+)/.exec(line)?.[1] ?? []).at(-1);

/**
 * The requests of a message to which nothing of its sort answers in the app's difference, of those that are hardly
 * anything else: rules that took a message for understood have left them out.
 */
export function missedIn({ scene, requests }: Reading, before: AppModel, after: Draft): string[] {
  const lines = [
    ...differencesBetween(before, after.model).map(({ line }) => line),
    ...after.seeds.map(({ entity }) => `rows ${entity}`),
  ];
  const least = requests.length > lines.length ? marginMissed : marginAlone;
  return requests
    .filter(({ sort, margin }) => {
      const { near } = sortOf(sort);
      return margin >= least && near !== undefined && !lines.some((line) => near.test(line));
    })
    .map((request) => saidIn(scene, request));
}
