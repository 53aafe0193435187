import "server-only";
import { isOneOff, isPlural, singular } from "../language/inflect";
import { loadWords } from "../words/load";
import { wordKey } from "../words/word-key";
import type { HavingVerb, InterfaceVerb, RecordVerb, StateVerb } from "../words/schema";
import { knownAs, type Known } from "./known";
import type { Part, Token } from "./tokens";

export type VerbEntry =
  | { sort: "record"; data: RecordVerb }
  | { sort: "state"; data: StateVerb }
  | { sort: "interface"; data: InterfaceVerb }
  | { sort: "having"; data: HavingVerb };

const irregular: Record<string, string> = {
  lend: "lent",
  buy: "bought",
  sell: "sold",
  give: "gave given",
  take: "took taken taking",
  make: "made making",
  keep: "kept",
  see: "saw seen",
  find: "found",
  write: "wrote written writing",
  send: "sent",
  pay: "paid",
  feed: "fed",
  hold: "held",
  teach: "taught",
  leave: "left",
  choose: "chose chosen choosing",
  drive: "drove driven",
  bring: "brought",
  get: "got getting",
  eat: "ate eaten",
  ride: "rode ridden",
  run: "ran running",
  win: "won winning",
  lose: "lost losing",
  do: "did done does",
  spend: "spent",
  say: "said",
  meet: "met",
};

/** "borrow" → borrow, borrows, borrowed, borrowing. */
/** All forms of a verb. */
export function formsOf(verb: string): string[] {
  const stem = verb.replace(/e$/, "");
  const third = /(?:s|x|z|ch|sh|o)$/.test(verb)
    ? `${verb}es`
    : /[^aeiou]y$/.test(verb)
      ? `${verb.slice(0, -1)}ies`
      : `${verb}s`;
  const isDoubled = /^[^aeiou]*[aeiou][bdgklmnprt]$/.test(verb);
  const base = isDoubled ? verb + verb.at(-1)! : stem;
  const past = irregular[verb] ?? (/[^aeiou]y$/.test(verb) ? `${verb.slice(0, -1)}ied` : `${base}ed`);
  return [verb, third, `${base}ing`, ...past.split(" ")];
}

type Verbs = Map<string, { rest: string[]; entry: VerbEntry }[]>;

function indexVerbs(): Verbs {
  const words = loadWords();
  const index: Verbs = new Map();
  const claim = (phrase: string, entry: VerbEntry) => {
    const [first = "", ...rest] = phrase.toLowerCase().split(" ");
    for (const form of formsOf(first)) {
      const list = index.get(form) ?? [];
      list.push({ rest, entry });
      index.set(form, list);
    }
  };
  const claimAll = (entry: VerbEntry) => {
    for (const phrase of [entry.data.verb, ...entry.data.synonyms]) claim(phrase, entry);
  };
  for (const data of words.recordVerbs) claimAll({ sort: "record", data });
  for (const data of words.stateVerbs) claimAll({ sort: "state", data });
  for (const data of words.interfaceVerbs) claimAll({ sort: "interface", data });
  for (const data of words.havingVerbs) claimAll({ sort: "having", data });
  for (const list of index.values()) list.sort((left, right) => right.rest.length - left.rest.length);
  return index;
}

let verbs: Verbs | undefined;

/** The verb that starts at a token, the longest phrase first ("sign up for"), with how many words it takes. */
export function verbAt(tokens: Token[], at: number): { entry: VerbEntry; size: number } | null {
  verbs ??= indexVerbs();
  const found = verbs
    .get(tokens[at]!.word)
    ?.find(({ rest }) => rest.every((word, index) => tokens[at + 1 + index]?.word === word));
  return found ? { entry: found.entry, size: 1 + found.rest.length } : null;
}

/** The longest thing of up to four words that ends before `end`: "cake order" in "custom cake orders" only where such a thing is known. */
export function thingEnding(
  tokens: Token[],
  from: number,
  end: number,
  among: readonly string[],
): { thing: Known; from: number } | null {
  for (let start = Math.max(from, end - 4); start < end; start++) {
    const text = tokens
      .slice(start, end)
      .map(({ word }) => word)
      .join(" ");
    const thing = knownAs(text, among);
    if (thing) return { thing, from: start };
  }
  return null;
}

let names: string[] | undefined;
/**
 * A mistyped name of a thing: one letter off in a word of six or more that nothing else is called, and that is no other
 * word of English ("shirts" are no shifts).
 */
export function mistyped(word: string): string | null {
  const { notMistyped } = loadWords();
  if (notMistyped.has(word) || notMistyped.has(singular(word))) return null;
  if (word.length < 6 || !/^[a-z]+$/.test(word) || /(?:ed|ing|ly)$/.test(word)) return null;
  names ??= [...new Set([...loadWords().byName.values()].flat())]
    .flatMap((thing) => [thing.name, thing.plural, ...thing.synonyms].map(wordKey))
    .flatMap((name) => (name.includes(" ") ? name.split(" ").filter((part) => part.length >= 8) : name))
    .filter((name) => name.length >= 6);
  return names.find((name) => name[0] === word[0] && isOneOff(name, word)) ?? null;
}

export const isAttribute = (label: string): boolean => {
  const { attributes } = loadWords();
  const key = wordKey(label);
  return attributes.has(key) || attributes.has(key.replace(/s$/, ""));
};

const openers = new Set(
  "to can could should may must will would might please i we you they who that let and or help people users visitors everyone anyone customers students members parents".split(
    " ",
  ),
);

