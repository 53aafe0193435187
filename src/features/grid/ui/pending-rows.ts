import { canSaveRow } from "../cells";
import { isObject } from "@/engines/protocol/records";
import { isText, shape } from "@/engines/shape";
import { type TableColumn } from "@/features/entities/columns";

/** A row that exists only in this browser until it is saved (2-builder.md §4). */
export type PendingRow = { key: string; fields: Record<string, unknown> };
export const isPendingRow = shape<PendingRow>({ key: isText, fields: isObject });

export type PendingAction =
  | { type: "add" }
  | { type: "set"; cells: { index: number; field: string; value: unknown }[] }
  | { type: "drop"; keys: string[] };

export function pendingRows(rows: PendingRow[], action: PendingAction): PendingRow[] {
  switch (action.type) {
    case "add":
      // Unique across reloads, where a counter would start again.
      return [{ key: `pending-${Date.now().toString(36)}-${rows.length}`, fields: {} }, ...rows];
    case "set":
      return rows.map((row, at) => {
        const own = action.cells.filter(({ index }) => index === at).map(({ field, value }) => [field, value]);
        return own.length > 0 ? { ...row, fields: { ...row.fields, ...Object.fromEntries(own) } } : row;
      });
    case "drop":
      return rows.filter(({ key }) => !action.keys.includes(key));
  }
}

const isEmpty = (value: unknown) => value === undefined || value === null || value === "";

/** Why a pending row cannot be saved yet: "An empty row cannot be saved" (2-builder.md §4). */
export function unsavableWords(columns: TableColumn[], fields: Record<string, unknown>): string | undefined {
  if (canSaveRow(columns, fields)) return undefined;
  const missing = columns.filter(({ id, isRequired }) => isRequired && isEmpty(fields[id])).map(({ label }) => label);
  return missing.length > 0
    ? `${missing.join(", ")} ${missing.length === 1 ? "is" : "are"} required`
    : "An empty row cannot be saved";
}

/** The fields to create: those with a value. */
export const filledFields = (fields: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => !isEmpty(value)));
