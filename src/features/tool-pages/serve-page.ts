import "server-only";
import { join } from "node:path";
import { build } from "esbuild";
import { acceptedEncodings, encode, type Encoding } from "@/engines/encoding";
import type { VisitedApp } from "@/db/scope";
import type { Env } from "@/engines/env";
import type { AppHost } from "@/features/runtime/hosts";
import { hasMembers } from "@/features/members/store";
import { enterPath, profilePath } from "@/features/runtime/schema";
import { AppError } from "@/errors";
import { findTool, listTools, mainPageOf, ownPath } from "@/features/runs/tool/find-tool";
import { readToolAddress } from "./rules";

const assetPath = "/_joinery/tool/";

type Asset = { contentType: string; bytes: Uint8Array };
type Assets = { files: Map<string, Asset>; script: string; style: string };

let built: Promise<Assets> | undefined;

/** The page's own code, the same for all apps: built when it is first asked for, and kept under names by content. */
function assets(): Promise<Assets> {
  return (built ??= buildAssets().catch((error: unknown) => {
    built = undefined;
    throw error;
  }));
}

async function buildAssets(): Promise<Assets> {
  const { outputFiles } = await build({
    entryPoints: { page: join(process.cwd(), "src/features/tool-pages/ui/start.tsx") },
    outdir: "/",
    bundle: true,
    write: false,
    minify: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    entryNames: "[name]-[hash]",
    logLevel: "silent",
    tsconfigRaw: {},
    alias: { "@": join(process.cwd(), "src") },
    define: { "process.env.NODE_ENV": '"production"' },
  });
  const files = new Map<string, Asset>();
  const named = { js: "", css: "" };
  for (const { path, contents } of outputFiles) {
    const kind = path.endsWith(".css") ? "css" : "js";
    named[kind] = `${assetPath}${path.slice(path.lastIndexOf("/") + 1)}`;
    const contentType = kind === "css" ? "text/css; charset=utf-8" : "text/javascript; charset=utf-8";
    files.set(named[kind], { contentType, bytes: contents });
  }
  return { files, script: named.js, style: named.css };
}

const encoded = new Map<string, Promise<Uint8Array>>();

async function assetResponse(path: string, headers: Headers): Promise<Response> {
  const asset = (await assets()).files.get(path);
  if (!asset) return new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });
  const encoding: Encoding | undefined = acceptedEncodings(headers.get("accept-encoding"))[0];
  const key = `${path}.${encoding}`;
  if (encoding && !encoded.has(key)) encoded.set(key, encode(asset.bytes, encoding));
  const bytes = encoding ? await encoded.get(key)! : asset.bytes;
  return new Response(new Uint8Array(bytes), {
    headers: {
      "content-type": asset.contentType,
      "cache-control": "public, max-age=31536000, immutable",
      "x-content-type-options": "nosniff",
      vary: "Accept-Encoding",
      ...(encoding && { "content-encoding": encoding }),
    },
  });
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

/**
 * The pages of an app's tools on its host: a tool, a result of one, and "/" of an app that is a tool itself. Undefined is
 * none of these.
 */
export async function serveToolPage(
  env: Env,
  { app, mode }: AppHost,
  visited: VisitedApp,
  request: Request,
): Promise<Response | undefined> {
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" && request.method !== "HEAD") return undefined;
  if (pathname.startsWith(assetPath)) return assetResponse(pathname, request.headers);
  const address = readToolAddress(pathname);
  const home = pathname === "/" ? await homeOf(visited, app) : undefined;
  if (!address && !home) return undefined;
  // An app that is not published has no visitors yet; its builder comes by the preview.
  if (mode === "published" && !app.publishedVersionId) return undefined;
  const path = address?.path ?? home?.path;
  const found = mode === "published" && path !== undefined ? await find(visited, app, path) : undefined;
  const title = found ? `${found.header} · ${app.name}` : app.name;
  const entry = mode === "published" && (await hasMembers(visited)) && { enter: enterPath, account: profilePath };
  const places = env.PLACES_URL !== undefined && { hasPlaces: true };
  const config = { appId: app.id, appName: app.name, mode, ...(path !== undefined && { path }), ...places, ...entry };
  const { script, style } = await assets();
  const about = escapeHtml((found?.description ?? "").slice(0, 300));
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
${about && `<meta name="description" content="${about}"><meta property="og:description" content="${about}">\n`}<meta property="og:title" content="${escapeHtml(title)}">
${address?.runId || mode === "preview" ? '<meta name="robots" content="noindex">\n' : ""}<link rel="icon" href="data:image/svg+xml,${iconOf(app.name)}">
<link rel="stylesheet" href="${style}">
<script type="application/json" id="joinery-tool">${scriptJson(config)}</script>
<script type="module" src="${script}"></script></head>
<body><div id="root"></div><noscript>This page needs JavaScript.</noscript></body></html>
`;
  const isMissing = mode === "published" && path !== undefined && !found;
  return new Response(html, { status: isMissing ? 404 : 200, headers: headersOf(env, mode) });
}

/** Only what the page itself does: its own script, its own API, pictures from anywhere. */
const headersOf = (env: Env, mode: AppHost["mode"]) => ({
  "content-type": "text/html; charset=utf-8",
  "cache-control": "no-cache",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
  "content-security-policy": [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob: https: http:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${mode === "preview" ? new URL(env.APP_URL).origin : "'self'"}`,
  ].join("; "),
});

/** The first letter of the app, for the browser's tab. */
function iconOf(name: string): string {
  const letter = escapeHtml(String.fromCodePoint(name.trim().codePointAt(0) ?? 65).toUpperCase());
  return encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64"><rect width="64" height="64" rx="16" fill="#4f46e5"/><text x="32" y="45" font-family="system-ui,sans-serif" font-size="38" font-weight="700" text-anchor="middle" fill="#fff">${letter}</text></svg>`,
  );
}

/** What "/" shows of an app that is made of tools: the one that it has, or the list. */
async function homeOf(visited: VisitedApp, app: AppHost["app"]): Promise<{ path?: string } | undefined> {
  const own = ownPath(app);
  if (own === undefined) return undefined;
  const tools = await listTools(visited);
  const main = await mainPageOf(visited);
  if (main !== undefined && tools.some(({ path }) => path === main)) return { path: main };
  if (tools.length === 0) return { path: own };
  return tools.length === 1 ? { path: tools[0]!.path } : {};
}

async function find(visited: VisitedApp, app: AppHost["app"], path: string) {
  try {
    return (await findTool(visited, app, path)).definition;
  } catch (error) {
    if (error instanceof AppError && error.reason === "tool-not-found") return undefined;
    throw error;
  }
}
