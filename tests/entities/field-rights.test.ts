import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { app } from "@/db/schema";
import { mintOwnedApp, mintVisitedApp } from "@/db/scope";
import { entitiesIn } from "@/features/rows/entity";
import { openedFields } from "@/features/rows/field-rights";
import { searchRows } from "@/features/rows/read";
import { writeVersion } from "@/features/versions/store";
import { type Json, World } from "../support/world";

// Rights of single fields: who may set a field of rows that they may add or change, and who sees it.

let world: World;
let owner: Awaited<ReturnType<World["signUp"]>>;
beforeAll(async () => {
  world = await World.open();
  owner = await world.signUp();
});
afterAll(() => world.close());

const staff = [{ role: "manager" }, "admin"];
const order = {
  properties: {
    name: { type: "string" },
    status: {
      type: "string",
      enum: ["new", "sent"],
      default: "new",
      "x-accessControl": { write: staff },
    },
    is_paid: { type: "boolean", "x-accessControl": { write: ["admin"] } },
    total: { type: "number", "x-accessControl": { write: staff } },
    cost: { type: "number", "x-accessControl": { read: staff } },
    broken: { type: "string", "x-accessControl": { write: "anybody" } },
  },
  required: ["name", "status", "total"],
  "x-accessControl": {
    permissions: { read: "none", write: "none" },
    rules: {
      read: ["creator", ...staff],
      create: ["anonymous"],
      update: ["creator", ...staff],
      delete: ["creator", ...staff],
    },
  },
};
const roles = { ada: "user", mo: "manager", root: "admin" } as const;
type Who = keyof typeof roles | "stranger" | "owner";

let at: { appId: string; entity: string };
const as = (who: Who) =>
  who === "owner"
    ? owner.api.entities
    : who === "stranger"
      ? world.anonymous.entities
      : world.as({
          kind: "visitor",
          appId: at.appId,
          visitor: { id: who, role: roles[who], email: `${who}@example.com` },
          token: "t",
        }).entities;

beforeEach(async () => {
  const { appId } = await owner.api.apps.create({ name: "App" });
  at = { appId, entity: "Order" };
  const scope = mintOwnedApp(world.db, appId);
  const written = await writeVersion(scope, { kind: "turn" }, () => [
    { path: "entities/Order.json", content: JSON.stringify(order) },
  ]);
  await world.db.update(app).set({ publishedVersionId: written!.version.id }).where(eq(app.id, appId));
});

const faultsOf = async (work: Promise<unknown>): Promise<Json> =>
  work.then(
    () => undefined,
    (error: Json) => error.cause?.details?.fields ?? error.details?.fields ?? error,
  );

describe("A field that only some may set", () => {
  it.each([
    ["status", "sent", "Status can only be set by a manager or an admin"],
    ["is_paid", true, "Is paid can only be set by an admin"],
    ["total", 1, "Total can only be set by a manager or an admin"],
    ["cost", 0, "Cost can only be set by a manager or an admin"],
    ["broken", "x", "Broken can only be set by the owner of this app"],
  ])("is refused with its name to whoever adds a row: %s", async (field, value, words) => {
    for (const who of ["stranger", "ada"] as const) {
      const data = { name: "A", [field]: value };
      expect(await faultsOf(as(who).create({ ...at, data }))).toEqual({ [field]: words });
      expect(await faultsOf(as(who).bulkCreate({ ...at, rows: [{ name: "B" }, data] }))).toEqual({ [field]: words });
      const { refused } = await as(who).createFitting({ ...at, rows: [data] });
      expect(refused).toEqual([{ row: 0, fields: { [field]: words } }]);
    }
    const { count } = await as("owner").count({ ...at, q: { [field]: value } });
    expect(count).toBe(0);
  });

  it("has its default in a row that a stranger adds, and is not asked of them", async () => {
    const body = { name: "A", status: "new", is_paid: null, cost: "" };
    const made = await world.rest(`POST /api/apps/${at.appId}/entities/Order`, { body });
    expect([made.status, made.body.status, made.body.total]).toEqual([200, "new", undefined]);
    const [row] = (await as("owner").list(at)).items;
    expect(row).toMatchObject({ name: "A", status: "new" });
    expect(await faultsOf(as("root").create({ ...at, data: { name: "B", status: "new" } }))).toEqual({
      total: "Total is required",
    });
  });

  it("stays as it is in a row that its creator may change, and changes for those who may set it", async () => {
    const { id } = await as("ada").create({ ...at, data: { name: "A" } });
    const words = { status: "Status can only be set by a manager or an admin" };
    expect(await faultsOf(as("ada").update({ ...at, id, data: { status: "sent" } }))).toEqual(words);
    expect(await faultsOf(as("ada").update({ ...at, id, data: { status: null } }))).toHaveProperty("status");
    const rows = [{ id, data: { name: "B", status: "sent" } }];
    expect(await faultsOf(as("ada").bulkUpdate({ ...at, rows }))).toEqual(words);
    const fitted = await as("ada").updateFitting({ ...at, rows });
    expect([fitted.items[0]!["name"], fitted.items[0]!["status"], fitted.refused[0]!.fields]).toEqual([
      "B",
      "new",
      words,
    ]);
    // A form sends the whole row back.
    await as("ada").update({ ...at, id, data: { name: "C", status: "new", total: null, cost: null } });
    await as("mo").update({ ...at, id, data: { status: "sent", total: 9, cost: 4 } });
    expect(await faultsOf(as("mo").update({ ...at, id, data: { is_paid: true } }))).toHaveProperty("is_paid");
    await as("root").update({ ...at, id, data: { is_paid: true } });
    await as("ada").update({ ...at, id, data: { name: "D", cost: null } });
    expect(await as("owner").get({ ...at, id })).toMatchObject({
      name: "D",
      status: "sent",
      is_paid: true,
      total: 9,
      cost: 4,
    });
  });
});

