import { useEffect, useState, useSyncExternalStore } from "react";
import { toast } from "sonner";
import { oneOf, titleOf } from "@/lib/fields";
import { toastFailure } from "@/lib/failure";
import { addUp } from "@/lib/sums";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Row } from "@/sdk/types"
 */

const undoMs = 5_000;

/** Ids of rows that are hidden from all lists until they are deleted, or the deletion is undone. @type {ReadonlySet<string>} */
let leaving = new Set();
const listeners = new Set();

/** @param {Row[]} rows @param {boolean} isLeaving */
function mark(rows, isLeaving) {
  const next = new Set(leaving);
  for (const { id } of rows) {
    if (isLeaving) next.add(id);
    else next.delete(id);
  }
  leaving = next;
  for (const listener of listeners) listener();
}

/** @param {() => void} listener */
function follow(listener) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The ids of rows that are about to be deleted, on whatever page that was asked for. */
export const useLeaving = () => useSyncExternalStore(follow, () => leaving);

/**
 * Hides rows at once, and deletes them when the toast with its Undo is gone, or the page is left: until then nothing is lost.
 * @param {Entity} entity
 * @param {Row[]} rows
 */
export function removeLater(entity, rows) {
  let isOpen = true;
  const name =
    rows.length === 1 ? titleOf(entity, rows[0]) : `${rows.length} ${rows.length === 1 ? oneOf(entity) : "rows"}`;
  mark(rows, true);
  const commit = async () => {
    if (!isOpen) return;
    isOpen = false;
    window.removeEventListener("pagehide", commit);
    try {
      await Promise.all(rows.map((row) => entity.delete(row.id)));
      void addUp(entity, rows);
    } catch (problem) {
      mark(rows, false);
      toastFailure(`${name} could not be deleted`, problem);
    }
  };
  const undo = () => {
    isOpen = false;
    window.removeEventListener("pagehide", commit);
    mark(rows, false);
  };
  window.addEventListener("pagehide", commit);
  setTimeout(commit, undoMs);
  toast(`Deleted ${name}`, { duration: undoMs, action: { label: "Undo", onClick: undo } });
}

/**
 * Whether somebody else has deleted the row that is edited. Looks when rows of the table change.
 * @param {Entity} entity @param {string | undefined} id @returns {[boolean, () => void]} and says so
 */
export function useGone(entity, id) {
  const [isGone, setIsGone] = useState(false);
  useEffect(() => {
    if (!id) return undefined;
    return entity.subscribe(() => {
      entity.page({ query: { id }, limit: 1 }).then(
        ({ items }) => setIsGone(items.length === 0),
        () => undefined,
      );
    });
  }, [entity, id]);
  return [isGone, () => setIsGone(true)];
}
