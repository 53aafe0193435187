import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eq, sql } from "drizzle-orm";
import { app as appTable } from "@/db/schema";
import { mintOwnedApp, type OwnedApp } from "@/db/scope";
import { writeVersion } from "@/features/versions/store";
import { answerRest, answerTrpc } from "@/doors/answer";
import { filterBudget } from "@/features/rows/limits";
import { conversation } from "./support/offline";
import { appOrigin, type Json, World } from "./support/world";

let world: World;
let appId: string;
let scope: OwnedApp;
let token: string;

const entity = JSON.stringify({
  properties: {
    title: { type: "string" },
    tags: { type: "array", items: { type: "string" } },
    extra: { type: "object" },
  },
  "x-accessControl": { permissions: { read: "anonymous", write: "anonymous" } },
});

beforeAll(async () => {
  world = await World.open();
  const owner = await world.signUp();
  token = owner.token;
  ({ appId } = await owner.api.apps.create({ name: "App" }));
  scope = mintOwnedApp(world.db, appId);
  const written = await writeVersion(scope, { kind: "turn" }, () => [{ path: "entities/Note.json", content: entity }]);
  await world.db.update(appTable).set({ publishedVersionId: written!.version.id }).where(eq(appTable.id, appId));
});
afterAll(() => world.close());

const notes = (q: unknown, more = "") =>
  world.rest(`GET /api/apps/${appId}/entities/Note?q=${encodeURIComponent(JSON.stringify(q))}${more}`);
const post = (body: string) => world.rest(`POST /api/apps/${appId}/entities/Note`, { body });

describe("filters", () => {
  beforeAll(async () => {
    await world.rest(`POST /api/apps/${appId}/entities/Note/bulk`, {
      body: [
        { title: "a", tags: ["red", "blue"] },
        { title: "b", tags: ["blue"] },
        { title: 'q"\\', tags: [] },
        { title: "1" },
        {},
      ],
    });
  });

  it.each([
    [{ title: { $in: ["a", "b", "x"] } }, ["a", "b"]],
    [{ title: { $in: [1, 'q"\\'] } }, ['q"\\']],
    [{ tags: { $in: ["red", "green"] } }, ["a"]],
    [{ tags: { $in: [["blue"]] } }, ["b"]],
    [{ title: { $in: [null] } }, [undefined]],
    [{ title: { $nin: ["a", "b", null] } }, ["1", 'q"\\']],
    [{ title: { $in: [] } }, []],
  ])("%j finds %j", async (q, titles) => {
    const { body } = await notes(q);
    expect(body.items.map(({ title }: Json) => title).sort()).toEqual(titles);
  });

  it("find rows by a list of ids, and by times", async () => {
    const { body: all } = await notes({});
    const [first, second] = all.items;
    const { body } = await notes({ id: { $in: [first.id, second.id, "none", 4] } });
    expect(body.items).toHaveLength(2);
    expect((await notes({ createdAt: { $in: ["2001-01-01"] } })).body.items).toEqual([]);
    expect((await notes({ createdAt: { $in: ["soon"] } })).status).toBe(400);
  });

  it.each([
    ["values", { title: { $in: Array.from({ length: filterBudget.values + 1 }, (_, index) => index) } }],
    [
      "values",
      { $or: [1, 2].map((base) => ({ title: { $in: Array.from({ length: 600 }, (_, index) => base * index) } })) },
    ],
    ["conditions", { $or: Array.from({ length: filterBudget.operators + 1 }, () => ({})) }],
    ["nested", { $not: { $not: { $not: { $not: { $not: { $not: {} } } } } } }],
  ])("with too many %s are refused in words", async (word, q) => {
    const { status, body } = await notes(q);
    expect([status, body.error.code]).toEqual([400, "invalid-query"]);
    expect(body.error.message).toContain(word);
  });
});