describe("A field that only some may see", () => {
  let id: string;
  beforeEach(async () => {
    ({ id } = await as("ada").create({ ...at, data: { name: "A" } }));
    await as("root").update({ ...at, id, data: { cost: 417 } });
  });

  it("is in no answer to others", async () => {
    const shown = [
      await as("ada").get({ ...at, id }),
      ...(await as("ada").list(at)).items,
      ...(await as("ada").list({ ...at, limit: 1000, sort: "name" })).items,
      await as("ada").update({ ...at, id, data: { name: "B" } }),
      await as("ada").update({ ...at, id, data: { name: "B", status: "new" } }),
      ...(await as("ada").bulkUpdate({ ...at, rows: [{ id, data: { name: "C" } }] })).items,
    ];
    for (const row of shown) expect(row).not.toHaveProperty("cost");
    expect(shown).toHaveLength(6);
    for (const who of ["mo", "root", "owner"] as const)
      expect(await as(who).get({ ...at, id })).toHaveProperty("cost", 417);
  });

  it("cannot be guessed by filters, orders, figures or by setting it", async () => {
    const words = /"cost" is not a field/;
    await expect(as("ada").list({ ...at, q: { cost: { $gt: 400 } } })).rejects.toThrow(words);
    await expect(as("ada").list({ ...at, q: { total: { $lt: { $field: "cost" } } } })).rejects.toThrow(words);
    await expect(as("ada").list({ ...at, sort: "cost" })).rejects.toThrow(words);
    await expect(as("ada").list({ ...at, fields: ["cost"] })).rejects.toThrow(words);
    await expect(as("ada").count({ ...at, q: { cost: 417 } })).rejects.toThrow(words);
    await expect(as("ada").aggregate({ ...at, metrics: "sum:cost" })).rejects.toThrow(words);
    await expect(as("ada").aggregate({ ...at, group: "cost" })).rejects.toThrow(words);
    expect(await faultsOf(as("ada").update({ ...at, id, data: { cost: 417 } }))).toHaveProperty("cost");
    expect((await as("mo").aggregate({ ...at, metrics: "sum:cost" })).groups[0]).toHaveProperty("sum:cost", 417);
  });

  it("is not found by words", async () => {
    const entity = entitiesIn([{ path: "entities/Order.json", content: JSON.stringify(order) }]).entities.get("Order")!;
    const found = (actor: { id: string; role: string; email: string }) =>
      searchRows({ scope: mintVisitedApp(world.db, at.appId, actor), entity, actor }, "every", ["417"], 5);
    expect(await found({ id: "ada", role: "user", email: "" })).toEqual([]);
    expect(await found({ id: "root", role: "admin", email: "" })).toHaveLength(1);
  });
});

describe("A change of a field's rights", () => {
  const schema = (control: unknown) => ({ properties: { a: { type: "string" as const, "x-accessControl": control } } });
  it.each([
    [{ write: ["admin"] }, undefined, ["a"]],
    [{ write: ["admin"] }, { write: ["admin", "all"] }, ["a"]],
    [{ read: ["admin"] }, { write: ["admin"] }, ["a"]],
    [{ write: ["admin"] }, { write: [] }, []],
    [undefined, { write: ["admin"] }, []],
    [{ write: "broken" }, { write: ["admin"] }, ["a"]],
  ])("from %j to %j opens %j", (before, after, opened) => {
    expect(openedFields(schema(before), schema(after))).toEqual(opened);
  });
});
