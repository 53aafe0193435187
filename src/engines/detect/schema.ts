import { z } from "zod";

export const severities = ["error", "warning"] as const;
export type Severity = (typeof severities)[number];

/**
 * "Validation issue: message, componentName, detectorId, severity, line" (2-builder.md §3), and the file, so that an
 * editor can go there.
 */
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

/** "Validation result: issues, detectors, executionTimeMs" (2-builder.md §3). */
export type ValidationResult = {
  issues: Issue[];
  detectors: { id: string; severity: Severity; issues: number }[];
  executionTimeMs: number;
};
