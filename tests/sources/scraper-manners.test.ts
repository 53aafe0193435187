import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openOutside } from "@/engines/fetch-outside";
import { crawlSite } from "@/features/sources/crawl-site";
import { openSite, pageOf } from "../support/site";

type Site = Awaited<ReturnType<typeof openSite>>;
let site: Site;
let other: Site;
beforeAll(async () => {
  [site, other] = await Promise.all([openSite(), openSite()]);
});
afterAll(() => {
  site.close();
  other.close();
});
beforeEach(() => {
  for (const one of [site, other]) [one.pages, one.asked] = [{}, []];
});

const robots = (...lines: string[]) => ({ type: "text/plain", body: ["User-agent: *", ...lines].join("\n") });
const leadsTo = (location: string) => ({ status: 302, headers: { location } });

async function crawl(start = `${site.url}/`, more: { msMax?: number; pagesMax?: number } = {}) {
  const outside = openOutside([site.host, other.host]);
  try {
    const { pages, report } = await crawlSite(outside, start, {
      depth: 3,
      pagesMax: 20,
      msMax: 60_000,
      signal: AbortSignal.timeout(30_000),
      onProgress: () => undefined,
      ...more,
    });
    const short = (url: string) => url.replace(site.url, "");
    return {
      pages: pages.map(({ url, title }) => `${short(url)} ${title}`),
      report: Object.fromEntries(report.map(({ url, reason }) => [short(url), reason.replaceAll(site.url, "")])),
    };
  } finally {
    await outside.close();
  }
}

describe("The web scraper asks robots.txt", () => {
  it("of the host that an address leads to, not only of the one that was entered", async () => {
    site.pages = { "/": leadsTo(`${other.url}/`) };
    other.pages = {
      "/robots.txt": robots("Disallow: /private"),
      "/": pageOf("Home", ["/private", "/open"]),
      "/open": pageOf("Open"),
      "/private": pageOf("Private"),
    };
    const { report } = await crawl();
    expect(report[`${other.url}/private`]).toBe("The site’s robots.txt asks not to read it");
    expect(other.asked).toEqual(["/robots.txt", "/", "/open"]);
  });

  it("before the first page's redirect is followed", async () => {
    site.pages = { "/": leadsTo(`${other.url}/`) };
    other.pages = { "/robots.txt": robots("Disallow: /"), "/": pageOf("Home") };
    await expect(crawl()).rejects.toThrow("The site's robots.txt asks not to read this page.");
    expect(other.asked).toEqual(["/robots.txt"]);
  });

  it("again for the page that a redirect leads to", async () => {
    site.pages = {
      "/robots.txt": robots("Disallow: /private"),
      "/": pageOf("Home", ["/door"]),
      "/door": leadsTo("/private"),
      "/private": pageOf("Private"),
    };
    const { report } = await crawl();
    expect(report["/door"]).toBe("The site’s robots.txt asks not to read it");
    expect(site.asked).not.toContain("/private");
  });

  it("and what a page's own answer says to robots", async () => {
    site.pages = {
      "/": pageOf("Home", ["/hidden"]),
      "/hidden": { ...pageOf("Hidden"), headers: { "x-robots-tag": "noindex" } },
    };
    expect((await crawl()).report["/hidden"]).toBe("The page asks not to be read by machines");
  });
});

describe("The web scraper", () => {
  it("does not ask another site for the page that a redirect leads to", async () => {
    site.pages = { "/": pageOf("Home", ["/away"]), "/away": leadsTo(`${other.url}/secret`) };
    expect((await crawl()).report["/away"]).toBe("It leads to another site");
    expect(other.asked).toEqual([]);
  });

  it.each([
    [["/copy", "/proper"], "/proper"],
    [["/proper", "/copy"], "/copy"],
  ])("reads a page under its canonical address once, found in the order %s", async (links, skipped) => {
    site.pages = {
      "/": pageOf("Home", links),
      "/copy": pageOf("A copy", [], `<link rel="canonical" href="/proper">`),
      "/proper": pageOf("Proper"),
    };
    const { pages, report } = await crawl();
    expect(pages).toHaveLength(2);
    expect(pages[1]).toMatch(/^\/proper /);
    expect(report[skipped]).toMatch(/^(The same page as \/proper|It was read under another address)$/);
  });

  it("takes what it has of a slow site, and says so of the rest", async () => {
    const names = Array.from({ length: 6 }, (_, index) => `/p${index}`);
    site.pages = {
      "/": pageOf("Home", names),
      ...Object.fromEntries(names.map((name) => [name, { ...pageOf(name), delayMs: 300 }])),
    };
    const { pages, report } = await crawl(undefined, { msMax: 900 });
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.length).toBeLessThan(6);
    expect(report["/p5"]).toBe("The site was too slow to read it, too");
  });

  it("reads a sitemap that is packed", async () => {
    site.pages = {
      "/sitemap.xml.gz": {
        type: "application/gzip",
        body: gzipSync(`<urlset><url><loc>${site.url}/a</loc></url></urlset>`),
      },
      "/a": pageOf("A"),
    };
    expect((await crawl(`${site.url}/sitemap.xml.gz`)).pages).toEqual(["/a A"]);
  });

  it("does not follow addresses that grow without an end", async () => {
    site.pages = { "/": pageOf("Home", [`/${"a".repeat(3_000)}`]) };
    const { pages, report } = await crawl();
    expect([pages, Object.keys(report)]).toEqual([["/ Home"], ["/"]]);
  });

  it("says why when no page could be read", async () => {
    site.pages = { "/": pageOf("Home", [], `<meta name="robots" content="noindex">`) };
    await expect(crawl()).rejects.toThrow(
      "No page of this site could be read. The page asks not to be read by machines.",
    );
  });
});
