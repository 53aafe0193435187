/** Parameters that say where a reader came from, not what they read. */
const tracking = /^(utm_\w+|gclid|fbclid|msclkid|mc_cid|mc_eid|ref|ref_src|igshid|yclid)$/i;

/** Longer ones are traps: calendars without an end, links that grow with each page. */
const addressMax = 2_000;

/** One page has one address: without anchor and tracking, its parameters in order. Undefined for what is no page. */
export function pageAddress(link: string, base: string): string | undefined {
  let url: URL;
  try {
    url = new URL(link, base);
  } catch {
    return undefined;
  }
  if (!/^https?:$/.test(url.protocol) || url.username || url.password) return undefined;
  url.hash = "";
  const names = Array.from(url.searchParams.keys()).filter((name) => tracking.test(name));
  for (const name of names) url.searchParams.delete(name);
  url.searchParams.sort();
  return url.href.length > addressMax ? undefined : url.href;
}

const siteOf = (address: string) => new URL(address).host.replace(/^www\./, "");

/** Whether a page belongs to the site of another: the same host, with or without "www.". */
export const isSameSite = (one: string, other: string): boolean => siteOf(one) === siteOf(other);

const files = /\.(pdf|docx?|xlsx?|pptx?|zip|gz|png|jpe?g|gif|svg|webp|ico|mp[34]|webm|css|js|json|xml|rss|woff2?)$/i;

/** Whether an address is worth asking for as a page. */
export const looksLikePage = (address: string): boolean => !files.test(new URL(address).pathname);
