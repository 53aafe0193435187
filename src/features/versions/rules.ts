import type { SourceFile } from "@/shipped/contract";

/** Changes by hand this close together are one sitting of work, and one line of the history. */
const sittingMs = 10 * 60 * 1000;

type Standing = { kind: string; messageId: string | null; createdAt: Date };

/**
 * True when an edit goes on with the sitting that the newest version belongs to. What is said in the chat begins a new
 * one.
 */
export function isSameSitting(newest: Standing, next: { kind: string; messageId: string | null }, now: Date): boolean {
  return (
    newest.kind === "edit" &&
    next.kind === "edit" &&
    newest.messageId === next.messageId &&
    now.getTime() - newest.createdAt.getTime() <= sittingMs
  );
}

const descriptionMax = 500;
const editedPrefix = "Edited ";

/** One line for all that a sitting did: files that were saved again and again are named once. */
export function describeSitting(descriptions: string[]): string {
  const edited = new Set<string>();
  const others = new Set<string>();
  for (const description of descriptions) {
    if (description.startsWith(editedPrefix))
      for (const path of description.slice(editedPrefix.length).split(", ")) edited.add(path);
    else if (description) others.add(description);
  }
  const lines = [...others, ...(edited.size > 0 ? [`${editedPrefix}${[...edited].join(", ")}`] : [])];
  return lines.join(", ").slice(0, descriptionMax);
}

/** A version that belongs to the chat is restored by its message; one from before the first message needs none. */
export const needsMessage = (version: { kind: string; messageId: string | null }): boolean =>
  version.messageId !== null || version.kind === "turn";

export type FileChange = { path: string; kind: "added" | "modified" | "deleted" };

/** What differs between two states of an app, each by path: contents, or hashes of them. */
export function changesBetween(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): FileChange[] {
  const changes: FileChange[] = [];
  for (const [path, content] of after) {
    if (!before.has(path)) changes.push({ path, kind: "added" });
    else if (before.get(path) !== content) changes.push({ path, kind: "modified" });
  }
  for (const path of before.keys()) if (!after.has(path)) changes.push({ path, kind: "deleted" });
  return changes.sort((a, b) => (a.path < b.path ? -1 : 1));
}

export const byPath = (files: SourceFile[]): Map<string, string> =>
  new Map(files.map(({ path, content }) => [path, content]));
