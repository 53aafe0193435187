import "server-only";
import nlp from "compromise";
import { loadWords } from "../../../words/load";
import { wordKey } from "../../../words/word-key";
import { weigh } from "../../../description/plan/weigh";
import { isAttribute, isPlainVerb, isRecordVerb } from "../../../lexicon/lexicon";
import { knownAs } from "../../../lexicon/known";
import { appWord, isPersonLike, screenWord } from "../../../lexicon/nouns";
import { germanNoun } from "../../../lexicon/german-nouns";
import type { Look } from "./tagger";
import type { Token } from "../../../lexicon/message-tokens";

const small = new Set(
  (
    "a an the my our your their his her its this that these those each every all some any no and or but plus also then so because with without of for to in on at by from into per via as about like " +
    "between than who whom which what where when how why whether i we you he she it they them us me is are was were be been being am do does did has have had can could should must may might will would " +
    "not only if while more most many much few several both such there here one two three ein eine einen einem einer der die das den dem des und oder mit für von bei pro je zu zum zur im am auf wer was " +
    "wann wo wie welche welcher welches ich wir sie er es man ist sind hat haben soll sollen kann können muss müssen nicht nur auch noch pro jede jeder jedes"
  ).split(" "),
);

const sorts = new Map<string, string>();
/** What our lexicon takes a word for: T a thing, P a person, A a field, V a deed that makes records, I what a screen does, S a part of a screen. */
export function sortOf(word: string, lemma: string): string {
  const known = sorts.get(word);
  if (known !== undefined) return known;
  if (small.has(word)) return `=${word}`;
  if (/^\d/.test(word)) return "9";
  const english = loadWords().translations.get(wordKey(word)) ?? germanNoun(word, true) ?? lemma;
  const thing = knownAs(english);
  const sort = [
    thing ? (thing.kind === "person" ? "TP" : "T") : "",
    isPersonLike(english) ? "P" : "",
    isAttribute(english) ? "A" : "",
    isRecordVerb(word) ? "V" : "",
    isPlainVerb(word) ? "I" : "",
    screenWord.test(word) ? "S" : "",
    appWord.test(word) ? "W" : "",
  ].join("");
  const found =
    sort === ""
      ? word.endsWith("ing")
        ? "?ing"
        : word.endsWith("ed")
          ? "?ed"
          : word.endsWith("ly")
            ? "?ly"
            : "?"
      : sort;
  if (sorts.size > 20_000) sorts.clear();
  sorts.set(word, found);
  return found;
}

const shapeOf = (text: string) =>
  text
    .replace(/\p{Lu}+/gu, "X")
    .replace(/\p{Ll}+/gu, "x")
    .replace(/\p{N}+/gu, "9");

const separator = /^[,;:()[\]/|+&\n.!?–—-]$/;
const joiner = /^(?:and|or|und|oder|plus)$/;
const bucket = (count: number) => (count > 6 ? "7+" : count > 3 ? "4-6" : String(count));

const weights = new Map<string, string>();
/** How likely a noun alone is rows of its own, in quarters, as lists of nouns are weighed. */
function weightOf(word: string): string {
  const known = weights.get(word);
  if (known !== undefined) return known;
  const found = String(Math.round(weigh(word, []).weight * 4));
  if (weights.size > 20_000) weights.clear();
  weights.set(word, found);
  return found;
}

/** What surrounds the tokens of one message, computed once. */
export type Scene = { tokens: readonly Token[]; sorts: string[]; parts: string[] };
export const sceneOf = (tokens: readonly Token[]): Scene => ({
  tokens,
  sorts: tokens.map((token) => (token.isWord ? sortOf(token.word, token.lemma) : token.text)),
  parts: partsOfSpeech(tokens),
});

const partNames = [
  "Pronoun",
  "Determiner",
  "Preposition",
  "Conjunction",
  "QuestionWord",
  "Modal",
  "Auxiliary",
  "Copula",
  "Gerund",
  "PastTense",
  "Participle",
  "Infinitive",
  "PresentTense",
  "Verb",
  "Adjective",
  "Adverb",
  "Value",
  "Plural",
  "ProperNoun",
  "Noun",
];