describe("JSON from outside", () => {
  it.each([
    [
      "nested too deep",
      `{"title":"t","extra":{"a":${"[".repeat(2_200)}${"]".repeat(2_200)}}}`,
      "nested more than 64 deep",
    ],
    ["NUL", String.raw`{"title":"a\u0000b"}`, "title must not contain the NUL character"],
    ["half a surrogate pair", String.raw`{"extra":{"list":["\ud800"]}}`, "extra.list[0] contains half"],
    ["a field with NUL", String.raw`{"a\u0000":1}`, "NUL"],
    ["an endless number", `{"extra":{"n":1e999}}`, "extra.n must be a finite number"],
  ])("with %s is refused, and names the place", async (_, text, words) => {
    const { status, body } = await post(text);
    expect([status, body.error.code]).toEqual([400, "invalid-input"]);
    expect(body.error.message).toContain(words);
  });

  it("is checked in addresses, too", async () => {
    expect((await world.rest(`GET /api/apps/${appId}/entities/Note/%00`)).status).toBe(400);
    expect((await world.rest(`GET /api/apps/${appId}/entities/Note?sort=%00`)).status).toBe(400);
    expect((await notes({ title: "\0" })).status).toBe(400);
  });

  it("leaves a list readable where a value was stored before: it is an error in its place", async () => {
    const deep = `{"title":"deep","extra":${"[".repeat(2_200)}${"]".repeat(2_200)}}`;
    await world.db.execute(
      sql`insert into entity_row (app_id, entity, id, data) values (${appId}, 'Note', 'deep', ${deep}::jsonb)`,
    );
    const { status, body } = await notes({});
    const row = body.items.find(({ id }: Json) => id === "deep");
    expect(status).toBe(200);
    expect(row).toMatchObject({ title: "deep", extra: { error: expect.stringContaining("64 deep") } });
    await world.rest(`DELETE /api/apps/${appId}/entities/Note/deep`);
  });
});

describe("An export", () => {
  it("of an entity that one may not read is refused before anything is sent", async () => {
    const hidden = entity.replace('"read":"anonymous"', '"read":"admin"');
    const written = await writeVersion(scope, { kind: "turn" }, () => [
      { path: "entities/Hidden.json", content: hidden },
      { path: "entities/Note.json", content: entity },
    ]);
    await world.db.update(appTable).set({ publishedVersionId: written!.version.id }).where(eq(appTable.id, appId));
    const { status, body } = await world.rest(`GET /api/apps/${appId}/entities/Hidden/export`);
    expect([status, body.error.code]).toEqual([401, "not-signed-in"]);
    expect((await world.rest(`GET /api/apps/${appId}/entities/Note/export?q={"a":{"$x":1}}`)).status).toBe(400);
    expect((await world.rest(`GET /api/apps/${appId}/entities/Note/export`)).body).toContain("title,tags,extra");
  });

  it("comes whole where many are taken at once, also behind readers that hang up", async () => {
    const rows = Array.from({ length: 300 }, (_, at) => ({ title: `export ${at}` }));
    await world.rest(`POST /api/apps/${appId}/entities/Note/bulk`, { token, body: rows });
    const url = `${appOrigin}/api/apps/${appId}/entities/Note/export?sort=title`;
    const left = await Promise.all(Array.from({ length: 4 }, () => answerRest(world.platform, new Request(url))));
    await Promise.all(left.map(({ body }) => body!.cancel()));
    const texts = await Promise.all(
      Array.from({ length: 6 }, async () => (await answerRest(world.platform, new Request(url))).text()),
    );
    for (const text of texts) expect(rows.filter(({ title }) => text.includes(`${title},`))).toHaveLength(rows.length);
  });
});

