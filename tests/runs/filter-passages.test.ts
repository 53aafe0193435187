import { describe, expect, it } from "vitest";
import { filterPassages } from "@/features/runs/block/filter-passages";
import { readDefinition } from "@/features/runs/tool/read-definition";

const passages = ["Vegan soup", "Gluten free bread", "Beef stew with nuts", "Donuts"].map((text) => ({
  heading: "",
  text,
}));
const fields = (filterCondition: string) =>
  readDefinition({ toolId: "t", path: "p", title: "T" }, { fields: [{ name: "diet", type: "text", filterCondition }] });

describe("A field that filters what the data says", () => {
  it.each([
    ["none", "vegan", passages.map(({ text }) => text)],
    ["include", "VEGAN", ["Vegan soup"]],
    ["include", "gluten-free", ["Gluten free bread"]],
    ["include", ["vegan", "bread"], ["Vegan soup", "Gluten free bread"]],
    ["include", "fish", []],
    ["exclude", "nuts", ["Vegan soup", "Gluten free bread", "Donuts"]],
    ["exclude", ["nuts", "soup"], ["Gluten free bread", "Donuts"]],
    ["something else", "vegan", passages.map(({ text }) => text)],
  ])("%s %j", (condition, diet, left) =>
    expect(filterPassages(passages, fields(condition), { diet }).map(({ text }) => text)).toEqual(left),
  );

  it("and is not answered takes nothing away", () =>
    expect(filterPassages(passages, fields("include"), {})).toHaveLength(4));
});
