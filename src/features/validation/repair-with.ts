import "server-only";
import type { Knowledge } from "@/engines/detect/facts/bundle";
import type { Issue } from "@/engines/detect/schema";
import type { SourceFile } from "@/shipped/contract";
import { inPool } from "./pool";
import type { Repair } from "./repair";
import { clampIterations, fingerprintOf, isImprovement } from "./rules";
import type { RepairTiming } from "./schema";

/** Another source of repairs, such as a model: from files and issues to other files, or undefined. */
export type Mender = (
  files: SourceFile[],
  issues: Issue[],
) => Promise<{ files: SourceFile[]; fixer: string; description: string } | undefined>;

/**
 * Repairs in the pool, and asks the mender after each iteration's fixers. Its files are accepted by the rule of fixes:
 * issues disappear and none appears.
 */
export async function repairWith(
  files: SourceFile[],
  mend: Mender,
  { iterations, knowledge = {} }: { iterations: number; knowledge?: Knowledge },
): Promise<Repair> {
  const started = performance.now();
  const max = clampIterations(iterations);
  let repair = await inPool("repair", files, { iterations: 1, knowledge });
  const { initialIssues } = repair;
  const timing = { ...repair.timingBreakdown };
  const steps = [...repair.repairProcessDetails];
  const seen = new Set([fingerprintOf(initialIssues)]);
  let now = { files: repair.appBundle.files, issues: repair.unresolvedIssues };
  let iteration = Math.min(1, repair.iterationsPerformed);
  while (now.issues.length > 0) {
    const asked = performance.now();
    const before = now;
    const mended = await mend(now.files, now.issues);
    if (mended) {
      const after = await inPool("validate", mended.files, knowledge);
      const isAccepted = isImprovement(now.issues, after);
      const first = now.issues[0]!;
      steps.push({
        iteration,
        fixer: mended.fixer,
        path: first.path,
        lines: { start: first.line, end: first.line },
        description: mended.description,
        isAccepted,
        issuesBefore: now.issues.length,
        issuesAfter: after.length,
      });
      if (isAccepted) now = { files: mended.files, issues: after };
    }
    timing.modelMs += performance.now() - asked;
    const hasChanged = now !== before || repair.repairedFiles.length > 0;
    const fingerprint = fingerprintOf(now.issues);
    if (!hasChanged || seen.has(fingerprint) || iteration >= max || now.issues.length === 0) break;
    seen.add(fingerprint);
    iteration++;
    repair = await inPool("repair", now.files, { iterations: 1, knowledge });
    timing.repairMs += repair.timingBreakdown.totalMs;
    steps.push(...repair.repairProcessDetails.map((step) => ({ ...step, iteration })));
    now = { files: repair.appBundle.files, issues: repair.unresolvedIssues };
  }
  const old = new Map(files.map(({ path, content }) => [path, content]));
  return {
    initialIssues,
    unresolvedIssues: now.issues,
    repairProcessDetails: steps,
    repairedFiles: now.files.filter(({ path, content }) => old.get(path) !== content),
    iterationsPerformed: iteration,
    appBundle: { files: now.files },
    timingBreakdown: rounded({ ...timing, totalMs: performance.now() - started }),
  };
}

const rounded = (timing: RepairTiming): RepairTiming => {
  const round = (ms: number) => Math.round(ms * 10) / 10;
  const { detectMs, repairMs, modelMs, totalMs } = timing;
  return { detectMs: round(detectMs), repairMs: round(repairMs), modelMs: round(modelMs), totalMs: round(totalMs) };
};