describe("tRPC", () => {
  const call = async (path: string, body: unknown) => {
    const request = new Request(`${appOrigin}/api/trpc/${path}`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: appOrigin, host: "localhost:3000" },
      body: JSON.stringify(body),
    });
    const answer = await answerTrpc(world.platform, request);
    return { status: answer.status, body: (await answer.json()) satisfies Json };
  };

  it.each([
    ["a typed array", { values: { email: [["typed-array", "Float64Array"]] } }],
    ["a map", { values: { email: ["map"] } }],
    ["an error", { values: ["Error"] }],
    ["a regular expression", { values: { email: ["regexp"] } }],
    ["a bigint", { values: { email: ["bigint"] } }],
  ])("refuses %s before anything is made of it", async (_, meta) => {
    const since = Date.now();
    const one = { json: { email: 4e8, password: "x" }, meta };
    const batch = Object.fromEntries(Array.from({ length: 10 }, (_each, index) => [index, one]));
    const { body } = await call(`${Array(10).fill("account.signIn").join()}?batch=1`, batch);
    for (const { error } of body)
      expect(error.json).toMatchObject({
        message: expect.stringContaining("type"),
        data: { httpStatus: 400, reason: "invalid-input" },
      });
    expect(Date.now() - since).toBeLessThan(2_000);
  });

  it("takes what our pages send", async () => {
    const { body } = await call("account.signIn", {
      json: { email: "a@b.co", password: "x" },
      meta: { values: { redirect: ["undefined"] }, v: 1 },
    });
    expect(body.error.json.data.reason).not.toBe("internal");
  });

  it("refuses more than ten calls at once, and a body that is too long whatever its header says", async () => {
    const { status } = await call(`${Array(11).fill("account.me").join()}?batch=1`, {});
    expect(status).toBe(400);
    const long = new Request(`${appOrigin}/api/trpc/account.signIn`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: appOrigin, host: "localhost:3000" },
      body: new Blob([JSON.stringify({ json: "x".repeat(6_000_000) })]).stream(),
      duplex: "half",
    } as RequestInit);
    expect((await answerTrpc(world.platform, long)).status).toBe(413);
  });
});

describe("a shop that was built from a sentence", () => {
  const order = (data: object) => ({ name: "Eve", email: "eve@example.com", ...data });
  let at: string;
  let as: (method: string, body: unknown, token?: string) => Promise<{ status: number; body: Json }>;
  let shop: string;
  beforeAll(async () => {
    const owner = await world.signUp();
    ({ appId: shop } = await owner.api.apps.create({ name: "Shop" }));
    const app = conversation();
    app.say("an online shop with products, customers and orders");
    const written = await writeVersion(mintOwnedApp(world.db, shop), { kind: "turn" }, () => app.files);
    await world.db.update(appTable).set({ publishedVersionId: written!.version.id }).where(eq(appTable.id, shop));
    at = `/api/apps/${shop}/entities`;
    as = (call, body) => world.rest(call, { body });
  });

  it.each([
    ["order_status", "paid"],
    ["payment", "paid"],
    ["total", 0.01],
    ["number", "1"],
  ])("takes no order whose %s a stranger sets", async (field, value) => {
    const made = await as(`POST ${at}/Order`, order({ [field]: value }));
    expect([made.status, Object.keys(made.body.error.details.fields)]).toEqual([400, [field]]);
    const many = await as(`POST ${at}/Order/bulk`, [order({}), order({ [field]: value })]);
    expect([many.status, Object.keys(many.body.error.details.fields)]).toEqual([400, [field]]);
  });

  it("takes a customer's order, and lets them change what is theirs alone", async () => {
    const { entities } = world.as({
      kind: "visitor",
      appId: shop,
      visitor: { id: "mary", role: "user", email: "mary@example.com" },
      token: "t",
    });
    const here = { appId: shop, entity: "Order" };
    const { id, payment } = await entities.create({ ...here, data: order({}) });
    expect(payment).toBe("open");
    await entities.update({ ...here, id, data: { notes: "Ring twice", payment: "open" } });
    await expect(entities.update({ ...here, id, data: { payment: "paid" } })).rejects.toThrow(
      /Payment can only be set/,
    );
    const rows = [{ id, data: { order_status: "delivered" } }];
    await expect(entities.bulkUpdate({ ...here, rows })).rejects.toThrow(/Order status can only be set/);
    expect(await entities.get({ ...here, id })).toMatchObject({ payment: "open", order_status: "new" });
  });

  it("tells strangers nothing of suppliers", async () => {
    const { body } = await world.rest(`GET ${at}/Product`);
    for (const row of body.items) expect(row).not.toHaveProperty("supplier");
    const asked = await world.rest(`GET ${at}/Product?sort=supplier`);
    expect([asked.status, asked.body.error.message]).toEqual([400, '"supplier" is not a field of Product']);
  });
});
