import { and, eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { app, entityRowHistory, member, visitorSession } from "@/db/schema";
import { type Actor } from "@/api/actor";
import { mintOwnedApp } from "@/db/scope";
import { reachOf } from "@/features/rows/rules";
import { permissionsName, permissionPresets } from "@/features/entities/rules";
import { permissionLevels } from "@/shipped/contract";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";
import { tokenHash } from "@/engines/token";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const task = (read: string, write: string, more: object = {}) =>
  JSON.stringify({
    properties: {
      title: { type: "string" },
      status: { type: "string", enum: ["open", "done"] },
      amount: { type: "number" },
      least: { type: "number" },
      tags: { type: "array", items: { type: "string", enum: ["red", "blue"] } },
      due: { type: "string", format: "date-time" },
      done: { type: "boolean" },
      place: { type: "object", properties: { city: { type: "string" } } },
    },
    required: ["title"],
    "x-accessControl": { permissions: { read, write } },
    ...more,
  });

/** An app with one entity, published, and a caller for each kind of actor. */
async function start(read = "all", write = "all", more: object = {}) {
  const owner = await world.signUp();
  const { appId, slug } = await owner.api.apps.create({ name: "App" });
  const scope = mintOwnedApp(world.db, appId);
  const written = await writeVersion(scope, { kind: "turn" }, () => [
    { path: "entities/Task.json", content: task(read, write, more) },
  ]);
  await world.db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
  const visitor = (id: string, role: "admin" | "user") =>
    world.as({ kind: "visitor", appId, visitor: { id, role, email: `${id}@example.com` }, token: "t" } satisfies Actor);
  return {
    ...owner,
    appId,
    slug,
    scope,
    at: { appId, entity: "Task" },
    admin: visitor("m-admin", "admin"),
    user: visitor("m-user", "user"),
    other: visitor("m-other", "user"),
    anonymous: world.anonymous,
  };
}

describe("The levels of the permission pair (2-builder.md §6)", () => {
  const actors = {
    builder: { id: "b", role: "builder" },
    admin: { id: "a", role: "admin" },
    user: { id: "u", role: "user" },
    anonymous: null,
  } as const;
  it.each([
    ["anonymous", "every every every every"],
    ["all", "every every every nothing"],
    ["admin", "every every nothing nothing"],
    ["creator", "every own own nothing"],
    ["none", "every nothing nothing nothing"],
  ] as const)("%s opens to builder, admin, user, anonymous: %s", (level, reaches) => {
    expect(
      Object.values(actors)
        .map((actor) => reachOf(level === "none" ? [] : [level], actor) as string)
        .join(" "),
    ).toBe(reaches);
  });

  it("names presets and the other pairs", () => {
    expect(permissionPresets).toHaveLength(6);
    expect(permissionsName({ read: "admin", write: "anonymous" })).toBe("Admin Only Read, Anonymous Write");
    expect(permissionsName({ read: "none", write: "all" })).toBe("None Read, Public Write");
  });
});

/** What each operation comes to, worked out from the sentence in §6 and design §6 alone, apart from the engine. */
type Who = "admin" | "user" | "stranger" | "anonymous";
function mayTouch(level: string, who: Who): boolean {
  if (level === "anonymous") return true;
  if (level === "all") return who !== "anonymous";
  if (level === "admin") return who === "admin";
  // The row under test was made by `user`.
  return level === "creator" && who === "user";
}
const mayCreate = (level: string, who: Who) => (level === "creator" ? who !== "anonymous" : mayTouch(level, who));

/** A token of a member of the app, as its sign-in would give it. */
async function joined(appId: string, id: string, role: "admin" | "user"): Promise<string> {
  await world.db.insert(member).values({ appId, id, role, email: `${id}@example.com`, passwordHash: "none" });
  await world.db
    .insert(visitorSession)
    .values({ appId, memberId: id, tokenHash: tokenHash(id), expiresAt: new Date(Date.now() + 60_000) });
  return id;
}

type Tries = Record<string, () => Promise<boolean>>;
const mine = { title: "Mine" };
const has = (items: { id: string }[], id: string) => items.some((row) => row.id === id);

const triesByTrpc = (
  { entities }: World["anonymous"],
  at: { appId: string; entity: string },
  id: string,
  restore: (changeId: string) => Promise<unknown>,
): Tries => ({
  list: async () => has((await entities.list(at)).items, id),
  filter: async () => has((await entities.list({ ...at, q: mine, sort: "title" })).items, id),
  count: async () => (await entities.count({ ...at, q: mine })).count > 0,
  get: async () => (await entities.get({ ...at, id })).id === id,
  update: async () => (await entities.update({ ...at, id, data: { amount: 1 } })).id === id,
  bulkUpdate: async () => has((await entities.bulkUpdate({ ...at, rows: [{ id, data: { amount: 2 } }] })).items, id),
  updateFitting: async () =>
    has((await entities.updateFitting({ ...at, rows: [{ id, data: { amount: 3 } }] })).items, id),
  create: async () => (await entities.create({ ...at, data: { title: "One" } })).id !== "",
  bulkCreate: async () => (await entities.bulkCreate({ ...at, rows: [{ title: "Many" }] })).items.length === 1,
  createFitting: async () => (await entities.createFitting({ ...at, rows: [{ title: "Fitting" }] })).items.length === 1,
  delete: async () => Boolean(await restore((await entities.delete({ ...at, id })).changeId)),
  bulkDelete: async () => {
    const { ids, changeId } = await entities.bulkDelete({ ...at, ids: [id] });
    return ids.length > 0 && Boolean(await restore(changeId));
  },
});

/** What an app's own pages send to its host. The export is REST alone. */
function triesByRest(
  host: string,
  token: string | undefined,
  { appId, entity }: { appId: string; entity: string },
  id: string,
  restore: (changeId: string) => Promise<unknown>,
): Tries {
  const path = `/api/apps/${appId}/entities/${entity}`;
  const q = `q=${encodeURIComponent(JSON.stringify(mine))}`;
  const send = async (line: string, content?: unknown) => {
    const { status, body } = await world.rest(line, { host, token, body: content });
    if (status !== 200) throw new Error(String(status));
    return body;
  };
  return {
    list: async () => has((await send(`GET ${path}`)).items, id),
    filter: async () => has((await send(`GET ${path}?${q}&sort=title`)).items, id),
    count: async () => (await send(`GET ${path}/count?${q}`)).count > 0,
    get: async () => (await send(`GET ${path}/${id}`)).id === id,
    export: async () => (await send(`GET ${path}/export?${q}`)).includes(id),
    update: async () => (await send(`PUT ${path}/${id}`, { amount: 4 })).id === id,
    create: async () => (await send(`POST ${path}`, { title: "One" })).id !== "",
    bulkCreate: async () => (await send(`POST ${path}/bulk`, [{ title: "Many" }])).length === 1,
    delete: async () => Boolean(await restore((await send(`DELETE ${path}/${id}`)).changeId)),
  };
}

describe("Every pair, actor and operation, through tRPC and REST", () => {
  const pairs = permissionLevels.flatMap((read) => permissionLevels.map((write) => [read, write] as const));
  it.each(pairs)("read %s, write %s", async (read, write) => {
    const { appId, at, scope, api, slug, admin, user, other, anonymous } = await start("all", "all");
    const { id } = await user.entities.create({ ...at, data: mine });
    const changed = await writeVersion(scope, { kind: "edit" }, () => [
      { path: "entities/Task.json", content: task(read, write) },
    ]);
    if (changed) await world.db.update(app).set({ publishedVersionId: changed.version.id }).where(eq(app.id, appId));

    const actors = {
      admin: { caller: admin, token: await joined(appId, "m-admin", "admin") },
      user: { caller: user, token: await joined(appId, "m-user", "user") },
      stranger: { caller: other, token: await joined(appId, "m-other", "user") },
      anonymous: { caller: anonymous, token: undefined },
    };
    const restore = (changeId: string) => api.entities.undo({ appId, changeId });
    const met: Record<string, boolean> = {};
    const wanted: Record<string, boolean> = {};
    for (const who of Object.keys(actors) as Who[]) {
      const { caller, token } = actors[who];
      for (const [door, tries] of Object.entries({
        tRPC: triesByTrpc(caller, at, id, restore),
        REST: triesByRest(`${slug}.localhost:3000`, token, at, id, restore),
      })) {
        for (const [name, attempt] of Object.entries(tries)) {
          met[`${who} ${name} by ${door}`] = await attempt().catch(() => false);
          const mayChange = mayTouch(read, who) && mayTouch(write, who);
          wanted[`${who} ${name} by ${door}`] = /create/i.test(name)
            ? mayCreate(write, who)
            : /update|delete/i.test(name)
              ? mayChange
              : mayTouch(read, who);
        }
      }
    }
    expect(met).toEqual(wanted);
    // The builder sees everything that was made, whatever the pair.
    expect((await api.entities.count(at)).count).toBeGreaterThan(0);
  });

  it("says 'sign in' to somebody anonymous and 'not allowed' to somebody who is not", async () => {
    const { at, user, anonymous } = await start("admin", "admin");
    await expect(anonymous.entities.list(at)).rejects.toMatchObject({ reason: "not-signed-in" });
    await expect(user.entities.list(at)).rejects.toMatchObject({ reason: "not-allowed" });
  });

  it("does not let a member of another app, or nobody, near an app that is not published", async () => {
    const { at, appId, user, api } = await start("anonymous", "anonymous");
    await world.db.update(app).set({ publishedVersionId: null }).where(eq(app.id, appId));
    await expect(world.anonymous.entities.list(at)).rejects.toMatchObject({ reason: "app-not-found" });
    await expect(user.entities.list(at)).rejects.toMatchObject({ reason: "not-published" });
    expect((await api.entities.list(at)).items).toEqual([]);
  });
});

describe("Rows that strangers add", () => {
  it("are counted by address, one by one or many at once, and those of members are not", async () => {
    const { at, user } = await start("anonymous", "anonymous");
    const many = Array.from({ length: 119 }, (_, index) => ({ title: `row ${index}` }));
    await world.anonymous.entities.bulkCreate({ ...at, rows: many });
    await world.anonymous.entities.create({ ...at, data: { title: "one" } });
    const refused = { reason: "too-many-requests" };
    await expect(world.anonymous.entities.create({ ...at, data: { title: "flood" } })).rejects.toMatchObject(refused);
    await expect(world.anonymous.entities.createFitting({ ...at, rows: many })).rejects.toMatchObject(refused);
    await user.entities.bulkCreate({ ...at, rows: many });
    await user.entities.create({ ...at, data: { title: "mine" } });
    expect(await user.entities.count(at)).toEqual({ count: 240 });
  });
});

describe("Rows", () => {
  it("are listed by createdAt descending, also those of one bulk, and give their system fields", async () => {
    const { at, api, accountId } = await start();
    await api.entities.bulkCreate({ ...at, rows: ["a", "b", "c"].map((title) => ({ title })) });
    const { items } = await api.entities.list(at);
    expect(items.map(({ title }) => title)).toEqual(["c", "b", "a"]);
    expect(items[0]).toEqual({
      title: "c",
      id: expect.stringMatching(/^r/),
      createdAt: expect.stringMatching(/^\d{4}-.*Z$/),
      updatedAt: expect.any(String),
      creatorId: accountId,
    });
  });

  it("come by REST in the documented shapes", async () => {
    const { appId, token } = await start();
    const path = `/api/apps/${appId}/entities/Task`;
    const created = await world.rest(`POST ${path}`, { token, body: { title: "One", amount: 3 } });
    expect(created).toMatchObject({ status: 200, body: { title: "One", amount: 3, id: expect.any(String) } });
    const bulk = await world.rest(`POST ${path}/bulk`, {
      token,
      body: [
        { title: "Two", amount: 5 },
        { title: "Three", amount: 4 },
      ],
    });
    expect(bulk.body).toMatchObject([{ title: "Two" }, { title: "Three" }]);
    const list = await world.rest(`GET ${path}?q=${encodeURIComponent('{"amount":{"$gt":3}}')}&sort=-amount&limit=1`, {
      token,
    });
    expect(list.body).toMatchObject({ items: [{ title: "Two" }], nextCursor: expect.any(String) });
    const next = await world.rest(
      `GET ${path}?q=${encodeURIComponent('{"amount":{"$gt":3}}')}&sort=-amount&limit=1&cursor=${list.body.nextCursor}`,
      { token },
    );
    expect(next.body).toMatchObject({ items: [{ title: "Three" }], nextCursor: null });
    const id = created.body.id;
    expect((await world.rest(`PUT ${path}/${id}`, { token, body: { amount: 9 } })).body).toMatchObject({
      id,
      title: "One",
      amount: 9,
    });
    expect((await world.rest(`GET ${path}/${id}`, { token })).body).toMatchObject({ amount: 9 });
    expect((await world.rest(`GET ${path}/count`, { token })).body).toEqual({ count: 3 });
    expect((await world.rest(`DELETE ${path}/${id}`, { token })).status).toBe(200);
    expect(await world.rest(`GET ${path}/${id}`, { token })).toMatchObject({
      status: 404,
      body: { error: { code: "row-not-found" } },
    });
  });

  it("cannot have their system fields set", async () => {
    const { at, user } = await start();
    const row = await user.entities.create({
      ...at,
      data: { title: "x", id: "mine", creatorId: "somebody", createdAt: "1999-01-01" },
    });
    expect(row).toMatchObject({ creatorId: "m-user" });
    expect(row.id).not.toBe("mine");
    expect(row.createdAt).not.toMatch(/^1999/);
  });

  it.each([
    ["a missing required field", {}, "Title is required"],
    ["an empty required field", { title: "" }, "Title is required"],
    ["a text for a number", { title: "x", amount: "5" }, "Amount must be a number"],
    ["a value outside of an enum", { title: "x", status: "late" }, "Status must be one of open, done"],
    ["a tag outside of a list's enum", { title: "x", tags: ["green"] }, "Tags 1 must be one of red, blue"],
    ["a wrong time", { title: "x", due: "tomorrow" }, "Due must be a date with a time"],
    ["a wrong nested value", { title: "x", place: { city: 5 } }, "Place, city must be text"],
    ["a text above 10,000 characters", { title: "x".repeat(10_001) }, "Title takes 10000 characters max"],
  ])("refuse %s", async (_name, data, message) => {
    const { at, api } = await start();
    await expect(api.entities.create({ ...at, data })).rejects.toMatchObject({ reason: "invalid-row", message });
  });

  it("can be emptied in optional fields, and keep fields that no schema names", async () => {
    const { at, api } = await start();
    const { id } = await api.entities.create({ ...at, data: { title: "x", amount: 5, legacy: { a: 1 } } });
    expect(await api.entities.update({ ...at, id, data: { amount: null } })).toMatchObject({
      amount: null,
      legacy: { a: 1 },
    });
  });

  it("refuse a bulk whole when one row is wrong, and name it", async () => {
    const { at, api } = await start();
    await expect(api.entities.bulkCreate({ ...at, rows: [{ title: "ok" }, { amount: 1 }] })).rejects.toMatchObject({
      details: { row: 1 },
      message: "Row 2: Title is required",
    });
    expect((await api.entities.count(at)).count).toBe(0);
  });

  it("are pasted as far as they fit: what does not is left as it was and named, the rest is saved in the same change", async () => {
    const { at, appId, api } = await start();
    const { items } = await api.entities.bulkCreate({ ...at, rows: [{ title: "a" }, { title: "b" }, { title: "c" }] });
    const [a, b, c] = items.map(({ id }) => id) as [string, string, string];
    const pasted = await api.entities.updateFitting({
      ...at,
      rows: [
        { id: a, data: { title: "A", amount: 1 } },
        { id: b, data: { title: "B", amount: "many" } },
        { id: c, data: { title: null } },
        { id: "gone", data: { title: "x" } },
      ],
    });
    expect(pasted.refused).toEqual(
      [
        { id: b, fields: { amount: "Amount must be a number" } },
        { id: c, fields: { title: "Title is required" } },
      ].sort((one, other) => one.id.localeCompare(other.id)),
    );
    const titles = async () =>
      (await api.entities.list({ ...at, sort: "createdAt" })).items.map(({ title, amount }) => [title, amount]);
    expect(await titles()).toEqual([
      ["A", 1],
      ["B", undefined],
      ["c", undefined],
    ]);
    expect(await api.entities.undo({ appId, changeId: pasted.changeId })).toMatchObject({ restored: 2, skipped: 0 });
    expect(await titles()).toEqual([
      ["a", undefined],
      ["b", undefined],
      ["c", undefined],
    ]);
    const created = await api.entities.createFitting({ ...at, rows: [{ title: "d", amount: "many" }, { amount: 5 }] });
    expect(created).toMatchObject({
      items: [{ title: "d" }],
      refused: [
        { row: 0, fields: { amount: "Amount must be a number" } },
        { row: 1, fields: { title: "Title is required" } },
      ],
    });
  });

  it("keep what twenty change at once, each a field of its own, and remember every state between", async () => {
    const { at, appId, api } = await start();
    const { id } = await api.entities.create({ ...at, data: { title: "x" } });
    const fields = Array.from({ length: 20 }, (_, index) => [`field${index}`, index] as const);
    await Promise.all(fields.map(([field, value]) => api.entities.update({ ...at, id, data: { [field]: value } })));
    expect(await api.entities.get({ ...at, id })).toMatchObject(Object.fromEntries(fields));
    const remembered = await world.db
      .select()
      .from(entityRowHistory)
      .where(and(eq(entityRowHistory.appId, appId), eq(entityRowHistory.rowId, id)))
      .orderBy(entityRowHistory.number);
    expect(remembered.map(({ before }) => Object.keys((before as { data: object }).data).length)).toEqual(
      fields.map((_, index) => index + 1),
    );
  });

  it("are checked by what a change sets: what does not fit from before is not the change's fault", async () => {
    const { at, scope, api } = await start();
    const { id } = await api.entities.create({ ...at, data: { amount: 5, title: "x" } });
    await writeVersion(scope, { kind: "turn" }, () => [
      {
        path: "entities/Task.json",
        content: task("all", "all")
          .replace('"type":"number"', '"type":"boolean"')
          .replace('["title"]', '["title","due"]'),
      },
    ]);
    expect(await api.entities.update({ ...at, id, data: { title: "y" } })).toMatchObject({ title: "y", amount: 5 });
    await expect(api.entities.update({ ...at, id, data: { amount: 6 } })).rejects.toMatchObject({
      reason: "invalid-row",
      message: "Amount must be true or false",
    });
    await expect(api.entities.update({ ...at, id, data: { due: null } })).rejects.toMatchObject({
      message: "Due is required",
    });
    expect((await api.entities.bulkUpdate({ ...at, rows: [{ id, data: { title: "z" } }] })).items).toMatchObject([
      { title: "z", amount: 5 },
    ]);
  });

  it("do not grow above 500,000 characters, also not step by step", async () => {
    const { at, api } = await start();
    const { id } = await api.entities.create({ ...at, data: { title: "x", a: "a".repeat(300_000) } });
    await expect(api.entities.update({ ...at, id, data: { b: "b".repeat(300_000) } })).rejects.toMatchObject({
      reason: "invalid-row",
      message: "The row is too large",
    });
    expect(await api.entities.update({ ...at, id, data: { a: "", b: "b".repeat(300_000) } })).toMatchObject({ a: "" });
  });

  it("come back when a bulk delete is undone, and the undo can be undone", async () => {
    const { at, appId, api } = await start();
    const { items } = await api.entities.bulkCreate({ ...at, rows: ["a", "b", "c"].map((title) => ({ title })) });
    const { ids, changeId } = await api.entities.bulkDelete({ ...at, ids: items.slice(0, 2).map(({ id }) => id) });
    expect(ids).toHaveLength(2);
    const undone = await api.entities.undo({ appId, changeId });
    expect(undone).toMatchObject({ restored: 2, skipped: 0 });
    expect(
      (await api.entities.list({ ...at, sort: "title" })).items.map(({ title, createdAt }) => [title, createdAt]),
    ).toEqual(items.map(({ title, createdAt }) => [title, createdAt]));
    await api.entities.undo({ appId, changeId: undone.changeId });
    expect((await api.entities.count(at)).count).toBe(1);
  });

  it("that changed again since are left alone by an undo", async () => {
    const { at, appId, api } = await start();
    const { items } = await api.entities.bulkCreate({ ...at, rows: [{ title: "a" }, { title: "b" }] });
    const { changeId } = await api.entities.bulkUpdate({
      ...at,
      rows: items.map(({ id }) => ({ id, data: { amount: 1 } })),
    });
    await api.entities.update({ ...at, id: items[0]!.id, data: { amount: 2 } });
    expect(await api.entities.undo({ appId, changeId })).toMatchObject({ restored: 1, skipped: 1 });
    expect(await api.entities.get({ ...at, id: items[0]!.id })).toMatchObject({ amount: 2 });
  });

  it("are undone and redone one change after the other, also where two changes touched one row", async () => {
    const { at, appId, api } = await start();
    const { id } = await api.entities.create({ ...at, data: { title: "one", amount: 1 } });
    const edit = async (data: Record<string, unknown>) =>
      (await api.entities.bulkUpdate({ ...at, rows: [{ id, data }] })).changeId;
    const edits = [await edit({ title: "two" }), await edit({ title: "three" }), await edit({ amount: 4 })];
    const content = async () => (({ title, amount }) => [title, amount])(await api.entities.get({ ...at, id }));
    const undo = async (changeId: string) => {
      const undone = await api.entities.undo({ appId, changeId });
      expect(undone).toMatchObject({ restored: 1, skipped: 0 });
      return undone.changeId;
    };
    const undos = [await undo(edits[2]!), await undo(edits[1]!), await undo(edits[0]!)];
    expect(await content()).toEqual(["one", 1]);
    await undo(undos[2]!);
    expect(await content()).toEqual(["two", 1]);
    const redone = await undo(undos[1]!);
    expect(await content()).toEqual(["three", 1]);
    await edit({ amount: 9 });
    expect(await api.entities.undo({ appId, changeId: redone })).toMatchObject({ restored: 0, skipped: 1 });
  });

  it("of another app cannot be undone or reached by an id that was guessed", async () => {
    const first = await start();
    const { items } = await first.api.entities.bulkCreate({ ...first.at, rows: [{ title: "a" }] });
    const { changeId } = await first.api.entities.bulkDelete({ ...first.at, ids: [items[0]!.id] });
    const second = await start();
    expect(await second.api.entities.undo({ appId: second.appId, changeId })).toMatchObject({ restored: 0 });
    await expect(second.api.entities.get({ ...second.at, id: items[0]!.id })).rejects.toMatchObject({
      reason: "row-not-found",
    });
  });
});

describe("Filters and sorts", () => {
  const seed = async () => {
    const world1 = await start();
    await world1.api.entities.bulkCreate({
      ...world1.at,
      rows: [
        { title: "Ash", amount: 10, status: "open", tags: ["red"], place: { city: "Oslo" } },
        { title: "Birch 100%", amount: 9, least: 9, status: "done", tags: ["red", "blue"] },
        { title: "cedar", status: "open", done: true },
        { title: "Dogwood", amount: -1.5, least: 0, status: null },
      ],
    });
    const titles = async (q: unknown, sort = "title") =>
      (await world1.api.entities.list({ ...world1.at, q, sort })).items
        .map(({ title }) => String(title).charAt(0))
        .sort()
        .join("");
    return { ...world1, titles };
  };

  it("find what they say", async () => {
    const { titles } = await seed();
    const cases: [unknown, string][] = [
      [{ status: "open" }, "Ac"],
      [{ amount: { $gt: 9 } }, "A"],
      [{ amount: { $gte: 9, $lt: 10 } }, "B"],
      [{ amount: { $lt: 0 } }, "D"],
      [{ status: { $in: ["done", null] } }, "BD"],
      [{ status: { $ne: "open" } }, "BD"],
      [{ tags: "blue" }, "B"],
      [{ title: { $contains: "100%" } }, "B"],
      [{ title: { $contains: "A" } }, "Ac"],
      [{ title: { $startsWith: "c" } }, "c"],
      [{ amount: { $exists: false } }, "c"],
      [{ "place.city": "Oslo" }, "A"],
      [{ done: true }, "c"],
      [{ $or: [{ title: "Ash" }, { amount: 9 }] }, "AB"],
      [{ $not: { status: "open" } }, "BD"],
      [{ $and: [{ status: "open" }, { amount: 10 }] }, "A"],
      [{ amount: "10" }, ""],
      [{ amount: { $lte: { $field: "least" } } }, "BD"],
      [{ amount: { $lt: { $field: "least" } } }, "D"],
      [{ $not: { amount: { $gt: { $field: "least" } } } }, "ABDc"],
      [{ createdAt: { $lte: { $field: "updatedAt" } } }, "ABDc"],
      [{}, "ABDc"],
    ];
    for (const [q, found] of cases) expect([q, await titles(q)]).toEqual([q, found]);
  });

  it.each([
    ["an unknown operator", { amount: { $where: "1" } }],
    ["a name with a quote", { "a'b": 1 }],
    ["a name that climbs", { "__proto__.x": 1 }],
    ["a list of two thousand", { amount: { $in: Array.from({ length: 2000 }, (_, index) => index) } }],
    ["nesting without end", JSON.parse(`${'{"$not":'.repeat(9)}{}${"}".repeat(9)}`)],
    ["a filter that is no object", [1]],
    ["a comparison with an object", { amount: { $gt: {} } }],
    ["a comparison with an unknown field", { amount: { $gt: { $field: "nothing" } } }],
    ["a comparison with a field and more", { amount: { $gt: { $field: "amount", $x: 1 } } }],
  ])("refuse %s", async (_name, q) => {
    const { at, api } = await start();
    await expect(api.entities.list({ ...at, q })).rejects.toMatchObject({ reason: "invalid-query" });
  });

  it("treat every value as a value", async () => {
    const { titles, at, api } = await seed();
    for (const evil of ["'; drop table entity_row; --", "' or 1=1 --", '"}]', "\\", "%"])
      expect(await titles({ title: evil })).toBe("");
    await expect(api.entities.list({ ...at, sort: "title; drop table app" })).rejects.toMatchObject({
      reason: "invalid-query",
    });
    expect((await api.entities.count(at)).count).toBe(4);
  });

  it.each(["-createdAt", "createdAt", "amount", "-amount,title", "status,-amount", "title"])(
    "page through everything once, sorted by %s",
    async (sort) => {
      const { at, api } = await start();
      await api.entities.bulkCreate({
        ...at,
        rows: Array.from({ length: 57 }, (_, index) => ({
          title: `t${index % 7}`,
          ...(index % 3 && { amount: index % 5 }),
          ...(index % 2 && { status: "open" }),
        })),
      });
      const whole = (await api.entities.list({ ...at, sort, limit: 1000 })).items.map(({ id }) => id);
      const paged: string[] = [];
      let cursor: string | undefined;
      do {
        const page = await api.entities.list({ ...at, sort, limit: 10, cursor });
        paged.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor ?? undefined;
        // Rows that arrive meanwhile do not shift the pages that follow.
        if (sort === "-createdAt" && paged.length === 20) await api.entities.create({ ...at, data: { title: "late" } });
      } while (cursor);
      expect(paged).toEqual(whole);
      expect(new Set(paged).size).toBe(57);
    },
  );

  it("refuse a cursor of another sort, and one that was made up", async () => {
    const { at, api } = await start();
    await api.entities.bulkCreate({ ...at, rows: [{ title: "a" }, { title: "b" }] });
    const { nextCursor } = await api.entities.list({ ...at, limit: 1 });
    for (const cursor of [
      nextCursor!,
      "AAAA",
      Buffer.from('{"sort":"title","values":[{}],"id":"x","y":1}').toString("base64url"),
    ])
      await expect(api.entities.list({ ...at, sort: "title", cursor })).rejects.toMatchObject({
        reason: "invalid-query",
      });
  });
});

describe("Schemas", () => {
  it("that are broken are reported, and the others work", async () => {
    const { api, appId, scope } = await start();
    await writeVersion(scope, { kind: "edit" }, (files) => [
      ...files,
      { path: "entities/Bad.json", content: "{ oops" },
      { path: "entities/Empty.json", content: "{}" },
    ]);
    expect(await api.entities.schemas({ appId })).toMatchObject({
      entities: [{ name: "Task", permissionsName: "Public Read, Public Write" }],
      broken: [{ name: "Bad" }, { name: "Empty" }],
    });
    await expect(api.entities.list({ appId, entity: "Bad" })).rejects.toMatchObject({ reason: "entity-not-found" });
  });

  it("with a pattern that could hang check everything else", async () => {
    const { at, api } = await start("all", "all", {
      properties: { title: { type: "string", pattern: "^(a+)+$" }, code: { type: "string", pattern: "^[A-Z]{2}$" } },
    });
    // Tried as JavaScript tries patterns, it would take years.
    await api.entities.create({ ...at, data: { title: `${"a".repeat(40)}!` } });
    await expect(api.entities.create({ ...at, data: { title: "a", code: "xx" } })).rejects.toMatchObject({
      reason: "invalid-row",
    });
  });
});
