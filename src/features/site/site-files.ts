import "server-only";
import { openPages, siteFile } from "@/engines/bundler/html";
import { colorIn, configOf, type Dress } from "./dress-page";
import { offlinePath } from "./schema";

const text = (type: string, body: string, more: Record<string, string> = {}) =>
  new Response(body, {
    headers: {
      "content-type": `${type}; charset=utf-8`,
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
      ...more,
    },
  });

const escapeXml = (words: string) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** "An address for each page": the first one is "/". An app that shows strangers nothing has its front door alone. */
function sitemap(html: string, url: string): string {
  const config = configOf(html);
  const others = openPages(config).filter((page) => page !== config.pages?.[0]);
  const paths = ["/", ...others.map((page) => `/${page}`)];
  const lines = paths.map((path) => `<url><loc>${escapeXml(`${url}${path}`)}</loc></url>`);
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${lines.join("\n")}\n</urlset>\n`;
}

/** What makes an app installable. The letter icon fits every size; a picture's size is not known. */
function manifest({ name, about, site }: Dress, html: string): string {
  return JSON.stringify({
    name: site.title || name,
    short_name: name,
    description: site.description || about,
    id: "/",
    start_url: "/",
    scope: "/",
    display: "standalone",
    theme_color: colorIn(html) ?? "#4f46e5",
    icons: [
      ...(site.iconUrl ? [{ src: site.iconUrl }] : []),
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ],
  });
}

/**
 * The service worker: pages come from the network, and from the last one that came while there is none. Files under
 * names by content are kept; what the API answers never is, so that nothing of a member stays behind on a machine.
 */
const offlineWorker = `const store = "joinery-shell";
const assets = "/_joinery/assets/";
const filesMax = 200;
const keepShell = async () => {
  const page = await fetch("/", { credentials: "omit" });
  if (!page.ok) return;
  const cache = await caches.open(store);
  const html = await page.clone().text();
  await cache.put("/", page);
  const files = new Set(html.match(/\\/_joinery\\/assets\\/[\\w.-]+/g));
  await Promise.all([...files].map((file) => cache.match(file).then((kept) => kept || cache.add(file))));
};
const keep = async (request, answer) => {
  const cache = await caches.open(store);
  await cache.put(request, answer);
  const kept = (await cache.keys()).filter(({ url }) => new URL(url).pathname !== "/");
  for (const old of kept.slice(0, Math.max(0, kept.length - filesMax))) await cache.delete(old);
};
addEventListener("install", (event) => event.waitUntil(keepShell().catch(() => undefined).then(() => skipWaiting())));
addEventListener("activate", (event) => event.waitUntil(clients.claim()));
addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== location.origin) return;
  if (pathname.startsWith(assets))
    event.respondWith(
      caches.match(request).then(
        (kept) =>
          kept ||
          fetch(request).then((answer) => {
            if (answer.ok) event.waitUntil(keep(request, answer.clone()));
            return answer;
          }),
      ),
    );
  else if (request.mode === "navigate" && !pathname.startsWith("/_joinery/") && !pathname.startsWith("/files/"))
    event.respondWith(
      fetch(request).then(
        (answer) => {
          if (answer.ok && pathname === "/") event.waitUntil(keepShell().catch(() => undefined));
          return answer;
        },
        (error) => caches.match("/").then((shell) => shell || Promise.reject(error)),
      ),
    );
});
`;

/** What browsers and search engines ask of every site: robots.txt, sitemap, icon, manifest and service worker. */
export function siteResponse(pathname: string, html: string, dress: Dress): Response | undefined {
  const { site, url } = dress;
  if (pathname === "/robots.txt")
    return text(
      "text/plain",
      `User-agent: *\n${site.isHidden ? "Disallow" : "Allow"}: /\nSitemap: ${url}/sitemap.xml\n`,
    );
  if (pathname === "/sitemap.xml") return text("application/xml", sitemap(html, url));
  if (pathname === "/manifest.webmanifest") return text("application/manifest+json", manifest(dress, html));
  if (pathname === offlinePath) return text("text/javascript", offlineWorker, { "service-worker-allowed": "/" });
  if (pathname === "/favicon.ico" && site.iconUrl)
    return new Response(null, { status: 302, headers: { location: site.iconUrl, "cache-control": "no-cache" } });
  return siteFile(pathname, html);
}
