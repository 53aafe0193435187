import { canSaveRow, displayOf, isTicked, readCell } from "@/features/grid/cells";
import { rowHeight, widthOf } from "@/features/grid/sizes";
import { describe, expect, it } from "vitest";
import { labelOf } from "@/value-words";
import { columnsOf, fieldNameOf, kindOf, type TableColumn } from "@/features/entities/columns";
import { changeProperties, takeBack } from "@/features/entities/rules";
import type { EntitySchema } from "@/features/rows/schema";

const column = (dataType: TableColumn["dataType"], options: string[] = []): TableColumn => ({
  id: "x",
  label: "X",
  dataType,
  options,
  readonly: false,
  created: false,
  isRequired: false,
});

describe("Column kinds (2-builder.md §3)", () => {
  it.each([
    ["profileImage", { type: "string" }, "image"],
    ["due", { type: "string", format: "date-time" }, "datetime"],
    ["done", { type: "boolean" }, "boolean"],
    ["status", { type: "string", enum: ["a"] }, "select"],
    ["name", { type: "string" }, "text"],
    ["amount", { type: "number" }, "number"],
    ["count", { type: "integer" }, "number"],
    ["tags", { type: "array", items: { enum: ["a"] } }, "multiselect"],
    ["list", { type: "array", items: { type: "string" } }, "json"],
    ["place", { type: "object" }, "json"],
    ["images", { type: "array" }, "json"],
  ] as const)("%s %j → %s", (name, property, kind) => expect(kindOf(name, property as never)).toBe(kind));

  it("come with the read-only columns Created At and User ID at the end", () => {
    const columns = columnsOf({
      name: "T",
      type: "object",
      properties: { firstName: { type: "string" } },
      required: ["firstName"],
    });
    expect(columns.map(({ label, readonly }) => [label, readonly])).toEqual([
      ["First name", false],
      ["Created At", true],
      ["User ID", true],
    ]);
    expect(columns[0]!.isRequired).toBe(true);
  });

  it("give each option once, however often a schema names it: a list of choices takes none twice", () => {
    const properties = {
      status: { type: "string", enum: ["a", "b", "a"] },
      level: { enum: [1, "1"] },
      tags: { type: "array", items: { enum: ["x", "x"] } },
    } as const;
    expect(
      columnsOf({ name: "T", type: "object", properties: properties as never })
        .slice(0, 3)
        .map(({ options }) => options),
    ).toEqual([["a", "b"], ["1"], ["x"]]);
  });

  it.each([
    ["due_date", "Due date"],
    ["firstName", "First name"],
    ["URL", "Url"],
  ])("labels %s as %s", (name, label) => expect(labelOf(name)).toBe(label));
});

it("'Table column: id, label, dataType, options, readonly, created': one that was added since the table was opened", () => {
  const schema = { name: "T", type: "object" as const, properties: { a: { type: "string" as const }, b: {} } };
  const created = (known?: Set<string>) =>
    columnsOf(schema, known).flatMap((column) => (column.created ? column.id : []));
  expect([created(new Set(["a"])), created(new Set(["a", "b"])), created()]).toEqual([["b"], [], []]);
});

describe("Sizes (2-builder.md §9)", () => {
  it("are 100 for the entity's own columns, 200 for a multiselect, 208 for Created At, 150 by default, 40 for a row", () => {
    const columns = columnsOf({
      name: "T",
      type: "object",
      properties: { title: { type: "string" }, tags: { type: "array", items: { type: "string", enum: ["a"] } } },
    });
    expect(columns.map((one) => [one.label, widthOf(one)])).toEqual([
      ["Title", 100],
      ["Tags", 200],
      ["Created At", 208],
      ["User ID", 150],
    ]);
    expect(rowHeight).toBe(40);
  });

  it("are wider for a label that would be cut", () => {
    const [people] = columnsOf({ name: "T", type: "object", properties: { number_of_people: { type: "number" } } });
    expect(widthOf(people!)).toBeGreaterThan(140);
    const [longest] = columnsOf({ name: "T", type: "object", properties: { ["a".repeat(90)]: { type: "string" } } });
    expect(widthOf(longest!)).toBe(400);
  });
});

