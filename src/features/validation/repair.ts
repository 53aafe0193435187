import "server-only";
import type { Issue } from "@/engines/detect/schema";
import { MagicString } from "magic-string";
import type { SourceFile } from "@/shipped/contract";
import type { Knowledge } from "@/engines/detect/facts/bundle";
import { checkBundle, type Check, type Found } from "@/engines/detect/check";
import type { Fix } from "@/engines/detect/detector";
import { clampIterations, fingerprintOf, isImprovement, issueKey } from "./rules";
import { iterationsMax, type RepairResult, type RepairStep } from "./schema";

/** A repair without its starting version, which only a caller with a database knows. */
export type Repair = Omit<RepairResult, "previousVersionId" | "model">;

export type RepairOptions = {
  iterations?: number;
  knowledge?: Knowledge;
  /** Issues to leave alone. */
  except?: Issue[];
  /** Time limit for trying fixes. */
  budgetMs?: number;
};

type State = {
  files: SourceFile[];
  check: Check;
  steps: RepairStep[];
  iteration: number;
  knowledge: Knowledge;
  detectMs: number;
  except: ReadonlySet<string>;
  deadline: number;
};

/**
 * Repairs what needs no guess. A fix is accepted only when issues disappear and none appears; nothing is stubbed; the
 * rest stays byte for byte. Ends when no issue is left, nothing changes, or a state repeats.
 */
export function repairBundle(files: SourceFile[], options: RepairOptions = {}): Repair {
  const started = performance.now();
  const state = begin(files, options);
  const initialIssues = issuesOf(state);
  const seen = new Set([fingerprintOf(initialIssues)]);
  const iterations = clampIterations(options.iterations ?? iterationsMax);
  while (state.iteration < iterations && state.check.found.length > 0) {
    state.iteration++;
    if (!runFixers(state) || isSeen(seen, state)) break;
  }
  return finish(files, initialIssues, state, performance.now() - started);
}

function begin(files: SourceFile[], { knowledge = {}, except = [], budgetMs = Infinity }: RepairOptions): State {
  const started = performance.now();
  const check = checkBundle(files, knowledge);
  return {
    files,
    check,
    steps: [],
    iteration: 0,
    knowledge,
    detectMs: performance.now() - started,
    except: new Set(except.map(issueKey)),
    deadline: started + budgetMs,
  };
}

const issuesOf = ({ check }: { check: Check }) => check.found.map(({ issue }) => issue);

function isSeen(seen: Set<string>, state: State): boolean {
  const fingerprint = fingerprintOf(issuesOf(state));
  const isOld = seen.has(fingerprint);
  seen.add(fingerprint);
  return isOld;
}

function finish(before: SourceFile[], initialIssues: Issue[], state: State, totalMs: number): Repair {
  const old = new Map(before.map(({ path, content }) => [path, content]));
  const round = (ms: number) => Math.round(ms * 10) / 10;
  return {
    initialIssues,
    unresolvedIssues: issuesOf(state),
    repairProcessDetails: state.steps,
    repairedFiles: state.files.filter(({ path, content }) => old.get(path) !== content),
    iterationsPerformed: state.iteration,
    appBundle: { files: state.files },
    timingBreakdown: {
      detectMs: round(state.detectMs),
      repairMs: round(Math.max(0, totalMs - state.detectMs)),
      modelMs: 0,
      totalMs: round(totalMs),
    },
  };
}

/** One pass over the findings. @returns whether anything was repaired */
function runFixers(state: State): boolean {
  let hasFixed = false;
  const tried = new Set<string>();
  for (;;) {
    const next = state.check.found.find(
      ({ issue, finding }) =>
        finding.fixes && !state.except.has(issueKey(issue)) && !tried.has(`${issueKey(issue)}\0${issue.line}`),
    );
    if (!next || performance.now() > state.deadline) return hasFixed;
    tried.add(`${issueKey(next.issue)}\0${next.issue.line}`);
    if (tryFixes(state, next)) hasFixed = true;
  }
}

/** Tries a finding's fixes until one is accepted. */
function tryFixes(state: State, { issue, finding }: Found): boolean {
  const before = issuesOf(state);
  let best: { files: SourceFile[]; check: Check; step: RepairStep } | undefined;
  for (const fix of finding.fixes?.(state.check.bundle) ?? []) {
    const files = applyFix(state.files, fix);
    if (!files) continue;
    const check = checkBundle(files, state.knowledge);
    const after = issuesOf({ check });
    const isAccepted = isImprovement(before, after);
    const step = {
      iteration: state.iteration,
      fixer: issue.detectorId,
      path: issue.path,
      lines: linesOf(state.files, fix, issue),
      description: fix.description,
      isAccepted,
      issuesBefore: before.length,
      issuesAfter: after.length,
    };
    if (isAccepted) {
      Object.assign(state, { files, check });
      state.steps.push(step);
      return true;
    }
    if (unmasks(before, after, issue) && (!best || after.length < best.step.issuesAfter))
      best = { files, check, step: { ...step, isAccepted: true } };
  }
  for (const code of state.check.bundle.codes) code.release();
  if (!best) return false;
  Object.assign(state, { files: best.files, check: best.check });
  state.steps.push(best.step);
  return true;
}

/** Issues that hide others. */
const masking = ["leftover-marker", "syntax-error", "prose-file", "entity-json"];

/** A file that did not parse may have more faults; once it does, they come to light and do not count as new. */
export function unmasks(before: Issue[], after: Issue[], issue: Issue): boolean {
  if (!masking.includes(issue.detectorId)) return false;
  const elsewhere = (issues: Issue[]) => issues.filter(({ path }) => path !== issue.path);
  const isReadable = !after.some(({ path, detectorId }) => path === issue.path && masking.includes(detectorId));
  return (
    isReadable &&
    (elsewhere(after).length === elsewhere(before).length || isImprovement(elsewhere(before), elsewhere(after))) &&
    after.length - elsewhere(after).length <= 12
  );
}

/** The files after a fix's edits; undefined when edits overlap or change nothing. */
export function applyFix(files: SourceFile[], { edits, moves = [] }: Fix): SourceFile[] | undefined {
  const paths = new Set(edits.map(({ path }) => path));
  let hasChanged = false;
  try {
    const next = files.map((file) => {
      if (!paths.has(file.path)) return file;
      const text = new MagicString(file.content);
      for (const { path, start, end, text: replacement } of edits) {
        if (path !== file.path) continue;
        if (start === end) text.appendLeft(start, replacement);
        else text.update(start, end, replacement);
      }
      const content = text.toString();
      hasChanged ||= content !== file.content;
      return { path: file.path, content };
    });
    const moved = new Map(moves.map(({ from, to }) => [from, to]));
    if (moves.some(({ to }) => files.some(({ path }) => path === to))) return undefined;
    return hasChanged ? next.map((file) => ({ ...file, path: moved.get(file.path) ?? file.path })) : undefined;
  } catch {
    // Overlapping edits or an offset out of range: the fix was made for another text.
    return undefined;
  }
}

function linesOf(files: SourceFile[], { edits }: Fix, issue: Issue): { start: number; end: number } {
  const own = edits.filter(({ path }) => path === issue.path);
  const content = files.find(({ path }) => path === issue.path)?.content ?? "";
  const line = (offset: number) => content.slice(0, offset).split("\n").length;
  if (own.length === 0) return { start: issue.line, end: issue.line };
  return { start: line(Math.min(...own.map(({ start }) => start))), end: line(Math.max(...own.map(({ end }) => end))) };
}
