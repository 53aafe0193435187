import "server-only";
import type { Bundle } from "./facts/bundle";
import type { Code } from "./facts/code";
import type { Severity } from "./schema";

/** A text edit in one file; offsets are UTF-16 code units of the text that the finding saw. */
export type Edit = { path: string; start: number; end: number; text: string };

/** A candidate fix. Fixes are tried out: one is kept only when issues disappear and no new ones appear. */
export type Fix = {
  description: string;
  edits: Edit[];
  /** Files that are renamed after the edits. */
  moves?: { from: string; to: string }[];
};

export type Finding = {
  path: string;
  start: number;
  message: string;
  /** Most likely first. Only unambiguous fixes belong here. */
  fixes?: (bundle: Bundle) => Fix[];
};

/** A detector: its id and severity, how it finds faults, and, in its findings, how to fix them. */
export type Detector = { name: string; severity: Severity; detect(bundle: Bundle): Finding[] };

/**
 * A detector that checks each file alone, cached for unchanged files. Files that do not parse are left to the syntax
 * detector.
 */
export function inEachFile(
  inspect: (code: Code) => Finding[],
  which: (path: string) => boolean = () => true,
): Detector["detect"] {
  return ({ codes }) => codes.flatMap((code) => (code.isBroken || !which(code.path) ? [] : code.fact(inspect)));
}

export const isClient = (path: string) => !path.startsWith("functions/");

/** The fix that puts `text` in the place of a span. */
export function replaceWith(
  path: string,
  { start, end }: { start: number; end: number },
  text: string,
  description: string,
): Fix {
  return { description, edits: [{ path, start, end, text }] };
}
