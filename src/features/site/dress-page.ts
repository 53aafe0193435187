import "server-only";
import { openPages } from "@/engines/bundler/html";
import { preloadsAt } from "@/engines/bundler/preloads";
import type { BundleConfig } from "@/engines/bundler/schema";
import { offlinePath, type Site } from "./schema";

/** What a published page says of its app at the moment, whatever it was called when it was built. */
export type Dress = {
  /** The app's name of now. */
  name: string;
  /** What the app is for, where the site has no words of its own. */
  about: string;
  site: Site;
  /** The app's address, without a slash at the end. */
  url: string;
  isMarked: boolean;
  /** The path at which its members keep their account. */
  account: string;
};

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
const scriptJson = (value: unknown) => JSON.stringify(value).replaceAll("<", "\\u003c");

const configPattern = /(<script type="application\/json" id="joinery-config">)(.*?)(<\/script>)/s;
const said = /<meta (?:name|property)="(?:description|robots|og:[a-z_:]+|twitter:[a-z_:]+)" content="[^"]*">\n?/g;
const noScriptPattern = /<noscript>[^<]*<\/noscript>/;
const iconPattern = /<link rel="icon" type="image\/svg\+xml" href="[^"]*">/;
const titlePattern = /<title>[^<]*<\/title>/;

/** "SalesPipeline" → "Sales pipeline". */
const titleOf = (page: string): string => {
  const words = page
    .replaceAll(/[-_]+/g, " ")
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
};

export function configOf(html: string): Partial<BundleConfig> {
  const text = configPattern.exec(html)?.[2];
  return text ? (JSON.parse(text) as Partial<BundleConfig>) : {};
}

/** The page's own words, else the site's, else its pages: "Notes: Home, Archive". */
function descriptionOf({ name, about, site }: Dress, pages: string[]): string {
  if (site.description || about) return site.description || about.slice(0, 300);
  return pages.length > 0 ? `${name}: ${pages.map(titleOf).join(", ")}` : name;
}

/** The app's colour, as the letter icon of its build has it. */
export function colorIn(html: string): string | undefined {
  const address = /href="data:image\/svg\+xml,([^"]+)"/.exec(html)?.[1];
  return address && /fill="(#[0-9a-f]{6})"/i.exec(decodeURIComponent(address))?.[1];
}

/** An address as other sites need it: whole. */
const absolute = (url: string, path: string) => (path.startsWith("/") ? `${url}${path}` : path);

/**
 * What a robot that runs no script reads: what the app is, and the way to its pages. What rows say stays behind their
 * permissions.
 */
function plainContent(dress: Dress, config: Partial<BundleConfig>): string {
  const pages = openPages(config);
  const links = pages.map(
    (page) =>
      `<li><a href="/${page === config.pages?.[0] ? "" : encodeURIComponent(page)}">${escapeHtml(titleOf(page))}</a></li>`,
  );
  const title = escapeHtml(dress.site.title || dress.name);
  const nav = links.length > 0 ? `<nav><ul>${links.join("")}</ul></nav>` : "";
  return `<noscript><main><h1>${title}</h1><p>${escapeHtml(descriptionOf(dress, pages))}</p>${nav}<p>To use this app, turn on JavaScript.</p></main></noscript>`;
}

/**
 * Puts name, description, icon, social picture and manifest of now into a published page. The page stays as it was
 * built; only what it says of itself changes.
 * @param path the page's path, for its canonical address
 */
export function dressPage(html: string, dress: Dress, path: string): string {
  const { name, site, url, isMarked, account } = dress;
  const config = configOf(html);
  const description = escapeHtml(descriptionOf(dress, openPages(config)));
  const title = escapeHtml(site.title || name);
  const meta = (key: string, value: string) =>
    `<meta ${key.startsWith("og:") ? "property" : "name"}="${key}" content="${value}">`;
  const head = [
    meta("description", description),
    site.isHidden && meta("robots", "noindex"),
    meta("og:type", "website"),
    meta("og:site_name", escapeHtml(name)),
    meta("og:title", title),
    meta("og:description", description),
    meta("og:url", escapeHtml(`${url}${path}`)),
    site.imageUrl && meta("og:image", escapeHtml(absolute(url, site.imageUrl))),
    meta("twitter:card", site.imageUrl ? "summary_large_image" : "summary"),
    `<link rel="canonical" href="${escapeHtml(`${url}${path}`)}">`,
    `<link rel="manifest" href="/manifest.webmanifest">`,
    ...preloadsAt(path, config),
    site.iconUrl && `<link rel="apple-touch-icon" href="${escapeHtml(site.iconUrl)}">`,
  ];
  const nowConfig = {
    ...config,
    pageScripts: undefined,
    appName: name,
    siteTitle: site.title || name,
    offline: offlinePath,
    isMarked,
    account,
    isCounted: true,
  };
  return html
    .replace(said, "")
    .replace(titlePattern, () => `<title>${title}</title>\n${head.filter(Boolean).join("\n")}`)
    .replace(noScriptPattern, () => plainContent(dress, config))
    .replace(iconPattern, (icon) => (site.iconUrl ? `<link rel="icon" href="${escapeHtml(site.iconUrl)}">` : icon))
    .replace(configPattern, (_all, open: string, _text, close: string) => `${open}${scriptJson(nowConfig)}${close}`);
}
