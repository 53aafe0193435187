import type { SourceFile } from "@/shipped/contract";
import { type PastChange, scorePastRequests, scoreRecency, scoreTogether } from "./history";
import { readImports, scoreNeighbours } from "./imports";
import { scoreWords } from "./lexical";
import { scoreEntities, scoreErrors, scoreMentions, scorePaths, scoreQuotes } from "./named";

/** The named ways by which a file comes into the prompt. None asks a model. */
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
  /** What the last versions changed, newest first. */
  history: PastChange[];
  /** What the builder has open in the code editor. */
  open?: string | undefined;
};

export type RetrievedFile = { path: string; methods: RetrievalMethod[]; score: number };

/**
 * What a method's best hit is worth against another's. The first are what a person points at, which no history of
 * commits holds, so that they are set by hand above all else; the others were learned by `bench/run.mjs context
 * --learn`.
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
/** How many files a method may name, and how much less than its best hit the last of them may be. */
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

/** Every method on one scale: its best hit is 1. */
function normalize(scores: Scores): Scores {
  const best = Math.max(0, ...scores.values());
  return new Map([...scores].map(([path, score]) => [path, score / best]));
}

const bestFirst = (scores: Iterable<[string, number]>) =>
  [...scores].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));

function add(scores: Scores, more: Scores, weight: number): void {
  for (const [path, score] of more) scores.set(path, (scores.get(path) ?? 0) + weight * score);
}

/** What each method says of each file, from 0 to 1. */
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
  // What the words found is where the ways through imports and history begin.
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

/** Every file that some method found, the likeliest first, with the methods that found it. */
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

/** About four characters a token, which holds for code within a fifth. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/**
 * The files to quote within a budget of tokens, the likeliest first. A small app is quoted whole: nothing beats seeing
 * everything.
 */
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
  // Schemas are short and everything is written against them: they come along whether or not a method found them.
  const wanted = likeliest.filter(({ path }) => places.has(path) || path.startsWith("entities/"));
  const quoted = (whole ? request.files : wanted).filter(({ content }) => {
    const cost = tokensOf(content) + 20;
    if (cost > left) return whole;
    left -= cost;
    return true;
  });
  return { quoted, retrieved };
}

/** How much of what a turn then edited each method had found, and what its files cost (2-builder.md §3, "evals"). */
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
