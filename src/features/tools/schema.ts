import { z } from "zod";
import { blockTypes, fieldTypes } from "@/offline/model/tool-parts";

export { blockTypes, type BlockType, fieldTypes, type FieldType } from "@/offline/model/tool-parts";

/** Design §6: the spec shows no values. */
export const titleMax = 60;
export const labelMax = 60;
export const optionMax = 80;
export const fieldNameMax = 40;
export const fieldsMax = 30;
export const optionsMax = 100;
export const stepsMax = 30;
export const blocksMax = 30;
export const pathMax = 60;

/** "Multi-step input step ids are 4 characters" (1-platform.md §9). */
export const stepIdLength = 4;

/** "filterCondition (none, include, exclude)" (1-platform.md §3). */
export const filterConditions = ["none", "include", "exclude"] as const;

export const toolStates = ["active", "draft"] as const;
export type ToolStatus = (typeof toolStates)[number];

const text = (max: number) => z.string().max(max);
const optionSchema = z.strictObject({ label: text(optionMax), iconUrl: text(2_000).default("") });

/** A custom field as it is stored. What it must be beyond its shape is in check-definition.ts. */
export const toolFieldSchema = z.strictObject({
  id: text(40).optional(),
  name: text(fieldNameMax),
  label: text(labelMax).optional(),
  type: z.enum(fieldTypes),
  required: z.boolean().optional(),
  personal: z.boolean().optional(),
  memorize: z.boolean().optional(),
  stepId: text(stepIdLength).optional(),
  instructions: text(2_000).optional(),
  placeholder: text(200).optional(),
  options: z
    .array(z.union([text(optionMax), optionSchema]))
    .max(optionsMax)
    .optional(),
  optionsConfig: z.array(optionSchema).max(optionsMax).optional(),
  filterCondition: z.enum(filterConditions).optional(),
  toolId: text(40).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
});
export type ToolField = z.infer<typeof toolFieldSchema>;

/** Filter conditions and columns of rows that a block shows without a model. */
const sourceSchema = z.strictObject({
  entity: text(60).min(1),
  filter: z.unknown().optional(),
  columns: z.array(text(60)).max(30).optional(),
  sort: text(60).optional(),
  limit: z.number().int().min(1).max(100).optional(),
});

/** "Block: id, data.features.validation" (2-builder.md §3), and what it asks or computes. */
export const toolBlockSchema = z.strictObject({
  id: text(40).min(1),
  type: z.enum(blockTypes).optional(),
  title: text(120).optional(),
  prompt: text(20_000).optional(),
  template: text(20_000).optional(),
  source: sourceSchema.optional(),
  data: z
    .strictObject({
      features: z
        .strictObject({ validation: z.strictObject({ isEnabled: z.boolean(), prompt: text(2_000) }).optional() })
        .optional(),
    })
    .optional(),
});
export type ToolBlock = z.infer<typeof toolBlockSchema>;

export const examplesSchema = z
  .array(text(500))
  .max(3)
  .transform((list) => list.filter((example) => example.trim() !== ""));

/** A tool's title and an app's name: one row's `header`. */
export const headerSchema = z
  .string()
  .trim()
  .max(titleMax, { error: `A title has at most ${titleMax} characters` });

/** The texts, the prompt, the input, the call to action, the fields and the blocks of a tool (2-builder.md §3). */
export const definitionShape = {
  description: text(2_000).optional(),
  background: text(20_000).optional(),
  gptPrompt: text(20_000).optional(),
  features: z.record(z.string().max(60), z.unknown()).optional(),
  examples: examplesSchema.optional(),
  welcomeMessage: text(2_000).optional(),
  inputLabel: text(200).optional(),
  inputPlaceholder: text(200).optional(),
  isInputCollapsed: z.boolean().optional(),
  isInputHidden: z.boolean().optional(),
  isMultiStepInput: z.boolean().optional(),
  inputSteps: z
    .array(z.strictObject({ id: z.string().length(stepIdLength), title: text(labelMax) }))
    .max(stepsMax)
    .optional(),
  ctaMessage: text(500).optional(),
  ctaButton: text(60).optional(),
  ctaLink: z.union([z.literal(""), z.url({ protocol: /^https?$/ })]).optional(),
  fields: z.array(toolFieldSchema).max(fieldsMax).optional(),
  blocks: z.array(toolBlockSchema).max(blocksMax).optional(),
};

const definitionSchema = z.strictObject(definitionShape);
export type Definition = z.infer<typeof definitionSchema>;

/** A definition with nothing in it: what replaces a whole tool names every key, so that none of the old one is left. */
export const blankDefinition = {
  description: "",
  gptPrompt: "",
  examples: [],
  welcomeMessage: "",
  inputLabel: "",
  inputPlaceholder: "",
  isInputCollapsed: false,
  isInputHidden: false,
  isMultiStepInput: false,
  inputSteps: [],
  fields: [],
  blocks: [],
} satisfies Definition;

/** A sentence that asks for a whole tool. */
export const sentenceMax = 4_000;
export const sentenceSchema = z
  .string()
  .trim()
  .min(1, { error: "Say what the tool does" })
  .max(sentenceMax, { error: `At most ${sentenceMax.toLocaleString("en-US")} characters` });

/** What was made of a sentence, what was assumed, and what was not understood or cannot be done. */
export type ComposeNotes = { made: string[]; assumed: string[]; left: string[] };

/** "Path should contain only letters, numbers, and dashes. It cannot be empty." (2-builder.md §5). */
export const pathWords = "Path should contain only letters, numbers, and dashes. It cannot be empty.";
export const pathSchema = z
  .string()
  .trim()
  .max(pathMax, { error: `A path has at most ${pathMax} characters` })
  .regex(/^[A-Za-z0-9-]+$/, { error: pathWords });

/** What an app's owner sees of each of its tools. */
export type ToolEntry = {
  toolId: string;
  title: string;
  path: string;
  status: ToolStatus;
  imageUrl: string | null;
};

/** One tool, or the app that is a tool itself (`toolId` null), as the editor opens it. */
export type EditedTool = Omit<ToolEntry, "toolId"> & {
  toolId: string | null;
  revision: number;
  data: Record<string, unknown>;
};
