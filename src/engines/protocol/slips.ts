import type { Match } from "./blocks";
import { spellings } from "./spelling";

/**
 * What a line of SEARCH that is not the file's costs; a line taken for another one costs more than both being passed
 * over.
 */
const costs = { slip: 2, passed: 3, stale: 9 } as const;
/** A place must be better than the next by two slips, since copies of a piece of code differ by as little. */
const leadMin = 4;
/** So many letters must be the file's own, for a few braces are anywhere. */
const evidenceMin = 12;
/** How far a place's lines may be shifted by lines that were lost or doubled. */
const shiftMax = 3;
const placesMax = 40;

type Keyed = { key: string; at: number };
/** `cost` is that of the context; `isStale` where changed lines are not the file's. */
type Place = { match: Match; cost: number; isStale: boolean };

/**
 * Places of a search whose context is not quite the file's: lines misspelt, a digit or a sign wrong, a line lost or
 * doubled. All lines that the block changes must be the file's, and most of the others. [] too where another place is
 * as good, be it that the changed lines are different there: then the block was meant for that one, as the file no
 * longer is.
 */
export function findSlips(file: string[], search: string[], changed: Set<number>): Match[] {
  const lines = keyed(file);
  const wanted = keyed(search);
  const context = wanted.filter(({ at }) => !changed.has(at));
  const places = startsOf(lines, wanted, context.length)
    .map((start) => align(lines, wanted, { start, changed, length: search.length }))
    .filter((place) => place !== null)
    .sort((a, b) => a.cost - b.cost);
  const best = places.find(({ isStale }) => !isStale);
  if (!best) return [];
  const taken = new Set(best.match.filter((at) => at >= 0));
  const others = places.filter(({ match }) => !match.some((at) => taken.has(at)));
  if (others.some(({ isStale, cost }) => isStale && cost <= best.cost)) return [];
  return [best, ...others.filter(({ isStale, cost }) => !isStale && cost < best.cost + leadMin)].map(
    ({ match }) => match,
  );
}

/** The lines that are not blank as `spellings.plain` has them, with their numbers. */
function keyed(lines: string[]): Keyed[] {
  return lines.flatMap((line, at) => (line.trim() === "" ? [] : [{ key: spellings.plain(line), at }]));
}

/**
 * The file's lines (by place among those not blank) where the search may begin, those with most lines in common first.
 */
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

/** The cheapest way to lay a search onto the file around a start; null when too little of it is the file's. */
function align(
  lines: Keyed[],
  wanted: Keyed[],
  { start, changed, length }: { start: number; changed: Set<number>; length: number },
): Place | null {
  const from = Math.max(0, start - shiftMax);
  const window = lines.slice(from, start + wanted.length + shiftMax);
  const width = window.length + 1;
  const cost = new Float64Array((wanted.length + 1) * width);
  const pairCost = (i: number, j: number) => {
    const [want, have] = [wanted[i]!, window[j]!];
    if (want.key === have.key) return 0;
    if (changed.has(want.at)) return costs.stale;
    return isSlip(want.key, have.key) ? costs.slip : Infinity;
  };
  const dropCost = (i: number) => (changed.has(wanted[i]!.at) ? costs.stale : costs.passed);
  const pairs = wanted.map((_, i) => window.map((_, j) => pairCost(i, j)));
  // cost[i, j]: of laying the search from line i on onto the window from line j on. Lines before and behind it are
  // free.
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
  let [exact, evidence, stale] = [0, 0, 0];
  for (let i = 0; i < wanted.length;) {
    const here = cost[i * width + j]!;
    const { at, key } = wanted[i]!;
    if (j < window.length && here === pairs[i]![j]! + cost[(i + 1) * width + j + 1]!) {
      const isExact = pairs[i]![j] === 0;
      if (isExact) [exact, evidence] = [exact + 1, evidence + key.length];
      else if (changed.has(at)) stale++;
      match[at] = window[j]!.at;
      [i, j] = [i + 1, j + 1];
    } else if (here === dropCost(i) + cost[(i + 1) * width + j]!) {
      if (changed.has(at)) stale++;
      i++;
    } else j++;
  }
  const isEnough = exact * 2 >= wanted.length - stale && (evidence >= evidenceMin || exact >= 4);
  return isEnough ? { match, cost: total - stale * costs.stale, isStale: stale > 0 } : null;
}

/**
 * Whether a line is another one retyped: of some length, and with at most a quarter of its signs (one in a short line)
 * other.
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
