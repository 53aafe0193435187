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
  /** Paths of fonts that the stylesheet needs at once. */
  fonts: string[];
  /** The app's colour, for its icon: "#4f46e5". */
  color?: string;
  imports?: Record<string, string>;
};

/** The colour of an app's buttons, as its stylesheet has it. */
export const colorOf = (css: string) => /--(?:button|primary):\s*(#[0-9a-f]{6})\b/i.exec(css)?.[1];

/** An icon for the browser's tab: the app's first letter on its colour. */
function iconOf(name: string, color = "#4f46e5"): string {
  const [red, green, blue] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16)) as [
    number,
    number,
    number,
  ];
  const ink = red * 0.299 + green * 0.587 + blue * 0.114 > 160 ? "#10131a" : "#ffffff";
  const letter = escapeHtml(String.fromCodePoint(name.trim().codePointAt(0) ?? 65).toUpperCase());
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" fill="${color}"/><text x="32" y="45" font-family="system-ui,sans-serif" font-size="38" font-weight="700" text-anchor="middle" fill="${ink}">${letter}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}

/** The one page of an app. Its only inline code is data: the import map and the configuration. */
export function pageHtml({ config, script, preload, style, fonts, color, imports }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(config.appName)}</title>
<link rel="icon" type="image/svg+xml" href="${iconOf(config.appName, color)}">
${fonts.map((path) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${path}">\n`).join("")}<link rel="stylesheet" href="${style}">
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
