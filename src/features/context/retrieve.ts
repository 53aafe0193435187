import type { SourceFile } from "@/features/files/schema";

/** The named ways by which a file comes into the prompt. None asks a model. */
export const retrievalMethods = ["path", "bm25", "entity", "recency", "open file", "error", "imports"] as const;
export type RetrievalMethod = (typeof retrievalMethods)[number];

export type RetrievalRequest = {
  text: string;
  files: SourceFile[];
  /** Paths that the last turns changed, newest first. */
  recent: string[];
  /** What the builder has open in the code editor. */
  open?: string | undefined;
};

export type RetrievedFile = { path: string; methods: RetrievalMethod[]; score: number };

/** What a method's first hit is worth against another method's. Words in the request that name a file are the best clue there is. */
const weights: Record<RetrievalMethod, number> = { path: 3, error: 3, "open file": 2, entity: 2, bm25: 1.5, recency: 0.5, imports: 0.75 };
const hitsMax: Record<RetrievalMethod, number> = { path: 8, error: 5, "open file": 1, entity: 8, bm25: 10, recency: 5, imports: 10 };

/** "ContactsPage.jsx" → ["contacts", "page", "jsx"]; a plain plural loses its s, so that "contact" finds "contacts". */
function wordsOf(text: string): string[] {
  const split = text.replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2").toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return split.filter((word) => word.length > 1).map((word) => (word.length > 3 ? word.replace(/ies$/, "y").replace(/([^s])s$/, "$1") : word));
}

const baseName = (path: string) => path.slice(path.lastIndexOf("/") + 1).replace(/\.[a-z]+$/, "");

function byPath({ text, files }: RetrievalRequest): string[] {
  const words = new Set(wordsOf(text));
  const share = (path: string) => {
    const parts = wordsOf(baseName(path));
    return parts.length === 0 ? 0 : parts.filter((part) => words.has(part)).length / parts.length;
  };
  return rank(files, ({ path }) => (text.includes(path) ? 2 : share(path) >= 0.5 ? share(path) : 0));
}

/** Okapi BM25 with its usual constants, over path and text. */
function byWords({ text, files }: RetrievalRequest): string[] {
  const [k, b] = [1.2, 0.75];
  const documents = files.map(({ path, content }) => wordsOf(`${path} ${path} ${path} ${content}`));
  const average = documents.reduce((sum, words) => sum + words.length, 0) / Math.max(1, documents.length);
  const counts = documents.map((words) => {
    const count = new Map<string, number>();
    for (const word of words) count.set(word, (count.get(word) ?? 0) + 1);
    return count;
  });
  const query = [...new Set(wordsOf(text))];
  const weightOf = new Map(
    query.map((word) => {
      const holding = counts.filter((count) => count.has(word)).length;
      return [word, Math.log(1 + (files.length - holding + 0.5) / (holding + 0.5))];
    }),
  );
  const scores = new Map(
    files.map(({ path }, index) => {
      const length = documents[index]!.length;
      const score = query.reduce((sum, word) => {
        const frequency = counts[index]!.get(word) ?? 0;
        return sum + (weightOf.get(word)! * frequency * (k + 1)) / (frequency + k * (1 - b + (b * length) / average));
      }, 0);
      return [path, score];
    }),
  );
  return rank(files, ({ path }) => scores.get(path) ?? 0);
}

/** An entity that the request names brings its schema and the files that use it. */
function byEntity({ text, files }: RetrievalRequest): string[] {
  const words = new Set(wordsOf(text));
  const names = files.flatMap(({ path }) => (path.startsWith("entities/") && wordsOf(baseName(path)).every((word) => words.has(word)) ? [baseName(path)] : []));
  return rank(files, ({ path, content }) => {
    if (names.some((name) => path === `entities/${name}.json`)) return 2;
    return names.some((name) => new RegExp(`\\b${name}\\b`).test(content)) ? 1 : 0;
  });
}

