import "server-only";
import type { Issue } from "@/engines/detect/schema";
import type { SourceFile } from "@/shipped/contract";
import { validateBundle } from "@/engines/detect/check";
import { repairBundle } from "./repair";
import { issueKey } from "./rules";
import type { RepairStep } from "./schema";

/** Time limit: the turn's version waits for its repair. */
const budgetMs = 1_500;

export type CheckedTurn = {
  files: SourceFile[];
  /** Automatic repairs. */
  fixed: RepairStep[];
  /** Issues introduced by this turn that no fixer repairs. */
  issues: Issue[];
  /** Issues that existed before. */
  older: Issue[];
};

/**
 * Checks a turn's result and repairs unambiguous faults that it introduced. Existing faults stay: a person may want
 * them. Without faults the same array is returned.
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
