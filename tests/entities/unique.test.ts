import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "@/db/open";
import { mintOwnedApp } from "@/db/scope";
import { keyOf, refusedWishes, wishesOf } from "@/features/rows/compare-values";
import { uniqueFieldsOf } from "@/features/rows/rules";
import type { EntityProperty } from "@/features/rows/schema";
import { writeVersion } from "@/features/versions/store";
import { type Json, World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

const properties: Record<string, EntityProperty> = {
  email: { type: "string", format: "email", "x-unique": true },
  number: { type: "integer", title: "Customer number", "x-unique": true },
  name: { type: "string" },
  tags: { type: "array", items: { type: "string" } },
};
const schemaWith = (more: Record<string, EntityProperty> = {}) => ({
  name: "Customer",
  type: "object",
  properties: { ...properties, ...more },
  "x-accessControl": { permissions: { read: "anonymous", write: "anonymous" } },
});
const free = { email: { type: "string" }, number: { type: "integer" } } as const;

async function openCustomers(schema: object = schemaWith()) {
  const { api, token, accountId } = await world.signUp();
  const { appId } = await api.apps.create({ name: "Shop" });
  const owned = mintOwnedApp(world.db, appId);
  const write = (next: object) =>
    writeVersion(owned, { kind: "edit" }, () => [
      { path: "entities/Customer.json", content: JSON.stringify(next) },
      { path: "pages/Home.jsx", content: "export default function Home() { return <h1>Shop</h1>; }\n" },
    ]);
  await write(schema);
  const path = `/api/apps/${appId}/entities/Customer`;
  const send = (line: string, body?: unknown) => world.rest(line, { token, body });
  const at = { appId, entity: "Customer" };
  return {
    api,
    appId,
    accountId,
    owned,
    token,
    at,
    path,
    write,
    create: (fields: object) => send(`POST ${path}`, fields),
    change: (id: string, fields: object) => send(`PUT ${path}/${id}`, fields),
    remove: (id: string) => send(`DELETE ${path}/${id}`),
    bulk: (rows: object[]) => send(`POST ${path}/bulk`, rows),
    all: async () => (await send(`GET ${path}?limit=100&sort=email`)).body.items as Json[],
    emails: async () =>
      ((await send(`GET ${path}?limit=100`)).body.items as Json[])
        .map(({ email }) => String(email))
        .sort((a, b) => a.localeCompare(b)),
    claims: () =>
      rowsOf<{ field: string; row_id: string }>(
        world.db,
        sql`select field, row_id from entity_row_value where app_id = ${appId} order by field, row_id`,
      ),
  };
}

/** The refusal that a call is answered with. */
const refusalOf = (call: Promise<unknown>): Promise<Json> =>
  call.then(
    () => expect.unreachable(),
    (error: unknown) => error,
  );

describe("What is compared", () => {
  it.each<[unknown, unknown, boolean]>([
    ["a@b.c", " A@B.C ", true],
    ["Ärger", "äRGER", true],
    ["Caf\u00e9", "Cafe\u0301", true],
    ["a b", "ab", false],
    [1, 1.0, true],
    [1, 2, false],
    ["2026-11-23T10:00:00.000Z", "2026-11-23T11:00:00+01:00", true],
    ["2026-11-23", "2026-11-24", false],
    ["x".repeat(9_999), "x".repeat(9_998), false],
  ])("%j and %j: %s", (one, other, isSame) => {
    expect(keyOf(one) === keyOf(other)).toBe(isSame);
  });

  it.each([[null], [undefined], [""], ["  "], [[]], [["a"]], [{}], [true]])("%j equals nothing", (value) => {
    expect(keyOf(value)).toBeUndefined();
  });

  it("holds for single texts, numbers, dates and references, and for nothing else", () => {
    const unique = (property: EntityProperty) => ({ ...property, "x-unique": true });
    expect(
      uniqueFieldsOf({
        properties: {
          email: unique({ type: "string", format: "email" }),
          born: unique({ type: "string", format: "date" }),
          number: unique({ type: "number" }),
          weekday: unique({ type: "string", enum: ["Mon", "Tue"] }),
          owner: unique({ type: "string", "x-reference": "Person" }),
          owners: unique({ type: "array", items: { type: "string" }, "x-reference": "Person" }),
          notes: unique({ type: "string", format: "markdown" }),
          image: unique({ type: "string" }),
          isDone: unique({ type: "boolean" }),
          address: unique({ type: "object" }),
          name: { type: "string" },
          code: { type: "string", "x-unique": "yes" } as unknown as EntityProperty,
        },
      }),
    ).toEqual(["email", "born", "number", "weekday", "owner"]);
  });

  const rowsWith = (list: [id: string, was: string | undefined, is: string][]) =>
    list.map(([id, was, is]) => ({ id, data: { a: is }, ...(was !== undefined && { was: { a: was } }) }));
  it.each<[string, [string, string | undefined, string][], Record<string, string>, string[]]>([
    [
      "two rows exchange theirs",
      [
        ["1", "x", "y"],
        ["2", "y", "x"],
      ],
      { x: "1", y: "2" },
      [],
    ],
    [
      "each takes its neighbour's",
      [
        ["1", "x", "y"],
        ["2", "y", "z"],
      ],
      { x: "1", y: "2" },
      [],
    ],
    [
      "the one that was to give its up cannot",
      [
        ["1", "x", "y"],
        ["2", "y", "z"],
      ],
      { x: "1", y: "2", z: "3" },
      ["1", "2"],
    ],
    [
      "two new ones want the same",
      [
        ["1", undefined, "x"],
        ["2", undefined, "x"],
      ],
      {},
      ["2"],
    ],
    ["somebody else has it", [["1", undefined, "x"]], { x: "9" }, ["1"]],
    ["it has it already", [["1", "x", "x"]], { x: "1" }, []],
  ])("%s", (_, list, held, refused) => {
    const claimants = rowsWith(list);
    const holders = new Map(Object.entries(held).map(([value, id]) => [`a ${keyOf(value)}`, id]));
    const wishes = wishesOf(["a"], claimants);
    const found = refusedWishes(wishes, (at) => claimants[at]!.was === undefined, holders);
    expect([...found.refused].map(({ id }) => id).sort()).toEqual(refused);
  });
});

describe("A unique field", () => {
  it("refuses a second row with the same value, in words, as a conflict", async () => {
    const { create, emails } = await openCustomers();
    expect((await create({ email: "a@b.c", number: 7 })).status).toBe(200);
    const second = await create({ email: "A@B.C", number: 8 });
    expect(second).toMatchObject({
      status: 409,
      body: {
        error: {
          code: "value-taken",
          message: 'Email must be unique: another row has "A@B.C" already',
          details: { fields: { email: 'Email must be unique: another row has "A@B.C" already' } },
        },
      },
    });
    const third = await create({ email: "c@d.e", number: 7 });
    expect(third.body.error.details.fields).toEqual({
      number: 'Customer number must be unique: another row has "7" already',
    });
    // Nothing of a refused row is left behind.
    expect((await create({ email: "c@d.e", number: 8 })).status).toBe(200);
    expect(await emails()).toEqual(["a@b.c", "c@d.e"]);
  });

  it("lets any number of rows be without a value", async () => {
    const { create, all, claims } = await openCustomers();
    for (const fields of [{}, { email: "" }, { email: null }, { name: "Ann" }])
      expect((await create(fields)).status).toBe(200);
    expect(await all()).toHaveLength(4);
    expect(await claims()).toEqual([]);
  });

  it("gives a value to one of fifty who want it at once", async () => {
    const { create, all, claims } = await openCustomers();
    const answers = await Promise.all(Array.from({ length: 50 }, (_, at) => create({ email: "a@b.c", number: at })));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 409)).toHaveLength(49);
    expect(await all()).toHaveLength(1);
    expect(await claims()).toHaveLength(2);
  });

  it("gives a value to one of many who change or add rows at once", async () => {
    const { bulk, create, change, all } = await openCustomers();
    const { body } = await bulk(Array.from({ length: 10 }, (_, number) => ({ number, email: `${number}@b.c` })));
    const answers = await Promise.all([
      ...(body as Json[]).map(({ id }) => change(id, { email: "x@b.c" })),
      ...Array.from({ length: 5 }, () => create({ email: "X@b.c" })),
      ...Array.from({ length: 5 }, (_, at) => bulk([{ email: `new-${at}@b.c` }, { email: "x@B.c" }])),
    ]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await all()).filter(({ email }) => email.toLowerCase() === "x@b.c")).toHaveLength(1);
  });

  it("follows a row's changes, and lets go of a deleted one's value", async () => {
    const { create, change, remove, emails, claims } = await openCustomers();
    const { body: ann } = await create({ email: "ann@b.c", number: 1 });
    const { body: bob } = await create({ email: "bob@b.c", number: 2 });
    expect(await change(bob.id, { email: "Ann@b.c", name: "Bob" })).toMatchObject({
      status: 409,
      body: { error: { code: "value-taken" } },
    });
    expect((await change(bob.id, { email: "BOB@b.c", name: "Bob" })).body).toMatchObject({ email: "BOB@b.c" });
    expect((await change(ann.id, { email: "anna@b.c" })).status).toBe(200);
    expect((await change(bob.id, { email: "ann@b.c" })).status).toBe(200);
    expect((await change(ann.id, { email: null, number: null })).status).toBe(200);
    expect((await create({ email: "anna@b.c", number: 1 })).status).toBe(200);
    expect((await remove(bob.id)).status).toBe(200);
    expect((await create({ email: "ann@b.c", number: 2 })).status).toBe(200);
    expect(await emails()).toEqual(["ann@b.c", "anna@b.c", "null"]);
    expect(await claims()).toHaveLength(4);
  });

  it("refuses a whole list for one of its rows, and says which", async () => {
    const { bulk, create, all } = await openCustomers();
    await create({ email: "a@b.c" });
    for (const [list, row] of [
      [[{ email: "x@b.c" }, { email: "a@b.c" }], 1],
      [[{ email: "x@b.c" }, { email: "y@b.c" }, { email: "X@b.c" }], 2],
    ] as const) {
      const answer = await bulk([...list]);
      expect(answer.status).toBe(409);
      expect(answer.body.error.details.row).toBe(row);
      expect(answer.body.error.message).toContain(`Row ${row + 1}: Email must be unique`);
    }
    expect(await all()).toHaveLength(1);
    expect((await bulk([{ email: "x@b.c" }, { email: "y@b.c" }])).status).toBe(200);
  });

  it("takes what fits of pasted rows and cells, and tells of the others", async () => {
    const { api, at, create, emails } = await openCustomers();
    await create({ email: "a@b.c", number: 1 });
    const pasted = await api.entities.createFitting({
      ...at,
      // The second has a number that is taken, and so leaves its address to the third.
      rows: [{ email: "b@b.c", number: 2 }, { email: "c@b.c", number: 1 }, { email: "c@b.c" }, { email: "A@b.c" }],
    });
    expect(pasted.items.map(({ email }) => email)).toEqual(["b@b.c", "c@b.c"]);
    expect(pasted.refused).toMatchObject(
      [{ row: 1, fields: { number: /7|1/ } }, { row: 3 }].map(({ row }) => ({ row })),
    );
    const [b, c] = pasted.items as [Json, Json];
    const changed = await api.entities.updateFitting({
      ...at,
      rows: [
        { id: b.id, data: { email: "c@b.c", name: "Bea" } },
        { id: c.id, data: { email: "a@b.c" } },
      ],
    });
    // The third keeps its own, since the first row has what it wants, and so the second cannot have it.
    expect(new Set(changed.refused.map(({ id }) => id))).toEqual(new Set([b.id, c.id]));
    expect(changed.items).toMatchObject([{ id: b.id, email: "b@b.c", name: "Bea" }]);
    expect(await emails()).toEqual(["a@b.c", "b@b.c", "c@b.c"]);
  });

  it("lets rows exchange their values in one call", async () => {
    const { api, at, bulk } = await openCustomers();
    const { body } = await bulk([{ email: "a@b.c" }, { email: "b@b.c" }]);
    const [one, other] = body as Json[];
    const changed = await api.entities.bulkUpdate({
      ...at,
      rows: [
        { id: one.id, data: { email: "b@b.c" } },
        { id: other.id, data: { email: "a@b.c" } },
      ],
    });
    expect(changed.items).toHaveLength(2);
  });

  it("holds for an undo: a row does not come back beside the one that has its value now", async () => {
    const { api, appId, at, create, change, emails, claims } = await openCustomers();
    const { body: ann } = await create({ email: "ann@b.c" });
    const { changeId } = await api.entities.delete({ ...at, id: ann.id });
    const { body: anna } = await create({ email: "Ann@b.c" });
    expect(await refusalOf(api.entities.undo({ appId, changeId }))).toMatchObject({
      reason: "value-taken",
      message: 'Email must be unique: another row has "ann@b.c" already',
    });
    expect(await emails()).toEqual(["Ann@b.c"]);
    await change(anna.id, { email: "anna@b.c" });
    const undone = await api.entities.undo({ appId, changeId });
    expect(await emails()).toEqual(["ann@b.c", "anna@b.c"]);
    expect((await create({ email: "ANN@b.c" })).status).toBe(409);
    await api.entities.undo({ appId, changeId: undone.changeId });
    expect((await create({ email: "ANN@b.c" })).status).toBe(200);
    expect(await claims()).toHaveLength(2);
  });

  it("holds for visitors of the published version from the moment it is said", async () => {
    const { api, appId, path, write, create } = await openCustomers(schemaWith(free));
    await api.runtime.publish({ appId });
    await create({ email: "a@b.c" });
    const visitor = (body: object) => world.rest(`POST ${path}`, { body });
    expect((await visitor({ email: "b@b.c" })).status).toBe(200);
    await write(schemaWith());
    expect((await visitor({ email: "A@b.c" })).status).toBe(409);
    expect((await visitor({ email: "c@b.c" })).status).toBe(200);
    expect((await create({ email: "c@b.c" })).status).toBe(409);
    await write(schemaWith(free));
    expect((await visitor({ email: "A@b.c" })).status).toBe(200);
  });
});

