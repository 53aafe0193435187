"use client";
import { useCallback, useReducer, useState } from "react";
import { notifyFailure } from "@/ui/notify";
import type { TableColumn } from "../columns";
import type { EntityRow } from "../schema";
import { filledFields, pendingRows, unsavableWords } from "./pending-rows";
import { refusalWords } from "./ranges";
import type { RangeEdit } from "./use-range-edits";
import type { useRowEdits } from "./use-row-edits";
import type { RowTable } from "./use-rows";

/** The rows as the grid counts them: those that are not saved yet on top, then the server's. What is done to them goes to the one or the other. */
export function useTableRows(columns: TableColumn[], table: RowTable, edits: ReturnType<typeof useRowEdits>) {
  const [pending, change] = useReducer(pendingRows, []);
  const [saving, setSaving] = useState<string>();
  const shift = pending.length;
  const storedAt = table.rowAt;
  const rowAt = useCallback(
    (index: number): EntityRow | undefined => {
      const row = pending[index];
      return row ? { createdAt: "", updatedAt: "", creatorId: null, ...row.fields, id: row.key } : storedAt(index - shift);
    },
    [pending, shift, storedAt],
  );
  return {
    rowAt,
    rowCount: (table.count ?? 0) + shift,
    show: (from: number, to: number) => table.show(Math.max(0, from - shift), Math.max(0, to - shift)),
    /** Rows from one to another, also those that nobody has looked at yet. */
    load: async (from: number, to: number) => {
      if (to >= shift) await table.load(Math.max(from - shift, 0), to - shift);
      return Array.from({ length: to - from + 1 }, (_, place) => rowAt(from + place));
    },
    save: ({ cells, ...more }: RangeEdit) => {
      change({ type: "set", cells: cells.filter(({ index }) => index < shift).map(({ index, column, value }) => ({ index, field: column.id, value })) });
      const changes = new Map<string, Record<string, unknown>>();
      for (const { index, column, value } of cells) {
        const row = index < shift ? undefined : storedAt(index - shift);
        if (row) changes.set(row.id, { ...changes.get(row.id), [column.id]: value });
      }
      if (changes.size > 0 || more.rows.length > 0) void edits.save({ ...more, changes: [...changes].map(([id, data]) => ({ id, data })) });
      else if (more.refused.length > 0) notifyFailure(refusalWords(more.refused));
    },
    /** One cell, by the row itself: others may have come above it since its editor was opened. */
    saveCell: (row: EntityRow, column: TableColumn, value: unknown) => {
      const index = pending.findIndex(({ key }) => key === row.id);
      if (index >= 0) change({ type: "set", cells: [{ index, field: column.id, value }] });
      else void edits.save({ changes: [{ id: row.id, data: { [column.id]: value } }], words: `edit of ${column.label}` });
    },
    remove: (indexes: number[]) => {
      change({ type: "drop", keys: indexes.flatMap((index) => pending[index]?.key ?? []) });
      const ids = indexes.flatMap((index) => (index < shift ? [] : (storedAt(index - shift)?.id ?? [])));
      if (ids.length > 0) void edits.remove(ids);
    },
    pending: pending.map(({ key, fields }) => ({ key, problem: unsavableWords(columns, fields), isSaving: saving === key })),
    addPending: () => change({ type: "add" }),
    dropPending: (key: string) => change({ type: "drop", keys: [key] }),
    savePending: async (key: string) => {
      const row = pending.find((one) => one.key === key);
      if (!row || saving !== undefined) return;
      setSaving(key);
      if (await edits.create(filledFields(row.fields))) change({ type: "drop", keys: [key] });
      setSaving(undefined);
    },
  };
}
