import { type Hit, type Passage, type RetrievalMethod, retrievalMethods } from "./schema";

/**
 * The text that words are counted in: the heading path belongs to it, since a passage seldom names its own subject.
 * Characters have one form, accents of Latin letters are taken off (databases differ in what they know of other
 * letters), and of languages without spaces each pair of characters is a word.
 */
export function indexedText(heading: string, text: string): string {
  const folded = foldText(`${heading}\n${text}`);
  return splitRuns(folded.replace(joints, " ").replace(/\.(?=\p{L})/gu, ". "));
}

export const foldText = (text: string): string =>
  text.normalize("NFKD").replace(accents, "").normalize("NFKC").toLowerCase();

const accents = /(?<=\p{Script=Latin})\p{M}+/gu;
/** Postgres takes "cells/tissue" for a path, "end.Next" for a host and the 19 of "covid-19" for a number below zero. */
const joints = /[/\\_@&+=|~]|(?<=\p{L})-(?=\d)/gu;

const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]{2,}/gu;

/** "東京都" → " 東京 京都 ". */
export const splitRuns = (text: string): string =>
  text.replace(unspaced, (run) => {
    const characters = Array.from(run);
    return ` ${characters
      .slice(1)
      .map((character, index) => characters[index]! + character)
      .join(" ")} `;
  });

type Hashed = { hash: string };

/** Which stored chunks stay (by hash, each for one new one), which go, and which are new. */
export function matchChunks<Stored extends Hashed, Next extends Hashed>(
  stored: readonly Stored[],
  next: readonly Next[],
): { kept: { stored: Stored; next: Next }[]; gone: Stored[]; added: Next[] } {
  const waiting = new Map<string, Stored[]>();
  for (const one of stored) waiting.set(one.hash, [...(waiting.get(one.hash) ?? []), one]);
  const [kept, added]: [{ stored: Stored; next: Next }[], Next[]] = [[], []];
  for (const one of next) {
    const match = waiting.get(one.hash)?.shift();
    if (match) kept.push({ stored: match, next: one });
    else added.push(one);
  }
  return { kept, added, gone: [...waiting.values()].flat() };
}

/** Reciprocal rank fusion's usual constant. */
const rankOffset = 60;

export type Fused = Hit & { methods: RetrievalMethod[]; ranks: Passage["ranks"] };

/**
 * The lists of several methods as one, best first. Their scores are on scales of their own, so that only the ranks
 * count (reciprocal rank fusion); a single list keeps its scores.
 */
export function fuseLists(lists: Partial<Record<RetrievalMethod, readonly Hit[]>>): Fused[] {
  const given = retrievalMethods.flatMap((method) => (lists[method] ? [{ method, hits: lists[method] }] : []));
  const fused = new Map<number, Fused>();
  for (const { method, hits } of given)
    for (const [index, { number, score }] of hits.entries()) {
      const one = fused.get(number) ?? { number, score: 0, methods: [], ranks: {} };
      one.score += given.length === 1 ? score : 1 / (rankOffset + index + 1);
      one.methods.push(method);
      one.ranks[method] = { rank: index + 1, score };
      fused.set(number, one);
    }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.number - b.number);
}

/** Things in the order of the numbers (from 1) that a text names; what it does not name comes after, as it stood. */
export function orderedBy<One>(text: string, list: readonly One[]): One[] {
  const named = (text.match(/\d+/g) ?? [])
    .map((number) => Number(number) - 1)
    .filter((at) => at >= 0 && at < list.length);
  return [...new Set([...named, ...list.keys()])].map((at) => list[at]!);
}

/**
 * Which `limit` of a ranking answer, in its order, with room for several sources: no item gives more than half of them,
 * and no passage stands there twice, as long as there is something else.
 * @returns `isFull` when what comes after in the ranking would change nothing
 */
