import type { ComposeNotes } from "@/features/tools/schema";

/** "Version history: at most 10 entries, newest first" (2-builder.md §9). */
export const toolVersionsListed = 10;
/** Versions that a tool keeps; older ones are deleted. */
export const toolVersionsKept = 30;

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
