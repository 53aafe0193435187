import { Script } from "node:vm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { plainSite } from "@/features/site/schema";
import { World } from "../support/world";

let world: World;
let appId: string;
let host: string;
let owner: Awaited<ReturnType<World["signUp"]>>;
beforeAll(async () => {
  world = await World.open();
  // The first account is the installation's admin.
  await world.signUp();
  owner = await world.signUp();
  const app = await owner.api.apps.create({ name: "Fish & Chips" });
  appId = app.appId;
  host = `${app.slug}.localhost:3000`;
  const page = (name: string) => ({ path: `pages/${name}.jsx`, content: `export default () => <p>${name}</p>;` });
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [page("Home"), page("OpenTables")]);
  await owner.api.runtime.publish({ appId });
});
beforeEach(() => save({}));
afterAll(() => world.close());

async function save(change: Partial<typeof plainSite>) {
  const { revision } = await owner.api.site.get({ appId });
  await owner.api.site.update({ appId, revision, site: { ...plainSite, ...change } });
}
const get = (path: string, headers = {}) => world.rest(`GET ${path}`, { host, headers });
const page = async (path = "/") => (await get(path)).body as string;
const configIn = (html: string) => JSON.parse(/id="joinery-config">(.*?)<\/script>/s.exec(html)![1]!);

describe("A published app's page", () => {
  it("has the title, description, icon and social picture that its owner set, at once and whole", async () => {
    await save({
      title: 'Best "fish" <in town>',
      description: "Fresh & warm",
      iconUrl: "/files/f1/icon.png",
      imageUrl: "/files/f2/front.png",
    });
    const html = await page();
    expect(html).toContain("<title>Best &quot;fish&quot; &lt;in town></title>");
    expect(html.match(/<meta name="description" content="[^"]*">/g)).toEqual([
      '<meta name="description" content="Fresh &amp; warm">',
    ]);
    expect(html).toContain('<link rel="icon" href="/files/f1/icon.png">');
    expect(html).toContain(`<meta property="og:image" content="http://${host}/files/f2/front.png">`);
    expect(html).toContain('<meta name="twitter:card" content="summary_large_image">');
    expect(html).toContain(`<link rel="canonical" href="http://${host}/">`);
    expect(configIn(html)).toMatchObject({ appName: "Fish & Chips", siteTitle: 'Best "fish" <in town>' });
    expect((await get("/favicon.ico")).headers.get("location")).toBe("/files/f1/icon.png");
  });

  it("takes the app's name of now, and its pages where there is no description", async () => {
    const { revision } = await owner.api.apps.get({ appId });
    await owner.api.apps.update({ appId, revision, name: "Harbour" });
    expect(await page("/opentables")).toContain("<title>Open tables · Harbour</title>");
    expect(await page()).toContain('<meta name="description" content="Harbour: Home, Open tables">');
    const now = await owner.api.apps.get({ appId });
    await owner.api.apps.update({ appId, revision: now.revision, name: "Fish & Chips" });
  });

  it("leads members of this installation to their account", async () => {
    expect(configIn(await page()).account).toBe("/_joinery/account");
    expect((await get("/_joinery/account")).body).toContain("Change password");
  });

  it("names to strangers no page that their menu does not have", async () => {
    const layout = `const guarded = [{ page: "Bookings", own: "My bookings" }];
export default function Layout({ children }) { return <main data-guarded={guarded.length}>{children}</main>; }`;
    const files = ["Home", "Bookings", "Rooms"].map((name) => ({
      path: `pages/${name}.jsx`,
      content: `export default () => <p>${name}</p>;`,
    }));
    const other = await owner.api.apps.create({ name: "Inn" });
    await writeVersion(mintOwnedApp(world.db, other.appId), { kind: "turn" }, () => [
      ...files,
      { path: "layout.jsx", content: layout },
    ]);
    await owner.api.runtime.publish({ appId: other.appId });
    const at = async (path: string) =>
      (await world.rest(`GET ${path}`, { host: `${other.slug}.localhost:3000` })).body as string;
    expect(await at("/")).toContain('<meta name="description" content="Inn: Home, Rooms">');
    expect(await at("/sitemap.xml")).not.toContain("Bookings");
    expect(/<noscript>(.*?)<\/noscript>/s.exec(await at("/"))![1]).not.toContain("Bookings");
    expect(await at("/Bookings")).toContain("<title>Bookings · Inn</title>");
  });

  it("tells robots that run no script what the app is, and the way to its pages", async () => {
    await save({ title: "Best <fish>", description: "Fresh & warm" });
    const content = /<noscript>(.*?)<\/noscript>/s.exec(await page())![1]!;
    expect(content).toContain("<h1>Best &lt;fish></h1><p>Fresh &amp; warm</p>");
    expect(content).toContain('<li><a href="/">Home</a></li><li><a href="/OpenTables">Open tables</a></li>');
  });

  it("is asked for again when what it says of itself has changed", async () => {
    const etag = (await get("/")).headers.get("etag")!;
    expect((await get("/", { "if-none-match": etag })).status).toBe(304);
    await save({ title: "New" });
    expect((await get("/", { "if-none-match": etag })).status).toBe(200);
  });

  it("says “Made with Joinery” until an admin hides it", async () => {
    expect(configIn(await page()).isMarked).toBe(true);
    await expect(owner.api.settings.saveStyle({ appId, appStyle: { hideBuildAI: true } })).rejects.toMatchObject({
      reason: "admin-only",
    });
    const admin = world.as({ kind: "account", account: { ...owner.account, isAdmin: true }, token: owner.token });
    await admin.settings.saveStyle({ appId, appStyle: { hideBuildAI: true } });
    expect(configIn(await page()).isMarked).toBe(false);
    await admin.settings.saveStyle({ appId, appStyle: { hideBuildAI: false } });
  });
});

