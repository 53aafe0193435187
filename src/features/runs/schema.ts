import { z } from "zod";
import { type Citation, querySettingsSchema } from "@/features/retrieval/schema";
import type { BlockType, FieldType, filterConditions, ToolBlock } from "@/features/tools/schema";

/** Characters of the main input and of one field's value. */
export const inputMax = 10_000;
export const fieldTextMax = 10_000;
/** Characters that one block's answer keeps. */
export const answerMax = 60_000;
/** Runs of one page of a visitor's results. */
export const historyPage = 20;

/** The part of a block's text that its type shows (read-block.ts). */
export type BlockData =
  | { type: "text"; markdown: string }
  | { type: "table"; columns: string[]; rows: string[][]; note: string }
  | { type: "list"; items: string[]; isOrdered: boolean }
  | { type: "checklist"; items: { text: string; isDone: boolean }[] }
  | {
      type: "cards";
      cards: { title: string; image: string; facts: { label: string; value: string }[]; body: string }[];
    }
  | { type: "image"; source: string; alt: string }
  | {
      type: "chart";
      kind: "bar" | "line" | "pie";
      labels: string[];
      series: { name: string; values: number[] }[];
    };

export const runStates = ["queued", "streaming", "finished", "failed", "stopped"] as const;
export type RunStatus = (typeof runStates)[number];

/** What a run does at the moment: the events of 2-builder.md §4 ("search-similar-item, query-context-items or generate", "validate"). */
export const runStages = ["search-similar-item", "query-context-items", "generate", "validate"] as const;
export type RunStage = (typeof runStages)[number];

/** "unanswered": only a model could answer it, and there is none. */
export const blockStates = ["waiting", "streaming", "done", "failed", "unanswered"] as const;
export type BlockStatus = (typeof blockStates)[number];

/** "Block validation status: pending, validated, failed" (2-builder.md §4). */
export const validationStates = ["pending", "validated", "failed"] as const;
export type Validation = { status: (typeof validationStates)[number]; reason?: string };

export type RunBlock = {
  id: string;
  type: BlockType;
  title: string;
  status: BlockStatus;
  text: string;
  /** Why it failed, or what would have to be there to answer it. */
  message?: string;
  /** The prompt that a model would have got. The tool's owner alone sees it. */
  prompt?: string;
  /** Where a model's answer was not made for this run but for an earlier one with the same input. */
  isReused?: boolean;
  isEdited?: boolean;
  /** The passages of data sources that its text cites by number. */
  sources?: Citation[];
  validation?: Validation;
};

/** Filter conditions and columns of rows that a block shows without a model. */
export type BlockSource = NonNullable<ToolBlock["source"]>;

/** A tool as one run sees it: kept with the run, so that a later change of the tool leaves its results as they are. */
export type RunDefinition = {
  toolId: string;
  path: string;
  header: string;
  description: string;
  background: string;
  welcomeMessage: string;
  inputLabel: string;
  inputPlaceholder: string;
  isInputHidden: boolean;
  isInputCollapsed: boolean;
  isMultiStepInput: boolean;
  examples: string[];
  steps: { id: string; title: string }[];
  ctaMessage: string;
  ctaButton: string;
  ctaLink: string;
  fields: RunField[];
  blocks: BlockDefinition[];
};

export type RunField = {
  id: string;
  name: string;
  label: string;
  type: FieldType;
  isRequired: boolean;
  isPersonal: boolean;
  isMemorized: boolean;
  stepId: string;
  instructions: string;
  placeholder: string;
  options: { label: string; iconUrl: string }[];
  toolId: string;
  /** Whether its answer narrows down what the app's data says. */
  filterCondition: (typeof filterConditions)[number];
  min?: number | undefined;
  max?: number | undefined;
};

export type BlockDefinition = {
  id: string;
  type: BlockType;
  title: string;
  prompt: string;
  /** What its answer is checked against; undefined where it is not checked. */
  validation?: string | undefined;
  template?: string | undefined;
  source?: BlockSource | undefined;
};

/** A length or a mass, as the visitor entered it. */
export type Measure = { value: number; unit: "cm" | "in" | "kg" | "lb" };
export type FieldValue = string | number | string[] | Measure;

/** A tool as its visitors see it. */
export type ToolView = Omit<RunDefinition, "background" | "blocks"> & {
  isActive: boolean;
  blocks: { id: string; type: BlockType; title: string }[];
  style: Record<string, unknown>;
  dailyUserLimit: number | null;
  weeklyUserLimit: number | null;
  /** The app's tools that the caller may run. */
  tools: { toolId: string; path: string; title: string }[];
};

/** What a visitor sees of a run: an address of its own opens it. */
export type RunView = {
  runId: string;
  path: string;
  header: string;
  status: RunStatus;
  stage: RunStage | null;
  input: string;
  /** Labels and values as they were entered, without personal ones for anybody but who entered them. */
  entered: { label: string; value: string }[];
  fields: Record<string, FieldValue>;
  blocks: RunBlock[];
  error: string | null;
  similarTo: string | null;
  /** Whether the caller made this run. */
  isMine: boolean;
  mayEdit: boolean;
  createdAt: string;
  finishedAt: string | null;
  /** The number of the last event that this view has in it. */
  lastEvent: number;
};

/** What an anonymous browser calls itself: made by the page, long enough not to be guessed. */
export const sessionSchema = z.string().regex(/^[\w-]{20,80}$/);

export const runIdSchema = z.string().regex(/^r[0-9a-z]{16}$/);

/** `{input, fields}` (design §7). Fields by their names; the tool says what they hold. */
export const newRunSchema = {
  path: z.string().min(1).max(100),
  input: z.string().max(inputMax).default(""),
  fields: z.record(z.string().max(60), z.unknown()).default({}),
  /** Also where the same input was answered before. */
  isFresh: z.boolean().default(false),
  session: sessionSchema.optional(),
};

/** The settings of 1-platform.md §3 that a run goes by, with the spec's defaults where it has any. A wrong one counts as not set. */
export const runSettingsSchema = z.object({
  aiModel: z.string().max(200).optional().catch(undefined),
  /** "temperature 0-2 in steps of 0.1, default 0.7" (1-platform.md §5). */
  modelTemperature: z.number().min(0).max(2).catch(0.7),
  /** "daily and weekly runs per user 1-100" (1-platform.md §5); not set is without a limit. */
  dailyUserLimit: z.number().int().min(1).max(100).optional().catch(undefined),
  weeklyUserLimit: z.number().int().min(1).max(100).optional().catch(undefined),
  /** "creditsPerRun 0-20", default 1 (1-platform.md §9). */
  creditsPerRun: z.number().int().min(0).max(20).catch(1),
  userCanEditResults: z.boolean().catch(false),
  ...querySettingsSchema.shape,
});
export type RunSettings = z.infer<typeof runSettingsSchema>;

export const runJob = "tool-run";

/** User memory: `{ key, value, fieldId, updatedAt }` (design §6). */
export type Memory = { key: string; value: FieldValue; fieldId: string; updatedAt: string };

/** What a run's stream says, as server-sent events of these names. */
export type RunEventName = "stage" | "block-open" | "text" | "block-close" | "validation" | "error" | "done";
