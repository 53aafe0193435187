import type { SourceFile } from "@/shipped/contract";

/** Import graph, in both directions. */
export type ImportGraph = { imports: Map<string, Set<string>>; importers: Map<string, Set<string>> };

const specifiers = /\bfrom\s*["']([^"'\n]+)["']|\bimport\s*\(?\s*["']([^"'\n]+)["']/g;
const entityImport = /\bimport\s*\{([^}]*)\}\s*from\s*["']@\/api\/entities["']/g;

const withoutEnding = (path: string) => path.replace(/\.[a-z]+$/i, "");

/** "@/components/Card", "./Card.jsx" and "../components/Card" as a path without extension; null for a package. */
function targetOf(from: string, specifier: string): string | null {
  if (specifier.startsWith("@/")) return withoutEnding(specifier.slice(2));
  if (!specifier.startsWith(".")) return null;
  const folders = from.split("/").slice(0, -1);
  for (const part of specifier.split("/")) {
    if (part === "..") folders.pop();
    else if (part !== ".") folders.push(part);
  }
  return withoutEnding(folders.join("/"));
}

/** Imports between an app's own files. Importing an entity by name leads to its schema. */
export function readImports(files: SourceFile[]): ImportGraph {
  const known = new Map<string, string>();
  for (const { path } of files) known.set(withoutEnding(path).replace(/\/index$/, ""), path);
  const imports = new Map(files.map(({ path }) => [path, new Set<string>()]));
  const importers = new Map(files.map(({ path }) => [path, new Set<string>()]));
  const connect = (from: string, to: string | undefined) => {
    if (!to || to === from) return;
    imports.get(from)!.add(to);
    importers.get(to)!.add(from);
  };
  for (const { path, content } of files) {
    // Skip data and styles, which may be long.
    if (!/\.[cm]?[jt]sx?$/.test(path)) continue;
    for (const [, from, plain] of content.matchAll(specifiers))
      connect(path, known.get(targetOf(path, (from ?? plain)!) ?? ""));
    for (const [, names] of content.matchAll(entityImport)) {
      for (const name of names!.split(",")) connect(path, known.get(`entities/${name.trim().split(/\s+as\s+/)[0]}`));
    }
  }
  return { imports, importers };
}

/**
 * Spreads scores to neighbours in the import graph. A neighbour of a popular file matters less: each step is divided by
 * the square root of its degree.
 */
export function scoreNeighbours(
  { imports, importers }: ImportGraph,
  seeds: [path: string, score: number][],
): Map<string, number> {
  const scores = new Map<string, number>();
  const add = (path: string, score: number) => scores.set(path, (scores.get(path) ?? 0) + score);
  for (const [seed, score] of seeds) {
    const [used, users] = [imports.get(seed) ?? new Set<string>(), importers.get(seed) ?? new Set<string>()];
    for (const path of used) add(path, (0.25 * score) / Math.sqrt(1 + (importers.get(path)?.size ?? 0)));
    for (const path of users)
      add(path, score / Math.sqrt(1 + (imports.get(path)?.size ?? 0)) / Math.sqrt(1 + users.size));
  }
  return scores;
}
