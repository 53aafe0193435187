/** One change on the server: of rows, or of a column together with the version that it wrote. */
export type Step = { changeId: string; versionId?: string };
/** An undo unit: its steps in order, and its label. */
export type Change = { steps: Step[]; words: string };
/** The undo and redo stacks of one table; the next one is last. */
export type EditHistory = { past: Change[]; future: Change[] };

export const emptyHistory: EditHistory = { past: [], future: [] };

/** Limit of the undo stack. */
const changesMax = 200;

/** A new change clears the redo stack. */
export const record = ({ past }: EditHistory, change: Change): EditHistory => ({
  past: [...past, change].slice(-changesMax),
  future: [],
});

/** The next change to undo or redo, or the given one, wherever it is. */
export function nextOf({ past, future }: EditHistory, way: "undo" | "redo", changeId?: string): Change | undefined {
  const side = way === "undo" ? past : future;
  return changeId === undefined
    ? side.at(-1)
    : side.find(({ steps }) => steps.some((step) => step.changeId === changeId));
}

/**
 * Moves a change to the other stack.
 * @param undone the changes that reverted it; none when everything has changed since, so that it cannot be redone
 * either
 */
export function move({ past, future }: EditHistory, way: "undo" | "redo", change: Change, undone: Step[]): EditHistory {
  const without = (side: Change[]) => side.filter((one) => one !== change);
  const added = undone.length > 0 ? [{ steps: undone, words: change.words }] : [];
  return way === "undo"
    ? { past: without(past), future: [...future, ...added] }
    : { past: [...past, ...added], future: without(future) };
}

/** "1 cell", "3 cells". */
export const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en-US")} ${noun}${count === 1 ? "" : "s"}`;

/** Tells of rows that an undo skipped because somebody changed them since; undefined when there are none. */
export function conflictWords(restored: number, skipped: number): string | undefined {
  if (skipped === 0) return undefined;
  const [were, they] = skipped === 1 ? ["was", "it is"] : ["were", "they are"];
  return restored === 0
    ? `Changed since by somebody else: ${counted(skipped, "row")} ${were} left as ${they}`
    : `${counted(skipped, "row")} changed since and ${were} left as ${they}. ${counted(restored, "row")} went back.`;
}
