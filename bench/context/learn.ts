import { type RetrievalMethod, retrievalMethods, scoreByMethod, weights } from "@/features/context/retrieve";
import type { Case } from "./case";

export const kept = 10;

/** Methods with evidence in commit histories; the other weights are set by hand. */
export const learned = [
  "path",
  "entity",
  "imports",
  "past requests",
  "edited together",
  "recency",
] as const satisfies RetrievalMethod[];
const steps = [0, 0.05, 0.1, 0.2, 0.3, 0.4, 0.6, 0.8, 1];
const rounds = 3;

type Weights = Record<RetrievalMethod, number>;
type Prepared = { truth: Set<string>; rows: { path: string; scores: number[] }[] };

const prepare = (item: Case): Prepared => {
  const byMethod = scoreByMethod(item);
  return {
    truth: new Set(item.truth),
    rows: item.files.map(({ path }) => ({
      path,
      scores: retrievalMethods.map((method) => byMethod[method].get(path) ?? 0),
    })),
  };
};

function recallOf(cases: Prepared[], weight: Weights): number {
  const list = retrievalMethods.map((method) => weight[method]);
  const recalls = cases.map(({ truth, rows }) => {
    const scored = rows.map(({ path, scores }) => ({
      path,
      score: scores.reduce((sum, score, at) => sum + score * list[at]!, 0),
    }));
    const first = scored
      .filter(({ score }) => score > 0)
      .sort((a, b) => b.score - a.score)
      .slice(0, kept);
    return first.filter(({ path }) => truth.has(path)).length / truth.size;
  });
  return recalls.reduce((sum, recall) => sum + recall, 0) / Math.max(1, recalls.length);
}

/** Coordinate ascent on the mean recall over the sets, each set weighted equally. */
export function learnWeights(sets: Case[][]): Weights {
  const prepared = sets.map((cases) => cases.map(prepare));
  const value = (weight: Weights) => prepared.reduce((sum, cases) => sum + recallOf(cases, weight), 0);
  let best = { ...weights };
  for (let round = 0; round < rounds; round += 1) {
    for (const method of learned)
      for (const step of steps) {
        const next = { ...best, [method]: step };
        if (value(next) > value(best) + 1e-9) best = next;
      }
  }
  return best;
}
