import type { Match } from "./blocks";
import { spellings } from "./spelling";

/** Alignment costs of SEARCH lines that differ from the file; a mismatched pair costs more than skipping both. */
const costs = { slip: 2, passed: 3, stale: 9, space: 2 ** -12 } as const;
/** The best match must lead by more than a slip, because copies of a piece of code differ as little. */
const leadMin = 3;
/** Least number of letters in exact matches: a few braces occur anywhere. */
const evidenceMin = 12;
/** Largest shift by lines that were lost or duplicated. */
const shiftMax = 3;
const placesMax = 40;
/** Context lines that the file may lack; in a long SEARCH an eighth. */
const droppedMax = 2;

type Keyed = { key: string; at: number; text: string };
/** `cost` is that of the context; `isStale`: changed lines differ from the file's. */
type Place = { match: Match; cost: number; isStale: boolean };

/**
 * Fuzzy matches, for context that differs slightly from the file: typos, a wrong digit or sign, a line lost or
 * duplicated. All changed lines must match, and most others. [] when another place is as good, even one where the
 * changed lines differ: then the block was meant for that one, in a stale state of the file.
 */
export function findSlips(file: string[], search: string[], changed: Set<number>): Match[] {
  const lines = keyed(file);
  const wanted = keyed(search);
  const context = wanted.filter(({ at }) => !changed.has(at));
  const places = startsOf(lines, wanted, context.length)
    // Without room to shift too: a copy close by would hide a place where the changed lines are stale.
    .flatMap((start) =>
      [shiftMax, 0].map((shift) => align(lines, wanted, { start, shift, changed, length: search.length })),
    )
    .filter((place) => place !== null)
    .sort((a, b) => a.cost - b.cost);
  const best = places.find(({ isStale }) => !isStale);
  if (!best) return [];
  const taken = new Set(best.match.filter((at) => at >= 0));
  const others = places.filter(({ match }) => !match.some((at) => taken.has(at)));
  if (others.some(({ isStale, cost }) => isStale && cost < best.cost)) return [];
  return [best, ...others.filter(({ isStale, cost }) => !isStale && cost < best.cost + leadMin)].map(
    ({ match }) => match,
  );
}

/** The non-blank lines normalized by `spellings.plain`, with their numbers. */
function keyed(lines: string[]): Keyed[] {
  return lines.flatMap((line, at) =>
    line.trim() === "" ? [] : [{ key: spellings.plain(line), at, text: line.trimEnd() }],
  );
}

/** Candidate starts (indexes of non-blank lines), those with most lines in common first. */
function startsOf(lines: Keyed[], wanted: Keyed[], lengthMin: number): number[] {
  const votes = new Map<number, number>();
  const byKey = new Map<string, number[]>();
  for (const [index, { key }] of wanted.entries()) byKey.set(key, [...(byKey.get(key) ?? []), index]);
  for (const [at, { key }] of lines.entries())
    for (const index of byKey.get(key) ?? []) votes.set(at - index, (votes.get(at - index) ?? 0) + 1);
  const near = (start: number) => {
    let sum = 0;
    for (let shift = -shiftMax; shift <= shiftMax; shift++) sum += votes.get(start + shift) ?? 0;
    return sum;
  };
  return [...votes.keys()]
    .map((start) => ({ start, votes: near(start) }))
    .filter((one) => one.votes * 2 >= lengthMin)
    .sort((a, b) => b.votes - a.votes)
    .slice(0, placesMax)
    .map(({ start }) => start);
}

/** The cheapest alignment of a search around a start; null when too little matches. */
function align(
  lines: Keyed[],
  wanted: Keyed[],
  { start, shift, changed, length }: { start: number; shift: number; changed: Set<number>; length: number },
): Place | null {
  const from = Math.max(0, start - shift);
  const window = lines.slice(from, start + wanted.length + shift);
  const width = window.length + 1;
  const cost = new Float64Array((wanted.length + 1) * width);
  const pairCost = (i: number, j: number) => {
    const [want, have] = [wanted[i]!, window[j]!];
    // Of lines that differ in white space only ("}"), the one with the same indentation is meant.
    if (want.key === have.key) return want.text === have.text ? 0 : costs.space;
    if (changed.has(want.at)) return costs.stale;
    return isSlip(want.key, have.key) ? costs.slip : Infinity;
  };
  const dropCost = (i: number) => (changed.has(wanted[i]!.at) ? costs.stale : costs.passed);
  const pairs = wanted.map((_, i) => window.map((_, j) => pairCost(i, j)));
  // cost[i, j] of aligning search lines from i with window lines from j. Window lines before and after are free.
  for (let i = wanted.length - 1; i >= 0; i--) {
    for (let j = window.length; j >= 0; j--) {
      const drop = dropCost(i) + cost[(i + 1) * width + j]!;
      const take = j < window.length ? pairs[i]![j]! + cost[(i + 1) * width + j + 1]! : Infinity;
      const pass = j < window.length && i > 0 ? costs.passed + cost[i * width + j + 1]! : Infinity;
      cost[i * width + j] = Math.min(drop, take, pass);
    }
  }
  let j = 0;
  for (let at = 0; at < window.length; at++) if (cost[at]! < cost[j]!) j = at;
  const total = cost[j]!;
  const match: Match = Array.from({ length }, () => -1);
  let [exact, evidence, stale, dropped] = [0, 0, 0, 0];
  for (let i = 0; i < wanted.length;) {
    const here = cost[i * width + j]!;
    const { at, key } = wanted[i]!;
    if (j < window.length && here === pairs[i]![j]! + cost[(i + 1) * width + j + 1]!) {
      const isExact = pairs[i]![j]! <= costs.space;
      if (isExact) [exact, evidence] = [exact + 1, evidence + key.length];
      else if (changed.has(at)) stale++;
      else evidence += Math.floor((key.length * 2) / 3);
      match[at] = window[j]!.at;
      [i, j] = [i + 1, j + 1];
    } else if (j < window.length && i > 0 && here === costs.passed + cost[i * width + j + 1]!) j++;
    else {
      if (changed.has(at)) stale++;
      else dropped++;
      i++;
    }
  }
  const isKnown = dropped <= Math.max(droppedMax, Math.floor(wanted.length / 8));
  const isEnough = isKnown && exact * 2 >= wanted.length - stale && (evidence >= evidenceMin || exact >= 4);
  return isEnough ? { match, cost: Math.floor(total) - stale * costs.stale, isStale: stale > 0 } : null;
}

/**
 * Whether a line is a retyped version of another: not too short, and at most a quarter of its characters (one in a
 * short line) differ.
 */
export function isSlip(a: string, b: string): boolean {
  const length = Math.max(a.length, b.length);
  const limit = Math.max(1, Math.floor(length / 4));
  if (Math.min(a.length, b.length) < 4 || Math.abs(a.length - b.length) > limit || length > 400) return false;
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++)
      next.push(Math.min(row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)));
    if (Math.min(...next) > limit) return false;
    row = next;
  }
  return row[b.length]! <= limit;
}
