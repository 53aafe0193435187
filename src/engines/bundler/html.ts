import "server-only";
import { createHash } from "node:crypto";
import { assetPrefix, type Asset, type BundleConfig } from "./schema";

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
/** JSON inside a script element: "</script>" and "<!--" must not end or open anything. */
const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

type Page = {
  config: BundleConfig;
  script: string;
  preload: string[];
  style: string;
  imports?: Record<string, string>;
};

/** The one page of an app. Its only inline code is data: the import map and the configuration. */
export function pageHtml({ config, script, preload, style, imports }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(config.appName)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="${style}">
${imports ? `<script type="importmap">${scriptJson({ imports })}</script>\n` : ""}${preload.map((path) => `<link rel="modulepreload" href="${path}">\n`).join("")}<script type="application/json" id="joinery-config">${scriptJson(config)}</script>
<script type="module" src="${script}"></script>
</head>
<body><div id="root"></div><noscript>This app needs JavaScript.</noscript></body>
</html>
`;
}

/** The hashes of a page's inline scripts, as its Content-Security-Policy names them. */
export function scriptHashes(html: string): string[] {
  return [...html.matchAll(/<script type="importmap">([\s\S]*?)<\/script>/g)].map(
    (match) => `'sha256-${createHash("sha256").update(match[1]!).digest("base64")}'`,
  );
}

/** An asset under a name that follows from its content. */
export function addAsset(
  assets: Map<string, Asset>,
  name: string,
  extension: "js" | "css",
  text: string | Uint8Array,
): string {
  const bytes = new Uint8Array(Buffer.from(text));
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  const path = `${assetPrefix}${name}-${hash}.${extension}`;
  assets.set(path, {
    contentType: extension === "js" ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8",
    bytes,
  });
  return path;
}
