import "server-only";
import { log } from "@/engines/log";
import { runSmoke } from "@/engines/smoke/run-smoke";
import type { SmokeFinding } from "@/engines/smoke/schema";
import { fileName } from "@/shipped/contract";
import type { SourceFile } from "@/shipped/contract";
import type { Issue } from "@/engines/detect/schema";

export const mountDetector = "runtime-smoke";

const keptMax = 100;
/** By version: a version never changes, so neither does what it does. */
const kept = new Map<string, Promise<SmokeFinding[] | undefined>>();

/**
 * What falls when every page of a version is opened once: with rows, without, and with rows that have only their
 * required fields.
 * @returns undefined where pages cannot be run on this machine
 */
export function mountVersion(versionId: string, files: SourceFile[]): Promise<SmokeFinding[] | undefined> {
  const known = kept.get(versionId) ?? mountPages(files);
  kept.delete(versionId);
  kept.set(versionId, known);
  // What could not be checked is tried again the next time.
  void known.then((found) => {
    const isWhole = found?.every(({ kind }) => kind !== "unchecked");
    if (!isWhole && kept.get(versionId) === known) kept.delete(versionId);
  });
  if (kept.size > keptMax) kept.delete(kept.keys().next().value!);
  return known;
}

export async function mountPages(files: SourceFile[]): Promise<SmokeFinding[] | undefined> {
  try {
    return await runSmoke(files);
  } catch (error) {
    // The static detectors have said what they know; a check that fails must not keep anybody from publishing.
    log("warn", "smoke", { error });
    return undefined;
  }
}

/** Static findings first; what a running page adds is what nobody has said about that line yet. */
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
 * Whether its visitors will meet it: rows with only their required fields may never be made, and what is logged may be
 * meant so.
 */
const isCertain = ({ kind, scene }: SmokeFinding) =>
  kind === "hang" || (scene !== "sparse" && kind !== "console" && kind !== "unchecked");

/**
 * What a turn should be told about at once, as the running app would report it itself: what fell, and the validator's
 * errors that no page fell over. Of two that speak of one line, the running app's own words stay, since the preview
 * says the same ones.
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
