import type { TableColumn } from "@/features/entities/columns";

/**
 * "column width min 50, default 150, max 400; default column widths 100, or 200 for multiselect; created-at column 208"
 * (2-builder.md §9).
 */
export const columnWidths = { min: 50, default: 150, max: 400, own: 100, multiselect: 200, createdAt: 208 };
/** "Add-column pseudo column id 999999" (2-builder.md §9): the last column; no field can have this key. */
export const addColumnId = "999999";
/** Fits a row number, or a tick and a cross. */
export const markerWidth = 64;
/** "Table: row height 40" (2-builder.md §9). */
export const rowHeight = 40;

/** A day with its time in one line. */
const datetimeWidth = 160;

/** What a head takes beside its label (the menu, an arrow of the order), and about what each letter of it does. */
const head = { beside: 44, letter: 7 };

/** The width of a column that nobody has changed: its own, or as much as its label takes. */
export function widthOf({ id, label, dataType, isSystem, isList }: TableColumn): number {
  if (id === "createdAt") return columnWidths.createdAt;
  if (isSystem) return columnWidths.default;
  const usual =
    dataType === "multiselect" || isList
      ? columnWidths.multiselect
      : dataType === "datetime"
        ? datetimeWidth
        : columnWidths.own;
  return Math.min(columnWidths.max, Math.max(usual, head.beside + head.letter * label.length));
}
