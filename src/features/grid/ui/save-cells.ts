import { counted } from "@/features/entities/ui/edit-history";
import type { ColumnChanges } from "@/features/entities/ui/use-column-change";
import type { CellChange, RefusedCell } from "./EntityGrid";
import { type NewOption, newOptions } from "./option-choices";
import type { RangeEdit } from "./use-range-edits";

/** The undo label of edited cells. */
const wordsOf = (cells: CellChange[]) =>
  cells.length === 1 ? `edit of ${cells[0]!.column.label}` : `edit of ${counted(cells.length, "cell")}`;

/** @returns whether all of them were added */
async function addOptions(added: NewOption[], columnChanges: ColumnChanges): Promise<boolean> {
  for (const { field, option } of added)
    if (!(await columnChanges.run([{ kind: "option", field, option }], `Added the option ${option}`))) return false;
  return true;
}

/**
 * Saves cells that were edited together as one undo unit, after the options that they need were added.
 * @param refused values that were edited with them and cannot be saved
 */
export function saveCells(
  cells: CellChange[],
  refused: RefusedCell[],
  save: (edit: RangeEdit) => void,
  columnChanges: ColumnChanges,
): void {
  const added = newOptions(cells);
  save({
    cells,
    rows: [],
    refused,
    words: wordsOf(cells),
    before: added.length > 0 ? () => addOptions(added, columnChanges) : undefined,
  });
}
