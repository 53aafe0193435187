import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { app } from "@/db/schema";
import { mintOwnedApp } from "@/db/scope";
import type { Actor } from "@/api/actor";
import { exportUrl } from "@/features/grid/ui/export-url";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const deal = (read: string) =>
  JSON.stringify({
    properties: {
      title: { type: "string" },
      status: { type: "string", enum: ["open", "won"] },
      amount: { type: "number" },
      tags: { type: "array", items: { type: "string" } },
      due: { type: "string", format: "date" },
      at: { type: "string", format: "date-time" },
    },
    "x-accessControl": { permissions: { read, write: "all" } },
  });

async function start(read = "all") {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "App" });
  const scope = mintOwnedApp(world.db, appId);
  const written = await writeVersion(scope, { kind: "turn" }, () => [
    { path: "entities/Deal.json", content: deal(read) },
  ]);
  await world.db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
  const at = { appId, entity: "Deal" };
  const visitor = (id: string) =>
    world.as({
      kind: "visitor",
      appId,
      visitor: { id, role: "user", email: `${id}@example.com` },
      token: "t",
    } satisfies Actor);
  const ask = async (query: string, token = owner.token) =>
    world.rest(`GET /api/apps/${appId}/entities/Deal/aggregate${query}`, { token });
  return { ...owner, appId, at, visitor, ask };
}

const deals = [
  { title: "a", status: "open", amount: 10, tags: ["x"], due: "2026-01-31", at: "2026-01-31T23:30:00-05:00" },
  { title: "b", status: "won", amount: 5.5, tags: ["x", "y"], due: "2026-02-01", at: "2026-02-01T04:00:00Z" },
  { title: "c", status: "won", due: "2026-02-08", at: "2026-02-08T00:00:00Z" },
  { title: "d" },
];

describe("GET …/entities/{Name}/aggregate (design §7)", () => {
  it("counts every row as one group with key null where no group is asked for", async () => {
    const { api, at, ask } = await start();
    expect((await ask("")).body).toEqual({ groups: [{ key: null, count: 0 }] });
    await api.entities.bulkCreate({ ...at, rows: deals });
    expect((await ask("?metrics=count,sum:amount,avg:amount,min:amount,max:amount")).body).toEqual({
      groups: [{ key: null, count: 4, "sum:amount": 15.5, "avg:amount": 7.75, "min:amount": 5.5, "max:amount": 10 }],
    });
    expect((await ask("?metrics=min:due,max:createdAt,sum:title")).body.groups[0]).toMatchObject({
      "min:due": "2026-01-31",
      "max:createdAt": expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      "sum:title": 0,
    });
  });

  it("groups by a field, the most rows first, a missing value as null, a list by each of its entries", async () => {
    const { api, at, ask } = await start();
    await api.entities.bulkCreate({ ...at, rows: deals });
    expect((await ask("?group=status&metrics=sum:amount")).body.groups).toEqual([
      { key: "won", count: 2, "sum:amount": 5.5 },
      { key: null, count: 1, "sum:amount": 0 },
      { key: "open", count: 1, "sum:amount": 10 },
    ]);
    expect((await ask("?group=tags")).body.groups).toEqual([
      { key: null, count: 2 },
      { key: "x", count: 2 },
      { key: "y", count: 1 },
    ]);
    expect((await ask("?group=tags,status&q=" + encodeURIComponent('{"title":"b"}'))).body.groups).toEqual([
      { key: ["x", "won"], count: 1 },
      { key: ["y", "won"], count: 1 },
    ]);
  });

  it.each([
    ["due:day", ["2026-01-31", "2026-02-01", "2026-02-08"], [1, 1, 1]],
    ["due:week", ["2026-01-26", "2026-02-02"], [2, 1]],
    ["due:month", ["2026-01", "2026-02"], [1, 2]],
    ["due:year", ["2026"], [3]],
    ["at:day", ["2026-02-01", "2026-02-08"], [2, 1]],
  ])("groups %s by date in UTC, the earliest first, rows without a date last", async (group, keys, counts) => {
    const { api, at, ask } = await start();
    await api.entities.bulkCreate({ ...at, rows: deals });
    expect((await ask(`?group=${group}`)).body.groups).toEqual([
      ...keys.map((key, index) => ({ key, count: counts[index] })),
      { key: null, count: 1 },
    ]);
  });

  it("groups by the time of creation and by two keys, and takes the filter of a list", async () => {
    const { api, at, ask } = await start();
    await api.entities.bulkCreate({ ...at, rows: deals });
    await world.db.execute(sql`update entity_row set created_at = '2025-12-31T23:59:59Z' where data ->> 'title' = 'a'`);
    const month = new Date().toISOString().slice(0, 7);
    expect((await ask("?group=createdAt:month")).body.groups).toEqual([
      { key: "2025-12", count: 1 },
      { key: month, count: 3 },
    ]);
    expect((await ask("?group=status,due:month")).body.groups).toEqual([
      { key: ["open", "2026-01"], count: 1 },
      { key: ["won", "2026-02"], count: 2 },
      { key: [null, null], count: 1 },
    ]);
    const q = encodeURIComponent(JSON.stringify({ amount: { $gt: 6 } }));
    expect((await ask(`?q=${q}`)).body.groups).toEqual([{ key: null, count: 1 }]);
  });

  it("counts beyond what a page of a list holds, and does not fall over dates that are none", async () => {
    const { appId, ask } = await start();
    await world.db.execute(sql`insert into entity_row (app_id, entity, id, data)
      select ${appId}, 'Deal', 'r' || n, jsonb_build_object('status', case n % 2 when 0 then 'open' else 'won' end, 'due', case when n % 100 = 0 then '2026-02-31' else 'soon' end)
      from generate_series(1, 3000) as n`);
    expect((await ask("?group=status")).body.groups).toEqual([
      { key: "open", count: 1500 },
      { key: "won", count: 1500 },
    ]);
    expect((await ask("?group=due:week")).body.groups).toEqual([
      { key: "2026-03-02", count: 30 },
      { key: null, count: 2970 },
    ]);
  });

  it("counts what the caller may read and nothing else", async () => {
    const { appId, api, at, visitor } = await start("creator");
    await api.entities.bulkCreate({ ...at, rows: deals });
    await visitor("m1").entities.create({ ...at, data: { title: "mine", amount: 3 } });
    const sums = (caller: ReturnType<typeof visitor>) => caller.entities.aggregate({ ...at, metrics: "sum:amount" });
    expect(await sums(api)).toEqual({ groups: [{ key: null, count: 5, "sum:amount": 18.5 }] });
    expect(await sums(visitor("m1"))).toEqual({ groups: [{ key: null, count: 1, "sum:amount": 3 }] });
    expect(await sums(visitor("m2"))).toEqual({ groups: [{ key: null, count: 0, "sum:amount": 0 }] });
    const anonymous = await world.rest(`GET /api/apps/${appId}/entities/Deal/aggregate`);
    expect(anonymous.status).toBe(401);
  });

  it.each([
    ["?group=stage", '"stage" is not a field of Deal'],
    ["?metrics=sum:price", '"price" is not a field of Deal'],
    ["?group=due:decade", '"due:decade" is no group: write a field, or a field with :day, :week, :month or :year'],
    ["?metrics=median:amount", '"median:amount" is no metric: write count, or sum, avg, min or max with a field'],
    ["?group=status,due:day,title", "Group by at most two fields"],
  ])("refuses %s with a 400 that names it", async (query, message) => {
    const { ask } = await start();
    const { status, body } = await ask(query);
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ code: "invalid-query", message });
  });
});

