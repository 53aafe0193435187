import type { Issue } from "@/engines/detect/schema";
import type { SourceFile } from "@/shipped/contract";

/** An issue with its span in UTF-16 offsets, and a fix known to help. */
export type Diagnosis = Pick<Issue, "message" | "severity" | "detectorId" | "line"> & {
  start: number;
  end: number;
  fix?: { description: string; edits: { start: number; end: number; text: string }[] };
};

/** An attempted fix: which fixer, where, and the result. */
export type RepairStep = {
  iteration: number;
  fixer: string;
  path: string;
  lines: { start: number; end: number };
  description: string;
  isAccepted: boolean;
  issuesBefore: number;
  issuesAfter: number;
};

/** Durations in ms. `model` is time spent waiting for the provider. */
export type RepairTiming = { detectMs: number; repairMs: number; modelMs: number; totalMs: number };

/** "Repair result" (2-builder.md §3). The client adds `clientExecutionTimeMs`. */
export type RepairResult = {
  initialIssues: Issue[];
  unresolvedIssues: Issue[];
  repairProcessDetails: RepairStep[];
  repairedFiles: SourceFile[];
  iterationsPerformed: number;
  previousVersionId: string;
  appBundle: { files: SourceFile[] };
  timingBreakdown: RepairTiming;
  /** The available model; null without one. */
  model: string | null;
};

/** "Repair iterations: 1-5 in the tester (default 1 on invalid); the saved default is 2" (2-builder.md §9). */
export const iterationsMin = 1;
export const iterationsMax = 5;
export const iterationsSaved = 2;
