import "server-only";
import { isPlural } from "../language/inflect";
import { isAttribute, knownPart, mistyped, thingEnding, verbAt, type VerbEntry } from "./lexicon";
import type { Known } from "./known";
import { tag, type Token, tokenize } from "./tokens";

/** A thing, a property or a word for the app, as it was named. */
export type Noun = {
  kind: "noun";
  /** Without determiners: "custom cake orders". */
  text: string;
  determiner: string;
  isPlural: boolean;
  /** Stands before a word such as "list", which tells no number: "stamp collection". */
  isShell?: true;
  thing?: Known;
  /** The words before those of the thing, for "custom cake" of an Order. */
  before: string;
  isAttribute: boolean;
  /** What stands in brackets or after a colon behind it. */
  inner?: string;
  at: number;
  end: number;
};
export type Verb = {
  kind: "verb";
  entry?: VerbEntry;
  word: string;
  isNegated: boolean;
  isPassive: boolean;
  at: number;
  end: number;
};
export type Small = {
  kind: "preposition" | "join" | "pronoun" | "mark" | "other" | "quote";
  word: string;
  at: number;
  end: number;
};
export type Chunk = Noun | Verb | Small;

const vague = new Set(
  "thing things stuff way ways lot lots kind kinds sort type bit place option options ability feature features functionality function functions need needs purpose etc example information info data detail details one ones".split(
    " ",
  ),
);
/** Nouns without content of their own: "a list of reports" is about reports. */
const shells =
  /^(?:lists?|collections?|inventory|overview|database|catalog(?:ue)?|director(?:y|ies)|registr(?:y|ies)|register|logs?|archive|sets?|kinds?|types?|sorts?|variety|range|number|bunch|history|record|records|track)$/;

/** Chunks of one sentence, from left to right. */
export function chunksOf(sentence: string, among: readonly string[]): Chunk[] {
  const tokens = tag(tokenize(sentence).map(mendTyping), knownPart);
  const chunks: Chunk[] = [];
  for (let at = 0; at < tokens.length;) {
    const chunk = verbChunk(tokens, at) ?? nounChunk(tokens, at, among) ?? smallChunk(tokens[at]!, at);
    chunks.push(chunk);
    at = chunk.end;
  }
  return chunks;
}

function mendTyping(token: Token): Token {
  if (token.isMark || token.inner !== undefined || isAttribute(token.word)) return token;
  const known = mistyped(token.word);
  return known && !isKnown(token) ? { ...token, word: known, singular: known } : token;
}
const isKnown = (token: Token) => thingEnding([token], 0, 1, []) !== null || verbAt([token], 0) !== null;

const auxiliary =
  /^(?:can|could|should|would|will|may|might|must|shall|is|are|was|were|be|been|being|am|do|does|did|able|get|gets|let|lets|allow|allows|allowed)$/;
const negation =
  /^(?:not|no|never|without|don't|doesn't|cannot|can't|won't|shouldn't|needn't|isn't|aren't|dont|doesnt|cant)$/;

function verbChunk(tokens: Token[], start: number): Verb | null {
  let at = start;
  let isNegated = false;
  let isPassive = false;
  let sawAuxiliary = false;
  for (; at < tokens.length; at++) {
    const { word } = tokens[at]!;
    if (negation.test(word) && word !== "no" && word !== "without") isNegated = true;
    else if (auxiliary.test(word)) {
      sawAuxiliary = true;
      if (/^(?:is|are|was|were|be|been|being|gets?)$/.test(word)) isPassive = true;
    } else if (
      !(sawAuxiliary && /^(?:to|also|only|just|easily|then|either)$/.test(word)) &&
      !(word === "to" && tokens[at + 1]?.part === "verb")
    )
      break;
  }
  const token = tokens[at];
  if (token && !token.isMark && token.inner === undefined && token.part === "verb") {
    const known = verbAt(tokens, at);
    return {
      kind: "verb",
      entry: known?.entry,
      word: token.word,
      isNegated,
      isPassive: isPassive && /(?:ed|en|t)$/.test(token.word),
      at: start,
      end: at + (known?.size ?? 1),
    };
  }
  return at > start && sawAuxiliary
    ? { kind: "verb", word: tokens[start]!.word, isNegated, isPassive: false, at: start, end: at }
    : null;
}

