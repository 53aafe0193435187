import type { SourceFile } from "@/shipped/contract";

/** Manual changes this close together belong to one sitting, which is one history entry. */
const sittingMs = 10 * 60 * 1000;

type Standing = { kind: string; messageId: string | null; createdAt: Date };

/** Whether an edit continues the newest version's sitting. A message in the chat starts a new one. */
export function isSameSitting(newest: Standing, next: { kind: string; messageId: string | null }, now: Date): boolean {
  return (
    newest.kind === "edit" &&
    next.kind === "edit" &&
    newest.messageId === next.messageId &&
    now.getTime() - newest.createdAt.getTime() <= sittingMs
  );
}

/**
 * A version as undoing needs it. `wentBackTo`: number of the version whose state an undo in the chat has brought back;
 * of an undo that was cut, the one before it.
 */
export type Step = {
  id: string;
  number: number;
  sitting: number;
  kind: string;
  messageId: string | null;
  userRequest: string;
  description: string;
  wentBackTo: number | null;
};

/**
 * The version before an app's last `count` history entries, and the changes between. A version that an undo has written
 * counts as the one that it brought back, so that a second undo goes one change further back and is no redo. A restore
 * by its button is a change like any other.
 * @param history newest first
 */
export function stepsBack(history: Step[], count: number): { to: Step | undefined; undone: Step[] } {
  const upTo = (number: number) => history.find((step) => step.number <= number);
  const undone: Step[] = [];
  let to = history[0];
  for (;;) {
    while (to && to.wentBackTo !== null && to.wentBackTo < to.number) to = upTo(to.wentBackTo);
    const before = to && upTo(to.sitting - 1);
    if (!to || !before || undone.length === count) return { to, undone };
    undone.push(to);
    to = before;
  }
}

const descriptionMax = 500;
const editedPrefix = "Edited ";

/** Describes a sitting in one line; files saved repeatedly are named once. */
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

/** A version of the chat is restored by its message; one from before the first message needs none. */
export const needsMessage = (version: { kind: string; messageId: string | null }): boolean =>
  version.messageId !== null || version.kind === "turn";

export type FileChange = { path: string; kind: "added" | "modified" | "deleted" };

/** Differences of two states by path; values are contents or hashes. */
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
