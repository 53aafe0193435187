import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { analyticsPart, analyticsSalt, analyticsVisitor } from "@/db/schema";
import { flushAnalytics } from "@/features/analytics/collect";
import { rollUp } from "@/features/analytics/roll-up";
import { daysOf, deviceOf, isRobot, pageOf, referrerOf } from "@/features/analytics/rules";
import { writeHits } from "@/features/analytics/store";
import { joinApp } from "../support/members";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
beforeEach(() => world.reset());
afterAll(() => world.close());

const desktop = "Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0 Safari/537.36";
const phone = "Mozilla/5.0 (iPhone; CPU iPhone OS 26_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1";
const today = () => new Date().toISOString().slice(0, 10);

type Options = { agent?: string; token?: string; at?: string };

async function start() {
  const owner = await world.signUp();
  const { appId, slug } = await owner.api.apps.create({ name: "Shop" });
  await world.db.execute(sql`update app set published_version_id = head_version_id where id = ${appId}`);
  const host = `${slug}.localhost:3000`;
  const send = (kind: string, body: object, { agent = desktop, token, at = host }: Options = {}) =>
    world.rest(`POST /api/apps/${appId}/analytics/${kind}`, {
      host: at,
      body,
      token,
      headers: { "user-agent": agent },
    });
  const view = (page: string, options: Options = {}, referrer = "") => send("view", { page, referrer }, options);
  const overview = async (span: 7 | 30 | 90 = 7) => {
    await flushAnalytics(world.platform);
    return owner.api.analytics.overview({ appId, span });
  };
  return { ...owner, owner, appId, host, send, view, overview };
}

describe("What is counted", () => {
  it.each([
    ["", true],
    ["Googlebot/2.1 (+http://www.google.com/bot.html)", true],
    ["Mozilla/5.0 HeadlessChrome/156.0", true],
    ["curl/8.5", true],
    ["facebookexternalhit/1.1", true],
    [desktop, false],
    [phone, false],
    ["Mozilla/5.0 (Linux; Android 15; CUBOT X) Mobile", false],
  ])("%j is a robot: %s", (agent, expected) => expect(isRobot(agent)).toBe(expected));

  it("tells devices, pages without what may name a person, and the site that one came from", () => {
    const devices = [desktop, phone, "Mozilla/5.0 (iPad; CPU OS 17)"].map(deviceOf);
    expect(devices).toEqual(["Desktop", "Phone", "Tablet"]);
    expect(["/Deals/?id=7#x", "/", "", "/a/b/"].map(pageOf)).toEqual(["/Deals", "/", "/", "/a/b"]);
    expect(referrerOf("https://www.example.com/secret?q=me", "shop.test")).toBe("example.com");
    for (const none of ["http://shop.test/x", "android-app://x", "x"]) expect(referrerOf(none, "shop.test")).toBe("");
    expect(daysOf(3, "2026-03-01")).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
  });

  it("is visitors, sessions, views, pages, referrers and devices of a published app, by day", async () => {
    const { view, overview } = await start();
    await view("/", {}, "https://www.example.com/a");
    await view("/Deals?id=1");
    await view("/", { agent: phone });
    await view("/", { agent: "Googlebot/2.1" });
    const { days, totals, pages, referrers, devices } = await overview();
    expect(totals).toEqual({ visitors: 2, sessions: 2, views: 3, runs: 0, signUps: 0, errors: 0 });
    expect([days.length, days.at(-1)]).toEqual([7, { day: today(), ...totals }]);
    expect(pages).toEqual([
      { name: "/", views: 2 },
      { name: "/Deals", views: 1 },
    ]);
    expect(referrers).toEqual([{ name: "example.com", views: 1 }]);
    expect(devices).toEqual([
      { name: "Desktop", views: 2 },
      { name: "Phone", views: 1 },
    ]);
    await view("/");
    expect((await overview()).totals).toMatchObject({ visitors: 2, sessions: 2, views: 4 });
  });

  it("begins a session anew after half an hour without a view", async () => {
    const { appId, overview } = await start();
    const now = Date.now();
    const hit = { appId, day: today(), hash: "x", page: "/", referrer: "", device: "Desktop" };
    for (const minutes of [0, 20, 55]) await writeHits(world.db, appId, [{ ...hit, at: now + minutes * 60_000 }]);
    expect((await overview()).totals).toMatchObject({ visitors: 1, sessions: 2, views: 3 });
  });

  it("counts sign-ups, and neither the builder's preview nor an app that is not published", async () => {
    const { owner, appId, api, view, overview } = await start();
    await joinApp(world, owner, appId);
    const { token } = await api.runtime.previewSession({ appId });
    await view("/", { token, at: `${appId}.localhost:3000` });
    expect((await overview()).totals).toMatchObject({ views: 0, signUps: 1 });
    await world.db.execute(sql`update app set published_version_id = null`);
    expect((await view("/")).status).toBe(404);
  });

  it("is what one visitor does in a minute at most 120 times, and 200 pages a day: the rest counts together", async () => {
    const { view, overview, appId } = await start();
    await Promise.all(Array.from({ length: 150 }, (_, index) => view(`/p${index}`)));
    expect((await overview()).totals.views).toBe(120);
    const hits = Array.from({ length: 500 }, (_, index) => ({
      appId,
      day: today(),
      hash: `v${index}`,
      at: Date.now(),
      page: `/made-up-${index}`,
      referrer: "",
      device: "Desktop",
    }));
    await writeHits(world.db, appId, hits);
    const pages = (await world.db.select().from(analyticsPart)).filter(({ kind }) => kind === "page");
    expect(pages).toHaveLength(201);
    expect(pages.reduce((sum, { views }) => sum + views, 0)).toBe(620);
  });
});

