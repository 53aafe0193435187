"use client";
import { type EditableGridCell, type GridCell, GridCellKind } from "@glideapps/glide-data-grid";
import type { DropdownCellType, MultiSelectCellType } from "@glideapps/glide-data-grid-cells";
import { type CellReading, displayOf, inlineTextMax, readCell, type TableColumn } from "../columns";
import { timeText } from "./ranges";

/** How the grid draws a value. Long text, JSON and what is read-only are not edited in the cell itself. */
export function cellOf(column: TableColumn, value: unknown, names: Map<string, string> | undefined): GridCell {
  const display = names && typeof value === "string" ? (names.get(value) ?? value) : displayOf(column, value);
  const allowOverlay = !column.readonly;
  const copyData = display;
  switch (column.dataType) {
    case "boolean":
      return { kind: GridCellKind.Boolean, data: value === true, allowOverlay: false, readonly: column.readonly };
    case "number":
      return { kind: GridCellKind.Number, data: typeof value === "number" ? value : undefined, displayData: display, allowOverlay, contentAlign: "right" };
    case "image":
      // One click opens the image, or the choice of one.
      return typeof value === "string" && value !== ""
        ? { kind: GridCellKind.Image, data: [value], allowOverlay: false, readonly: true, activationBehaviorOverride: "single-click" }
        : { kind: GridCellKind.Text, data: "", displayData: "Upload", allowOverlay: false, readonly: true, style: "faded", copyData: "", activationBehaviorOverride: "single-click" };
    case "select": {
      const cell: DropdownCellType = { kind: GridCellKind.Custom, allowOverlay, copyData, data: { kind: "dropdown-cell", allowedValues: column.options, value: typeof value === "string" ? value : null } };
      return cell;
    }
    case "multiselect": {
      const values = Array.isArray(value) ? value.map(String) : [];
      const cell: MultiSelectCellType = { kind: GridCellKind.Custom, allowOverlay, copyData, data: { kind: "multi-select-cell", values, options: column.options.map((option) => ({ value: option, label: option, color: "#8485ec" })), allowDuplicates: false, allowCreation: false } };
      return cell;
    }
    default:
      return { kind: GridCellKind.Text, data: column.dataType === "datetime" && typeof value === "string" ? timeText(value) : display, displayData: display, allowOverlay: allowOverlay && !opensDialog(column, value), readonly: column.readonly, copyData };
  }
}

/** "Text cells over 50 characters or containing newlines open the dialog editor" (2-builder.md §9); so do JSON and references. */
export function opensDialog(column: TableColumn, value: unknown): boolean {
  if (column.readonly) return false;
  if (column.dataType === "json" || column.dataType === "image" || column.reference !== undefined) return true;
  return column.dataType === "text" && typeof value === "string" && (value.length > inlineTextMax || value.includes("\n"));
}

/** What somebody entered, as the column's value. */
export function valueOfCell(column: TableColumn, cell: EditableGridCell): CellReading {
  if (cell.kind === GridCellKind.Boolean) return { ok: true, value: cell.data === true };
  if (cell.kind === GridCellKind.Number) return { ok: true, value: cell.data ?? null };
  if (cell.kind === GridCellKind.Custom) {
    const data = cell.data as DropdownCellType["data"] | MultiSelectCellType["data"];
    return { ok: true, value: data.kind === "dropdown-cell" ? (data.value ?? null) : [...(data.values ?? [])] };
  }
  return readCell(column, cell.kind === GridCellKind.Text ? cell.data : "");
}
