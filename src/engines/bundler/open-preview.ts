import "server-only";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { SourceFile } from "@/shipped/contract";
import { type BuildContext, type BuildFailure, context, type Message } from "esbuild";
import { defaultGlobals, kitSources, pagesOf, surfaceOf } from "./app-modules";
import { importMap } from "./dependencies";
import { addFonts } from "./fonts";
import { iconsModule } from "./icons";
import { addAsset, colorOf, pageHtml } from "./html";
import { appPlugin, canBeNarrow, optionsOf, type Sources, sourcesOf } from "./plugin";
import type { Asset, Build, BuildProblem, BundleConfig } from "./schema";
import { Styles } from "./styles";

export type Preview = { build(files: SourceFile[], config: BundleConfig): Promise<Build>; dispose(): Promise<void> };

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
  const icons = openIcons();
  let last: Promise<unknown> = Promise.resolve();

  const bundle = async (): Promise<{ text: string }> => {
    const isNarrow = canBeNarrow(sources.list);
    const iconFile = await icons.fileFor(sources.list);
    // What a bundler cannot change between two builds.
    const wanted = `${isNarrow} ${iconFile}`;
    if (bundler && wanted !== shape) {
      await bundler.dispose();
      bundler = undefined;
    }
    shape = wanted;
    bundler ??= await context({
      entryPoints: ["virtual:entry"],
      bundle: true,
      write: false,
      format: "esm",
      target: "es2022",
      jsx: "automatic",
      sourcemap: "inline",
      sourcesContent: false,
      logLevel: "silent",
      define: { "process.env.NODE_ENV": '"production"' },
      ...optionsOf("map", iconFile),
      plugins: [appPlugin(sources, "map", isNarrow)],
    });
    for (let round = 1; ; round += 1) {
      sources.problems = [];
      try {
        const { outputFiles } = await bundler.rebuild();
        return { text: outputFiles![0]!.text };
      } catch (error) {
        if (round === roundsMax || !refuseFiles(sources, error)) throw error;
      }
    }
  };

  const build = async (files: SourceFile[], config: BundleConfig): Promise<Build> => {
    Object.assign(sources, sourcesOf(files, surfaceOf(files), false));
    const assets = new Map<string, Asset>();
    const [{ text }, css] = await Promise.all([bundle(), buildStyles(styles, sources)]);
    const script = addAsset(assets, "app", "js", text);
    const style = addAsset(assets, "app", "css", css);
    const imports = await importMap();
    const html = pageHtml({
      config,
      script,
      style,
      fonts: addFonts(assets, css),
      color: colorOf(css),
      imports,
      preload: [script, imports.react!, imports["react-dom/client"]!],
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
      await icons.remove();
    },
  };
}

/**
 * The file from which a preview's bundler takes icons: an alias costs it nothing, where a plugin's callback is a round
 * trip for each of an app's imports.
 */
function openIcons() {
  let folder: string | undefined;
  let written: string | undefined;
  return {
    /** @returns undefined when the app asks for the whole package, which then comes from the page's import map */
    fileFor: async (files: SourceFile[]): Promise<string | undefined> => {
      const content = iconsModule(files);
      if (content === undefined) return undefined;
      folder ??= await mkdtemp(join(tmpdir(), "joinery-icons-"));
      const file = join(folder, "icons.js");
      if (content !== written) await writeFile(file, content);
      written = content;
      return file;
    },
    remove: async () => folder !== undefined && rm(folder, { recursive: true, force: true }),
  };
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