/** "The following errors happened in the app" names components; a stack names paths. */
function byError({ text, files }: RetrievalRequest): string[] {
  if (!/error/i.test(text)) return [];
  return rank(files, ({ path }) => (text.includes(path) || new RegExp(`\\b${baseName(path)}\\b`).test(text) ? 1 : 0));
}

function byImports(files: SourceFile[], seeds: string[]): string[] {
  const contents = new Map(files.map(({ path, content }) => [path, content]));
  const near = new Set<string>();
  for (const seed of seeds) {
    for (const match of (contents.get(seed) ?? "").matchAll(/from\s+["'](?:@\/|\.{1,2}\/)([^"']+)["']/g)) {
      const target = match[1]!.replace(/\.[jt]sx?$/, "").replace(/^(\.\.\/)+/, "");
      for (const path of contents.keys()) if (path.replace(/\.[a-z]+$/, "").endsWith(target)) near.add(path);
    }
    for (const [path, content] of contents) if (new RegExp(`from\\s+["'][^"']*/${baseName(seed)}(\\.[jt]sx?)?["']`).test(content)) near.add(path);
  }
  return [...near].filter((path) => !seeds.includes(path));
}

/** Best first; ties by path, so that a prompt is the same twice. */
function rank(files: SourceFile[], score: (file: SourceFile) => number): string[] {
  return files
    .map((file) => ({ path: file.path, score: score(file) }))
    .filter((hit) => hit.score > 0)
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1))
    .map(({ path }) => path);
}

/** Every file that some method found, the likeliest first, with the methods that found it. */
export function retrieveFiles(request: RetrievalRequest): RetrievedFile[] {
  const present = new Set(request.files.map(({ path }) => path));
  const hits: Partial<Record<RetrievalMethod, string[]>> = {
    path: byPath(request),
    error: byError(request),
    "open file": request.open ? [request.open] : [],
    entity: byEntity(request),
    bm25: byWords(request),
    recency: request.recent,
  };
  hits.imports = byImports(request.files, [...new Set([...hits.path!, ...hits.error!, ...hits.entity!])].slice(0, 4));
  const found = new Map<string, RetrievedFile>();
  for (const method of retrievalMethods) {
    const paths = (hits[method] ?? []).filter((path) => present.has(path)).slice(0, hitsMax[method]);
    for (const [place, path] of paths.entries()) {
      const file = found.get(path) ?? { path, methods: [], score: 0 };
      found.set(path, { path, methods: [...file.methods, method], score: file.score + weights[method] / (place + 1) ** 0.5 });
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
}

/** About four characters a token, which holds for code within a fifth. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/**
 * The files to quote within a budget of tokens, the likeliest first. A small app is quoted whole: nothing beats seeing everything.
 */
export function chooseFiles(request: RetrievalRequest, budgetTokens: number): { quoted: SourceFile[]; retrieved: RetrievedFile[] } {
  const retrieved = retrieveFiles(request);
  const places = new Map(retrieved.map(({ path }, index) => [path, index]));
  const likeliest = [...request.files].sort((a, b) => (places.get(a.path) ?? 1e6) - (places.get(b.path) ?? 1e6) || (a.path < b.path ? -1 : 1));
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
export function evaluate(retrieved: RetrievedFile[], files: SourceFile[], edited: string[]): Record<string, { recall: number | null; tokenUsage: number }> {
  const sizes = new Map(files.map(({ path, content }) => [path, tokensOf(content)]));
  const relevant = edited.filter((path) => sizes.has(path));
  const entries = retrievalMethods.flatMap((method) => {
    const paths = retrieved.filter(({ methods }) => methods.includes(method)).map(({ path }) => path);
    if (paths.length === 0) return [];
    const recall = relevant.length === 0 ? null : relevant.filter((path) => paths.includes(path)).length / relevant.length;
    return [[method, { recall, tokenUsage: paths.reduce((sum, path) => sum + (sizes.get(path) ?? 0), 0) }] as const];
  });
  return Object.fromEntries(entries);
}
