"use client";
import { type CellReading, displayOf, inlineTextMax, isTicked, optionValue, readCell } from "../cells";
import { type EditableGridCell, type GridCell, GridCellKind } from "@glideapps/glide-data-grid";
import { type TableColumn } from "@/features/entities/columns";
import { idsIn } from "@/features/rows/rules";
import type { OptionsCell } from "./options-cell";
import { timeText } from "./ranges";
import type { ReferencesCell } from "./references-cell";
import type { TimeCell } from "./time-cell";

/** A datetime takes two lines. */
const timeTheme = { baseFontStyle: "12px", lineHeight: 1.25 };

/** The grid's cell for a value. Long text, JSON and read-only values are not edited in place. */
export function cellOf(column: TableColumn, value: unknown, names: Map<string, string> | undefined): GridCell {
  const display = names && typeof value === "string" ? (names.get(value) ?? value) : displayOf(column, value);
  if (column.isList) {
    const ids = idsIn(value);
    const called = ids.map((id) => names?.get(id) ?? id);
    const cell: ReferencesCell = {
      kind: GridCellKind.Custom,
      allowOverlay: false,
      copyData: called.join(", "),
      data: { kind: "references-cell", ids, names: called },
    };
    return cell;
  }
  const allowOverlay = !column.readonly;
  const copyData = display;
  switch (column.dataType) {
    case "boolean":
      return { kind: GridCellKind.Boolean, data: isTicked(value), allowOverlay: false, readonly: column.readonly };
    case "number":
      return {
        kind: GridCellKind.Number,
        data: typeof value === "number" ? value : undefined,
        displayData: display,
        allowOverlay,
        contentAlign: "right",
      };
    case "image":
      // A single click opens the image or the file picker.
      return typeof value === "string" && value !== ""
        ? {
            kind: GridCellKind.Image,
            data: [value],
            allowOverlay: false,
            readonly: true,
            activationBehaviorOverride: "single-click",
          }
        : {
            kind: GridCellKind.Text,
            data: "",
            displayData: "Upload",
            allowOverlay: false,
            readonly: true,
            style: "faded",
            copyData: "",
            activationBehaviorOverride: "single-click",
          };
    case "select":
    case "multiselect": {
      const values = (Array.isArray(value) ? value : [value])
        .filter((one) => one !== null && one !== undefined && one !== "")
        .map(String);
      const cell: OptionsCell = {
        kind: GridCellKind.Custom,
        allowOverlay,
        copyData,
        data: {
          kind: "options-cell",
          label: column.label,
          options: column.options,
          values,
          isMany: column.dataType === "multiselect",
        },
      };
      return cell;
    }
    case "datetime": {
      const cell: TimeCell = {
        kind: GridCellKind.Custom,
        allowOverlay,
        copyData,
        themeOverride: timeTheme,
        data: { kind: "time-cell", text: typeof value === "string" ? timeText(value) : "", display },
      };
      return cell;
    }
    default:
      return {
        kind: GridCellKind.Text,
        data: display,
        displayData: display,
        allowOverlay: allowOverlay && !opensDialog(column, value),
        readonly: column.readonly,
        copyData: column.reference !== undefined && typeof value === "string" ? value : display,
      };
  }
}

/**
 * "Text cells over 50 characters or containing newlines open the dialog editor" (2-builder.md §9); JSON and references
 * too.
 */
export function opensDialog(column: TableColumn, value: unknown): boolean {
  if (column.readonly) return false;
  if (column.dataType === "json" || column.dataType === "image" || column.reference !== undefined) return true;
  return (
    column.dataType === "text" && typeof value === "string" && (value.length > inlineTextMax || value.includes("\n"))
  );
}

/** The value entered into a cell. */
export function valueOfCell(column: TableColumn, cell: EditableGridCell): CellReading {
  if (cell.kind === GridCellKind.Boolean) return { ok: true, value: cell.data === true };
  if (cell.kind === GridCellKind.Number) return { ok: true, value: cell.data ?? null };
  if (cell.kind === GridCellKind.Custom) {
    const data = cell.data as OptionsCell["data"] | ReferencesCell["data"] | TimeCell["data"];
    if (data.kind === "references-cell") return { ok: true, value: [...data.ids] };
    if (data.kind === "time-cell") return readCell(column, data.text);
    const { isMany, values } = data;
    return { ok: true, value: isMany ? [...values] : values[0] === undefined ? null : optionValue(column, values[0]) };
  }
  // A reference filled by dragging is an id already, not a name.
  if (column.reference !== undefined && cell.kind === GridCellKind.Text) return readCell(column, cell.copyData ?? "");
  return readCell(column, cell.kind === GridCellKind.Text ? cell.data : "");
}
