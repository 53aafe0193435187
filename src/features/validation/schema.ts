import { z } from "zod";
import type { SourceFile } from "@/features/files/schema";

export const severities = ["error", "warning"] as const;
export type Severity = (typeof severities)[number];

/** "Validation issue: message, componentName, detectorId, severity, line" (2-builder.md §3), and the file, so that an editor can go there. */
export const issueSchema = z.strictObject({
  message: z.string().max(2000),
  componentName: z.string().max(200),
  detectorId: z.string().max(80),
  severity: z.enum(severities),
  /** Counted from 1. */
  line: z.number().int().min(1),
  path: z.string().max(200),
});
export type Issue = z.infer<typeof issueSchema>;

/** An issue where it stands in a text, by UTF-16 offsets, with a fix that was seen to help. */
export type Diagnosis = Pick<Issue, "message" | "severity" | "detectorId" | "line"> & {
  start: number;
  end: number;
  fix?: { description: string; edits: { start: number; end: number; text: string }[] };
};

/** "Validation result: issues, detectors, executionTimeMs" (2-builder.md §3). */
export type ValidationResult = {
  issues: Issue[];
  detectors: { id: string; severity: Severity; issues: number }[];
  executionTimeMs: number;
};

/** One accepted or refused attempt of a repair: which fixer, where, and what became of it. */
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

/** Durations in milliseconds. `model` is spent waiting for the provider. */
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
  /** The model that was there to be asked; null without one. */
  model: string | null;
};

/** "Repair iterations: 1-5 in the tester (default 1 on invalid); the saved default is 2" (2-builder.md §9). */
export const iterationsMin = 1;
export const iterationsMax = 5;
export const iterationsSaved = 2;