describe("Making a field unique", () => {
  it("is refused with the values that repeat, and changes nothing", async () => {
    const { api, appId, write, bulk, all, claims } = await openCustomers(schemaWith(free));
    const twice = ["a@b.c", "A@B.C ", "x@b.c", "x@b.c", "x@b.c", "y@b.c", "y@b.c", "z@b.c", "z@b.c", "w@b.c", "", ""];
    await bulk(twice.map((email) => ({ email })));
    const before = await api.versions.list({ appId });
    expect(await refusalOf(write(schemaWith()))).toMatchObject({
      reason: "values-repeat",
      code: "CONFLICT",
      message: expect.stringMatching(
        /^Email cannot be unique yet: \d rows have "[axyz]@b\.c", \d rows have .* and 1 other value repeats\. Change or delete those rows first$/i,
      ),
      details: { entity: "Customer", field: "email", count: 4 },
    });
    expect(await api.versions.list({ appId })).toEqual(before);
    expect(await claims()).toEqual([]);
    for (const { id, email } of (await all()).filter(({ email }) => /^[axyz]/i.test(email)).slice(1))
      await api.entities.update({ appId, entity: "Customer", id, data: { email: `${id}-${email}`.trim() } });
    await write(schemaWith());
    expect(await claims()).toHaveLength(10);
  });

  it("ends when the schema no longer says so, or the table goes", async () => {
    const { create, write, claims, owned, all } = await openCustomers();
    await create({ email: "a@b.c", number: 1 });
    await write(schemaWith({ email: { type: "string" } }));
    expect((await create({ email: "a@b.c" })).status).toBe(200);
    expect((await create({ number: 1 })).status).toBe(409);
    await writeVersion(owned, { kind: "edit" }, (files) => files.filter(({ path }) => !path.startsWith("entities/")));
    expect(await claims()).toEqual([]);
    expect(await refusalOf(write(schemaWith()))).toMatchObject({ reason: "values-repeat" });
    await write(schemaWith({ email: { type: "string" } }));
    expect((await create({ number: 1 })).status).toBe(409);
    expect(await all()).toHaveLength(2);
  });

  it("stays as it was while a file cannot be read", async () => {
    const { create, owned, write } = await openCustomers();
    await create({ email: "a@b.c" });
    await writeVersion(owned, { kind: "edit" }, () => [
      { path: "entities/Customer.json", content: '{ "properties": ' },
    ]);
    await write(schemaWith());
    expect((await create({ email: "a@b.c" })).status).toBe(409);
  });

  it("is refused when an older version with it is restored over rows that repeat", async () => {
    const { api, appId, write, bulk, emails } = await openCustomers();
    const { items } = (await api.versions.list({ appId })) as Json;
    const old = (items ?? ((await api.versions.list({ appId })) as Json))[0];
    await write(schemaWith(free));
    await bulk([{ email: "a@b.c" }, { email: "a@b.c" }]);
    expect(await refusalOf(api.versions.restore({ appId, versionId: old.id } as Json))).toMatchObject({
      reason: "values-repeat",
    });
    expect(await emails()).toEqual(["a@b.c", "a@b.c"]);
    // With the rows of its time there is nothing that repeats.
    await api.entities.restoreWithRows({ appId, versionId: old.id });
    expect(await emails()).toEqual([]);
  });

  it("comes along with a copy of the app", async () => {
    const { api, appId, create } = await openCustomers();
    await create({ email: "a@b.c" });
    const copied = ((await api.apps.duplicate({ appId })) as Json).appId;
    const again = api.entities.create({ appId: copied, entity: "Customer", data: { email: "A@b.c" } });
    expect(await refusalOf(again)).toMatchObject({ reason: "value-taken" });
    await api.entities.create({ appId: copied, entity: "Customer", data: { email: "b@b.c" } });
  });

  it("leaves nothing behind when the app is deleted", async () => {
    const { api, appId, create, claims } = await openCustomers();
    await create({ email: "a@b.c" });
    await api.apps.delete({ appId });
    expect(await claims()).toEqual([]);
  });
});
