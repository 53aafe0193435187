import "server-only";
import { setTimeout as wait } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import { sha256 } from "@/engines/blobs";
import { BlockedAddress, type Outside, type OutsideAnswer } from "@/engines/fetch-outside";
import { isSameSite, looksLikePage, pageAddress } from "./page-address";
import { readLinks, readSitemap } from "./read-links";
import { readRobots, type Robots, robotsBytesMax } from "./read-robots";
import type { PageReport } from "./schema";
import { SyncFailure } from "./sync-failure";

export type Page = { url: string; title: string; html: string };

const limits = { pageBytes: 2_000_000, allBytes: 40_000_000, reportLines: 1_000, sitemaps: 5, queue: 20_000 };
/** Between two pages of a site, unless its robots.txt asks for more. */
const pauseSeconds = 0.2;
const pauseSecondsMax = 10;
const pageMs = 15_000;
const agentName = "JoineryBot";

type Options = {
  /** How many links deep; 0 is the first page alone. */
  depth: number;
  pagesMax: number;
  /** When no further page is begun: what was read until then is what there is of a slow site. */
  msMax: number;
  signal: AbortSignal;
  onProgress: (done: number, total: number) => void;
};

const keptWords = "The site’s robots.txt asks not to read it";
const keptFirstWords = "The site's robots.txt asks not to read this page.";

/** A redirect that is not followed, and why. */
class NotFollowed extends Error {}

/**
 * The pages of a site from one address on, breadth first, or those of a sitemap; politely, and none that its robots.txt
 * keeps.
 * @throws SyncFailure when not even the first page can be had
 */
export async function crawlSite(
  outside: Outside,
  start: string,
  { depth, pagesMax, msMax, signal, onProgress }: Options,
): Promise<{ pages: Page[]; report: PageReport[] }> {
  const first = pageAddress(start, start);
  if (!first) throw new SyncFailure("This is not the address of a web page.");
  const pages: Page[] = [];
  const report: PageReport[] = [];
  const texts = new Map<string, string>();
  const seen = new Set([first]);
  const queue: { url: string; level: number }[] = [{ url: first, level: 0 }];
  const robots = new Map<string, Promise<Robots>>();
  const until = performance.now() + msMax;
  let bytes = 0;
  let sitemaps = 0;
  let site = first;

  const tell = (url: string, state: PageReport["state"], reason: string) => {
    if (report.length < limits.reportLines) report.push({ url, state, reason });
  };
  const add = (link: string, base: string, level: number) => {
    const url = pageAddress(link, base);
    if (!url || seen.has(url) || !isSameSite(url, site) || !looksLikePage(url)) return;
    if (queue.length >= limits.queue) return;
    seen.add(url);
    queue.push({ url, level });
  };

  /** The rules of the very host: those of "example.com" say nothing of "www.example.com" (RFC 9309 §2.3). */
  const rulesOf = (url: string): Promise<Robots> => {
    const { origin } = new URL(url);
    const known = robots.get(origin) ?? fetchRobots(outside, origin, signal);
    robots.set(origin, known);
    return known;
  };
  const follow = (from: string) => async (target: URL) => {
    if (from !== first && !isSameSite(target.href, site)) throw new NotFollowed("It leads to another site");
    if (!(await rulesOf(target.href)).isAllowed(target.href)) throw new NotFollowed(keptWords);
  };

  for (let next = queue.shift(); next; next = queue.shift()) {
    const { url, level } = next;
    if (pages.length >= pagesMax) {
      tell(url, "skipped", `Your plan takes ${pagesMax} pages of a site`);
      continue;
    }
    if (pages.some((page) => page.url === url)) {
      tell(url, "skipped", "It was read under another address");
      continue;
    }
    if (performance.now() > until) {
      tell(url, "skipped", "The site was too slow to read it, too");
      continue;
    }
    const rules = await rulesOf(url).catch((error: unknown) => {
      if (url === first) throw error;
      return undefined;
    });
    if (!rules?.isAllowed(url)) {
      if (url === first) throw new SyncFailure(keptFirstWords);
      tell(url, "skipped", rules ? keptWords : "The site’s robots.txt cannot be read just now");
      continue;
    }
    const pause = Math.min(pauseSecondsMax, Math.max(pauseSeconds, rules.delaySeconds)) * 1000;
    if (report.length > 0) await wait(pause, undefined, { signal });
    onProgress(pages.length, Math.min(pagesMax, pages.length + queue.length + 1));
    const answer = await fetchPage(outside, url, signal, follow(url));
    if ("problem" in answer) {
      if (url === first) throw answer.failure;
      tell(url, "skipped", answer.problem);
      continue;
    }
    const end = pageAddress(answer.url, answer.url) ?? url;
    // The first page says which site it is: "example.com" may lead to "www.example.org".
    if (url === first) site = end;
    const text = decodePage(answer);
    const map = sitemaps < limits.sitemaps || url !== first ? readSitemap(text) : undefined;
    if (map) {
      sitemaps += 1;
      if (sitemaps > limits.sitemaps) continue;
      tell(url, "skipped", `A sitemap of ${map.pages.length + map.sitemaps.length} addresses`);
      for (const link of map.pages) add(link, url, depth);
      for (const link of map.sitemaps) addSitemap(link, url);
      continue;
    }
    if (end !== url && seen.has(end)) {
      tell(url, "skipped", `It leads to ${end}`);
      continue;
    }
    seen.add(end);
    if (!/^(text\/html|application\/xhtml\+xml|text\/plain)$/.test(answer.contentType)) {
      if (url === first)
        throw new SyncFailure(`This address holds no page, but ${answer.contentType || "something else"}.`);
      tell(url, "skipped", `No page, but ${answer.contentType || "something else"}`);
      continue;
    }
    const { title, links, canonical, isNoIndex, isNoFollow } = readLinks(text);
    if (level < depth && !isNoFollow) for (const link of links) add(link, end, level + 1);
    const proper = canonical ? pageAddress(canonical, end) : undefined;
    if (isNoIndex || /noindex|none/i.test(answer.headers.get("x-robots-tag") ?? ""))
      tell(url, "skipped", "The page asks not to be read by machines");
    else if (proper && proper !== end && isSameSite(proper, site) && pages.some((page) => page.url === proper))
      tell(url, "skipped", `The same page as ${proper}`);
    else {
      if (proper && proper !== end && isSameSite(proper, site)) seen.add(proper);
      const hash = sha256(text);
      const twin = texts.get(hash);
      if (twin) tell(url, "skipped", `The same text as ${twin}`);
      else if (bytes + text.length > limits.allBytes) tell(url, "skipped", "The pages together are too large");
      else {
        texts.set(hash, end);
        bytes += text.length;
        pages.push({ url: proper && isSameSite(proper, site) ? proper : end, title, html: text });
        tell(url, "fetched", answer.isCut ? "Its first 2 MB" : "");
      }
    }
  }
  if (pages.length === 0) {
    const why = report.find(({ reason }) => reason !== "")?.reason;
    throw new SyncFailure(`No page of this site could be read.${why ? ` ${why}.` : ""}`);
  }
  return { pages, report };

  function addSitemap(link: string, base: string): void {
    const url = pageAddress(link, base);
    if (!url || seen.has(url) || !isSameSite(url, site)) return;
    seen.add(url);
    queue.unshift({ url, level: 0 });
  }
}

