import { scoreWords } from "./lexical";

/** A version's changed paths and the request behind it ("" for manual edits). Newest first. */
export type PastChange = { request: string; paths: string[] };

/** A larger version created or moved the whole app and says nothing about co-change. */
const togetherMax = 40;
const ageDecay = 0.85;
const recentChanges = 20;

const sumUp = () => {
  const scores = new Map<string, number>();
  return {
    scores,
    add: (path: string, score: number) => score > 0 && scores.set(path, (scores.get(path) ?? 0) + score),
  };
};
const share = (paths: string[]) => 1 / Math.sqrt(1 + paths.length);

/** Recently edited files are likely to be edited again. */
export function scoreRecency(history: PastChange[]): Map<string, number> {
  const { scores, add } = sumUp();
  for (const [age, { paths }] of history.slice(0, recentChanges).entries())
    for (const path of paths) add(path, ageDecay ** age * share(paths));
  return scores;
}

/** Co-change: files edited together with the best candidates. */
export function scoreTogether(history: PastChange[], seeds: Map<string, number>): Map<string, number> {
  const { scores, add } = sumUp();
  for (const { paths } of history) {
    if (paths.length > togetherMax) continue;
    const all = paths.reduce((sum, path) => sum + (seeds.get(path) ?? 0), 0);
    for (const path of paths) add(path, (all - (seeds.get(path) ?? 0)) / (1 + paths.length));
  }
  return scores;
}

/** Files edited for similar requests before. */
export function scorePastRequests(history: PastChange[], text: string): Map<string, number> {
  const { scores, add } = sumUp();
  const asked = scoreWords(
    text,
    history.map(({ request }, index) => ({ path: String(index), content: request })),
  );
  for (const [index, { paths }] of history.entries())
    for (const path of paths) add(path, (asked.get(String(index)) ?? 0) * share(paths));
  return scores;
}
