/** A change of rows on the server, or, with the version that it wrote, one of a column. */
export type Step = { changeId: string; versionId?: string };
/** What can be undone together, in the order in which it was made, and what a person calls it. */
export type Change = { steps: Step[]; words: string };
/** The changes of one session in one table, each side's last one next. */
export type EditHistory = { past: Change[]; future: Change[] };

export const emptyHistory: EditHistory = { past: [], future: [] };

/** Further back, nobody remembers what an undo would do. */
const changesMax = 200;

/** Something new happened: what was undone before it cannot be redone. */
export const record = ({ past }: EditHistory, change: Change): EditHistory => ({
  past: [...past, change].slice(-changesMax),
  future: [],
});

/** What an undo or a redo would take next; or the one change that is meant, wherever it stands. */
export function nextOf({ past, future }: EditHistory, way: "undo" | "redo", changeId?: string): Change | undefined {
  const side = way === "undo" ? past : future;
  return changeId === undefined
    ? side.at(-1)
    : side.find(({ steps }) => steps.some((step) => step.changeId === changeId));
}

/**
 * A change went to the other side.
 * @param undone the changes that took it back; none when everything had changed since, so that there is no way back
 *   either
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

/** Tells of rows that an undo left alone, since somebody changed them meanwhile; nothing when there are none. */
export function conflictWords(restored: number, skipped: number): string | undefined {
  if (skipped === 0) return undefined;
  const [were, they] = skipped === 1 ? ["was", "it is"] : ["were", "they are"];
  return restored === 0
    ? `Changed since by somebody else: ${counted(skipped, "row")} ${were} left as ${they}`
    : `${counted(skipped, "row")} changed since and ${were} left as ${they}. ${counted(restored, "row")} went back.`;
}
