import { describe, expect, it } from "vitest";
import { columnsOf } from "@/features/entities/columns";
import { widthOf } from "@/features/grid/sizes";
import {
  addCondition,
  changeCondition,
  effectiveConditions,
  type Condition,
  noFilter,
  operatorsOf,
  operatorWords,
  queryFor,
  readFilter,
  removeCondition,
  writeFilter,
} from "@/features/grid/ui/filters";

const columns = columnsOf({
  name: "Book",
  type: "object",
  properties: {
    title: { type: "string" },
    year: { type: "number" },
    lent: { type: "boolean" },
    due: { type: "string", format: "date-time" },
    tags: { type: "array", items: { type: "string", enum: ["red"] } },
    author: { type: "string", "x-reference": "Author" },
    notes: { type: "object" },
    coverImage: { type: "string" },
  },
});
const column = (id: string) => columns.find((one) => one.id === id)!;
const filter = (conditions: Omit<Condition, "id">[], match: "all" | "any" = "all") => ({
  conditions: conditions.map((condition, id) => ({ id, ...condition })),
  match,
});

it("A viewer, who changes no column, searches the same ones and sees them as wide", () => {
  const locked = columns.map((one) => ({ ...one, readonly: true }));
  expect(queryFor(noFilter, locked, "emma")).toEqual(queryFor(noFilter, columns, "emma"));
  expect(locked.map(widthOf)).toEqual(columns.map(widthOf));
});

describe("A filter", () => {
  it.each([
    ["title", "contains lacks is isNot startsWith filled empty"],
    ["year", "is isNot gt gte lt lte filled empty"],
    ["lent", "is"],
    ["due", "on before after filled empty"],
    ["tags", "has hasNot filled empty"],
    ["author", "is isNot filled empty"],
    ["coverImage", "filled empty"],
    ["createdAt", "on before after"],
  ])("of %s has the operators of its kind: %s", (id, operators) =>
    expect(operatorsOf(column(id)).join(" ")).toBe(operators),
  );

  it("reads as arithmetic for numbers and as words for the rest", () =>
    expect([operatorWords("gte", "number"), operatorWords("is", "text")]).toEqual(["≥", "is"]));

  it("counts the conditions that filter, not those whose value is still to come", () => {
    const started = addCondition(addCondition(noFilter, column("title")), column("lent"));
    expect(effectiveConditions(started, columns)).toBe(1);
    expect(effectiveConditions(changeCondition(started, 0, { value: "Emma" }), columns)).toBe(2);
  });

  it("joins its conditions with and, or with or, and with the search", () => {
    const two: Omit<Condition, "id">[] = [
      { field: "year", operator: "gt", value: "1800" },
      { field: "lent", operator: "is", value: "true" },
    ];
    expect(queryFor(filter(two), columns, "")).toEqual({ $and: [{ year: { $gt: 1800 } }, { lent: { $eq: true } }] });
    expect(queryFor(filter(two, "any"), columns, "")).toEqual({
      $or: [{ year: { $gt: 1800 } }, { lent: { $eq: true } }],
    });
    expect(queryFor(filter(two.slice(0, 1)), columns, "em")).toMatchObject({
      $and: [
        { $and: [{ year: { $gt: 1800 } }] },
        { $or: [{ title: { $contains: "em" } }, { author: { $contains: "em" } }] },
      ],
    });
  });

  it("lets everything through until a condition is whole", () => {
    expect(queryFor(addCondition(noFilter, column("title")), columns, "")).toBeUndefined();
    expect(
      queryFor(
        filter([
          { field: "year", operator: "is", value: "abc" },
          { field: "gone", operator: "is", value: "x" },
        ]),
        columns,
        "",
      ),
    ).toBeUndefined();
  });

  it("tells two conditions of one column apart, whichever of them goes", () => {
    const years = addCondition(addCondition(noFilter, column("year")), column("year"));
    const [first, second] = years.conditions;
    const changed = changeCondition(years, second!.id, { operator: "gt", value: "1800" });
    expect(queryFor(removeCondition(changed, first!.id), columns, "")).toEqual({ $and: [{ year: { $gt: 1800 } }] });
    expect(
      new Set(addCondition(removeCondition(changed, first!.id), column("title")).conditions.map(({ id }) => id)).size,
    ).toBe(2);
    expect(removeCondition(removeCondition(changed, second!.id), first!.id)).toEqual(noFilter);
  });

  it("of a day takes the whole day, here", () => {
    expect(queryFor(filter([{ field: "due", operator: "on", value: "2026-11-21" }]), columns, "")).toEqual({
      $and: [{ due: { $gte: new Date(2026, 10, 21).toISOString(), $lt: new Date(2026, 10, 22).toISOString() } }],
    });
  });

  it("comes back from the URL, without what is no column or no operator of it", () => {
    const conditions: Omit<Condition, "id">[] = [
      { field: "title", operator: "contains", value: "a~b&c=d\ne" },
      { field: "due", operator: "empty", value: "" },
    ];
    const written = writeFilter(new URLSearchParams("panel=database&filter=old~is~x"), filter(conditions, "any"));
    expect(written.get("panel")).toBe("database");
    expect(readFilter(new URLSearchParams(written.toString()), columns)).toEqual(filter(conditions, "any"));
    expect(
      readFilter(new URLSearchParams("filter=gone~is~1&filter=year~contains~1&filter=&filter=year~gt~5"), columns),
    ).toEqual(filter([{ field: "year", operator: "gt", value: "5" }]));
  });
});
