import { readFileSync } from "node:fs";
import { join } from "node:path";

/** A judged collection in BEIR's files: corpus.jsonl, queries.jsonl, qrels.tsv. */
export type Collection = {
  documents: { id: string; title: string; text: string }[];
  queries: { id: string; text: string }[];
  /** Query → document → grade. */
  judged: Map<string, Map<string, number>>;
};

type Line = { _id: string; title?: string; text: string };

const readLines = (path: string): Line[] =>
  readFileSync(path, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Line);

export function readCollection(folder: string): Collection {
  const judged: Collection["judged"] = new Map();
  for (const line of readFileSync(join(folder, "qrels.tsv"), "utf8").trim().split("\n").slice(1)) {
    const [query, document, grade] = line.split("\t") as [string, string, string];
    const grades = judged.get(query) ?? new Map<string, number>();
    judged.set(query, grades.set(document, Number(grade)));
  }
  return {
    documents: readLines(join(folder, "corpus.jsonl")).map(({ _id, title = "", text }) => ({ id: _id, title, text })),
    queries: readLines(join(folder, "queries.jsonl")).map(({ _id, text }) => ({ id: _id, text })),
    judged,
  };
}

/** Normalized discounted cumulative gain of the first `depth` documents, as trec_eval computes it. */
export function ndcg(ranked: readonly string[], grades: ReadonlyMap<string, number>, depth: number): number {
  const gain = (values: readonly number[]) =>
    values.slice(0, depth).reduce((sum, grade, index) => sum + grade / Math.log2(index + 2), 0);
  const ideal = gain([...grades.values()].sort((a, b) => b - a));
  return ideal === 0 ? 0 : gain(ranked.map((id) => grades.get(id) ?? 0)) / ideal;
}

export function recall(ranked: readonly string[], grades: ReadonlyMap<string, number>, depth: number): number {
  const relevant = [...grades].filter(([, grade]) => grade > 0).map(([id]) => id);
  const first = new Set(ranked.slice(0, depth));
  return relevant.filter((id) => first.has(id)).length / Math.max(1, relevant.length);
}

/** A generator of numbers from 0 to 1: the same ones each time. */
export function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** Passages as long as the collection's documents, each of sentences of several: as many as wanted, none twice. */
export function* passages({ documents }: Collection, count: number): Generator<{ heading: string; text: string }> {
  const random = seeded(19);
  const sentences = documents.flatMap(({ text }) => text.split(/(?<=\.)\s+/));
  const pick = <T>(list: readonly T[]) => list[Math.floor(random() * list.length)]!;
  for (let made = 0; made < count; made += 1) {
    const wanted = pick(documents).text.length;
    let text = "";
    while (text.length < wanted) text += `${pick(sentences)} `;
    yield { heading: pick(documents).title, text };
  }
}
