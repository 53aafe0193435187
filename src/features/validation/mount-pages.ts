import "server-only";
import { log } from "@/engines/log";
import { runSmoke } from "@/engines/smoke/run-smoke";
import type { SmokeFinding } from "@/engines/smoke/schema";
import { fileName } from "@/shipped/contract";
import type { SourceFile } from "@/shipped/contract";
import type { Issue } from "@/engines/detect/schema";

export const mountDetector = "runtime-smoke";

const keptMax = 100;
/** Cache by version, which is immutable. */
const kept = new Map<string, Promise<SmokeFinding[] | undefined>>();

/**
 * Smoke test: mounts every page of a version with rows, without, and with required fields only.
 * @returns undefined where pages cannot be run on this machine
 */
export function mountVersion(versionId: string, files: SourceFile[]): Promise<SmokeFinding[] | undefined> {
  const known = kept.get(versionId) ?? mountPages(files);
  keep(versionId, known);
  return known;
}

/** Keeps what was found of a version's files before it was written. */
export const keepMounted = (versionId: string, found: SmokeFinding[]): void => keep(versionId, Promise.resolve(found));

function keep(versionId: string, known: Promise<SmokeFinding[] | undefined>): void {
  kept.delete(versionId);
  kept.set(versionId, known);
  // Do not cache results with unchecked pages.
  void known.then((found) => {
    const isWhole = found?.every(({ kind }) => kind !== "unchecked");
    if (!isWhole && kept.get(versionId) === known) kept.delete(versionId);
  });
  if (kept.size > keptMax) kept.delete(kept.keys().next().value!);
}

export async function mountPages(files: SourceFile[]): Promise<SmokeFinding[] | undefined> {
  try {
    return await runSmoke(files);
  } catch (error) {
    // Fail open: a smoke test that cannot run must not block publishing.
    log("warn", "smoke", { error });
    return undefined;
  }
}

/** Static findings first, then findings of running pages on lines that have none. */
export function withMounted(issues: Issue[], mounted: SmokeFinding[] | undefined): Issue[] {
  const told = new Set(issues.map(({ path, line }) => `${path}:${line}`));
  return [...issues, ...(mounted ?? []).filter(({ path, line }) => !told.has(`${path}:${line}`)).map(toIssue)];
}

const scenes = {
  rows: "",
  empty: " while there are no rows",
  sparse: " with a row that has only its required fields",
} as const;

function toIssue(mounted: SmokeFinding): Issue {
  const { page, kind, message, scene, path, line } = mounted;
  const says = {
    throw: `stops with "${message}"`,
    hang: "never finishes rendering",
    unchecked: "was not checked: the server was too busy",
    blank: "shows nothing",
    console: `logs the error "${message}"`,
  }[kind];
  return {
    message: `Page ${page} ${says}${kind === "unchecked" ? "" : scenes[scene]}`,
    componentName: fileName(path),
    detectorId: mountDetector,
    severity: isCertain(mounted) ? "error" : "warning",
    line,
    path,
  };
}

/**
 * Whether visitors will certainly meet it: rows with required fields only may never occur, and console errors may be
 * intended.
 */
const isCertain = ({ kind, scene }: SmokeFinding) =>
  kind === "hang" || (scene !== "sparse" && kind !== "console" && kind !== "unchecked");

/**
 * Errors to report after a turn, worded like those of the running app: smoke findings, and static errors on other
 * lines. On the same line the running app's message wins, since the preview shows the same.
 */
export function errorsOf(
  issues: Issue[],
  mounted: SmokeFinding[] | undefined,
): { title: string; details: string; componentName: string }[] {
  const fallen = (mounted ?? []).filter(isCertain);
  const told = new Set(fallen.map(({ path, line }) => `${path}:${line}`));
  const unresolved = issues.filter(({ severity, path, line }) => severity === "error" && !told.has(`${path}:${line}`));
  return [
    ...fallen.map((finding) => ({
      title: finding.kind === "throw" ? finding.message : toIssue(finding).message,
      details: `${finding.path}:${finding.line}${scenes[finding.scene]}`,
      componentName: finding.page,
    })),
    ...unresolved.map(({ message, path, line, componentName }) => ({
      title: message,
      details: `${path}:${line}`,
      componentName,
    })),
  ];
}
