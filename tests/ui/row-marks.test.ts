import { describe, expect, it } from "vitest";
import type { Row } from "../support/kit-table";

// By a variable: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const marks: string = "@/lib/marks";
type Reason = { field: string; is: string; isNot?: boolean };
type Mark = Reason & { color: string; and?: Reason[] };
const isMarked = async (mark: Mark, row: Row) => {
  const { markOf } = (await import(marks)) as { markOf: (marks: Mark[], row: Row) => object | undefined };
  return markOf([mark], row) !== undefined;
};
const red = { color: "#ff0000" };

describe("Rows are tinted", () => {
  const late = { field: "due", is: "overdue", ...red, and: [{ field: "returned", is: "false" }] };
  const low = { field: "stock", is: "<reorder_level", ...red };
  const open = { field: "status", is: "done", isNot: true, ...red };
  it.each<[string, Mark, Row, boolean]>([
    ["where all reasons hold", late, { due: "2020-01-01", returned: false }, true],
    ["where a box was never ticked", late, { due: "2020-01-01" }, true],
    ["not where one of them does not hold", late, { due: "2020-01-01", returned: true }, false],
    ["not before the date has passed", late, { due: "2999-01-01", returned: false }, false],
    ["where a number is below another one of the row", low, { stock: 3, reorder_level: 5 }, true],
    ["not where it is as high", low, { stock: 5, reorder_level: 5 }, false],
    ["not where the other number is empty", low, { stock: 3 }, false],
    ["where an option is another one", open, { status: "new" }, true],
    ["not where it is that one", open, { status: "Done" }, false],
    ["a date of long ago", { field: "due", is: "<-30d", ...red }, { due: "2020-01-01" }, true],
    ["no date", { field: "due", is: "<-30d", ...red }, {}, false],
    ["a date to come", { field: "due", is: "<-30d", ...red }, { due: "2999-01-01" }, false],
    ["a date after the next days", { field: "due", is: ">+7d", ...red }, { due: "2999-01-01" }, true],
    ["where nothing was entered", { field: "due", is: "empty", ...red }, { due: "" }, true],
    ["not where something was", { field: "due", is: "empty", ...red }, { due: "2999-01-01" }, false],
    ["below zero", { field: "degrees", is: ">-70", ...red }, { degrees: -60 }, true],
  ])("%s", async (_, mark, row, expected) => expect(await isMarked(mark, row)).toBe(expected));
});
