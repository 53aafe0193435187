import "server-only";
import { createHash } from "node:crypto";
import { assetPrefix, type Asset, type BundleConfig } from "./schema";

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
/** JSON for a script element: escapes "<", so that "</script>" and "<!--" have no meaning. */
const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

type Page = {
  config: BundleConfig;
  script: string;
  /** Modules of the script that an edit of the app leaves as they are. */
  parts?: string[];
  preload: string[];
  style: string;
  /** Fonts to preload. */
  fonts: string[];
  /** The app's colour, for its icon: "#4f46e5". */
  color?: string;
  imports?: Record<string, string>;
};

/** The button colour of an app's stylesheet. */
export const colorOf = (css: string) => /--(?:button|primary):\s*(#[0-9a-f]{6})\b/i.exec(css)?.[1];

/** Favicon: the app's initial on its colour. */
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

/** The pages that strangers have in their menu, which search engines and previews may name. */
export const openPages = ({ pages = [], isPrivate, closedPages = [] }: Partial<BundleConfig>): string[] =>
  isPrivate ? [] : pages.filter((page) => !closedPages.includes(page));

/** Meta tags for search engines and link previews. */
function descriptionTags(config: BundleConfig): string {
  const name = escapeHtml(config.appName);
  const pages = openPages(config);
  const words = pages.length > 0 ? `${name}: ${pages.map((page) => escapeHtml(titleOf(page))).join(", ")}` : name;
  return [
    `<meta name="description" content="${words}">`,
    `<meta property="og:type" content="website">`,
    `<meta property="og:site_name" content="${name}">`,
    `<meta property="og:title" content="${name}">`,
    `<meta property="og:description" content="${words}">`,
    `<meta name="twitter:card" content="summary">`,
  ].join("\n");
}

/** "SalesPipeline" → "Sales pipeline": a page's title from its file name. */
export function titleOf(page: string): string {
  const words = page
    .replaceAll(/[-_]+/g, " ")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

const titlePattern = /<title>[^<]*<\/title>/;

/** The HTML for a path of a published app; undefined where the app has no such page. */
export function pageAtPath(html: string, pathname: string): { html: string } | undefined {
  const text = /<script type="application\/json" id="joinery-config">(.*?)<\/script>/s.exec(html)?.[1];
  const { appName = "", pages } = text ? (JSON.parse(text) as Partial<BundleConfig>) : {};
  if (!pages || pathname === "/" || pathname === "") return { html };
  const wanted = pathname.replace(/\/$/, "").toLowerCase();
  const page = pages.find((name) => `/${name}`.toLowerCase() === wanted);
  const title = (words: string) => `<title>${escapeHtml(`${words} · ${appName}`)}</title>`;
  return page === undefined ? undefined : { html: html.replace(titlePattern, () => title(titleOf(page))) };
}

/** The page's inline icon as a file, for /favicon.ico. */
function iconIn(html: string): string | undefined {
  const address = /href="data:image\/svg\+xml,([^"]+)"/.exec(html)?.[1];
  return address && decodeURIComponent(address);
}

export const robotsFile = (rule: "Allow" | "Disallow"): Response =>
  new Response(`User-agent: *\n${rule}: /\n`, { headers: { "content-type": "text/plain; charset=utf-8" } });

/** robots.txt and favicon.ico. */
export function siteFile(pathname: string, html: string): Response | undefined {
  if (pathname === "/robots.txt") return robotsFile("Allow");
  const icon = pathname === "/favicon.ico" || pathname === "/favicon.svg" ? iconIn(html) : undefined;
  return icon === undefined
    ? undefined
    : new Response(icon, {
        headers: { "content-type": "image/svg+xml", "cache-control": "no-cache", "x-content-type-options": "nosniff" },
      });
}

/** The app's single HTML page. Its only inline scripts are data: the import map and the configuration. */
export function pageHtml({ config, script, parts, preload, style, fonts, color, imports }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(config.appName)}</title>
${config.mode === "published" ? `${descriptionTags(config)}\n` : ""}<link rel="icon" type="image/svg+xml" href="${iconOf(config.appName, color)}">
${fonts.map((path) => `<link rel="preload" as="font" type="font/woff2" crossorigin href="${path}">\n`).join("")}<link rel="stylesheet" href="${style}">
${imports ? `<script type="importmap">${scriptJson({ imports })}</script>\n` : ""}${preload.map((path) => `<link rel="modulepreload" href="${path}">\n`).join("")}<script type="application/json" id="joinery-config">${scriptJson(config)}</script>
<script type="module" src="${script}"${parts ? ` data-parts="${parts.join(" ")}"` : ""}></script>
</head>
<body><div id="root"></div><noscript>This app needs JavaScript.</noscript></body>
</html>
`;
}

/** Hashes of a page's inline scripts for its Content-Security-Policy. */
export function scriptHashes(html: string): string[] {
  return [...html.matchAll(/<script type="importmap">([\s\S]*?)<\/script>/g)].map(
    (match) => `'sha256-${createHash("sha256").update(match[1]!).digest("base64")}'`,
  );
}

export const contentTypeOf = (path: string): string =>
  path.endsWith(".js") ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8";

/** Adds an asset under a content-addressed name. */
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
    contentType: contentTypeOf(path),
    bytes,
  });
  return path;
}
