import { describe, expect, it } from "vitest";
import { CellFault, dataTypeOf, headersOf, matchFieldsOf, readCell } from "@/features/imports/map-columns";
import type { EntityProperty } from "@/features/rows/schema";

describe("The fields that rows can match by", () => {
  it("are those that a column fills, each once, and no inner ones; and the id of an export", () => {
    const mapping = ["title", "title", "place.city", "", "amount"].map((schemaField, column) => ({
      csvHeader: `c${column}`,
      schemaField,
      dataType: "text" as const,
    }));
    expect(matchFieldsOf(mapping, ["c0", "c1"])).toEqual(["title", "amount"]);
    expect(matchFieldsOf(mapping, ["id", "c0"])).toEqual(["id", "title", "amount"]);
  });
});

describe("A cell, mapped as its field suggests", () => {
  const numbers: EntityProperty = { type: "array", items: { type: "number" } };
  const cases: [string, EntityProperty, unknown][] = [
    ["2", { type: "integer", enum: [1, 2, 3] }, 2],
    ["2.0", { type: "integer", enum: [1, 2, 3] }, 2],
    ["2", { enum: [1, 2] }, 2],
    ["4", { type: "integer", enum: [1, 2, 3] }, 4],
    ["2", { type: "string", enum: ["1", "2"] }, "2"],
    [" b ", { type: "string", enum: ["a", "b"] }, "b"],
    ["1", { enum: [1, "many"] }, 1],
    ["many", { enum: [1, "many"] }, "many"],
    ["red;blue", { type: "array", items: { enum: ["red", "blue"] } }, ["red", "blue"]],
    ["1;3", { type: "array", items: { enum: [1, 2, 3] } }, [1, 3]],
    ["[1,3]", { type: "array", items: { type: "integer", enum: [1, 2, 3] } }, [1, 3]],
    ["1,2.5,-3", numbers, [1, 2.5, -3]],
    ["1;many", numbers, [1, "many"]],
    ["true|false", { type: "array", items: { type: "boolean" } }, [true, false]],
    ["24.12.2026", { type: "string", format: "date" }, "2026-12-24"],
    ["31.2.2026", { type: "string", format: "date" }, "31.2.2026"],
    ["a;b", { type: "array" }, ["a", "b"]],
    ['["a",1]', { type: "array" }, ["a", 1]],
    ["[1,2]", { type: "array", items: { type: "string" } }, ["[1", "2]"]],
    ['[{"a":1}]', { type: "array", items: { type: "object" } }, [{ a: 1 }]],
    ["[[1],[2]]", { type: "array", items: { type: "array" } }, [[1], [2]]],
  ];
  it.each(cases)("%j in %j is %j", (text, property, value) => {
    expect(readCell(text, { csvHeader: "x", schemaField: "x", dataType: dataTypeOf("x", property) }, property)).toEqual(
      value,
    );
  });

  it("that is no number is refused where its options are numbers", () => {
    const property: EntityProperty = { type: "integer", enum: [1, 2] };
    expect(() =>
      readCell("many", { csvHeader: "x", schemaField: "x", dataType: dataTypeOf("x", property) }, property),
    ).toThrow(CellFault);
  });
});

describe("The headers of a file", () => {
  it.each([
    [
      ["Name", " Name ", "Name"],
      ["Name", "Name (2)", "Name (3)"],
    ],
    [
      ["Name", "Name", "Name (2)"],
      ["Name", "Name (3)", "Name (2)"],
    ],
    [
      ["", "a", ""],
      ["Column 1", "a", "Column 3"],
    ],
    [
      ["__proto__", "__proto__"],
      ["__proto__", "__proto__ (2)"],
    ],
  ])("%j are %j: each names one column", (cells, headers) => expect(headersOf(cells)).toEqual(headers));
});