describe("Cells (2-builder.md §5)", () => {
  it.each([
    ["number", "1,250.5", 1250.5],
    ["number", "1,250", 1250],
    ["number", "1,50", 1.5],
    ["number", "-0,500", -0.5],
    ["number", "1.250,5", 1250.5],
    ["number", "1.250.000", 1250000],
    ["number", "1.250", 1.25],
    ["number", "1 250\u00a0000,5", 1250000.5],
    ["number", "€ 12,50", 12.5],
    ["number", "-$5", -5],
    ["number", "12,50 €", 12.5],
    ["number", "1e3", 1000],
    ["number", "", null],
    ["boolean", "1", true],
    ["boolean", "FALSE", false],
    ["select", "WON", "won"],
    ["multiselect", "won; lost", ["won", "lost"]],
    ["json", '{"a":1}', { a: 1 }],
    ["json", " ", null],
    ["text", " kept ", " kept "],
  ] as const)("%s reads %j as %j", (kind, text, value) =>
    expect(readCell(column(kind, ["won", "lost"]), text)).toEqual({ ok: true, value }),
  );

  it("reads options that hold a separator themselves", () =>
    expect(readCell(column("multiselect", ["red", "Red, dark"]), "red, dark | RED")).toEqual({
      ok: true,
      value: ["Red, dark", "red"],
    }));

  it("takes options that are numbers as numbers", () => {
    const [rating] = columnsOf({
      name: "Film",
      type: "object",
      properties: { rating: { type: "integer", enum: [1, 2] } },
    });
    expect(readCell(rating!, " 2")).toEqual({ ok: true, value: 2 });
    expect(
      changeProperties({ rating: { type: "integer", enum: [1, 2] } }, { kind: "option", field: "rating", option: "3" }),
    ).toEqual({ rating: { type: "integer", enum: [1, 2, 3] } });
    expect(
      changeProperties(
        { rating: { type: "integer", enum: [1, 2] } },
        { kind: "option", field: "rating", option: "best" },
      ),
    ).toBe("The options of this column are numbers");
  });

  it.each([
    [["new", "won", "paused"], "new"],
    [["won", "paused"], undefined],
  ])("keeps what a new row starts with while it is an option: %s", (options, start) => {
    const stage = { type: "string" as const, enum: ["new", "won"], default: "new" };
    const changed = changeProperties({ stage }, { kind: "type", field: "stage", type: "select", options });
    expect(changed).toEqual({
      stage: { type: "string", enum: options, ...(start !== undefined && { default: start }) },
    });
  });

  it("reads a date as an ISO string", () =>
    expect(readCell(column("datetime"), "2026-11-21T10:00:00Z")).toEqual({
      ok: true,
      value: "2026-11-21T10:00:00.000Z",
    }));

  it.each([
    ["number", "abc", "X must be a number"],
    ["number", "1,2,3", "X must be a number"],
    ["number", "12 5", "X must be a number"],
    ["boolean", "yes", "X must be true or false"],
    ["select", "maybe", "X must be one of won, lost"],
    ["datetime", "soon", "X must be a date"],
  ] as const)("%s refuses %s", (kind, text, message) =>
    expect(readCell(column(kind, ["won", "lost"]), text)).toEqual({ ok: false, message }),
  );

  it("says what is wrong with JSON", () =>
    expect(readCell(column("json"), "{")).toMatchObject({
      ok: false,
      message: expect.stringMatching(/^Invalid JSON: /),
    }));

  it("shows datetimes as a short US date with 12-hour time", () =>
    expect(displayOf(column("datetime"), "2026-11-21T15:05:00")).toMatch(/^11\/21\/26, 3:05\sPM$/));
});

describe("A pending row", () => {
  const columns = [
    { ...column("text"), id: "name", isRequired: true },
    { ...column("number"), id: "age" },
  ];
  it.each([
    [{}, false],
    [{ name: "" }, false],
    [{ age: 5 }, false],
    [{ name: "Ada" }, true],
  ])("%j can be saved: %s", (fields, expected) => expect(canSaveRow(columns, fields)).toBe(expected));
});

it.each([
  ["First name", "first_name"],
  ["价格", "column_2"],
  ["!", "column_2"],
  ["2024", "_2024"],
  [" ", ""],
])("A new column called %o is the field %o", (label, field) =>
  expect(fieldNameOf(label, ["title", "column_1"])).toBe(field),
);

it("A boolean cell is ticked by true, 'true', 1 and '1' (2-builder.md §5)", () => {
  expect([true, "true", 1, "1"].map(isTicked)).toEqual([true, true, true, true]);
  expect([false, "false", 0, "0", null, undefined, "", "yes", [true]].filter(isTicked)).toEqual([]);
});

describe("A schema with a change of a column taken back", () => {
  const schema = (fields: Record<string, string>, required: string[] = []): EntitySchema => ({
    name: "Task",
    type: "object",
    properties: Object.fromEntries(Object.entries(fields).map(([name, title]) => [name, { title }])),
    required,
  });

  it.each([
    [
      "gives a deleted column its place and its being required",
      schema({ a: "A", b: "B", c: "C" }, ["b"]),
      schema({ a: "A", c: "C" }),
      schema({ a: "New", c: "C", d: "D" }, ["d"]),
      schema({ a: "New", b: "B", c: "C", d: "D" }, ["d", "b"]),
    ],
    [
      "is without one that was added",
      schema({ a: "A" }),
      schema({ b: "B", a: "A" }),
      schema({ b: "B", a: "A", c: "C" }),
      schema({ a: "A", c: "C" }),
    ],
    ["gives one its header back", schema({ a: "A" }), schema({ a: "B" }), schema({ a: "B" }), schema({ a: "A" })],
    ["is none when the column changed again", schema({ a: "A" }), schema({ a: "B" }), schema({ a: "C" }), undefined],
    ["is none when the column is gone", schema({ a: "A" }), schema({ a: "B" }), schema({}), undefined],
  ])("%s", (_words, before, after, now, expected) =>
    expect(JSON.stringify(takeBack(now, { before, after }))).toBe(JSON.stringify(expected)),
  );
});
