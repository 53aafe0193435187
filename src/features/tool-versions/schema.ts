import type { ComposeNotes } from "@/features/tools/schema";

/** "Version history: at most 10 entries, newest first" (2-builder.md §9). */
export const toolVersionsListed = 10;
/** Versions that a tool keeps; older ones are deleted. */
export const toolVersionsKept = 30;

/** The queue of tools that a model makes. */
export const composeJob = "compose-tool";

/** The latest making of a whole tool by a model. */
export type Composition = {
  compositionId: string;
  sentence: string;
  status: "queued" | "running" | "done" | "failed";
  error: string | null;
  createdAt: string;
};

/** What a sentence led to: a tool, made at once by rules, or the work of a model that has begun. */
export type Composed = { isComposing: boolean; notes: ComposeNotes };

export type ToolVersionKind = "composed" | "edited" | "restored";

export type ToolVersionSummary = {
  number: number;
  kind: ToolVersionKind;
  title: string;
  request: string;
  notes: ComposeNotes;
  fieldCount: number;
  blockCount: number;
  createdAt: string;
  /** Whether the tool is like this now. */
  isCurrent: boolean;
};
