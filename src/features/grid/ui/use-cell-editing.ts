"use client";
import { useRef } from "react";
import type { CellActivatedEventArgs, EditListItem, GridCell, Item } from "@glideapps/glide-data-grid";
import { textCellMax } from "@/features/rows/limits";
import type { GridProps } from "./EntityGrid";
import { opensDialog, valueOfCell } from "./grid-cells";
import type { GridFocus } from "./use-grid-focus";

type Edited = Pick<GridProps, "columns" | "rowAt" | "disabled" | "onEdit" | "onOpen">;

const isTooLong = (value: unknown) => typeof value === "string" && value.length > textCellMax;

/**
 * Editing in the grid itself: from the activation of a cell to its new value.
 * @param getCell what the grid draws in a cell
 * @returns handlers of the grid
 */
export function useCellEditing(
  { columns, rowAt, disabled, onEdit, onOpen }: Edited,
  getCell: (at: Item) => GridCell,
  { opens, ends }: Pick<GridFocus, "opens" | "ends">,
) {
  /** The row being edited, by id: another one may be in its place when editing ends. */
  const editing = useRef<{ index: number; rowId: string }>(undefined);
  return {
    onCellActivated: ([columnIndex, index]: Item, event: CellActivatedEventArgs) => {
      const column = columns[columnIndex]!;
      const row = rowAt(index);
      const hasEditor = getCell([columnIndex, index]).allowOverlay;
      editing.current = row && hasEditor ? { index, rowId: row.id } : undefined;
      if (hasEditor) opens(event.inputType === "keyboard" && event.key.length === 1);
      if (!(row && disabled.has(row.id)) && opensDialog(column, row?.[column.id])) onOpen(index, column);
    },
    onCellsEdited: (edited: readonly EditListItem[]) => {
      const rowId =
        edited.length === 1 && edited[0]!.location[1] === editing.current?.index ? editing.current.rowId : undefined;
      const readings = edited.map(({ location: [columnIndex, index], value }) => ({
        index,
        column: columns[columnIndex]!,
        reading: valueOfCell(columns[columnIndex]!, value),
      }));
      // Keep overlong text in an editor, where it can be shortened.
      const long = readings.find(({ reading }) => reading.ok && isTooLong(reading.value));
      if (long && edited.length === 1) {
        onOpen(long.index, long.column, String(long.reading.ok && long.reading.value));
        return true;
      }
      onEdit(
        readings.flatMap(({ index, column, reading }) =>
          reading.ok && !column.readonly && !disabled.has(rowAt(index)?.id ?? "")
            ? [{ index, rowId, column, value: reading.value }]
            : [],
        ),
        // The row of a single cell needs no naming: its editor has just closed there.
        readings.flatMap(({ index, reading }) =>
          reading.ok ? [] : [{ index: edited.length > 1 ? index : undefined, message: reading.message }],
        ),
      );
      return true;
    },
    onFinishedEditing: () => {
      editing.current = undefined;
      ends();
    },
  };
}
