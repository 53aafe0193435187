import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { BlockedAddress, openOutside } from "@/engines/fetch-outside";
import { isPublicAddress } from "@/engines/reserved-networks";
import { pageAddress } from "@/features/sources/page-address";
import { type SourcesScene, withSources } from "../support/sources";

type Answer = { status?: number; type?: string; body?: string; headers?: Record<string, string> };

let site: Record<string, Answer> = {};
let asked: string[] = [];
let server: Server;
let host: string;
const port = 4321;

beforeAll(async () => {
  server = createServer((request, response) => {
    asked.push(request.url!);
    const { status = 200, type = "text/html", body = "", headers = {} } = site[request.url!] ?? { status: 404 };
    response.writeHead(status, { "content-type": type, ...headers });
    response.end(body);
  });
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  host = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

let scene: SourcesScene;
withSources((next) => (scene = next), { SCRAPER_PRIVATE_HOSTS: `127.0.0.1:${port}`, PLANS: "on" });
beforeEach(() => {
  site = {};
  asked = [];
});

const page = (title: string, body: string, links: string[] = [], head = "") => ({
  body: `<html><head><title>${title}</title>${head}</head><body><h1>${title}</h1><p>${body} This page says it at some length, so that there is something to read.</p>${links.map((link) => `<a href="${link}">go</a>`).join(" ")}</body></html>`,
});

async function scrape(externalFileUrl: string) {
  const answer = await scene.world.rest(`POST /api/context/ingest/metadata?appId=${scene.appId}`, {
    token: scene.token,
    body: { contextItems: [{ source: "web_scraper", externalFileUrl }] },
  });
  expect(answer.status).toBe(200);
  const { id } = answer.body.contextItems[0];
  await scene.sync(id);
  const item = await scene.item(id);
  const reasons = new Map<string, string>(
    item.report.map(({ url, state, reason }: { url: string; state: string; reason: string }) => [
      url.replace(host, ""),
      state === "fetched" ? state : reason,
    ]),
  );
  return { item, reasons, texts: (await scene.chunks(id)).map(({ heading, text }) => `${heading}: ${text}`) };
}

describe("The web scraper", () => {
  it("reads the pages of a site two links deep on lite, each once, and says what it left out and why", async () => {
    site = {
      "/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /private" },
      "/": page("Home", "Welcome.", [
        "/hours#top",
        "/hours?utm_source=mail",
        "/private",
        "/copy",
        "/twin",
        "/hidden",
        "/gone",
        "/menu.pdf",
        "https://elsewhere.example/",
        "mailto:a@b.c",
      ]),
      "/hours": page("Hours", "Nine to five.", ["/deep"]),
      "/deep": page("Deep", "Second level.", ["/deeper"]),
      "/deeper": page("Deeper", "Third level."),
      "/copy": page("Copy", "Other words.", [], `<link rel="canonical" href="/hours">`),
      "/twin": page("Hours", "Nine to five.", ["/deep"]),
      "/hidden": page("Hidden", "Not for robots.", [], `<meta name="robots" content="noindex">`),
    };
    const { item, reasons, texts } = await scrape(`${host}/`);
    expect(item).toMatchObject({
      status: "synced",
      type: "web_page",
      source: "web_scraper",
      externalFileUrl: `${host}/`,
    });
    expect(Object.fromEntries(reasons)).toEqual({
      "/": "fetched",
      "/hours": "fetched",
      "/deep": "fetched",
      "/private": "The site’s robots.txt asks not to read it",
      "/copy": `The same page as ${host}/hours`,
      "/twin": `The same text as ${host}/hours`,
      "/hidden": "The page asks not to be read by machines",
      "/gone": "The site answered 404 (not found)",
    });
    expect(asked).not.toContain("/private");
    expect(asked).not.toContain("/deeper");
    expect(texts.join("\n")).toContain("Nine to five.");
    expect(texts.find((text) => text.includes("Second level."))).toMatch(/› Deep: /);
  });

  it("takes 20 pages on lite, and says so of the rest", async () => {
    site["/"] = page(
      "Home",
      "All.",
      Array.from({ length: 30 }, (_, index) => `/p${index}`),
    );
    for (let index = 0; index < 30; index += 1) site[`/p${index}`] = page(`Page ${index}`, `Number ${index}.`);
    const { reasons } = await scrape(`${host}/`);
    expect([...reasons.values()].filter((reason) => reason === "fetched")).toHaveLength(20);
    expect(reasons.get("/p29")).toBe("Your plan takes 20 pages of a site");
  }, 30_000);

  it("reads the pages that a sitemap names", async () => {
    site = {
      "/sitemap.xml": {
        type: "application/xml",
        body: `<urlset><url><loc>${host}/a</loc></url><url><loc>${host}/b</loc></url><url><loc>https://elsewhere.example/c</loc></url></urlset>`,
      },
      "/a": page("A", "First.", ["/not-followed"]),
      "/b": page("B", "Second."),
    };
    const { reasons } = await scrape(`${host}/sitemap.xml`);
    expect([...reasons]).toEqual([
      ["/sitemap.xml", "A sitemap of 3 addresses"],
      ["/a", "fetched"],
      ["/b", "fetched"],
    ]);
  });

  it.each([
    ["a page that is not there", {}, "The site answered 404 (not found)."],
    ["a picture", { "/": { type: "image/png", body: "x" } }, "This address holds no page, but image/png."],
    ["a page without text", { "/": { body: "<html></html>" } }, "There is no text in this document."],
    [
      "a page that robots.txt keeps",
      { "/robots.txt": { type: "text/plain", body: "User-agent: *\nDisallow: /" } },
      "The site's robots.txt asks not to read this page.",
    ],
    [
      "a private address behind a redirect",
      { "/": { status: 302, headers: { location: "http://127.0.0.1:4322/" } } },
      "This address is of a private network, which is not fetched.",
    ],
    ["endless redirects", { "/": { status: 302, headers: { location: "/" } } }, "The site could not be reached."],
  ])("ends in words at %s", async (_name, answers, words) => {
    site = answers;
    const { item } = await scrape(`${host}/`);
    expect(item.error).toBe(words);
    expect(item.numOfChunks).toBe(0);
  });

  it("tries again by itself what a busy site refused, after the time that it names", async () => {
    site["/"] = { status: 503, headers: { "retry-after": "600" } };
    const { item } = await scrape(`${host}/`);
    expect(item).toMatchObject({ status: "pending", error: "The site answered 503." });
    await scene.sync(item.id);
    expect((await scene.item(item.id)).status).toBe("pending");
  });
});

describe("Addresses that no stranger's page may lead to", () => {
  const hostile = [
    "127.0.0.1",
    "127.1",
    "2130706433",
    "0x7f.0.0.1",
    "0x7f000001",
    "0177.0.0.1",
    "0",
    "0.0.0.0",
    "localhost",
    "127.0.0.1.",
    "0300.0250.1",
    "127.0x1",
    "①②⑦.⓪.⓪.①",
    "１２７.1",
    "127。0。0。1",
    "10.0.0.1",
    "10.255.255.255",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.0.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.0.1",
    "192.0.2.1",
    "192.88.99.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.1",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "[::]",
    "[::1]",
    "[::127.0.0.1]",
    "[::ffff:127.0.0.1]",
    "[::ffff:7f00:1]",
    "[::ffff:0:7f00:1]",
    "[0:0:0:0:0:ffff:a00:1]",
    "[::ffff:169.254.169.254]",
    "[64:ff9b::7f00:1]",
    "[64:ff9b:1::1]",
    "[64:ff9b::10.0.0.1]",
    "[64:ff9b::a9fe:a9fe]",
    "[2002:7f00:1::]",
    "[2002:a9fe:a9fe::1]",
    "[2001::1]",
    "[2001:db8::1]",
    "[fe80::1]",
    "[fec0::1]",
    "[febf::1]",
    "[fc00::1]",
    "[fdff:ffff::1]",
    "[4000::1]",
    "[fd00::1]",
    "[ff02::1]",
    "[100::1]",
  ];

  it.each(hostile)("%s is not fetched", async (name) => {
    const outside = openOutside([]);
    const signal = AbortSignal.timeout(5_000);
    await expect(outside.get(`http://${name}/`, { signal, bytesMax: 10 })).rejects.toBeInstanceOf(BlockedAddress);
    await outside.close();
  });

  it.each([
    "ftp://example.com/",
    "file:///etc/passwd",
    "http://user:secret@example.com/",
    "http://example.com:22/",
    "http://example.com:5432/",
  ])("%s is not asked for", async (address) => {
    const outside = openOutside([]);
    const signal = AbortSignal.timeout(5_000);
    await expect(outside.get(address, { signal, bytesMax: 10 })).rejects.toBeInstanceOf(BlockedAddress);
  });

  it.each([
    ["a name that leads inside", [["127.0.0.1", 4]]],
    [
      "a name with one public and one private address",
      [
        ["8.8.8.8", 4],
        ["10.0.0.1", 4],
      ],
    ],
    ["a name with a private IPv6 address", [["::ffff:10.0.0.1", 6]]],
    ["a name without addresses", []],
  ] as [string, [string, number][]][])("%s is not fetched", async (_name, found) => {
    const outside = openOutside([], () => Promise.resolve(found.map(([address, family]) => ({ address, family }))));
    const signal = AbortSignal.timeout(5_000);
    await expect(outside.get("http://shop.example/", { signal, bytesMax: 10 })).rejects.toBeInstanceOf(BlockedAddress);
  });

  it("the answer of the name at the connect is the one that counts, so that a changed DNS answer leads nowhere", async () => {
    let times = 0;
    const outside = openOutside([], () => {
      times += 1;
      return Promise.resolve([{ address: times === 1 ? "93.184.216.34" : "127.0.0.1", family: 4 }]);
    });
    asked = [];
    const first = outside.get("http://rebind.example/", { signal: AbortSignal.timeout(300), bytesMax: 10 });
    await first.catch(() => undefined);
    const second = outside.get("http://rebind.example/again", { signal: AbortSignal.timeout(5_000), bytesMax: 10 });
    await expect(second).rejects.toBeInstanceOf(Error);
    expect(asked).toEqual([]);
  });

  it("public ones may be", () => {
    expect(["8.8.8.8", "1.1.1.1", "2606:4700::1111", "2a00:1450:4001::1"].map(isPublicAddress)).toEqual([
      true,
      true,
      true,
      true,
    ]);
  });
});

it("one page has one address", () => {
  expect(pageAddress("/a?b=2&a=1&utm_source=x#top", "https://example.com/z")).toBe("https://example.com/a?a=1&b=2");
  expect(
    ["javascript:alert(1)", "mailto:a@b.c", "http://u:p@x.de/", "http://["].map((link) =>
      pageAddress(link, "https://e.com"),
    ),
  ).toEqual([undefined, undefined, undefined, undefined]);
});
