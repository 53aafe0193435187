import "server-only";
import { createHash } from "node:crypto";
import { eq } from "drizzle-orm";
import { app } from "@/db/schema/app";
import { dependencyAsset, importMap } from "@/engines/bundler/dependencies";
import { pageAtPath, robotsFile, scriptHashes } from "@/engines/bundler/html";
import { type Asset, assetPrefix, dependencyPrefix } from "@/engines/bundler/schema";
import { log } from "@/engines/log";
import { pushEvents } from "@/api/event-stream";
import type { VisitedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { appUrl } from "@/features/apps/address";
import type { AppRow } from "@/features/apps/store";
import { colorIn, type Dress, dressPage } from "@/features/site/dress-page";
import { siteOf } from "@/features/site/rules";
import { siteResponse } from "@/features/site/site-files";
import { isMarkHidden } from "@/features/site/store";
import { memberSettingsOf } from "@/features/members/store";
import type { AppHost } from "./hosts";
import { isMemberPage, memberPage } from "./member-pages";
import { acceptedEncodings, encodedTag, isCompressible, isKnownTag } from "@/engines/encoding";
import { profilePath } from "./schema";
import { previewAsset, previewBuild, sharedPreviews } from "./previews";
import { findUpload, publicationOf, type PublicationRow } from "./store";

const builderOrigin = ({ env }: Platform) => new URL(env.APP_URL).origin;

/**
 * What an app's pages may do: run their own code, talk to anybody, be framed by the builder alone (a preview) or by
 * nobody else's choice.
 */
function policy(platform: Platform, mode: AppHost["mode"], scripts: string[]): string {
  return [
    "default-src 'self' https: http: data: blob:",
    `script-src 'self' ${scripts.join(" ")}`,
    "style-src 'self' 'unsafe-inline' https:",
    "connect-src 'self' https: http: ws: wss: data: blob:",
    "object-src 'none'",
    "base-uri 'self'",
    `frame-ancestors ${mode === "preview" ? builderOrigin(platform) : "'self'"}`,
  ].join("; ");
}

const pageHeaders = {
  "content-type": "text/html; charset=utf-8",
  "x-content-type-options": "nosniff",
  "referrer-policy": "strict-origin-when-cross-origin",
};
const forGood = {
  "cache-control": "public, max-age=31536000, immutable",
  "x-content-type-options": "nosniff",
  "access-control-allow-origin": "*",
};

const assetResponse = ({ contentType, bytes }: Asset) =>
  new Response(bytes, { headers: { ...forGood, "content-type": contentType } });

/** A calm page for what is not there. Its words are ours alone: nothing of the request is repeated. */
export function messagePage(
  status: number,
  title: string,
  text: string,
  home?: { href: string; words: string },
): Response {
  const link = home ? `<p><a href="${home.href}">${home.words}</a></p>` : "";
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>body{margin:0;min-height:100vh;display:grid;place-items:center;font:15px/1.5 system-ui,sans-serif;color-scheme:light dark;text-align:center;padding:16px}h1{font-size:20px;margin:0 0 4px}p{margin:0 0 8px;opacity:.8}a{color:inherit}</style></head><body><main><h1>${title}</h1><p>${text}</p>${link}</main></body></html>`;
  return new Response(html, {
    status,
    headers: { ...pageHeaders, "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'" },
  });
}

/** Everything of an app's host but its API: pages, modules, styles, uploads. */
export async function serveApp(
  platform: Platform,
  { app: row, mode }: AppHost,
  visited: VisitedApp,
  request: Request,
): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (request.method !== "GET" && request.method !== "HEAD") return new Response("Not allowed", { status: 405 });
  if (pathname.startsWith(dependencyPrefix)) return found(await dependencyAsset(pathname));
  if (pathname.startsWith("/files/")) return serveUpload(platform, visited, pathname);
  if (mode === "preview") return servePreview(platform, row, visited, request, pathname);
  const live = row.publishedVersionId
    ? await publicationOf(visited, { versionId: row.publishedVersionId, publishedAt: row.publishedAt })
    : undefined;
  if (!live) return messagePage(404, "This app is not published", "Its builder can publish it in Joinery.");
  if (isMemberPage(pathname)) {
    const { links } = await memberSettingsOf(visited);
    const { iconUrl } = siteOf(row.data);
    return memberPage(pathname, { id: row.id, name: row.name, color: colorIn(live.html), iconUrl, links });
  }
  if (pathname.startsWith(assetPrefix)) {
    const file = live.files.find(({ path }) => path === pathname);
    return file ? servePublished(platform, file, request.headers) : found(undefined);
  }
  const dress = await dressOf(platform, row, visited);
  const file = siteResponse(pathname, live.html, dress);
  if (file) return file;
  const dressed = dressPage(live.html, dress, pathname);
  const page = pageAtPath(dressed, pathname);
  const security = policy(platform, mode, scriptHashes(live.html));
  // In the app's own look, which says so: its script finds no page of this name either.
  if (!page)
    return new Response(dressed, {
      status: 404,
      headers: { ...pageHeaders, "cache-control": "no-cache", "content-security-policy": security },
    });
  const etag = `"${live.id}-${createHash("sha256").update(page.html).digest("hex").slice(0, 12)}"`;
  const known = request.headers.get("if-none-match");
  if (known && isKnownTag(known, etag)) return new Response(null, { status: 304, headers: { etag: known } });
  return new Response(page.html, {
    headers: { ...pageHeaders, etag, "cache-control": "no-cache", "content-security-policy": security },
  });
}

async function dressOf({ env }: Platform, row: AppRow, visited: VisitedApp): Promise<Dress> {
  const about = typeof row.data.description === "string" ? row.data.description : "";
  const isMarked = !(await isMarkHidden(visited));
  return { name: row.name, about, site: siteOf(row.data), url: appUrl(env, row), isMarked, account: profilePath };
}

/** A file of a publication, in the smallest coding that was stored with it and that the browser takes. */
async function servePublished(
  { blobs }: Platform,
  { key, contentType }: PublicationRow["files"][number],
  headers: Headers,
): Promise<Response> {
  const etag = `"${key.slice(key.lastIndexOf("/") + 1)}"`;
  const known = headers.get("if-none-match");
  if (known && isKnownTag(known, etag))
    return new Response(null, { status: 304, headers: { ...forGood, etag: known } });
  const wanted = isCompressible(contentType) ? acceptedEncodings(headers.get("accept-encoding")) : [];
  for (const encoding of wanted) {
    const bytes = await blobs.get(`${key}.${encoding}`);
    if (bytes)
      return new Response(bytes, {
        headers: {
          ...forGood,
          "content-type": contentType,
          "content-encoding": encoding,
          vary: "Accept-Encoding",
          etag: encodedTag(etag, encoding),
        },
      });
  }
  const bytes = await blobs.get(key);
  return bytes ? new Response(bytes, { headers: { ...forGood, "content-type": contentType, etag } }) : found(undefined);
}

const found = (asset: Asset | undefined) =>
  asset ? assetResponse(asset) : new Response("Not found", { status: 404, headers: { "cache-control": "no-store" } });

/**
 * A preview's page is for the app's builder: what anybody gets is this script, which brings the builder's token and
 * fetches the page. No cookie is involved, since browsers keep a frame's cookies and storage from it. A frame that was
 * denied storage asks its builder again after a reload; the window's name would last as well, but any site that the
 * frame moves on to could read it.
 */
const loader = `(async () => {
  const key = "joinery.token.preview";
  const { builder } = document.currentScript.dataset;
  const given = /joinery-token=([\\w-]+)/.exec(location.hash);
  let token = given && given[1];
  if (given) history.replaceState(history.state, "", location.pathname + location.search);
  try { token ? localStorage.setItem(key, token) : (token = localStorage.getItem(key)); } catch {}
  if (!token && parent !== window) token = await new Promise((tell) => {
    addEventListener("message", ({ source, origin, data }) => source === parent && origin === builder && data && data.type === "app_token" && tell(data.token));
    parent.postMessage({ type: "app_token_wanted" }, builder);
    setTimeout(tell, 3000);
  });
  const say = (text) => document.body.replaceChildren(Object.assign(document.createElement("p"), { role: "status", textContent: text }));
  if (!token) return say("Open this preview from the builder.");
  const answer = await fetch("/_joinery/page", { headers: { authorization: "Bearer " + token } });
  if (answer.status === 401) return say("This preview has expired. Reload the builder.");
  if (!answer.ok) return say("This app cannot be built right now. The assistant can help.");
  const html = await answer.text();
  window.joineryToken = token;
  document.open();
  document.write(html);
  document.close();
})();`;

const loaderHash = `'sha256-${createHash("sha256").update(loader).digest("base64")}'`;

async function servePreview(
  platform: Platform,
  row: AppRow,
  visited: VisitedApp,
  request: Request,
  pathname: string,
): Promise<Response> {
  if (pathname.startsWith(assetPrefix))
    return found(await previewAsset(visited.appId, pathname, sharedPreviews(platform)));
  if (pathname === "/_joinery/page" || pathname === "/_joinery/live") {
    // By who they are, not by their role: an app's members may be admins of it, and what is not published is not theirs
    // to see.
    if (!visited.visitor?.isBuilder) return new Response("Sign in to continue", { status: 401 });
    if (pathname === "/_joinery/live") return liveVersions(platform, visited, request.signal);
    const { build } = await previewBuild(
      visited,
      { appName: row.name, builderOrigin: builderOrigin(platform) },
      sharedPreviews(platform),
    );
    return new Response(build.html, { headers: { ...pageHeaders, "cache-control": "no-store" } });
  }
  if (pathname.startsWith("/_joinery/")) return found(undefined);
  if (pathname === "/robots.txt") return robotsFile("Disallow");
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Preview</title><style>body{font:14px/1.5 system-ui,sans-serif;color-scheme:light dark;padding:24px}</style></head><body><script data-builder="${builderOrigin(platform)}">${loader}</script></body></html>`;
  const map = `<script type="importmap">${JSON.stringify({ imports: await importMap() }).replaceAll("<", "\\u003c")}</script>`;
  return new Response(html, {
    headers: {
      ...pageHeaders,
      "cache-control": "no-store",
      "content-security-policy": policy(platform, "preview", [loaderHash, ...scriptHashes(map)]),
    },
  });
}

/** Tells a preview which version is the newest, now and whenever it changes. */
function liveVersions({ events, db }: Platform, { appId }: VisitedApp, signal: AbortSignal): Response {
  return pushEvents(signal, (send) => {
    const tell = (versionId: string | null | undefined) => versionId && send(`data: ${versionId}\n\n`);
    const unsubscribe = events.subscribe(`app:${appId}`, tell);
    // Read after subscribing: a version written in between is told twice rather than never.
    const newest = db.select({ head: app.headVersionId }).from(app).where(eq(app.id, appId));
    newest.then(
      ([row]) => tell(row?.head),
      (error: unknown) => log("warn", "live-versions", { error }),
    );
    return unsubscribe;
  });
}

/** An uploaded file, by an id that cannot be guessed. Only images are shown; everything else is a download. */
async function serveUpload({ blobs }: Platform, visited: VisitedApp, pathname: string): Promise<Response> {
  const row = await findUpload(visited, pathname.split("/")[2] ?? "");
  const bytes = row && row.key.startsWith("uploads/") ? await blobs.get(row.key) : undefined;
  if (!row || !bytes) return found(undefined);
  const isImage = row.contentType.startsWith("image/");
  const headers = {
    ...forGood,
    "content-type": isImage ? row.contentType : "application/octet-stream",
    "content-disposition": `${isImage ? "inline" : "attachment"}; filename*=UTF-8''${encodeURIComponent(row.name)}`,
    "content-security-policy": "default-src 'none'; sandbox",
  };
  return new Response(new Uint8Array(bytes), { headers });
}
