import { existsSync, readdirSync, readFileSync } from "node:fs";
import { basename, join, relative } from "node:path";
import { build } from "esbuild";
import { addFonts } from "./engines/bundler/fonts";
import { addAsset, colorOf, pageAtPath, pageHtml, siteFile } from "./engines/bundler/html";
import { modulesOf, pageScripts, preloadsAt } from "./engines/bundler/preloads";
import { type Asset, assetPrefix, type BundleConfig } from "./engines/bundler/schema";
import { Styles } from "./engines/bundler/styles";
import type { Project } from "./project";
import { pageOf, type SourceFile } from "./shipped/contract";

export type BuiltApp = { html: string; assets: Map<string, Asset>; scripts: Partial<BundleConfig> };

/** Production bundle of `src`: minified, lazy pages, content-addressed names. */
export async function buildApp({ appId, name, versionId }: Project): Promise<BuiltApp> {
  const assets = new Map<string, Asset>();
  const { outputFiles, metafile } = await build({
    entryPoints: { app: "src/main.jsx" },
    outdir: assetPrefix,
    absWorkingDir: process.cwd(),
    bundle: true,
    write: false,
    metafile: true,
    splitting: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    minify: true,
    entryNames: "[name]-[hash]",
    chunkNames: "part-[hash]",
    logLevel: "error",
    define: { "process.env.NODE_ENV": '"production"' },
    // Styles come from Tailwind, below; imports of stylesheets mean those.
    loader: { ".js": "jsx", ".css": "empty" },
  });
  for (const { path, contents } of outputFiles)
    assets.set(assetPrefix + basename(path), {
      contentType: "text/javascript; charset=utf-8",
      bytes: new Uint8Array(contents),
    });
  const script = [...assets.keys()].find((path) => path.startsWith(`${assetPrefix}app-`))!;
  const css = await new Styles().build(readFileSync("src/globals.css", "utf8"), sourcesIn("src"), []);
  const preload = modulesOf(metafile.outputs, script);
  const sources = pagesIn("src/pages");
  const pages = sources.map((page) => page.name);
  const html = pageHtml({
    config: { appId, appName: name, versionId, mode: "published", pages },
    script,
    style: addAsset(assets, "app", "css", css),
    fonts: addFonts(assets, css),
    color: colorOf(css),
    preload,
  });
  return { html, assets, scripts: { pages, pageScripts: pageScripts(metafile.outputs, sources, preload) } };
}

/** Files that may contain class names. */
function sourcesIn(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.[jt]sx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: relative(folder, path), content: readFileSync(path, "utf8") }));
}

/** Page names, which are the paths, and their files. */
const pagesIn = (folder: string): { name: string; entryPoint: string }[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, encoding: "utf8" })
        .toSorted()
        .map((path) => path.replaceAll("\\", "/"))
        .flatMap((path) => {
          const name = pageOf(`pages/${path}`);
          return name === undefined ? [] : [{ name, entryPoint: `${folder}/${path}` }];
        })
    : [];

const policy = [
  "default-src 'self' https: http: data: blob:",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline' https:",
  "connect-src 'self' https: http: ws: wss: data: blob:",
  "object-src 'none'",
  "base-uri 'self'",
  "frame-ancestors 'self'",
].join("; ");

/** Serves pages and assets. Unknown paths get the app's own page with 404. */
export function serveApp({ html, assets, scripts }: BuiltApp, { method }: Request, pathname: string): Response {
  if (method !== "GET" && method !== "HEAD") return new Response("Not allowed", { status: 405 });
  if (!pathname.startsWith(assetPrefix)) {
    const file = siteFile(pathname, html);
    if (file) return file;
    const page = pageAtPath(html, pathname);
    const links = preloadsAt(pathname, scripts).join("");
    return new Response(
      (page?.html ?? html).replace("</head>", () => `${links}</head>`),
      {
        status: page ? 200 : 404,
        headers: {
          "content-type": "text/html; charset=utf-8",
          "cache-control": "no-cache",
          "content-security-policy": policy,
          "x-content-type-options": "nosniff",
          "referrer-policy": "strict-origin-when-cross-origin",
        },
      },
    );
  }
  const asset = assets.get(pathname);
  if (!asset) return new Response("Not found", { status: 404 });
  return new Response(asset.bytes, {
    headers: {
      "content-type": asset.contentType,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
    },
  });
}