describe("Who came", () => {
  it("is kept without cookie or address, under a salt that is thrown away, so that nobody is known the next day", async () => {
    const { view, overview } = await start();
    const answer = await view("/");
    expect(answer.headers.get("set-cookie")).toBeNull();
    await overview();
    const [visitor] = await world.db.select().from(analyticsVisitor);
    expect(visitor!.hash).toMatch(/^[\w-]{11}$/);
    await world.db.execute(sql`update analytics_salt set day = day - 3`);
    await rollUp(world.platform);
    expect(await world.db.select().from(analyticsSalt)).toEqual([]);
  });

  it("is told to the app's owner alone", async () => {
    const { appId, token } = await start();
    const stranger = await world.signUp();
    for (const path of ["analytics", "analytics/errors", "analytics/export"]) {
      expect((await world.rest(`GET /api/apps/${appId}/${path}`, { token: stranger.token })).status).toBe(404);
      expect((await world.rest(`GET /api/apps/${appId}/${path}`, { token })).status).toBe(200);
    }
  });
});

describe("Errors of visitors", () => {
  const fault = {
    page: "/Deals",
    title: "Cannot read properties of undefined (reading 'name')",
    details: "TypeError: x\n  at Deals (app-1.js:1:2)",
    componentName: "Deals",
    versionId: "v1",
  };

  it("are kept once for each fault, with stack, version and count, until they are dismissed", async () => {
    const { appId, api, send, overview } = await start();
    await send("error", fault);
    await send("error", { ...fault, versionId: "v2" }, { agent: phone });
    await send("error", { ...fault, title: "Another" });
    await send("error", fault, { agent: "Googlebot" });
    const faults = await api.analytics.faults({ appId });
    expect(faults).toHaveLength(2);
    const kept = faults.find(({ title }) => title === fault.title)!;
    expect(kept).toMatchObject({ ...fault, versionId: "v2", count: 2 });
    expect((await overview()).totals.errors).toBe(3);
    await api.analytics.dismissFault({ appId, key: kept.key });
    expect(await api.analytics.faults({ appId })).toHaveLength(1);
  });

  it("are a hundred at most, the last ones, whatever is sent", async () => {
    const { appId, api, send } = await start();
    for (let index = 0; index < 110; index += 1)
      await send("error", { ...fault, componentName: `C${"x".repeat(index)}` }, { agent: `${desktop} ${index}` });
    expect(await api.analytics.faults({ appId })).toHaveLength(100);
    expect((await send("error", { ...fault, details: "x".repeat(5_000) })).status).toBe(400);
  });
});

describe("The counters", () => {
  it("are exported by day", async () => {
    const { view, overview, token, appId } = await start();
    await view("/");
    await overview();
    const { body } = await world.rest(`GET /api/apps/${appId}/analytics/export?days=7`, { token });
    const lines = (body as string).trim().split("\r\n");
    expect(lines[0]).toBe("day,visitors,sessions,views,runs,signUps,errors");
    expect(lines).toHaveLength(8);
    expect(lines.at(-1)).toBe(`${today()},1,1,1,0,0,0`);
    expect((await world.rest(`GET /api/apps/${appId}/analytics/export?days=8`, { token })).status).toBe(400);
  });

  it("of old days keep their sums when names are folded", async () => {
    const { appId } = await start();
    await world.db.execute(sql`insert into analytics_part (app_id, day, kind, name, views)
      select ${appId}, current_date - 31, 'page', '/p' || n, n from generate_series(1, 60) n`);
    const rows = () => world.db.select().from(analyticsPart);
    const sum = async () => (await rows()).reduce((total, { views }) => total + views, 0);
    const before = await sum();
    await rollUp(world.platform);
    await rollUp(world.platform);
    expect([(await rows()).length, await sum()]).toEqual([21, before]);
    expect((await rows()).find(({ name }) => name === "(other)")!.views).toBe((40 * 41) / 2);
  });
});
