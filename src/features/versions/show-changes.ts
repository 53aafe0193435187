/** "Diff item statuses: added, modified, deleted" (2-builder.md §3). */
export type ChangeStatus = "added" | "modified" | "deleted";

/** One file of 'All Changes': its text before and after, "" where it did not exist. */
export type VersionChange = { path: string; status: ChangeStatus; before: string; after: string };

/** "3 context lines" (2-builder.md §9). */
export const contextLines = 3;

/** "Diff view turns off word diff when either side exceeds 10,000 characters" (2-builder.md §9). */
export const wordDiffCharactersMax = 10_000;
export const isWordDiffOff = (before: string, after: string): boolean =>
  Math.max(before.length, after.length) > wordDiffCharactersMax;

const languages: Record<string, string> = {
  jsx: "jsx",
  tsx: "tsx",
  js: "javascript",
  ts: "typescript",
  css: "css",
  json: "json",
  md: "markdown",
};

/** The highlighter's language of a file; unknown ones are plain text. */
export const languageOf = (path: string): string => languages[path.slice(path.lastIndexOf(".") + 1)] ?? "";
