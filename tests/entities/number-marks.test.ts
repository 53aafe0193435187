import { describe, expect, it } from "vitest";
import { hasDecimalComma, withoutComma } from "@/features/imports/number-marks";
import { asWritten } from "@/features/imports/ui/as-written";
import { readStart } from "@/features/imports/ui/read-start";
import type { ColumnMapping } from "@/features/imports/schema";

describe("A column of numbers", () => {
  it.each([
    [["85,5", "1.234", "7"], true],
    [["1.234,50"], true],
    [["1.234.567"], true],
    [["0,125", ""], true],
    [["85,5", "n/a"], true],
    [["1.234"], false],
    [["1,234"], false],
    [["85,5", "85.5"], false],
    [["1,234.50", "12"], false],
    [["12"], false],
    [[], false],
  ])("%j has decimal commas: %s", (cells, isComma) => expect(hasDecimalComma(cells)).toBe(isComma));

  it.each([
    ["85,5", "85.5"],
    [" -1.234,50 ", "-1234.50"],
    ["1.234", "1234"],
    ["1,234", "1.234"],
    ["7", "7"],
    ["", ""],
  ])("with commas has %j for %j", (text, number) => expect(withoutComma(text)).toBe(number));

  it.each(["85.5", "1.23,4", "1.2345", "n/a"])("with commas refuses %j", (text) =>
    expect(() => withoutComma(text)).toThrow("must be a number with a decimal comma"),
  );
});

it("A mapping says which of its columns of numbers have a decimal comma, also beyond the preview", async () => {
  const text = `Name;Preis;Stück\n${"a;1.234;3\n".repeat(20)}b;85,5;4\n`;
  const start = await readStart(new File([text], "preise.csv"));
  const mapping: ColumnMapping[] = [
    { csvHeader: "Name", schemaField: "name", dataType: "text" },
    { csvHeader: "Preis", schemaField: "price", dataType: "number" },
    { csvHeader: "Stück", schemaField: "count", dataType: "number" },
  ];
  expect(await asWritten(start, mapping)).toEqual([mapping[0], { ...mapping[1], decimalMark: "," }, mapping[2]]);
});
