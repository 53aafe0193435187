import "server-only";
import type { SourceFile } from "@/shipped/contract";
import { build } from "esbuild";
import { closedPagesOf, pagesOf, surfaceOf } from "./app-modules";
import { addFonts } from "./fonts";
import { addAsset, colorOf, pageHtml } from "./html";
import { buildStyles, refuseFiles } from "./open-preview";
import { appPlugin, optionsOf, sourcesOf } from "./plugin";
import { type Asset, assetPrefix, type Build, type BundleConfig } from "./schema";
import { Styles } from "./styles";

const roundsMax = 5;

/** Production build: minified, tree-shaken, pages loaded lazily, content-addressed names. */
export async function buildForPublish(files: SourceFile[], config: BundleConfig): Promise<Build> {
  const sources = sourcesOf(files, surfaceOf(files), true);
  const css = await buildStyles(new Styles(), sources);
  const assets = new Map<string, Asset>();
  const styleProblems = sources.problems;
  for (let round = 1; ; round += 1) {
    sources.problems = [...styleProblems];
    try {
      const { outputFiles, metafile } = await build({
        entryPoints: { app: "virtual:entry" },
        outdir: assetPrefix,
        absWorkingDir: "/",
        bundle: true,
        write: false,
        splitting: true,
        format: "esm",
        target: "es2022",
        jsx: "automatic",
        minify: true,
        metafile: true,
        entryNames: "[name]-[hash]",
        chunkNames: "part-[hash]",
        logLevel: "silent",
        define: { "process.env.NODE_ENV": '"production"' },
        ...optionsOf([]),
        plugins: [appPlugin(sources)],
      });
      for (const { path, contents } of outputFiles)
        assets.set(path, { contentType: "text/javascript; charset=utf-8", bytes: new Uint8Array(contents) });
      const script = outputFiles.find(({ path }) => path.startsWith(`${assetPrefix}app-`))!.path;
      const style = addAsset(assets, "app", "css", css);
      const pages = pagesOf(files).map(({ name }) => name);
      const preload = modulesOf(metafile.outputs, script);
      const html = pageHtml({
        config: {
          ...config,
          pages,
          pageScripts: pageScripts(metafile.outputs, files, preload),
          isPrivate: isPrivate(files),
          closedPages: closedPagesOf(files),
        },
        script,
        style,
        fonts: addFonts(assets, css),
        color: colorOf(css),
        preload,
      });
      return { html, assets, problems: sources.problems, pages };
    } catch (error) {
      if (round === roundsMax || !refuseFiles(sources, error)) throw error;
    }
  }
}

/** Whether anonymous visitors can neither read nor write any row, by the entities' permissions. */
function isPrivate(files: SourceFile[]): boolean {
  const entities = files.filter(({ path }) => path.startsWith("entities/") && path !== "entities/User.json");
  return entities.length > 0 && !entities.some(({ content }) => content.includes('"anonymous"'));
}

type Outputs = Record<string, { imports: { path: string; kind: string }[]; entryPoint?: string }>;

/** A script and all that it imports statically, for modulepreload: a browser would find them one after the other. */
function modulesOf(outputs: Outputs, script: string): string[] {
  const found = new Set([script]);
  for (const path of found) {
    const output = outputs[path.slice(1)] ?? outputs[path];
    for (const { path: next, kind } of output?.imports ?? [])
      if (kind === "import-statement") found.add(next.startsWith("/") ? next : `/${next}`);
  }
  return [...found].filter((path) => (outputs[path.slice(1)] ?? outputs[path]) !== undefined);
}

/** The scripts that a page needs besides the entry's, by page. */
function pageScripts(outputs: Outputs, files: SourceFile[], loaded: string[]): Record<string, string[]> {
  const scriptOf = (path: string) =>
    Object.keys(outputs)
      .find((output) => outputs[output]!.entryPoint === `app:${path}`)
      ?.replace(/^(?!\/)/, "/");
  return Object.fromEntries(
    pagesOf(files).map(({ name, path }) => {
      const script = scriptOf(path);
      return [name, script ? modulesOf(outputs, script).filter((module) => !loaded.includes(module)) : []];
    }),
  );
}
