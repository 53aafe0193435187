import "server-only";
import type { SourceFile } from "@/shipped/contract";
import { build } from "esbuild";
import { closedPagesOf, pagesOf, surfaceOf } from "./app-modules";
import { addFonts } from "./fonts";
import { addAsset, colorOf, pageHtml } from "./html";
import { buildStyles, refuseFiles } from "./open-preview";
import { appPlugin, optionsOf, sourcesOf } from "./plugin";
import { modulesOf, pageScripts } from "./preloads";
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
      const pages = pagesOf(files);
      const preload = modulesOf(metafile.outputs, script);
      const html = pageHtml({
        config: {
          ...config,
          pages: pages.map(({ name }) => name),
          pageScripts: pageScripts(
            metafile.outputs,
            pages.map(({ name, path }) => ({ name, entryPoint: `app:${path}` })),
            preload,
          ),
          isPrivate: isPrivate(files),
          closedPages: closedPagesOf(files),
        },
        script,
        style,
        fonts: addFonts(assets, css),
        color: colorOf(css),
        preload,
      });
      return { html, assets, problems: sources.problems, pages: pages.map(({ name }) => name) };
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
