import "server-only";
import type { Draft } from "../draft/draft";
import { differencesBetween } from "./differences/between";
import { changeModel } from "./learned/load-model";
import { type Request, requestsIn } from "./learned/read-requests";
import { type Place, sayPlainly } from "./learned/say-plainly";
import { type Scene, sceneOf } from "./learned/scene";
import { has, isUnknown, type Mark } from "./meaning/marks";
import { readWhole } from "./read-clause";
import { isBeyond, reasonAgainst } from "./unsupported";

/** Sorts that ask for no change: what they get is for the rules to say. */
const noChange = ["cannot", "question", "undo"];
/** A sort of request that is this little likelier than the next one is not believed. */
const marginLeast = 5;
/** More than this is no request of one message. */
const requestsMax = 12;

/** What is asked by words whose meaning leaves no choice, and the sorts of request that have an answer to it. */
const answers: Record<string, RegExp> = {
  remove: /^-|^(?:hide|sharp|optional)$/,
  rename: /^rename-|^app-name$/,
  unique: /^(?:unique|\+field)$/,
  required: /^(?:required|\+field)$/,
  optional: /^optional$/,
  sort: /^sort$/,
  filter: /^filter$/,
  chart: /^-?chart$|^dashboard$/,
  pie: /^-?chart$/,
  calendar: /^(?:calendar|-page|rename-page)$/,
  board: /^(?:board|-page|rename-page)$/,
  default: /^default$/,
};

const numbered = /^(?:samples|default|condition|text-page)$/;
const colored = /^(?:color|condition|.*option.*)$/;

/** What a request of a sort makes of the app: anything else shows that its plain words were taken for something else. */
const outcomes: Record<string, RegExp> = {
  "+field": /^\+field|^~field \S+ (?:required|unique)/,
  "-field": /^-field/,
  "rename-field": /^~field \S+ label=/,
  kind: /^~field \S+ kind=/,
  required: /^~field \S+ required/,
  optional: /^~field \S+ optional/,
  unique: /^~field \S+ unique/,
  default: /^~field \S+ (?:default=|\+)/,
  "+option": /^~field \S+ (?:\+|options)/,
  "-option": /^~field \S+ (?:-|options|default)/,
  "rename-option": /^~field \S+ (?:options|default)/,
  "+table": /^\+/,
  "-table": /^-/,
  "rename-table": /^~(?:table|page)/,
  link: /^\+field|^~field \S+ links=/,
  "list-page": /^\+page/,
  board: /^[+~]page|^\+field/,
  calendar: /^[+~]page|^\+field/,
  gallery: /^[+~]page|^\+field/,
  dashboard: /^\+/,
  "text-page": /^\+page text/,
  "-page": /^-page/,
  "rename-page": /^~page/,
  chart: /^\+(?:chart|page dashboard)|^-chart/,
  "-chart": /^-(?:chart|page dashboard)/,
  sort: /^~page .* sort/,
  group: /^[+~]page/,
  filter: /^~page .* filters/,
  hide: /^~page .* hides/,
  color: /^look (?!condition|font|preset|density)/,
  condition: /^look -?condition/,
  access: /^(?:access|rules)/,
  samples: /^rows/,
  "app-name": /^name/,
};

/**
 * Works a message into the draft as it was learned of labelled ones (tests/offline/learn-changes): each request is said in
 * the plain words that the rules know, and carried out by them. It counts only as a whole.
 * @returns false where something in it is not understood; the draft is as before then
 */
export function readLearned(message: string, draft: Draft): boolean {
  const scene = sceneOf(message, draft.model);
  const requests = requestsIn(scene, changeModel());
  if (requests.length === 0 || requests.length > requestsMax) return false;
  if (requests.some(({ sort, margin }) => noChange.includes(sort) || margin < marginLeast)) return false;
  if (asksElsewhere(scene, requests)) return false;
  const kept = structuredClone(draft);
  const place: Place = { entity: draft.touched };
  for (const request of requests) {
    const said = scene.text.slice(scene.words[request.from]!.from, scene.words[request.to - 1]!.to);
    const before = structuredClone(draft.model);
    const isKnown = isAnswered(request, scene) && !isBeyond(said) && reasonAgainst(said, draft) === undefined;
    const plain = isKnown ? sayPlainly(request, scene, draft.model, place) : undefined;
    const isDone =
      plain !== undefined &&
      readWhole(plain, draft) &&
      draft.skipped.length === kept.skipped.length &&
      differencesBetween(before, draft.model).every(({ line }) => (outcomes[request.sort] ?? /^look/).test(line));
    if (!isDone) {
      Object.assign(draft, kept);
      return false;
    }
    draft.assumed.push(`I read “${said}” as “${plain}”.`);
  }
  return true;
}

/** Whether a request has an answer to each of its words: those that ask for something, and those that nobody knows. */
function isAnswered({ from, to, sort, names }: Request, { words }: Scene): boolean {
  const marks = words.slice(from, to).flatMap(({ mark, word }, at) => {
    const isName = names.some((name) => from + at >= name.from && from + at < name.to);
    return mark && !isName ? [{ mark, word }] : [];
  });
  const { words: usual } = changeModel();
  if (sort === "app-name" && !marks.some(({ word }) => /^(?:re)?(?:nam|call|titl|head|brand)/.test(word))) return false;
  // What is taken away must be named itself, and nothing that it is taken out of.
  if (sort.startsWith("-")) {
    const isPointed = marks.some(({ word }) => /^(?:it|them|that|this|those|these|they)$/.test(word));
    const isPlace = marks.some(
      ({ mark }, at) => mark.entities.length > 0 && /^(?:of|from|in|on|at|to|for|out)$/.test(previousWord(marks, at)),
    );
    if (!marks.some(({ mark }) => has(mark, "remove", "hide")) || isPointed || (sort === "-table" && isPlace))
      return false;
  }
  return marks.every(
    ({ mark, word }) =>
      (!isUnknown(mark) || usual.has(word)) &&
      (mark.number === undefined || numbered.test(sort)) &&
      (mark.color === undefined || colored.test(sort)) &&
      mark.asks.every((ask) => mark.asks.length > 1 || (answers[ask]?.test(sort) ?? true)),
  );
}

/** The word before a mark, without articles. */
function previousWord(marks: { word: string }[], at: number): string {
  let before = at - 1;
  while (before > 0 && /^(?:the|all|our|my|these|those)$/.test(marks[before]!.word)) before--;
  return marks[before]?.word ?? "";
}

/** Whether words outside of every request are about the app, and ask for something that was not seen. */
function asksElsewhere({ words }: Scene, requests: Request[]): boolean {
  const left = words.flatMap(({ mark }, at) =>
    mark && !requests.some(({ from, to }) => at >= from && at < to) ? [mark] : [],
  );
  const names = (mark: Mark) => mark.entities.length + mark.fields.length + mark.states.length > 0;
  return (
    left.some(({ color, quoted }) => color !== undefined || quoted !== undefined) ||
    (left.some(names) &&
      left.some((mark) => mark.asks.some((ask) => ask === "add" || ask === "colour" || ask in answers)))
  );
}
