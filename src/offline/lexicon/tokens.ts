import "server-only";
import nlp from "compromise";
import { isPlural, singular } from "../language/inflect";

/** What a word is in its sentence, coarse: enough to find phrases. */
export type Part =
  | "noun"
  | "verb"
  | "adjective"
  | "determiner"
  | "preposition"
  | "pronoun"
  | "number"
  | "join"
  | "other";

/** One word, or one mark such as "," or "(", of a sentence. */
export type Token = {
  /** As typed. */
  text: string;
  /** Lower case. */
  word: string;
  /** Of the lower-case word, for the lexicon. */
  singular: string;
  part: Part;
  isMark: boolean;
  at: number;
  /** What stands between double quotes or in brackets is one token of this text. */
  inner?: string;
};

const determiners = new Set(
  "a an the my our your their his her its this that these those each every all some any no another several many multiple various different few both such one two three".split(
    " ",
  ),
);
const prepositions = new Set(
  "of for with to in on at by from into onto about as per through via without within during between among against after before under over around across than like".split(
    " ",
  ),
);
const pronouns = new Set(
  "i we you he she it they them us me him who whom which that what everyone everybody anyone anybody somebody someone nobody people whoever".split(
    " ",
  ),
);
const joins = new Set("and or but plus then also so because where when while if whether nor how".split(" "));
const auxiliaries = new Set(
  "can could should would will may might must shall be is are was were been being am do does did have has had having let lets get gets need needs want wants able allow allows allowed".split(
    " ",
  ),
);
const adjectives = new Set(
  "new small simple big large local nice modern clean beautiful easy free open used own basic full online internal private public personal daily weekly monthly yearly little tiny custom complete specific available detailed different various relevant current upcoming recent overdue due low high".split(
    " ",
  ),
);

const isWord = (text: string) => /[\p{L}\p{N}]/u.test(text);

/** Splits a sentence into words and marks. Brackets and double quotes are one token each, so that what they hold stays together. */
export function tokenize(sentence: string): Token[] {
  const tokens: Token[] = [];
  const pattern = /"([^"]*)"|\(([^()]*)\)|#[0-9a-f]{3,8}\b|[\p{L}\p{N}]+(?:['’&-][\p{L}\p{N}]+)*|[^\s\p{L}\p{N}]/giu;
  for (const match of sentence.matchAll(pattern)) {
    const text = match[0];
    const inner = match[1] ?? match[2];
    const word = text.toLowerCase().replace(/['’]s$/, "");
    tokens.push({
      text,
      word,
      singular: inner === undefined && isWord(word) ? singularWord(word) : word,
      part: "other",
      isMark: inner === undefined && !isWord(text),
      at: match.index,
      ...(inner === undefined ? {} : { inner }),
    });
  }
  return tokens;
}

const singulars = new Map<string, string>();
/** pluralize is slow for a word that it has not seen; sentences repeat theirs. */
export function singularWord(word: string): string {
  const known = singulars.get(word);
  if (known !== undefined) return known;
  const found = word.includes("-") ? word.replace(/[^-]+$/, (last) => singular(last)) : singular(word) || word;
  if (singulars.size > 20_000) singulars.clear();
  singulars.set(word, found);
  return found;
}

const plainVerbs =
  /^(?:belong|take|assign|use|work|give|ask|offer|provide|teach|run|sit|live|depend|serve|cover|relate|link|refer|connect|require|depend|go|come|happen|arrive|sleep|grow|become|stay)(?:s|es|ed|ing)?$|^(?:took|taken|taking|gave|given|using|used|taught|ran|running|went|gone|came|slept|grew|grown|became)$/;

function closedPart(word: string): Part | null {
  if (/^\d/.test(word)) return "number";
  if (determiners.has(word)) return "determiner";
  if (prepositions.has(word)) return "preposition";
  if (pronouns.has(word)) return "pronoun";
  if (joins.has(word)) return "join";
  if (auxiliaries.has(word)) return "verb";
  if (adjectives.has(word)) return "adjective";
  return null;
}

/** Cache: several readers ask for the sentences of one message, and the library takes milliseconds for each. */
const guessed = new Map<string, readonly Part[]>();
/** What the library takes a word for; asked only for words that nothing of ours knows. */
function guessedParts(words: string[]): readonly Part[] {
  const sentence = words.join(" ");
  const found = guessed.get(sentence) ?? guessParts(sentence, words);
  if (guessed.size > 500) guessed.clear();
  guessed.set(sentence, found);
  return found;
}

function guessParts(sentence: string, words: string[]): Part[] {
  const terms = nlp(sentence).termList() as unknown as { tags: Set<string> }[];
  return words.map((_, at) => {
    const tags = terms[at]?.tags;
    if (!tags || terms.length !== words.length) return "noun";
    if (tags.has("Noun")) return "noun";
    if (tags.has("Adjective")) return "adjective";
    if (tags.has("Adverb")) return "other";
    // Our own lexicon holds the verbs of apps: what only the library takes for one is a verb where a verb may stand, and a plural never is.
    const before = words[at - 1] ?? "";
    return tags.has("Verb") &&
      (/(?:ing|ed)$/.test(words[at]!) ||
        (!words[at]!.endsWith("s") &&
          /^(?:to|can|could|should|may|must|will|and|or|please|users|i|we|you|they|)$/.test(before)))
      ? "verb"
      : "noun";
  });
}

const verbs = new Map<string, boolean>();
/** Whether the library knows a word as a verb. */
function isVerb(word: string): boolean {
  const found = verbs.get(word) ?? nlp(`they ${word} it`).has(`^they #Verb it`);
  if (verbs.size > 5_000) verbs.clear();
  verbs.set(word, found);
  return found;
}

/** Tags the words of a sentence: closed classes by list, then `known` of our lexicon, what is left by the library. */
export function tag(tokens: Token[], known: (tokens: Token[], at: number) => Part | null): Token[] {
  const words = tokens.filter(({ isMark, inner }) => !isMark && inner === undefined);
  let guesses: readonly Part[] | undefined;
  for (const [at, token] of tokens.entries()) {
    if (token.isMark || token.inner !== undefined) continue;
    const before = tokens[at - 1];
    const isSaid =
      before !== undefined &&
      /^(?:who|they|he|she|it|i|we|you)$/.test(before.word) &&
      !determiners.has(token.word) &&
      closedPart(token.word) === null &&
      !token.word.endsWith("ly");
    const takesVerb =
      before === undefined ||
      before.part === "noun" ||
      before.part === "verb" ||
      before.part === "pronoun" ||
      before.part === "join";
    const next = tokens[at + 1];
    // "pupils observe birds": English puts no plural before another noun.
    const isBetween =
      before !== undefined &&
      before.part === "noun" &&
      isPlural(before.word) &&
      next !== undefined &&
      (isPlural(next.word) || determiners.has(next.word)) &&
      !next.isMark &&
      closedPart(next.word) !== "preposition" &&
      closedPart(token.word) === null &&
      !/(?:s|ing|ed|ly)$/.test(token.word) &&
      (known(tokens, at) === null || known(tokens, at) === "verb") &&
      isVerb(token.word);
    token.part =
      isBetween || isSaid || (takesVerb && plainVerbs.test(token.word) && before !== undefined)
        ? "verb"
        : (closedPart(token.word) ??
          known(tokens, at) ??
          (guesses ??= guessedParts(words.map(({ word }) => word)))[words.indexOf(token)] ??
          "noun");
  }
  return tokens;
}
