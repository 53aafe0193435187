import { describe, expect, it } from "vitest";
import { RowImport } from "@/features/imports/import-rows";
import { entitiesIn } from "@/features/rows/entity";
import { compileValidator } from "@/features/rows/validate-row";
import type { EntityProperty } from "@/features/rows/schema";

const schemaOf = (property: object, required: string[] = []) => ({
  name: "Deal",
  type: "object" as const,
  properties: { closeDate: property as EntityProperty },
  required,
});

/** Every keyword of JSON Schema that an entity's schema may check values by, and the words for a value that does not pass. */
const refusals: [string, object, unknown, string][] = [
  ["type text", { type: "string" }, 4, "Close date must be text"],
  ["type number", { type: "number" }, "4", "Close date must be a number"],
  ["type whole number", { type: "integer" }, 1.5, "Close date must be a whole number"],
  ["type yes or no", { type: "boolean" }, "yes", "Close date must be true or false"],
  ["type list", { type: "array" }, "a", "Close date must be a list"],
  ["type object", { type: "object" }, "a", "Close date must be an object"],
  ["two types", { type: ["number", "string"] }, true, "Close date must be a number or text"],
  ["enum", { enum: ["new", "won"] }, "lost", "Close date must be one of new, won"],
  ["minLength", { type: "string", minLength: 3 }, "ab", "Close date needs at least 3 characters"],
  ["maxLength", { type: "string", maxLength: 3 }, "abcd", "Close date takes 3 characters max"],
  ["minimum", { type: "number", minimum: 1 }, 0, "Close date must be at least 1"],
  ["maximum", { type: "number", maximum: 10 }, 11, "Close date must be at most 10"],
  ["minItems, one", { type: "array", minItems: 1 }, [], "Close date needs at least 1 entry"],
  ["minItems", { type: "array", minItems: 2 }, [1], "Close date needs at least 2 entries"],
  ["maxItems", { type: "array", maxItems: 1 }, [1, 2], "Close date takes 1 entries at most"],
  [
    "pattern",
    { type: "string", pattern: "^[A-Z]{3}$" },
    "abc",
    "Close date does not have the form that is asked for here",
  ],
  ["format email", { type: "string", format: "email" }, "x", "Close date must be an email address"],
  ["format uri", { type: "string", format: "uri" }, "x y", "Close date must be a web address"],
  ["format uuid", { type: "string", format: "uuid" }, "x", "Close date must be an id"],
  ["format date", { type: "string", format: "date" }, "x", "Close date must be a date"],
  ["format date-time", { type: "string", format: "date-time" }, "x", "Close date must be a date with a time"],
  ["format time", { type: "string", format: "time" }, "x", "Close date must be a time of day"],
  ["the field's own title", { type: "number", title: "Closing" }, "x", "Closing must be a number"],
  ["an entry of a list", { type: "array", items: { type: "number" } }, [1, "b"], "Close date 2 must be a number"],
  [
    "a field within a field",
    { type: "object", properties: { zipCode: { type: "string" } } },
    { zipCode: 4 },
    "Close date, zip code must be text",
  ],
  [
    "a field within an entry",
    { type: "array", items: { type: "object", properties: { amount: { type: "number" } }, required: ["amount"] } },
    [{}],
    "Close date 1, amount is required",
  ],
];

describe("A row's value that does not fit is refused in the product's words, with the field's label", () => {
  it.each(refusals)("%s", (_, property, value, words) => {
    expect(Object.values(compileValidator(schemaOf(property))({ closeDate: value }) ?? {})).toEqual([words]);
  });

  it("a field that is missing", () => {
    expect(compileValidator(schemaOf({ type: "string" }, ["closeDate"]))({})).toEqual({
      closeDate: "Close date is required",
    });
  });
});

describe("A schema that is no JSON Schema refuses no value, so that its rows stay reachable", () => {
  it.each<[string, object]>([
    ["an unknown type", { type: "text" }],
    ["a negative length", { type: "string", minLength: -1 }],
    ["a choice named twice", { enum: ["new", "new"] }],
    ["a pattern that does not parse", { pattern: "(" }],
    ["an unknown type of entries", { type: "array", items: { type: "text" } }],
    ["a required field that has no name", { type: "object", properties: {}, required: [1] }],
  ])("%s", (_, property) => {
    for (const value of ["lost", 4, [1], {}])
      expect(compileValidator(schemaOf(property))({ closeDate: value })).toBeNull();
  });
});

describe("A file's row that does not fit is refused in the same words", () => {
  const reasonOf = (property: object, cell: string, dataType: "text" | "number" | "datetime" | "json") => {
    const file = { path: "entities/Deal.json", content: JSON.stringify(schemaOf(property)) };
    const entity = entitiesIn([file]).entities.get("Deal")!;
    const mapping = [{ csvHeader: "Closed", schemaField: "closeDate", dataType }];
    const work = new RowImport(entity, ["Closed"], { mapping, matchField: null, isGuarded: false });
    const { faults, drafts } = work.draft([{ number: 2, cells: [cell] }]);
    return faults[0]?.reason ?? drafts[0]?.data["closeDate"];
  };
  const deep = `${"[".repeat(70)}${"]".repeat(70)}`;

  it.each<[string, object, string, "text" | "number" | "datetime" | "json", unknown]>([
    [
      "no number",
      { type: "number" },
      "12abc",
      "number",
      'Close date must be a number that can be kept exactly, not "12abc"',
    ],
    [
      "a number of too many digits",
      { type: "number" },
      "12345678901234567890",
      "number",
      expect.stringContaining("kept exactly"),
    ],
    ["no date", { type: "string", format: "date-time" }, "soon", "datetime", 'Close date must be a date, not "soon"'],
    ["NUL", { type: "string" }, "a\0b", "text", "Close date must not contain the NUL character"],
    [
      "half a surrogate pair",
      { type: "string" },
      "a\ud800",
      "text",
      "Close date contains half of a surrogate pair, which is no text",
    ],
    [
      "NUL within JSON",
      { type: "object" },
      String.raw`{"a":"\u0000"}`,
      "json",
      "Close date at a must not contain the NUL character",
    ],
    [
      "half a pair within JSON",
      { type: "object" },
      String.raw`{"a":["\udc00"]}`,
      "json",
      expect.stringContaining("Close date at a[0] contains half"),
    ],
    ["JSON nested too deep", { type: "array" }, deep, "json", expect.stringContaining("nested more than 64 deep")],
    [
      "JSON with an endless number",
      { type: "object" },
      '{"a":1e999}',
      "json",
      "Close date at a must be a finite number",
    ],
    [
      "JSON with a number of too many digits",
      { type: "object" },
      '{"a":9007199254740993}',
      "json",
      expect.stringContaining("at most 15 digits"),
    ],
    ["what fits", { type: "object" }, '{"a":[1,"b"]}', "json", { a: [1, "b"] }],
  ])("%s", (_, property, cell, dataType, expected) => expect(reasonOf(property, cell, dataType)).toEqual(expected));
});
