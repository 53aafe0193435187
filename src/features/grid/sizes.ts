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

export function widthOf({ id, dataType, readonly, isList }: TableColumn): number {
  if (id === "createdAt") return columnWidths.createdAt;
  if (readonly) return columnWidths.default;
  return dataType === "multiselect" || isList ? columnWidths.multiselect : columnWidths.own;
}