/** A sitemap may be packed as a file, not only on its way. */
function unpacked(bytes: Uint8Array): Uint8Array {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  try {
    return gunzipSync(bytes, { maxOutputLength: limits.pageBytes });
  } catch {
    return bytes;
  }
}

function decodePage({ headers, bytes: sent }: OutsideAnswer): string {
  const bytes = unpacked(sent);
  const named =
    /charset=["']?([\w-]+)/i.exec(headers.get("content-type") ?? "")?.[1] ??
    /<meta[^>]+charset=["']?([\w-]+)/i.exec(Buffer.from(bytes.subarray(0, 2_048)).toString("latin1"))?.[1];
  try {
    return new TextDecoder(named ?? "utf-8").decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}

type Refused = { problem: string; failure: SyncFailure };

async function fetchPage(
  outside: Outside,
  url: string,
  signal: AbortSignal,
  onRedirect?: (target: URL) => Promise<void>,
): Promise<OutsideAnswer | Refused> {
  const refuse = (problem: string, retry: ConstructorParameters<typeof SyncFailure>[1] = false): Refused => ({
    problem,
    failure: new SyncFailure(`${problem}.`, retry),
  });
  try {
    const late = AbortSignal.any([signal, AbortSignal.timeout(pageMs)]);
    const accept = "text/html,application/xhtml+xml,text/plain;q=0.8,*/*;q=0.1";
    const answer = await outside.get(url, { signal: late, bytesMax: limits.pageBytes, accept, onRedirect });
    if (answer.status < 300) return answer;
    const after = Number(answer.headers.get("retry-after"));
    const canWait = answer.status === 429 || answer.status >= 500;
    const retry = canWait && (after > 0 ? { afterSeconds: Math.min(after, 3_600) } : {});
    return refuse(`The site answered ${answer.status}${answer.status === 404 ? " (not found)" : ""}`, retry);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof SyncFailure) return { problem: error.message.replace(/\.$/, ""), failure: error };
    if (error instanceof NotFollowed)
      return {
        problem: error.message,
        failure: new SyncFailure(error.message === keptWords ? keptFirstWords : `${error.message}.`),
      };
    if (error instanceof BlockedAddress) return refuse("This address is of a private network, which is not fetched");
    const isLate = error instanceof Error && error.name === "TimeoutError";
    return refuse(isLate ? "The site did not answer in time" : "The site could not be reached", {});
  }
}

/** The rules of a host. None at all allow everything; ones that cannot be had just now allow nothing (RFC 9309 §2.3). */
async function fetchRobots(outside: Outside, origin: string, signal: AbortSignal): Promise<Robots> {
  const answer = await fetchPage(outside, new URL("/robots.txt", origin).href, signal);
  if (!("problem" in answer))
    return readRobots(new TextDecoder().decode(answer.bytes.subarray(0, robotsBytesMax)), agentName);
  if (answer.failure.isRetryable) throw answer.failure;
  return readRobots("", agentName);
}
