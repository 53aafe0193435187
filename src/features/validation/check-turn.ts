import "server-only";
import type { Issue } from "@/engines/detect/schema";
import type { SourceFile } from "@/shipped/contract";
import { validateBundle } from "@/engines/detect/check";
import { repairBundle } from "./repair";
import { issueKey } from "./rules";
import type { RepairStep } from "./schema";

/** The turn's version waits for its repair, so that it cannot take long. */
const budgetMs = 1_500;

export type CheckedTurn = {
  files: SourceFile[];
  /** What was mended by itself. */
  fixed: RepairStep[];
  /** What this turn brought and no fixer mends; older issues are not its business. */
  issues: Issue[];
  /** What was there before and still is. */
  older: Issue[];
};

/**
 * Looks at what a turn did to an app, and mends the faults that it brought and that need no guess. Faults that were
 * there before stay: a person may have left them so. Without faults the files are the very ones that were given.
 */
export function checkTurn(before: SourceFile[], after: SourceFile[]): CheckedTurn {
  const old = validateBundle(before);
  const known = new Set(old.map(issueKey));
  const isOld = (issue: Issue) => known.has(issueKey(issue));
  const found = validateBundle(after);
  if (found.every(isOld)) return { files: after, fixed: [], issues: [], older: found };
  const { appBundle, repairProcessDetails, unresolvedIssues } = repairBundle(after, {
    iterations: 2,
    except: old,
    budgetMs,
    knowledge: { previous: before },
  });
  return {
    files: appBundle.files,
    fixed: repairProcessDetails.filter(({ isAccepted }) => isAccepted),
    issues: unresolvedIssues.filter((issue) => !isOld(issue)),
    older: unresolvedIssues.filter(isOld),
  };
}
