import "server-only";
import { basename } from "node:path";
import { assetPrefix, type BundleConfig } from "./schema";

/** Which scripts a page's HTML preloads (modulepreload): a browser would find them one after the other. */

/** esbuild's metafile. The paths are those of its outdir, which is not where they are served. */
type Outputs = Record<string, { imports: { path: string; kind: string }[]; entryPoint?: string }>;

const addressOf = (output: string): string => assetPrefix + basename(output);

/** The addresses of a script and of all that it imports statically. */
export function modulesOf(outputs: Outputs, script: string): string[] {
  const known = new Map(Object.entries(outputs).map(([path, output]) => [addressOf(path), output]));
  const found = new Set([script]);
  for (const address of found)
    for (const { path, kind } of known.get(address)?.imports ?? [])
      if (kind === "import-statement") found.add(addressOf(path));
  return [...found].filter((address) => known.has(address));
}

/**
 * The scripts that each page needs besides the entry's.
 * @param pages names, and the modules that they are built from as the metafile writes them
 */
export function pageScripts(
  outputs: Outputs,
  pages: { name: string; entryPoint: string }[],
  loaded: string[],
): Record<string, string[]> {
  return Object.fromEntries(
    pages.map(({ name, entryPoint }) => {
      const output = Object.keys(outputs).find((path) => outputs[path]!.entryPoint === entryPoint);
      const scripts = output ? modulesOf(outputs, addressOf(output)) : [];
      return [name, scripts.filter((address) => !loaded.includes(address))];
    }),
  );
}

/** Preloads of the scripts of the page at a path, which the entry imports only once it runs. */
export function preloadsAt(path: string, { pages = [], pageScripts: scripts = {} }: Partial<BundleConfig>): string[] {
  const wanted = path.replace(/\/$/, "").toLowerCase();
  const page = wanted === "" ? pages[0] : pages.find((name) => `/${name}`.toLowerCase() === wanted);
  return (page ? (scripts[page] ?? []) : []).map((script) => `<link rel="modulepreload" href="${script}">`);
}
