import { describe, expect, it } from "vitest";
import { type Row, table, text } from "../support/kit-table";

// By a variable: the kit has a configuration of its own, in which its types are checked (src/shipped/tsconfig.json).
const fields: string = "@/lib/fields";
type Fields = {
  titleOf: (entity: object, row: Row, names?: Record<string, Map<unknown, string>>) => string;
  callingFieldOf: (entity: object) => string | undefined;
};
const load = async () => (await import(fields)) as Fields;

const day = { ...text, format: "date" };
const plant = { ...text, "x-reference": "Plant" };
const names = { plant: new Map([["p1", "Figaro"]]) };

describe("what a row is called", () => {
  it.each([
    ["a name that it must have", { amount: text, what: text }, ["what"], { what: "Watered" }, "Watered"],
    ["a text, where nothing is required", { wind: text, plant }, [], { wind: "North", plant: "p1" }, "North"],
    ["what it is about", { plant, date: day, amount: text }, ["plant"], { plant: "p1", amount: "0.5 l" }, "Figaro"],
    ["its day", { date: day, weather: text }, ["date"], { date: "2026-11-09", weather: "sunny" }, "Nov 9, 2026"],
    [
      "its day, where nobody knows yet what it is about",
      { plant, date: day, amount: text },
      ["plant"],
      { plant: "p2", date: "2026-11-09", amount: "0.5 l" },
      "Nov 9, 2026",
    ],
  ])("is %s", async (_, properties, required, row, expected) => {
    const { titleOf } = await load();
    expect(titleOf(table("Watering", properties, required, []), row, names)).toBe(expected);
  });

  it("opens the row in a list, where it stands in its own column", async () => {
    const { callingFieldOf } = await load();
    expect(callingFieldOf(table("Watering", { date: day, plant, amount: text }, ["plant"], []))).toBe("plant");
    expect(callingFieldOf(table("Plant", { name: text, light: text }, ["name"], []))).toBe("name");
  });
});
