import "server-only";
import type { SourceFile } from "@/shipped/contract";
import type { Knowledge } from "@/engines/detect/facts/bundle";
import { type Check, checkBundle, type Found } from "@/engines/detect/check";
import { applyFix, unmasks } from "./repair";
import { isImprovement } from "./rules";
import type { Diagnosis } from "./schema";

/** Limits: diagnoses per file, and the time to look for fixes. */
const diagnosesMax = 200;
const fixBudgetMs = 150;

/**
 * Diagnoses one file as it is in the editor. A fix is offered only if it was tried on the whole app and accepted by the
 * repair's rule, and changes this file only.
 */
export function diagnoseFile(
  files: SourceFile[],
  path: string,
  content: string,
  knowledge: Knowledge = {},
): Diagnosis[] {
  const current = files.map((file) => (file.path === path ? { path, content } : file));
  const check = checkBundle(current, knowledge);
  const deadline = performance.now() + fixBudgetMs;
  const own = check.found.filter(({ issue }) => issue.path === path).slice(0, diagnosesMax);
  const diagnoses = own.map((found): Diagnosis => {
    const { message, severity, detectorId, line } = found.issue;
    const fix = performance.now() < deadline ? findFix(current, check, found, knowledge) : undefined;
    return { ...spanAt(content, found.finding.start), line, message, severity, detectorId, ...(fix && { fix }) };
  });
  for (const code of check.bundle.codes) code.release();
  return diagnoses.sort((a, b) => a.start - b.start);
}

function findFix(files: SourceFile[], check: Check, { issue, finding }: Found, knowledge: Knowledge): Diagnosis["fix"] {
  const before = check.found.map((found) => found.issue);
  for (const { description, edits, moves } of finding.fixes?.(check.bundle) ?? []) {
    if (moves || !edits.every(({ path }) => path === issue.path)) continue;
    const fixed = applyFix(files, { description, edits });
    if (!fixed) continue;
    const after = checkBundle(fixed, knowledge).found.map((found) => found.issue);
    if (isImprovement(before, after) || unmasks(before, after, issue))
      return { description, edits: edits.map(({ start, end, text }) => ({ start, end, text })) };
  }
  return undefined;
}

/** Findings have a start only: mark the token there, or at a line's end the one before. */
function spanAt(content: string, start: number): { start: number; end: number } {
  const from = Math.min(Math.max(0, start), content.length);
  const [token] = /^(?:[\w$]+|"[^"\n]*"?|'[^'\n]*'?|[^\s])/.exec(content.slice(from, from + 200)) ?? [];
  if (token) return { start: from, end: from + token.length };
  const before = content.slice(0, from).trimEnd().length;
  return { start: Math.max(0, before - 1), end: Math.max(before, Math.min(1, content.length)) };
}
