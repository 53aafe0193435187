import { Scope } from "@/engines/template/evaluate";
import { renderTemplate } from "@/engines/template/render";
import { checkFields, templateValues } from "@/features/runs/tool/check-fields";
import { readDefinition } from "@/features/runs/tool/read-definition";
import { madeField } from "@/features/tools/compose/compose-tool";
import { fieldTypes } from "@/features/tools/schema";
import { composeTool } from "@/offline/compose-tool";
import type { MadeTool } from "@/offline/write/tool/template";

/** The day on which composed tools run in tests. */
export const today = new Date("2026-11-23T10:00:00Z");

export const compose = (sentence: string) => composeTool(sentence, (words) => madeField(words, fieldTypes));

/** "+10d" → the day in ten days. */
const dayOf = (value: unknown) => {
  const offset = typeof value === "string" ? /^\+(\d+)d$/.exec(value)?.[1] : undefined;
  return offset === undefined
    ? value
    : new Date(today.getTime() + Number(offset) * 86_400_000).toISOString().slice(0, 10);
};

/** Runs a composed tool as its page does, without a model: the text of its blocks. @throws with what the fields refuse */
export function runTool(tool: MadeTool, entered: Record<string, unknown>): string {
  const definition = readDefinition({ toolId: "t", path: "t", title: tool.header }, { ...tool });
  const given = Object.fromEntries(Object.entries(entered).map(([name, value]) => [name, dayOf(value)]));
  const { values, issues } = checkFields(definition, given);
  if (issues.length > 0) throw new Error(issues.map(({ field, message }) => `${field}: ${message}`).join(", "));
  return definition.blocks
    .map(({ type, title, template }) =>
      template === undefined
        ? ""
        : `${title}\n${renderTemplate(template, new Scope(templateValues(definition, values, "", type !== "text"), today))}`,
    )
    .join("\n\n");
}