/** What our own lexicon takes a word for. A word that is both a thing and a verb ("book", "order") is told apart by its neighbours. */
let recordWords: Set<string> | undefined;
/** Whether a word is a form of a verb that makes records. */
export function isRecordVerb(word: string): boolean {
  recordWords ??= new Set(
    loadWords()
      .recordVerbs.flatMap(({ verb, synonyms }) => [verb, ...synonyms])
      .flatMap((phrase) => formsOf(phrase.split(" ")[0]!)),
  );
  return recordWords.has(word);
}

/** The verb that a word is a form of, where its doing makes rows: "book" makes bookings. */
export const recordVerbOf = (word: string): RecordVerb | undefined => {
  verbs ??= indexVerbs();
  return verbs
    .get(word)
    ?.flatMap(({ rest, entry }) => (rest.length === 0 && entry.sort === "record" ? entry.data : []))[0];
};

const compounding =
  /^(?:sports|goods|sales|news|arts|savings|logistics|operations|games|clothes|glasses|parts|lines|services|systems|ideas)$/;
/** Whether the phrase before a word began with a determiner. */
const isOwned = (tokens: Token[], at: number): boolean => {
  for (let from = at - 1; from >= 0 && from > at - 4; from--) if (tokens[from]!.part === "determiner") return true;
  return false;
};

/** Whether a word is a form of a verb that screens have an answer to ("search"), or that only says that something is kept. */
export const isPlainVerb = (word: string): boolean => {
  verbs ??= indexVerbs();
  return verbs.get(word)?.some(({ entry }) => entry.sort === "interface" || entry.sort === "having") ?? false;
};

export function knownPart(tokens: Token[], at: number): Part | null {
  const { word } = tokens[at]!;
  const last = tokens[at - 1];
  // "test drives", "leave requests": one thing of two words.
  if (last && !last.isMark && last.part !== "verb" && knownAs(`${last.word} ${word}`)) return "noun";
  const following = tokens[at + 1];
  if (
    following &&
    !following.isMark &&
    following.inner === undefined &&
    (!last || last.isMark || (/^(?:determiner|preposition|join|adjective)$/.test(last.part) && last.word !== "to")) &&
    (knownAs(`${word} ${following.word}`) || loadWords().attributes.has(`${word} ${following.word}`))
  )
    return "noun";
  // "we drill water wells": a thing of two words, whatever the first of them does alone.
  if (following && loadWords().quiet.has(singular(`${word} ${following.word}`))) return "noun";
  const verb = verbAt(tokens, at);
  const isNoun = knownAs(word) !== null || isAttribute(word);
  if (!verb) return isNoun ? "noun" : null;
  if (verb.size > 1) return "verb";
  const before = tokens[at - 1];
  const next = tokens[at + 1];
  const opensObject =
    next !== undefined &&
    (next.part === "determiner" ||
      next.part === "pronoun" ||
      /^(?:a|an|the|my|our|their|his|her|its|your|all|them|it|each|every|any|this|that|these|those|which|what|new|for|in|on|with|from|by|at|to|up|out|and|or|who)$/.test(
        next.word,
      ));
  // "the team marks them": whom it is done to.
  if (/^(?:noun|join)$/.test(before?.part ?? "") && next && /^(?:them|it|him)$/.test(next.word)) return "verb";
  if (word.endsWith("ing")) {
    // "managing orders" is a verb, "a booking" and "booking system" are nouns.
    if (before && (before.part === "determiner" || before.part === "adjective")) return "noun";
    // "driving school": what somebody does, before what it is done at.
    if (
      !before &&
      !isNoun &&
      verb.entry.sort === "record" &&
      next &&
      !next.isMark &&
      !opensObject &&
      !isPlural(next.word)
    )
      return "adjective";
    return opensObject || (next !== undefined && isPlural(next.word) && !isNoun) || before?.part === "preposition"
      ? isNoun && !opensObject && next !== undefined && !isPlural(next.word)
        ? "noun"
        : "verb"
      : isNoun
        ? "noun"
        : "verb";
  }
  if (
    before &&
    (before.part === "determiner" ||
      before.part === "adjective" ||
      before.part === "number" ||
      (before.part === "preposition" && before.word !== "to"))
  )
    return word.endsWith("ed") && !isNoun ? "adjective" : "noun";
  const isThird = isPlural(word);
  // "our theatre plays": what ends a phrase after its determiner is its noun.
  if (!isNoun)
    return isThird &&
      verb.entry.sort === "record" &&
      before?.part === "noun" &&
      !isPlural(before.word) &&
      (next === undefined || next.isMark || (next.word === "and" && !isOwned(tokens, at)))
      ? "noun"
      : "verb";
  if (before && openers.has(before.word))
    return isThird && !/^(?:who|that)$/.test(before.word)
      ? "noun"
      : next === undefined || next.isMark
        ? before.word === "and" || before.word === "or"
          ? "noun"
          : "verb"
        : /^(?:and|or)$/.test(before.word)
          ? tokens.slice(0, at).some(({ part, word: other }) => part === "verb" && other !== "is") && opensObject
            ? "verb"
            : "noun"
          : "verb";
  if (!before || before.isMark)
    return !isThird && next !== undefined && !next.isMark && (opensObject || isPlural(next.word)) ? "verb" : "noun";
  // "agents answer": English puts no plural before another noun.
  if (
    before.part === "noun" &&
    isPlural(before.word) &&
    !isThird &&
    verb.entry.sort === "record" &&
    !compounding.test(before.word)
  )
    return "verb";
  // "students book lessons", "a customer orders a cake".
  if (before.part === "noun" && (isPlural(before.word) ? !isThird : isThird))
    return next !== undefined &&
      !next.isMark &&
      (opensObject || isPlural(next.word) || next.part === "noun") &&
      next.word !== "and" &&
      next.word !== "or"
      ? "verb"
      : "noun";
  return "noun";
}