export function spreadSources<One extends { itemId: string; hash: string }>(
  ranked: readonly One[],
  limit: number,
): { chosen: One[]; isFull: boolean } {
  const most = Math.max(2, Math.ceil(limit / 2));
  const ofItem = new Map<string, number>();
  const seen = new Set<string>();
  const [first, rest]: [One[], One[]] = [[], []];
  for (const one of ranked) {
    const count = ofItem.get(one.itemId) ?? 0;
    if (first.length === limit) break;
    if (count >= most || seen.has(one.hash)) {
      rest.push(one);
      continue;
    }
    first.push(one);
    seen.add(one.hash);
    ofItem.set(one.itemId, count + 1);
  }
  const chosen = new Set([...first, ...rest].slice(0, limit));
  return { chosen: ranked.filter((one) => chosen.has(one)), isFull: first.length === limit };
}

const common = new Set(
  "a about all am an and any are as at be been but by can could did do does for from get give had has have how i if in into is it its just know like many may me more much my need no not of on or our out please say see should show so some tell than that the their them then there these they this to too under up us use want was we were what when where which who whom whose why will with would you your".split(
    " ",
  ),
);

/** Endings need not agree: a word is looked for by its beginning. */
const beginningOf = (word: string) =>
  word.length > 5
    ? word.replace(/(?<=.{4})(?:ings?|ed|ies|es|ly|er|s|e|y)$/, "")
    : word.length > 3
      ? word.replace(/s$/, "")
      : word;

const wordsIn = (text: string): string[] =>
  splitRuns(text.normalize("NFKC").toLowerCase()).match(/[\p{L}\p{N}]+/gu) ?? [];

/** Beginnings of the words of a question that say what it is about. */
export function questionWords(question: string): string[] {
  const telling = wordsIn(question).filter(
    (word) => !common.has(word) && (word.length > 1 || /\d|\P{ASCII}/u.test(word)),
  );
  return [...new Set(telling.map(beginningOf))].slice(0, 32);
}

const wordsHeld = (words: readonly string[], text: string): number => {
  const held = [...new Set(wordsIn(text))];
  return words.filter((word) => held.some((one) => one.startsWith(word))).length;
};

/** The share of a question's words that a text has: a passage that has few of them is only the best of a bad lot. */
export const coverageOf = (words: readonly string[], text: string): number =>
  words.length === 0 ? 0 : wordsHeld(words, text) / words.length;

/** The sentences of a text that have most of a question's words, at most so many characters. */
export function excerptOf(text: string, words: readonly string[], max: number): string {
  if (text.length <= max) return text;
  const sentences = text.split(/(?<=[.!?。！？])\s+|\n+/).filter((sentence) => sentence.trim() !== "");
  const windowAt = (start: number) => {
    let end = start + 1;
    let length = sentences[start]!.length;
    while (end < sentences.length && length + sentences[end]!.length < max) length += sentences[end++]!.length + 1;
    return { start, end };
  };
  let best = { held: -1, start: 0, end: 1 };
  let last = { start: 0, end: 1 };
  for (let start = 0; start < sentences.length; start += 1) {
    const { end } = windowAt(start);
    const held = wordsHeld(words, sentences.slice(start, end).join(" "));
    if (held > best.held)
      [best, last] = [
        { held, start, end },
        { start, end },
      ];
    else if (held === best.held && start === last.start + 1) last = { start, end };
  }
  // Several windows in a row hold the same words: the middle one shows what stands on both sides of them.
  const middle = Math.floor((best.start + last.start) / 2);
  if (middle > best.start) best = { held: best.held, ...windowAt(middle) };
  const chosen = sentences.slice(best.start, best.end).join(" ");
  const excerpt = chosen.length > max ? `${chosen.slice(0, max - 1)}…` : chosen;
  return `${best.start > 0 ? "… " : ""}${excerpt}${best.end < sentences.length && chosen.length <= max ? " …" : ""}`;
}

/** What nearly every request to a builder says. */
const building = new Set(
  wordsIn(
    "add app build button change chat color create data delete design edit entity field fix form header home layout list make menu new page put remove section style table text title update view website write",
  ).map(beginningOf),
);

/** A passage worth a prompt that is about the app first: it has a third of the request's words, or means the same. */
export function isTelling(request: string, { heading, text, ranks }: Pick<Passage, "heading" | "text" | "ranks">) {
  const words = questionWords(request).filter((word) => !building.has(word));
  return (ranks.vectors?.rank ?? Infinity) <= 2 || coverageOf(words, `${heading} ${text}`) >= 0.34;
}
