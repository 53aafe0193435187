import "server-only";
import type { Bundle } from "./bundle";
import type { Code } from "./code";
import type { Severity } from "./schema";

/** A replacement of a piece of one file; offsets are UTF-16 code units of its text as the finding saw it. */
export type Edit = { path: string; start: number; end: number; text: string };

/**
 * A way to mend a finding. Which of several is right is decided by trying: a fix is kept only when issues go and none
 * comes.
 */
export type Fix = { description: string; edits: Edit[] };

export type Finding = {
  path: string;
  start: number;
  message: string;
  /** Likeliest first. Only what needs no guess belongs here. */
  fixes?: (bundle: Bundle) => Fix[];
};

/** One kind of fault: what it is called, how grave it is, how it is found, and within its findings how it is mended. */
export type Detector = { name: string; severity: Severity; detect(bundle: Bundle): Finding[] };

/**
 * Looks at each file alone; a file that has not changed is not looked at again. Broken files are left to the syntax
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
