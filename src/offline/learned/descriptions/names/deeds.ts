import "server-only";
import { formsOf } from "../../../lexicon/lexicon";
import { knownAs } from "../../../lexicon/known";
import { loadWords } from "../../../words/load";
import type { RecordVerb } from "../../../words/schema";
import type { Scene } from "../tagging/features";
import type { Span } from "../tagging/tags";

type Entry = { rest: string[]; base: string; deed: RecordVerb };
let index: Map<string, Entry[]> | undefined;

function indexDeeds(): Map<string, Entry[]> {
  const made = new Map<string, Entry[]>();
  for (const deed of loadWords().recordVerbs)
    for (const phrase of [deed.verb, ...deed.synonyms]) {
      const [base = "", ...rest] = phrase.toLowerCase().split(" ");
      for (const form of formsOf(base)) made.set(form, [...(made.get(form) ?? []), { rest, base, deed }]);
    }
  for (const entries of made.values()) entries.sort((left, right) => right.rest.length - left.rest.length);
  return made;
}

const verbParts = new Set(["Infinitive", "PresentTense", "PastTense", "Participle", "Gerund", "Verb"]);
const objectFollows = /^(?:an?|the|it|them|their|his|her|my|our|your|one|some|which|that|themselves)$/;
const doerPrecedes =
  /^(?:who|can|to|may|must|should|will|could|they|we|i|you|people|users|someone|everyone|somebody|everybody|anyone|whoever|also|then)$/;

/** Whether a name of a table is a verb: "members book a court" beside "books". */
export function isVerbal({ tokens, parts, sorts }: Scene, { from, to }: Span): boolean {
  const { word, isPlural } = tokens[from]!;
  // "book sponsor spots": what spots.
  const isOfNoun = isPlural && parts[from - 1] === "Noun" && !tokens[from - 1]!.isPlural && !/P/.test(sorts[from - 1]!);
  if (isOfNoun && verbParts.has(parts[from - 2] ?? "")) return false;
  if (doerPrecedes.test(tokens[from - 1]?.word ?? "")) return true;
  // "participants book a place".
  const isDone = !isPlural && tokens[from - 1]?.isPlural === true && /P/.test(sorts[from - 1]!);
  if (isDone && objectFollows.test(tokens[from + 1]?.word ?? "")) return true;
  if (!verbParts.has(parts[from]!)) return false;
  // "driving lessons": what kind of lessons.
  if (/^(?:Gerund|Participle)$/.test(parts[from]!) && to - from > 1 && /^(?:Noun|Plural)$/.test(parts[to - 1]!))
    return false;
  return !(knownAs(word) && isPlural) || objectFollows.test(tokens[from + 1]?.word ?? "");
}

/** "save a recipe to my favourites" puts nothing aside. */
const isOnlyKept = ({ tokens }: Scene, { to }: Span, base: string) =>
  base === "save" &&
  !tokens
    .slice(to, to + 4)
    .some(({ text, word }) => /^(?:money|cash|euros?|dollars?|pounds|for|€|\$|£|\d+)$/.test(word) || text === "up");

/** The longest phrase of the data: "sign up for the newsletter". */
const phraseMax = 5;

function entryAt(scene: Scene, span: Span): Entry | null {
  if (!isVerbal(scene, span)) return null;
  index ??= indexDeeds();
  const words = scene.tokens.slice(span.from, span.from + phraseMax);
  const found = index
    .get(words[0]!.word)
    ?.find(({ rest }) => rest.every((word, at) => words[at + 1]?.word === word || words[at + 1]?.lemma === word));
  return found && !(found.rest.length === 0 && isOnlyKept(scene, span, found.base)) ? found : null;
}

/** The deed that the words of a span tell, of those that leave a record: "lend out", "sign up". */
export const deedAt = (scene: Scene, span: Span): RecordVerb | null => entryAt(scene, span)?.deed ?? null;

/** Between a verb and its object. */
const qualifies =
  /^(?:an?|the|every|each|all|any|some|new|short|their|his|her|my|our|its|these|those|one|several|many)$/;

/** "log every flight", "submit a film": flights and films are kept, and no entry or submission beside them. "Register a child for a course" is one. */
export function isWritingOf(scene: Scene, span: Span, object: Span): boolean {
  const { tokens } = scene;
  const between = tokens.slice(span.to, object.from);
  if (object.from < span.to || between.length > 3 || !between.every(({ word }) => qualifies.test(word))) return false;
  const entry = entryAt(scene, span);
  return entry?.deed.keepsObject.includes(entry.base) === true && tokens[object.to]?.word !== "for";
}
