import { z } from "zod";
import { blockTypes, fieldTypes, filterConditions } from "@/features/tools/schema";
import type { BlockDefinition, RunDefinition } from "../schema";

/** What is missing or wrong in a stored tool counts as not set: a tool that was saved by an earlier version still runs. */
const text = z.string().catch("");
const flag = z.boolean().catch(false);
const list = <Item extends z.ZodType>(item: Item) =>
  z
    .array(z.unknown())
    .catch([])
    .transform((all) => all.flatMap((one) => item.safeParse(one).data ?? []));

const optionSchema = z.union([
  z.string().transform((label) => ({ label, iconUrl: "" })),
  z.object({ label: z.string(), iconUrl: text }),
]);

const fieldSchema = z
  .object({
    id: text,
    name: z.string().min(1),
    label: text,
    type: z.enum(fieldTypes),
    required: flag,
    personal: flag,
    memorize: flag,
    stepId: text,
    instructions: text,
    placeholder: text,
    options: list(optionSchema),
    optionsConfig: list(optionSchema),
    toolId: text,
    filterCondition: z.enum(filterConditions).catch("none"),
    min: z.number().optional().catch(undefined),
    max: z.number().optional().catch(undefined),
  })
  .transform(({ required, personal, memorize, options, optionsConfig, ...field }) => ({
    ...field,
    id: field.id || field.name,
    label: field.label || field.name,
    isRequired: required,
    // "Email fields are always personal" (1-platform.md §5).
    isPersonal: personal || field.type === "email",
    isMemorized: memorize && field.type !== "photo",
    options: optionsConfig.length > 0 ? optionsConfig : options,
  }));

const validationSchema = z.union([
  z.literal(true).transform(() => ""),
  z.string(),
  z
    .object({ isEnabled: z.boolean().default(true), prompt: text })
    .transform(({ isEnabled, prompt }) => (isEnabled ? prompt : undefined)),
]);

const blockSchema = z
  .object({
    id: z.string().min(1),
    type: z.enum(blockTypes).catch("text"),
    title: text,
    prompt: text,
    template: z.string().min(1).optional().catch(undefined),
    source: z
      .object({
        entity: z.string().min(1),
        filter: z.unknown().optional(),
        columns: z.array(z.string()).optional().catch(undefined),
        sort: z.string().optional().catch(undefined),
        limit: z.number().int().min(1).optional().catch(undefined),
      })
      .optional()
      .catch(undefined),
    data: z
      .object({ features: z.object({ validation: validationSchema.optional().catch(undefined) }).catch({}) })
      .catch({ features: {} }),
  })
  .transform(({ data, ...block }) => ({ ...block, validation: data.features.validation }));

const definitionSchema = z.object({
  header: text,
  description: text,
  background: text,
  gptPrompt: text,
  welcomeMessage: text,
  inputLabel: text,
  inputPlaceholder: text,
  isInputHidden: flag,
  isInputCollapsed: flag,
  isMultiStepInput: flag,
  examples: list(z.string()),
  inputSteps: list(z.object({ id: z.string().min(1), title: text })),
  ctaMessage: text,
  ctaButton: text,
  ctaLink: text,
  fields: list(fieldSchema),
  blocks: list(blockSchema),
});

/**
 * A stored tool as a run takes it. "If an app has no blocks but has a gptPrompt, blocks are derived from the prompt"
 * (2-builder.md §3).
 */
export function readDefinition(
  tool: { toolId: string; path: string; title: string },
  data: Record<string, unknown>,
): RunDefinition {
  const { gptPrompt, inputSteps, blocks, examples, header, ...rest } = definitionSchema.parse(data);
  const derived: BlockDefinition = { id: "answer", type: "text", title: "", prompt: gptPrompt };
  return {
    ...rest,
    toolId: tool.toolId,
    path: tool.path,
    header: header || tool.title,
    examples: examples.filter((example) => example.trim() !== "").slice(0, 3),
    steps: inputSteps,
    blocks: blocks.length > 0 ? blocks : gptPrompt.trim() === "" ? [] : [derived],
    // "Main input collapse is disabled when there are no input steps" (2-builder.md §5).
    isInputCollapsed: rest.isInputCollapsed && inputSteps.length > 0,
  };
}
