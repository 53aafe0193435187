import { describe, expect, it } from "vitest";
import { parseTemplate } from "@/engines/template/render";
import { iconNames, iconTones } from "@/features/apps/schema";
import { isEmptyBlock, readBlock } from "@/features/runs/block/read-block";
import { definitionIssue } from "@/features/tools/check-definition";
import { headerSchema } from "@/features/tools/schema";
import { loadToolKinds, type ToolKind } from "@/offline/words/tool-kinds";
import { compose, runTool } from "../support/compose";

const kinds = loadToolKinds();
const admin = { isAdmin: true, plan: "monetizer", arePlansOn: false } as const;

/** The examples of a kind's fields, as a visitor enters them. */
const examplesOf = ({ fields }: ToolKind): Record<string, unknown> =>
  Object.fromEntries(
    fields.flatMap(({ name, type, example, optionsConfig }): [string, unknown][] => {
      if (type === "multiselect") return example ? [[name, example.split(",").map((one) => one.trim())]] : [];
      if (type === "select") return [[name, example ?? optionsConfig![0]!.label]];
      return example === undefined ? [] : [[name, example]];
    }),
  );

describe("The kinds of tool", () => {
  it("are many", () => expect(kinds.length).toBeGreaterThanOrEqual(50));

  it("have names and phrases of their own", () => {
    const all = kinds.flatMap(({ name, phrases }) => [
      name.toLowerCase(),
      ...phrases.filter((one) => one !== name.toLowerCase()),
    ]);
    expect(all.filter((one, index) => all.indexOf(one) !== index)).toEqual([]);
  });

  it("have icons that apps have", () => {
    const wrong = kinds.filter(({ icon }) => {
      const [name, tone] = icon.split(" ");
      return !iconNames.some((one) => one === name) || !iconTones.some((one) => one === tone);
    });
    expect(wrong.map(({ name }) => name)).toEqual([]);
  });

  it.each(kinds.map((kind) => [kind.name, kind] as const))("%s is found by its name and its phrases", (name, kind) => {
    expect(compose(`A ${name.toLowerCase()}`).tool.header).toBe(name);
    for (const phrase of kind.phrases.filter((one) => !one.includes("+")))
      expect([phrase, compose(`a ${phrase}`).notes.made[0]]).toEqual([phrase, expect.stringContaining(`${name},`)]);
  });

  it.each(kinds.map((kind) => [kind.name, kind] as const))(
    "%s may be stored, and shows something for its examples",
    (name, kind) => {
      const { tool, notes } = compose(`A ${name.toLowerCase()}`);
      expect(definitionIssue({}, { fields: tool.fields, blocks: tool.blocks }, admin)).toBeUndefined();
      for (const { template } of tool.blocks) parseTemplate(template!);
      expect(notes.left).toEqual([]);
      const shown = runTool(tool, examplesOf(kind));
      expect(shown).not.toMatch(/undefined|NaN|null/);
      for (const block of tool.blocks) {
        const text = runTool({ ...tool, blocks: [block] }, examplesOf(kind))
          .split("\n")
          .slice(1)
          .join("\n");
        expect([block.title, isEmptyBlock(readBlock(block.type, text))]).toEqual([block.title, false]);
      }
    },
  );

  it.each(
    kinds.flatMap((kind) => kind.checks.map((check, index) => [`${kind.name} ${index + 1}`, kind, check] as const)),
  )("%s computes rightly", (_, kind, check) => {
    const shown = runTool(compose(`A ${kind.name.toLowerCase()}`).tool, check.with);
    for (const words of check.says) expect(shown).toContain(words);
    for (const words of check.never) expect(shown).not.toContain(words);
  });

  it.each(kinds.map((kind) => [kind.name, kind] as const))("%s works with its required fields alone", (name, kind) => {
    const required = kind.fields.filter((field) => field.required);
    const sentence = `A ${name.toLowerCase()} that asks for ${required.map((field) => field.name).join(", ")}`;
    const { tool } = compose(sentence);
    expect(tool.fields.map((field) => field.name).sort()).toEqual(required.map((field) => field.name).sort());
    const examples = examplesOf(kind);
    runTool(tool, Object.fromEntries(required.map((field) => [field.name, examples[field.name]])));
  });

  it.each(kinds.map((kind) => [kind.name, kind] as const))(
    "%s may be stored whatever else the sentence says",
    (_, kind) => {
      const names = kind.fields.map(({ name }) => name).join(" and ");
      for (const phrase of kind.phrases)
        for (const sentence of [
          `a ${phrase} for my shop with name, email and phone in 3 steps in pounds`,
          `I need ${phrase} that takes ${names} and returns a chart, a table and advice`,
          `${phrase}: total = a * b + ${kind.fields[0]!.name}`,
        ]) {
          const { tool } = compose(sentence);
          expect(definitionIssue({}, { fields: tool.fields, blocks: tool.blocks }, admin)).toBeUndefined();
          expect(headerSchema.safeParse(tool.header).success && tool.header !== "").toBe(true);
          for (const { template } of tool.blocks) if (template !== undefined) parseTemplate(template);
        }
    },
  );
});