describe("Unknown parameters, operators and fields (design §6)", () => {
  const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));
  it.each([
    ["?skip=5", '"skip" is not a parameter of this path, which takes q, sort, limit, cursor, fields'],
    ["?sort=-amont", '"amont" is not a field of Deal'],
    ["?fields=title,amont", '"amont" is not a field of Deal'],
    [`?q=${json({ amont: 1 })}`, '"amont" is not a field of Deal'],
    [`?q=${json({ $or: [{ title: "a" }, { $not: { amont: 1 } }] })}`, '"amont" is not a field of Deal'],
    [`?q=${json({ amount: { $near: 1 } })}`, '"$near" is not an operator'],
    [`/count?limit=1`, '"limit" is not a parameter of this path, which takes q'],
    [`/count?q=${json({ amont: 1 })}`, '"amont" is not a field of Deal'],
    [`/export?q=${json({ amont: 1 })}`, '"amont" is not a field of Deal'],
    ["/export?sort=amont", '"amont" is not a field of Deal'],
    ["/r1?expand=1", '"expand" is not a parameter of this path, which takes no parameters'],
  ])("are refused with a 400 that names them: %s", async (query, message) => {
    const { appId, token } = await start();
    const { status, body } = await world.rest(`GET /api/apps/${appId}/entities/Deal${query}`, { token });
    expect({ status, message: body.error?.message }).toEqual({ status: 400, message });
  });

  it("are not the names that exported apps give the fields of every row", async () => {
    const { appId, api, at, token } = await start();
    const { items } = await api.entities.bulkCreate({ ...at, rows: deals });
    const list = await world.rest(`GET /api/apps/${appId}/entities/Deal?sort=-created_date&limit=1`, { token });
    expect(list.body.items[0].id).toBe(items.at(-1)!.id);
  });

  it("does export what is filtered, in the order of the table, and nothing else", async () => {
    const { appId, api, at, token } = await start();
    await api.entities.bulkCreate({ ...at, rows: deals });
    const url = exportUrl({ ...at, q: { amount: { $gt: 1 } }, sort: "amount", isGuarded: true });
    const { body } = await world.rest(`GET ${url}`, { token });
    expect(
      body
        .trim()
        .split("\r\n")
        .slice(1)
        .map((line: string) => line.split(",")[1]),
    ).toEqual(["b", "a"]);
    expect(url.startsWith(`/api/apps/${appId}/entities/Deal/export?q=`)).toBe(true);
  });
});
