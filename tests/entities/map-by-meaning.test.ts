import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fieldKeyFor, mapByName, missingRequired, readCell, unknownOptions } from "@/features/imports/map-columns";
import type { EntityProperty, EntitySchema } from "@/features/rows/schema";
import { groupFaults } from "@/features/imports/list-failed-rows";
import { csvImport, csvImportFault } from "@/db/schema/entity";
import { mintOwnedApp } from "@/db/scope";
import { World } from "../support/world";

const schema = (properties: Record<string, EntityProperty>, required: string[] = []): EntitySchema => ({
  name: "Contact",
  type: "object",
  properties,
  required,
});
const text: EntityProperty = { type: "string" };
const contact = schema(
  { name: text, phone: text, company_name: text, status: { type: "string", enum: ["Active", "Inactive"] } },
  ["name"],
);

describe("columns find their fields by what they mean", () => {
  it.each([
    ["Full Name", "name"],
    ["Phone number", "phone"],
    ["Company", "company_name"],
    ["Mobile", "phone"],
    ["STATUS", "status"],
  ])("%s → %s", (header, field) =>
    expect(mapByName([header], contact).map(({ schemaField }) => schemaField)).toEqual([field]),
  );

  it("lets the sure match choose before the likely one", () => {
    const mapping = mapByName(["Full Name", "Name", "Favourite colour"], contact);
    expect(mapping.map(({ csvHeader, schemaField }) => [csvHeader, schemaField])).toEqual([["Name", "name"]]);
  });

  it("flags a required field without a column before the import", () => {
    expect(missingRequired(contact, mapByName(["Phone"], contact))).toEqual(["name"]);
    expect(missingRequired(contact, mapByName(["Full Name"], contact))).toEqual([]);
  });
});

describe("options", () => {
  const status = contact.properties["status"];
  const mapping = { csvHeader: "Status", schemaField: "status", dataType: "text" as const };
  it.each(["INACTIVE ", "inactive", " Inactive"])("are matched whatever their case and spaces: %j", (cell) =>
    expect(readCell(cell, mapping, status)).toBe("Inactive"),
  );
  it("that differ by case alone stay apart", () =>
    expect(readCell("a", mapping, { type: "string", enum: ["A", "a"] })).toBe("a"));
  it("that the field does not have are offered", () =>
    expect(
      unknownOptions({ headers: ["Status"], rows: [["Active"], ["Paused"], ["paused "], [""]] }, contact, [mapping]),
    ).toEqual([{ field: "status", option: "paused" }]));
  it("a number with words behind it stays refused, with a reason", () =>
    expect(() => readCell("12abc", { ...mapping, dataType: "number" }, { type: "number" })).toThrow(
      'must be a number that can be kept exactly, not "12abc"',
    ));
});

it.each([
  ["Company name", [], "company_name"],
  ["Company name", ["company_name"], "company_name_2"],
  ["2024 total", [], "field_2024_total"],
  ["Größe", [], "gro_e"],
  ["名前", [], "field"],
  ["constructor", [], "constructor_2"],
])("a new field for the column %s", (header, taken, key) => {
  const made = fieldKeyFor(header, taken);
  expect(made).toMatch(/^[a-z][a-z0-9_]*$/);
  if (header !== "Größe") expect(made).toBe(key);
});

describe("reasons of failed rows", () => {
  let world: World;
  beforeAll(async () => void (world = await World.open()));
  afterAll(() => world.close());

  it("are grouped, the commonest first", async () => {
    const { api, accountId } = await world.signUp();
    const { appId } = await api.apps.create({ name: "App" });
    const [row] = await world.db
      .insert(csvImport)
      .values({ appId, id: "i1", entity: "Contact", accountId, fileName: "a.csv", bytes: 1, changeId: "c1" })
      .returning();
    const faults = [
      { number: 2, reason: 'Size must be a number that can be kept exactly, not "12abc"' },
      { number: 3, reason: "Name is required" },
      { number: 4, reason: 'Size must be a number that can be kept exactly, not "x"' },
    ];
    await world.db.insert(csvImportFault).values({ appId, importId: row!.id, number: 2, faults });
    expect(await groupFaults(mintOwnedApp(world.db, appId), row!.id)).toEqual([
      { reason: 'Size must be a number that can be kept exactly, not "…"', count: 2, rows: [2, 4] },
      { reason: "Name is required", count: 1, rows: [3] },
    ]);
  });
});