/** The part of speech of each token as the library tells it, clause by clause; a mark is its own. */
function partsOfSpeech(tokens: readonly Token[]): string[] {
  const parts = tokens.map(({ text, isWord }) => (isWord ? "?" : text));
  for (let from = 0; from < tokens.length;) {
    let to = from;
    while (to < tokens.length && tokens[to]!.isWord) to += 1;
    if (to > from) {
      const words = tokens.slice(from, to).map(({ word }) => word.replace(/[^\p{L}\p{N}]/gu, ""));
      const terms = nlp(words.join(" ")).termList() as unknown as { tags: Set<string> }[];
      if (terms.length === words.length)
        for (const [at, { tags }] of terms.entries())
          parts[from + at] = partNames.find((name) => tags.has(name)) ?? "?";
    }
    from = Math.max(to, from + 1);
  }
  return parts;
}

/** Where a token stands among the marks around it. */
function placeOf({ tokens, sorts: all }: Scene, at: number) {
  let left = at - 1;
  while (left >= 0 && tokens[left]!.isWord && !joiner.test(tokens[left]!.word)) left -= 1;
  let right = at + 1;
  while (right < tokens.length && tokens[right]!.isWord && !joiner.test(tokens[right]!.word)) right += 1;
  let start = at;
  while (start > 0 && !/^[.!?\n]$/.test(tokens[start - 1]!.text)) start -= 1;
  let end = at;
  while (end < tokens.length && !/^[.!?\n]$/.test(tokens[end]!.text)) end += 1;
  let governor = at - 1;
  while (
    governor >= start &&
    !(all[governor]!.startsWith("=") || /V|I|\?ing/.test(all[governor]!)) &&
    !/^[;:(]$/.test(tokens[governor]!.text)
  )
    governor -= 1;
  let colon = at - 1;
  while (colon >= start && tokens[colon]!.text !== ":") colon -= 1;
  let open = at - 1;
  while (open >= start && !(tokens[open]!.depth < tokens[at]!.depth && /^[([]$/.test(tokens[open]!.text))) open -= 1;
  return { left, right, start, end, governor, colon, open };
}

/** The features by which a token's tag is told. */
function featuresAt(scene: Scene, at: number): string[] {
  const { tokens, sorts: all, parts } = scene;
  const token = tokens[at]!;
  const part = (offset: number) => parts[at + offset] ?? "^";
  const word = (offset: number) => tokens[at + offset]?.word ?? "^";
  const sort = (offset: number) => all[at + offset] ?? "^";
  const { left, right, start, end, governor, colon, open } = placeOf(scene, at);
  const before = left < 0 ? "^" : tokens[left]!.word;
  const after = right >= tokens.length ? "$" : tokens[right]!.word;
  const many = token.isPlural ? "s" : "";
  const size = bucket(right - left - 2);
  const first = tokens[start]!.word;
  const govern = governor < start ? "^" : tokens[governor]!.word;
  const features = [
    "b",
    `w:${token.word}`,
    `l:${token.lemma}`,
    `w-1:${word(-1)}`,
    `w+1:${word(1)}`,
    `w-2:${word(-2)}`,
    `w+2:${word(2)}`,
    `w-1w:${word(-1)} ${token.word}`,
    `ww+1:${token.word} ${word(1)}`,
    `s3:${token.word.slice(-3)}`,
    `s4:${token.word.slice(-4)}`,
    `x:${shapeOf(token.text)}`,
    `c:${sort(0)}${many}`,
    `c-1:${sort(-1)}`,
    `c+1:${sort(1)}`,
    `c-1c:${sort(-1)} ${sort(0)}${many}`,
    `cc+1:${sort(0)}${many} ${sort(1)}`,
    `c-1cc+1:${sort(-1)} ${sort(0)}${many} ${sort(1)}`,
    `c-2c-1c:${sort(-2)} ${sort(-1)} ${sort(0)}${many}`,
    `cc+1c+2:${sort(0)}${many} ${sort(1)} ${sort(2)}`,
    `d:${token.depth}`,
    `dc:${token.depth} ${sort(0)}${many}`,
    `m:${before} ${after}`,
    `mc:${before} ${after} ${sort(0)}${many}`,
    `mz:${before} ${after} ${size} ${at - left}`,
    `g:${govern}`,
    `gc:${govern} ${sort(0)}${many}`,
    `gb:${govern} ${before}`,
    `gd:${govern} ${bucket(at - governor)}`,
    `f:${first}`,
    `fc:${first} ${sort(0)}${many}`,
    `k:${colon >= start ? 1 : 0}${open >= start ? 1 : 0}${start === 0 ? "^" : ""}${end >= tokens.length - 1 ? "$" : ""}`,
    `kc:${colon >= start ? 1 : 0}${open >= start ? 1 : 0} ${sort(0)}${many} ${before}`,
  ];
  features.push(
    `p:${part(0)}`,
    `p-1p:${part(-1)} ${part(0)}`,
    `pp+1:${part(0)} ${part(1)}`,
    `p-1pp+1:${part(-1)} ${part(0)} ${part(1)}`,
    `p-2p-1p:${part(-2)} ${part(-1)} ${part(0)}`,
    `pp+1p+2:${part(0)} ${part(1)} ${part(2)}`,
    `pc:${part(0)} ${sort(0)}`,
  );
  if (token.isWord && !small.has(token.word)) {
    const isLast = right === at + 1;
    const weight = `${weightOf(token.word)}${isLast ? "$" : ""}`;
    const pair = left < at - 1 && !small.has(word(-1)) ? weightOf(`${word(-1)} ${token.word}`) : "";
    features.push(
      `y:${weight}`,
      `yd:${weight} ${token.depth}`,
      `ym:${weight} ${before} ${after}`,
      `yp:${weight} ${pair}`,
      `yk:${weight} ${colon >= start ? 1 : 0}`,
    );
  }
  if (colon >= start) features.push(`K:${tokens[colon - 1]?.isPlural ? "s" : ""}${all[colon - 1]} ${sort(0)}${many}`);
  if (open >= start) {
    const head = tokens[open - 1];
    features.push(`H:${head?.isPlural ? "s" : ""}${all[open - 1]} ${many}`, `h:${head?.lemma ?? ""}`);
  }
  if (token.isWord && !small.has(token.word)) {
    const again = tokens.findIndex((other, index) => index !== at && other.lemma === token.lemma);
    features.push(`again:${again < 0 ? "no" : again < at ? "before" : "after"} ${many}`);
  }
  if (separator.test(token.text))
    features.push(`sep:${token.text} ${word(-1)}`, `sepc:${sort(-1)} ${token.text} ${sort(1)}`);
  return features;
}

/** What a step between tags may depend on: the marks here and before, the brackets, and what the word is. */
function movesAt({ tokens, sorts, parts }: Scene, at: number): string[] {
  const { isWord, text, word, depth, isPlural } = tokens[at]!;
  const before = tokens[at - 1];
  const mark = !isWord ? text : joiner.test(word) || /^(?:with|mit)$/.test(word) ? word : "x";
  const last = before === undefined ? "^" : !before.isWord || small.has(before.word) ? before.word : "x";
  const next = tokens[at + 1] === undefined ? "$" : tokens[at + 1]!.isWord ? "x" : tokens[at + 1]!.text;
  const sort = `${sorts[at]}${isPlural ? "s" : ""}`;
  const weight = isWord && !small.has(word) ? weightOf(word) : "";
  return [
    `y${weight} <${last}`,
    `y${weight} d${depth}`,
    "",
    mark,
    `<${last}`,
    `<${last} ${depth}`,
    `<${last} ${mark}`,
    sort,
    `<${last} ${sort}`,
    `p${parts[at]}`,
    `<${last} p${parts[at]}`,
    `>${next} <${last}`,
    `d${depth} ${sort}`,
  ];
}

/** What all tokens of a message look like. */
export const looksOf = (scene: Scene): Look[] =>
  scene.tokens.map((_, at) => ({ features: featuresAt(scene, at), moves: movesAt(scene, at) }));
