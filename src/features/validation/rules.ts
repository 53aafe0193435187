import type { Issue } from "@/engines/detect/schema";
import { iterationsMax, iterationsMin } from "./schema";

/** "Validation tester iterations: clamped to 1-5, default 1 on invalid" (2-builder.md §5). */
export function clampIterations(value: unknown): number {
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof number !== "number" || !Number.isFinite(number)) return iterationsMin;
  return Math.min(iterationsMax, Math.max(iterationsMin, Math.trunc(number)));
}

/** Identity of an issue independent of its line, so that a moved one is not "new". */
export function issueKey({ detectorId, path, message }: Issue): string {
  return `${detectorId}\0${path}\0${message}`;
}

/** Fingerprint of a bundle's issues; a repeated one means that the repair loops. */
export function fingerprintOf(issues: Issue[]): string {
  return issues
    .map((issue) => `${issueKey(issue)}\0${issue.line}`)
    .sort()
    .join("\n");
}

/** Whether `after` is better than `before`: fewer issues, no new one, and no error in exchange for warnings. */
export function isImprovement(before: Issue[], after: Issue[]): boolean {
  if (after.length >= before.length) return false;
  const left = new Map<string, number>();
  for (const issue of before) left.set(issueKey(issue), (left.get(issueKey(issue)) ?? 0) + 1);
  return after.every((issue) => {
    const count = left.get(issueKey(issue)) ?? 0;
    left.set(issueKey(issue), count - 1);
    return count > 0;
  });
}
