import "server-only";
import { appPackages, type SourceFile } from "@/shipped/contract";
import { basename, join } from "node:path";
import { type BuildContext, type BuildFailure, context, type Message, type Metafile, type OutputFile } from "esbuild";
import { defaultGlobals, kitSources, pagesOf, sdkFolder, surfaceOf } from "./app-modules";
import { importMap, realJsx } from "./dependencies";
import { addFonts } from "./fonts";
import { addAsset, colorOf, contentTypeOf, pageHtml } from "./html";
import { iconPackage } from "./icons";
import { appPlugin, canBeNarrow, optionsOf, type Sources, sourcesOf } from "./plugin";
import { refreshable } from "./refresh";
import { type Asset, assetPrefix, type Build, type BuildProblem, type BundleConfig } from "./schema";
import { Styles } from "./styles";

export type Preview = { build(files: SourceFile[], config: BundleConfig): Promise<Build>; dispose(): Promise<void> };

type Bundle = { outputs: OutputFile[]; metafile: Metafile };

/** Rounds in which files that the bundler rejects are replaced by their problems. */
const roundsMax = 5;

/**
 * An app's incremental preview build: the bundler keeps its parse cache, the stylesheet its compiled rules. A page with
 * a problem shows it; the others run. Builds of one preview are serialized.
 */
export function openPreview(): Preview {
  const sources: Sources = sourcesOf([], new Map(), false);
  const styles = new Styles();
  let bundler: BuildContext | undefined;
  let shape = "";
  let last: Promise<unknown> = Promise.resolve();

  /** The app's script, and the kit's modules beside it, which most edits leave as they are. */
  const bundle = async (): Promise<Bundle> => {
    const isNarrow = canBeNarrow(sources.list);
    const hasAllIcons = sources.icons === undefined;
    // What a bundler cannot change between two builds.
    const wanted = `${isNarrow} ${hasAllIcons}`;
    if (bundler && wanted !== shape) {
      await bundler.dispose();
      bundler = undefined;
    }
    shape = wanted;
    bundler ??= await context({
      entryPoints: { app: "virtual:entry", kit: "virtual:kit" },
      outdir: assetPrefix,
      entryNames: "[name]-[hash]",
      chunkNames: "part-[hash]",
      splitting: true,
      bundle: true,
      write: false,
      format: "esm",
      target: "es2022",
      jsx: "automatic",
      // Names stay, so that errors are readable; the kit's comments are for readers of its files.
      minifyWhitespace: true,
      metafile: true,
      sourcemap: "inline",
      sourcesContent: false,
      logLevel: "silent",
      define: { "process.env.NODE_ENV": '"production"' },
      ...previewOptions(hasAllIcons),
      plugins: [appPlugin(sources, isNarrow)],
    });
    for (let round = 1; ; round += 1) {
      sources.problems = [];
      try {
        const { outputFiles, metafile } = await bundler.rebuild();
        return { outputs: outputFiles!, metafile: metafile! };
      } catch (error) {
        if (round === roundsMax || !refuseFiles(sources, error)) throw error;
      }
    }
  };

  const build = async (files: SourceFile[], config: BundleConfig): Promise<Build> => {
    Object.assign(sources, sourcesOf(files, surfaceOf(files), false), { codeOf: refreshable(files) });
    const assets = new Map<string, Asset>();
    const [{ outputs, metafile }, css] = await Promise.all([bundle(), buildStyles(styles, sources)]);
    // The kit's own entry only says what is in the parts.
    for (const { path, contents } of outputs.filter((one) => !one.path.startsWith(`${assetPrefix}kit-`)))
      assets.set(path, { contentType: contentTypeOf(path), bytes: new Uint8Array(contents) });
    const app = outputs.find(({ path }) => path.startsWith(`${assetPrefix}app-`))!;
    const script = app.path;
    const parts = partsOf(metafile, script);
    const style = addAsset(assets, "app", "css", css);
    const imports = await importMap();
    const html = pageHtml({
      config,
      script,
      parts,
      style,
      fonts: addFonts(assets, css),
      color: colorOf(css),
      imports,
      preload: [script, ...parts, imports.react!, imports["react-dom/client"]!],
    });
    return { html, assets, problems: sources.problems, pages: pagesOf(files).map(({ name }) => name) };
  };

  return {
    build: (files, config) => {
      const next = last.catch(() => undefined).then(() => build(files, config));
      last = next;
      return next;
    },
    dispose: async () => {
      await last.catch(() => undefined);
      await bundler?.dispose();
    },
  };
}

function previewOptions(hasAllIcons: boolean) {
  const external = appPackages.filter((name) => name !== "react/jsx-runtime" && (hasAllIcons || name !== iconPackage));
  const { alias, ...options } = optionsOf([...external, realJsx]);
  return { ...options, alias: { ...alias, "react/jsx-runtime": join(sdkFolder, "jsx.js") } };
}

/** What a script loads with it, in a stable order. */
function partsOf({ outputs }: Metafile, script: string): string[] {
  const known = new Map(Object.entries(outputs).map(([path, output]) => [basename(path), output]));
  const found = new Set<string>();
  const add = (name: string): void => {
    for (const { path, kind, external } of known.get(name)?.imports ?? []) {
      if (kind !== "import-statement" || external || found.has(basename(path))) continue;
      found.add(basename(path));
      add(basename(path));
    }
  };
  add(basename(script));
  return [...found].map((name) => `${assetPrefix}${name}`).sort();
}

/** The app's CSS; a broken globals.css becomes a problem and the default stylesheet is used. */
export async function buildStyles(styles: Styles, sources: Sources): Promise<string> {
  const globals = sources.files.get("globals.css")?.content;
  try {
    return await styles.build(globals?.trim() ? globals : defaultGlobals, sources.list, kitSources);
  } catch (error) {
    sources.problems.push({
      file: "globals.css",
      message: error instanceof Error ? error.message : "This stylesheet cannot be read",
    });
    return styles.build(defaultGlobals, sources.list, kitSources);
  }
}

/**
 * Turns the bundler's errors into problems of the app's files.
 * @returns false when they name none
 */
export function refuseFiles(sources: Sources, error: unknown): boolean {
  const errors: Message[] = (error as BuildFailure).errors ?? [];
  let hasNew = false;
  for (const { text, location } of errors) {
    const path = location?.file.replace(/^app:/, "");
    if (!path || !sources.files.has(path)) continue;
    const problem: BuildProblem = { file: path, line: location!.line, column: location!.column + 1, message: text };
    hasNew ||= !sources.refused.has(path);
    sources.refused.set(path, [...(sources.refused.get(path) ?? []), problem]);
  }
  return hasNew;
}