/** No noun of a person has more words; without an end, a row of adjectives would be tried from each of its words. */
const wordsMax = 12;

function nounChunk(tokens: Token[], start: number, among: readonly string[]): Noun | null {
  let at = start;
  const determiner: string[] = [];
  while (tokens[at]?.part === "determiner" || (tokens[at]?.part === "number" && tokens[at + 1]?.part === "noun"))
    determiner.push(tokens[at++]!.word);
  const from = at;
  while (
    tokens[at] &&
    at - from < wordsMax &&
    !tokens[at]!.isMark &&
    tokens[at]!.inner === undefined &&
    (tokens[at]!.part === "noun" || tokens[at]!.part === "adjective" || (tokens[at]!.part === "number" && at > from)) &&
    !(at > from && startsNext(tokens, from, at, among))
  )
    at++;
  while (at > from && tokens[at - 1]!.part === "adjective") at--;
  if (at === from) return null;
  // "number of guests", "date of birth": one property.
  if (tokens[at]?.word === "of" && isAttribute(`${tokens[at - 1]!.word} of ${tokens[at + 1]?.word ?? ""}`)) at += 2;
  else if (
    /^(?:number|date|amount|type|kind|name|place|time|level|state)s?$/.test(tokens[at - 1]!.word) &&
    at - from === 1 &&
    tokens[at]?.word === "of" &&
    tokens[at + 1]?.part === "noun"
  )
    at += 2;
  if (shells.test(tokens[at - 1]!.word) && tokens[at]?.word === "of" && at - from <= 2) {
    const inner = nounChunk(tokens, at + 1, among);
    if (inner) return { ...inner, at: start, determiner: inner.determiner || determiner.join(" ") };
  }
  // "a stamp collection" is about stamps.
  const isShell =
    at - from > 1 &&
    shells.test(tokens[at - 1]!.word) &&
    tokens[at - 2]!.part === "noun" &&
    (!thingEnding(tokens, from, at, among) || thingEnding(tokens, at - 2, at - 1, among) !== null);
  const words = tokens.slice(from, isShell ? at - 1 : at);
  const found = thingEnding(tokens, from, isShell ? at - 1 : at, among);
  const text = words.map(({ text: said }) => said).join(" ");
  const next = tokens[at];
  const isBracket = next?.inner !== undefined && next.text.startsWith("(");
  return {
    kind: "noun",
    text,
    determiner: determiner.join(" "),
    isPlural: isShell || isPlural(words.at(-1)!.word),
    ...(isShell ? { isShell: true as const } : {}),
    ...(found ? { thing: found.thing } : {}),
    before: found
      ? tokens
          .slice(from, found.from)
          .map(({ word }) => word)
          .join(" ")
      : "",
    isAttribute: isAttribute(text) || (words.length > 1 && isAttribute(words.slice(-1)[0]!.word)),
    ...(isBracket ? { inner: next.inner! } : {}),
    at: start,
    end: at + (isBracket ? 1 : 0),
  };
}

/** "clients projects and hours": two plurals in a row, each a thing of its own. */
const startsNext = (tokens: Token[], from: number, at: number, among: readonly string[]) =>
  isPlural(tokens[at - 1]!.word) &&
  isPlural(tokens[at]!.word) &&
  thingEnding(tokens, from, at, among) !== null &&
  thingEnding(tokens, at, at + 1, among) !== null &&
  (thingEnding(tokens, from, at + 1, among)?.from ?? at) === at;

function smallChunk(token: Token, at: number): Small {
  const kind =
    token.inner !== undefined
      ? "quote"
      : token.isMark
        ? "mark"
        : token.part === "preposition" || token.part === "join" || token.part === "pronoun"
          ? token.part
          : "other";
  return { kind, word: token.word, at, end: at + 1 };
}

export const isVague = (noun: Noun) =>
  vague.has(noun.text.toLowerCase()) || vague.has(noun.text.split(" ").at(-1)!.toLowerCase());
