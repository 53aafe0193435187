import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { headEntities } from "@/features/entities/schemas";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

async function start() {
  const { api } = await world.signUp();
  const { appId } = await api.apps.create({ name: "App" });
  const scope = mintOwnedApp(world.db, appId);
  const schema = {
    properties: { title: { type: "string" }, amount: { type: "string" }, status: { type: "string", enum: ["open"] } },
    required: ["title"],
  };
  await writeVersion(scope, { kind: "turn" }, () => [{ path: "entities/Task.json", content: JSON.stringify(schema) }]);
  const at = { appId, entity: "Task" };
  const properties = async () => (await headEntities(scope)).entities.get("Task")!.schema.properties;
  const amounts = async () => (await api.entities.list({ ...at, sort: "title" })).items.map(({ amount }) => amount);
  await api.entities.bulkCreate({
    ...at,
    rows: ["5", "1.5", "many"].map((amount, index) => ({ title: String(index), amount })),
  });
  return { api, at, properties, amounts };
}

describe("Changing a column", () => {
  const toNumber = { kind: "type", field: "amount", type: "number" } as const;

  it("says how many values convert and how many do not", async () => {
    const { api, at } = await start();
    expect(await api.entities.previewColumn({ ...at, change: toNumber })).toEqual({
      rows: 3,
      converts: 2,
      lost: 1,
      samples: ["many"],
    });
  });

  it("drops nothing that the builder did not agree to lose", async () => {
    const { api, at, amounts, properties } = await start();
    await expect(api.entities.changeColumn({ ...at, change: toNumber })).rejects.toMatchObject({
      reason: "values-lost",
      details: { lost: 1 },
    });
    expect(await amounts()).toEqual(["5", "1.5", "many"]);
    expect((await properties()).amount).toEqual({ type: "string" });
  });

  it("changes schema and values together, and both come back by an undo", async () => {
    const { api, at, amounts, properties } = await start();
    const { versionId, changeId, converted } = await api.entities.changeColumn({ ...at, change: toNumber, lossMax: 1 });
    expect(converted).toBe(2);
    expect(await amounts()).toEqual([5, 1.5, undefined]);
    expect((await properties()).amount).toEqual({ type: "number" });
    await api.entities.undoColumn({ ...at, versionId: versionId!, changeId });
    expect(await amounts()).toEqual(["5", "1.5", "many"]);
    expect((await properties()).amount).toEqual({ type: "string" });
  });

  it("adds a column left or right, renames its header and adds an option, which rows may then hold", async () => {
    const { api, at, properties } = await start();
    await api.entities.changeColumn({
      ...at,
      change: { kind: "add", field: "due", type: "datetime", beside: { field: "amount", side: "left" } },
    });
    await api.entities.changeColumn({ ...at, change: { kind: "header", field: "due", title: "Due on" } });
    await api.entities.changeColumn({ ...at, change: { kind: "option", field: "status", option: "won" } });
    expect(Object.keys(await properties())).toEqual(["title", "due", "amount", "status"]);
    expect((await properties()).due).toMatchObject({ title: "Due on", format: "date-time" });
    expect(await api.entities.create({ ...at, data: { title: "x", status: "won" } })).toMatchObject({ status: "won" });
  });

  it("deletes a column with its values and its being required, and undoes that", async () => {
    const { api, at, properties } = await start();
    const { versionId, changeId } = await api.entities.changeColumn({
      ...at,
      change: { kind: "delete", field: "title" },
      lossMax: 3,
    });
    expect((await api.entities.list(at)).items.every((row) => !("title" in row))).toBe(true);
    await api.entities.undoColumn({ ...at, versionId: versionId!, changeId });
    expect((await api.entities.list({ ...at, sort: "title" })).items.map(({ title }) => title)).toEqual([
      "0",
      "1",
      "2",
    ]);
    expect(Object.keys(await properties())[0]).toBe("title");
  });

  it("takes back what was done to its own column alone, and not when that changed again since", async () => {
    const { api, at, properties } = await start();
    const { versionId, changeId } = await api.entities.changeColumn({
      ...at,
      change: { kind: "header", field: "amount", title: "Sum" },
    });
    await api.entities.changeColumn({ ...at, change: { kind: "add", field: "due", type: "datetime" } });
    const undone = await api.entities.undoColumn({ ...at, versionId: versionId!, changeId });
    expect(await properties()).toEqual({
      title: { type: "string" },
      amount: { type: "string" },
      status: { type: "string", enum: ["open"] },
      due: { type: "string", format: "date-time" },
    });
    await api.entities.changeColumn({ ...at, change: { kind: "header", field: "amount", title: "Total" } });
    await expect(
      api.entities.undoColumn({ ...at, versionId: undone.versionId, changeId: undone.changeId }),
    ).rejects.toMatchObject({ reason: "stale-file", message: "The column changed since" });
  });

  it.each([
    [{ kind: "add", field: "Amount", type: "text" }, "Field already exists"],
    [{ kind: "add", field: "creatorId", type: "text" }, "This name is taken"],
    [{ kind: "add", field: "__proto__", type: "text" }, "This name is taken"],
    [{ kind: "option", field: "title", option: "x" }, "This column has no options"],
    [{ kind: "delete", field: "nothing" }, "There is no field nothing"],
  ] as const)("refuses %o", async (change, message) => {
    const { api, at } = await start();
    await expect(api.entities.changeColumn({ ...at, change })).rejects.toThrow(message);
  });

  it("makes a column unique where its values are, says beforehand which repeat, and takes it back", async () => {
    const { api, at, properties } = await start();
    const unique = (isUnique: boolean, field = "amount") => ({
      ...at,
      change: { kind: "unique" as const, field, isUnique },
    });
    const extra = await api.entities.create({ ...at, data: { title: "3", amount: "MANY " } });
    const refusal = 'Amount cannot be unique yet: 2 rows have "many". Change or delete those rows first';
    expect((await api.entities.previewColumn(unique(true))).refusal?.toLowerCase()).toBe(refusal.toLowerCase());
    await expect(api.entities.changeColumn(unique(true))).rejects.toMatchObject({ reason: "values-repeat" });
    expect((await properties())["amount"]).toEqual({ type: "string" });
    await api.entities.delete({ ...at, id: extra.id });
    expect(await api.entities.previewColumn(unique(true))).not.toHaveProperty("refusal");
    const { versionId, changeId } = await api.entities.changeColumn(unique(true));
    expect((await properties())["amount"]).toEqual({ type: "string", "x-unique": true });
    const more = () => api.entities.create({ ...at, data: { title: "4", amount: "Many" } });
    await expect(more()).rejects.toMatchObject({ reason: "value-taken" });
    await api.entities.undoColumn({ ...at, versionId: versionId!, changeId });
    await more();
    expect((await properties())["amount"]).toEqual({ type: "string" });
    await api.entities.changeColumn({
      ...at,
      change: { kind: "add", field: "tags", type: "multiselect", options: ["a"] },
    });
    await expect(api.entities.changeColumn(unique(true, "tags"))).rejects.toThrow(
      "Only a single text, number, date or option can be unique",
    );
  });

  it("keeps a column unique when its type changes, unless its values then repeat or cannot be", async () => {
    const { api, at, properties, amounts } = await start();
    await api.entities.changeColumn({ ...at, change: { kind: "unique", field: "amount", isUnique: true } });
    const extra = await api.entities.create({ ...at, data: { title: "3", amount: "5.0" } });
    await expect(api.entities.changeColumn({ ...at, change: toNumber, lossMax: 1 })).rejects.toMatchObject({
      reason: "values-repeat",
      message: 'Amount cannot be unique yet: 2 rows have "5". Change or delete those rows first',
    });
    expect(await amounts()).toEqual(["5", "1.5", "many", "5.0"]);
    await api.entities.update({ ...at, id: extra.id, data: { amount: "6" } });
    await api.entities.changeColumn({ ...at, change: toNumber, lossMax: 1 });
    expect((await properties())["amount"]).toEqual({ type: "number", "x-unique": true });
    await expect(api.entities.create({ ...at, data: { title: "4", amount: 6 } })).rejects.toMatchObject({
      reason: "value-taken",
    });
    await api.entities.changeColumn({ ...at, change: { kind: "type", field: "amount", type: "json" }, lossMax: 9 });
    expect((await properties())["amount"]).toEqual({ type: "object" });
  });

  it("changes who sees and sets a column, which an undo takes back and another type keeps", async () => {
    const { api, at, properties } = await start();
    const to = (rights: "open" | "set" | "closed") =>
      api.entities.changeColumn({ ...at, change: { kind: "rights", field: "amount", rights } });
    await to("closed");
    expect((await properties())["amount"]).toEqual({
      type: "string",
      "x-accessControl": { read: ["admin"], write: ["admin"] },
    });
    const { versionId, changeId } = await to("set");
    const closed = { type: "string", "x-accessControl": { write: ["admin"] } };
    expect((await properties())["amount"]).toEqual(closed);
    await api.entities.undoColumn({ ...at, versionId: versionId!, changeId });
    expect((await properties())["amount"]).toHaveProperty("x-accessControl.read");
    await to("set");
    await api.entities.changeColumn({ ...at, change: toNumber, lossMax: 1 });
    expect((await properties())["amount"]).toEqual({ ...closed, type: "number" });
    await to("open");
    expect((await properties())["amount"]).toEqual({ type: "number" });
  });

  it("sets the permission pair as a version", async () => {
    const { api, at } = await start();
    expect(await api.entities.setPermissions({ ...at, permissions: { read: "all", write: "admin" } })).toMatchObject({
      name: "Public Read, Admin Write",
    });
    expect((await api.entities.schemas({ appId: at.appId })).entities[0]!.permissions).toEqual({
      read: "all",
      write: "admin",
    });
  });
});
