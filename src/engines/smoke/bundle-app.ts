import "server-only";
import { SourceMap } from "node:module";
import { join } from "node:path";
import { build, type Plugin } from "esbuild";
import { pagesOf, surfaceOf } from "@/engines/bundler/app-modules";
import { refuseFiles } from "@/engines/bundler/open-preview";
import { appPlugin, optionsOf, sourcesOf } from "@/engines/bundler/plugin";
import type { SourceFile } from "@/shipped/contract";

export const workerFolder = join(process.cwd(), "src/engines/smoke/worker");
const roundsMax = 5;

/** An app as one module with lazy pages, and the mapping from its lines to the app's own. */
export type SmokeBundle = {
  code: string;
  pages: { name: string; path: string }[];
  /** Why pages are missing. */
  problems: { file: string; message: string }[];
  placeOf: (stack: string) => { path: string; line: number } | undefined;
};

/**
 * Bundles an app without the files that have problems: other detectors report those, and pages that need them would
 * show nothing new.
 */
export async function bundleApp(files: SourceFile[]): Promise<SmokeBundle> {
  const sources = sourcesOf(files, surfaceOf(files), true);
  for (let round = 1; ; round += 1) {
    sources.problems = [];
    try {
      const { outputFiles } = await build({
        entryPoints: { app: "virtual:smoke" },
        outdir: "/",
        absWorkingDir: "/",
        bundle: true,
        write: false,
        format: "esm",
        target: "es2022",
        jsx: "automatic",
        sourcemap: "external",
        sourcesContent: false,
        logLevel: "silent",
        define: { "process.env.NODE_ENV": '"production"' },
        ...optionsOf([]),
        plugins: [entryPlugin(files), appPlugin(sources)],
      });
      const faulty = new Set(sources.problems.map(({ file }) => file));
      const [map, code] = outputFiles[0]!.path.endsWith(".map")
        ? [outputFiles[0]!, outputFiles[1]!]
        : [outputFiles[1]!, outputFiles[0]!];
      const pages = faulty.size > 0 ? pagesOf(files).filter(({ path }) => !faulty.has(path)) : pagesOf(files);
      return { code: code.text, pages, problems: sources.problems, placeOf: placesIn(map.contents) };
    } catch (error) {
      if (round === roundsMax || !refuseFiles(sources, error)) throw error;
    }
  }
}

const entryPlugin = (files: SourceFile[]): Plugin => ({
  name: "smoke-entry",
  setup(builder) {
    builder.onResolve({ filter: /^virtual:smoke$/ }, () => ({ path: "smoke", namespace: "virtual" }));
    builder.onLoad({ filter: /^smoke$/, namespace: "virtual" }, () => ({
      contents: entryOf(files),
      loader: "js",
      resolveDir: process.cwd(),
    }));
    builder.onResolve({ filter: /^smoke:mount$/ }, () => ({ path: join(workerFolder, "mount.jsx") }));
  },
});

function entryOf(files: SourceFile[]): string {
  const pages = pagesOf(files).map(({ name, path }) => `  ${JSON.stringify(name)}: () => import("@/${path}"),`);
  const layout = files.some(({ path }) => path === "layout.jsx") ? `() => import("@/layout.jsx")` : "undefined";
  return `export { mountPage } from "smoke:mount";\nexport const pages = {\n${pages.join("\n")}\n};\nexport const layout = ${layout};\n`;
}

/** Maps a stack to its first line in a file of the app. The source map is large and parsed only when needed. */
function placesIn(map: Uint8Array): SmokeBundle["placeOf"] {
  let source: SourceMap | undefined;
  return (stack) => {
    source ??= new SourceMap(JSON.parse(new TextDecoder().decode(map)) as ConstructorParameters<typeof SourceMap>[0]);
    for (const [, line, column] of stack.matchAll(/app\.js:(\d+):(\d+)/g)) {
      const entry = source.findEntry(Number(line) - 1, Number(column) - 1);
      if ("originalSource" in entry && entry.originalSource.startsWith("app:"))
        return { path: entry.originalSource.slice(4), line: entry.originalLine + 1 };
    }
    return undefined;
  };
}
