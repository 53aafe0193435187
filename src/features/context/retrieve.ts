import type { SourceFile } from "@/shipped/contract";
import { type PastChange, scorePastRequests, scoreRecency, scoreTogether } from "./history";
import { readImports, scoreNeighbours } from "./imports";
import { scoreWords } from "./lexical";
import { scoreEntities, scoreErrors, scoreMentions, scorePaths, scoreQuotes } from "./named";

/** Retrieval methods for the prompt's files. None calls a model. */
export const retrievalMethods = [
  "named file",
  "path",
  "quoted words",
  "error",
  "open file",
  "entity",
  "bm25",
  "imports",
  "past requests",
  "edited together",
  "recency",
] as const;
export type RetrievalMethod = (typeof retrievalMethods)[number];

export type RetrievalRequest = {
  text: string;
  files: SourceFile[];
  /** Changes of recent versions, newest first. */
  history: PastChange[];
  /** The file open in the code editor. */
  open?: string | undefined;
};

export type RetrievedFile = { path: string; methods: RetrievalMethod[]; score: number };

/**
 * Weights of the methods' best hits. The first ones are explicit pointers, which no commit history contains: set by
 * hand above all others. The rest was learned by `bench/run.mjs context --learn`.
 */
export const weights: Record<RetrievalMethod, number> = {
  "named file": 3,
  "quoted words": 2,
  error: 2.5,
  "open file": 1.2,
  path: 0.6,
  entity: 0.3,
  bm25: 1,
  imports: 0.8,
  "past requests": 0.2,
  "edited together": 0.1,
  recency: 0.6,
};
/** Hits per method, and the smallest score relative to the best one. */
const hitsMax: Record<RetrievalMethod, number> = {
  "named file": 8,
  path: 8,
  "quoted words": 5,
  error: 5,
  "open file": 1,
  entity: 8,
  bm25: 10,
  imports: 10,
  "past requests": 8,
  "edited together": 8,
  recency: 5,
};
const hitShareMin = 0.25;
const seedsMax = 8;

type Scores = Map<string, number>;

/** Scales a method's scores to a maximum of 1. */
function normalize(scores: Scores): Scores {
  const best = Math.max(0, ...scores.values());
  return new Map([...scores].map(([path, score]) => [path, score / best]));
}

const bestFirst = (scores: Iterable<[string, number]>) =>
  [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));

function add(scores: Scores, more: Scores, weight: number): void {
  for (const [path, score] of more) scores.set(path, (scores.get(path) ?? 0) + weight * score);
}

/** Each method's score of each file, 0 to 1. */
export function scoreByMethod({ text, files, history, open }: RetrievalRequest): Record<RetrievalMethod, Scores> {
  const present = new Set(files.map(({ path }) => path));
  const own = (scores: Scores) => normalize(new Map([...scores].filter(([path]) => present.has(path))));
  const said = {
    "named file": own(scoreMentions(text, files)),
    path: own(scorePaths(text, files)),
    "quoted words": own(scoreQuotes(text, files)),
    error: own(scoreErrors(text, files)),
    "open file": own(new Map(open ? [[open, 1]] : [])),
    entity: own(scoreEntities(text, files)),
    bm25: own(scoreWords(text, files)),
  };
  // Lexical hits seed the graph and history methods.
  const found: Scores = new Map();
  for (const [method, scores] of Object.entries(said)) add(found, scores, method === "entity" ? 0 : 1);
  const seeds = bestFirst(found).slice(0, seedsMax);
  return {
    ...said,
    imports: own(scoreNeighbours(readImports(files), seeds)),
    "past requests": own(scorePastRequests(history, text)),
    "edited together": own(scoreTogether(history, found)),
    recency: own(scoreRecency(history)),
  };
}

/** All retrieved files, best first, with the methods that found them. */
export function retrieveFiles(
  request: RetrievalRequest,
  worth: Record<RetrievalMethod, number> = weights,
): RetrievedFile[] {
  const byMethod = scoreByMethod(request);
  const total: Scores = new Map();
  const methods = new Map<string, RetrievalMethod[]>();
  for (const method of retrievalMethods) {
    add(total, byMethod[method], worth[method]);
    for (const [path, score] of bestFirst(byMethod[method]).slice(0, hitsMax[method]))
      if (score >= hitShareMin) methods.set(path, [...(methods.get(path) ?? []), method]);
  }
  return bestFirst(total).flatMap(([path, score]) =>
    methods.has(path) ? [{ path, methods: methods.get(path)!, score }] : [],
  );
}

/** About four characters per token, within a fifth for code. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** Chooses files within a token budget, best first. A small app is quoted whole. */
export function chooseFiles(
  request: RetrievalRequest,
  budgetTokens: number,
): { quoted: SourceFile[]; retrieved: RetrievedFile[] } {
  const retrieved = retrieveFiles(request);
  const places = new Map(retrieved.map(({ path }, index) => [path, index]));
  const likeliest = [...request.files].sort(
    (a, b) => (places.get(a.path) ?? 1e6) - (places.get(b.path) ?? 1e6) || (a.path < b.path ? -1 : 1),
  );
  const whole = request.files.reduce((sum, { content }) => sum + tokensOf(content), 0) <= budgetTokens;
  let left = budgetTokens;
  // Schemas are short and all code depends on them: always included.
  const wanted = likeliest.filter(({ path }) => places.has(path) || path.startsWith("entities/"));
  const quoted = (whole ? request.files : wanted).filter(({ content }) => {
    const cost = tokensOf(content) + 20;
    if (cost > left) return whole;
    left -= cost;
    return true;
  });
  return { quoted, retrieved };
}

/** Each method's recall of the files that a turn edited, and its token cost (2-builder.md §3, "evals"). */
export function evaluate(
  retrieved: RetrievedFile[],
  files: SourceFile[],
  edited: string[],
): Record<string, { recall: number | null; tokenUsage: number }> {
  const sizes = new Map(files.map(({ path, content }) => [path, tokensOf(content)]));
  const relevant = edited.filter((path) => sizes.has(path));
  const entries = retrievalMethods.flatMap((method) => {
    const paths = retrieved.filter(({ methods }) => methods.includes(method)).map(({ path }) => path);
    if (paths.length === 0) return [];
    const recall =
      relevant.length === 0 ? null : relevant.filter((path) => paths.includes(path)).length / relevant.length;
    return [[method, { recall, tokenUsage: paths.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0) }] as const];
  });
  return Object.fromEntries(entries);
}
