import { type Hit, type Passage, type RetrievalMethod, retrievalMethods } from "./schema";

/**
 * The text that words are counted in: the heading path belongs to it, since a passage seldom names its own subject.
 * Characters have one form, and of languages without spaces each pair of characters is a word.
 */
export function indexedText(heading: string, text: string): string {
  return splitRuns(`${heading}\n${text}`.normalize("NFKC"));
}

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

/**
 * The first `limit` of a ranking with room for several sources: no item gives more than half of them, and no passage
 * stands in it twice, as long as there is something else.
 */
export function spreadSources<One extends { itemId: string; hash: string }>(
  ranked: readonly One[],
  limit: number,
): One[] {
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
  return [...first, ...rest].slice(0, limit);
}
