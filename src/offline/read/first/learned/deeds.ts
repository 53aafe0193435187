import "server-only";
import { formsOf } from "../../language/lexicon";
import { knownAs } from "../../language/known";
import { loadWords } from "../../../words/load";
import type { RecordVerb } from "../../../words/schema";
import type { Scene } from "./features";
import type { Span } from "./tags";

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
export function isVerbal({ tokens, parts }: Scene, { from, to }: Span): boolean {
  const { word, isPlural } = tokens[from]!;
  if (doerPrecedes.test(tokens[from - 1]?.word ?? "")) return true;
  if (!verbParts.has(parts[from]!)) return false;
  // "driving lessons": what kind of lessons.
  if (/^(?:Gerund|Participle)$/.test(parts[from]!) && to - from > 1 && /^(?:Noun|Plural)$/.test(parts[to - 1]!))
    return false;
  return !(knownAs(word) && isPlural) || objectFollows.test(tokens[from + 1]?.word ?? "");
}

/** The deed that the words of a span tell, of those that leave a record: "lend out", "sign up". */
export function deedAt(scene: Scene, span: Span): RecordVerb | null {
  if (!isVerbal(scene, span)) return null;
  index ??= indexDeeds();
  const words = scene.tokens.slice(span.from, span.to + 2);
  const found = index
    .get(words[0]!.word)
    ?.find(({ rest }) => rest.every((word, at) => words[at + 1]?.word === word || words[at + 1]?.lemma === word));
  return found?.deed ?? null;
}
