import "server-only";
import { isPlural } from "../language/inflect";
import { knownAs, namesThing } from "../lexicon/known";
import { isAttribute, isPlainVerb } from "../lexicon/lexicon";
import { kindsIn } from "../words/find";
import { wordKey } from "../words/word-key";

const bare = /^[a-z][a-z'-]*(?: [a-z][a-z'-]*){3,14}$/i;
const small =
  /\b(?:and|or|with|for|of|to|in|on|at|by|from|as|per|is|are|was|has|have|can|should|that|which|who|what|when|where|how|so|if|not|no|i|we|you|they|it|my|our|your|their|the|an?|me|us|please|need|want|make|build|create|track|manage)\b/i;
const software = /^(?:business|company|club|app|application|tool|system|tracker|manager|software|database)$/i;

/** Words as nouns that are kept or told of rows, the longest names first; null where a word is neither. `among` are the things of the app's kind. */
function nounsIn(words: string[], among: readonly string[]): string[] | null {
  if (words.length === 0) return [];
  for (const size of [3, 2, 1]) {
    const noun = words.slice(0, size).join(" ");
    const isKnown = knownAs(noun, among) !== null || (size === 1 && namesThing(noun));
    const isNoun = isKnown || (isAttribute(noun) && (size === 1 || (size === 2 && !namesThing(words[0]!))));
    if (size > words.length || !isNoun) continue;
    const rest = nounsIn(words.slice(size), among);
    if (rest) return [noun, ...rest];
  }
  return null;
}

/** The things of the kind of app that words are the title of, with or without "app" behind it; null where they are none. */
function titled(words: string[]): readonly string[] | null {
  const key = wordKey(words.filter((word) => !software.test(word)).join(" "));
  if (key === "") return [];
  const names = [key, wordKey(words.join(" "))];
  return (
    kindsIn(words.join(" ")).find(({ phrase, isThing }) => !isThing && names.includes(phrase))?.kind.things ?? null
  );
}

/**
 * "gym members classes trainers": a list that was typed without its commas, behind the title of the app or, where all of
 * it is told of rows, behind these: "recipes ingredients steps photo".
 */
export function plainBareList(text: string): string {
  const said = text.trim().replace(/[.!]$/, "");
  if (!bare.test(said) || small.test(said)) return text;
  const words = said.split(" ");
  if (words.some((word) => isPlainVerb(word) && !namesThing(word) && !isAttribute(word))) return text;
  for (const size of [3, 2, 1, 0]) {
    const title = words.slice(0, size);
    const among = titled(title);
    const nouns = among && nounsIn(words.slice(size), among);
    if (!nouns || nouns.length < 2) continue;
    const isRow = (noun: string) => {
      const name = knownAs(noun, among)?.name ?? "";
      return isPlural(noun) && (among.includes(name) || (name !== "" && !isAttribute(noun)));
    };
    const [first = "", ...others] = nouns;
    // What is told of the rows that the first word or the title names.
    if (size === 0 && isRow(first) && !others.every(isRow)) return `${first} with ${others.join(", ")}`;
    if (size > 0 && nouns.every((noun) => isAttribute(noun) && !isRow(noun)))
      return `${title.join(" ")} with ${nouns.join(", ")}`;
    if (nouns.filter(isRow).length > 1) return `${title.join(" ")}${size > 0 ? ": " : ""}${nouns.join(", ")}`;
  }
  return text;
}