describe("A published app's site", () => {
  it("has a sitemap with an address for each page, which robots.txt names", async () => {
    expect(await page("/sitemap.xml")).toContain(`<url><loc>http://${host}/OpenTables</loc></url>`);
    expect(await page("/robots.txt")).toBe(`User-agent: *\nAllow: /\nSitemap: http://${host}/sitemap.xml\n`);
    await save({ isHidden: true });
    expect(await page("/robots.txt")).toContain("Disallow: /");
    expect(await page()).toContain('<meta name="robots" content="noindex">');
  });

  it("can be installed: a manifest with name and icons", async () => {
    await save({ title: "Fish", iconUrl: "https://cdn.example.com/i.png" });
    const { headers, body } = await get("/manifest.webmanifest");
    expect(headers.get("content-type")).toContain("application/manifest+json");
    expect(body).toMatchObject({ name: "Fish", short_name: "Fish & Chips", start_url: "/", display: "standalone" });
    expect(body.icons).toEqual([
      { src: "https://cdn.example.com/i.png" },
      { src: "/favicon.svg", sizes: "any", type: "image/svg+xml", purpose: "any" },
    ]);
    expect(await page()).toContain('<link rel="manifest" href="/manifest.webmanifest">');
  });

  it("keeps its shell offline by a worker for the whole host, which never keeps what the API answers", async () => {
    const { headers, body } = await get("/_joinery/offline.js");
    expect([headers.get("service-worker-allowed"), headers.get("cache-control")]).toEqual(["/", "no-cache"]);
    expect(body).not.toContain("/api/");
    expect(() => new Script(body as string)).not.toThrow();
    expect((await world.rest("GET /_joinery/offline.js", { host: `${appId}.localhost:3000` })).status).toBe(404);
  });

  it.each(["javascript:alert(1)", '/files/x" onload="', "//evil.example/x.png", "/api/apps"])(
    "takes no picture at %s",
    async (iconUrl) => {
      await expect(save({ iconUrl })).rejects.toMatchObject({ code: "BAD_REQUEST" });
    },
  );

  it("is not overwritten by a save that is based on an older one", async () => {
    const { revision } = await owner.api.site.get({ appId });
    await save({ title: "First" });
    await expect(owner.api.site.update({ appId, revision, site: plainSite })).rejects.toMatchObject({
      reason: "stale-revision",
    });
  });
});
