"use client";
import { useCallback, useState } from "react";
import { notifyFailure } from "@/ui/notify";
import type { TableColumn } from "@/features/entities/columns";
import type { EntityRow } from "@/features/rows/schema";
import { filledFields, unsavableWords } from "./pending-rows";
import { refusalWords } from "./ranges";
import { usePendingRows } from "./use-pending-rows";
import type { RangeEdit } from "./use-range-edits";
import type { useRowEdits } from "./use-row-edits";
import type { RowTable } from "./use-rows";

export type TableRows = ReturnType<typeof useTableRows>;

/** Combined row positions: pending rows on top, then the server's. Routes each edit to the right one. */
export function useTableRows(
  at: { appId: string; entity: string },
  columns: TableColumn[],
  table: RowTable,
  edits: ReturnType<typeof useRowEdits>,
) {
  const [pending, change] = usePendingRows(at.appId, at.entity);
  const [saving, setSaving] = useState<string>();
  const shift = pending.length;
  const storedAt = table.rowAt;
  const rowAt = useCallback(
    (index: number): EntityRow | undefined => {
      const row = pending[index];
      return row
        ? { createdAt: "", updatedAt: "", creatorId: null, ...row.fields, id: row.key }
        : storedAt(index - shift);
    },
    [pending, shift, storedAt],
  );
  return {
    rowAt,
    rowCount: (table.count ?? 0) + shift,
    show: (from: number, to: number) => table.show(Math.max(0, from - shift), Math.max(0, to - shift)),
    /** Rows of an inclusive range, loading what is missing. */
    load: async (from: number, to: number) => {
      const shown = Array.from({ length: to - from + 1 }, (_, place) => rowAt(from + place));
      // Rows on screen count, even while they are being reloaded.
      if (to < shift || shown.every((row) => row !== undefined)) return shown;
      return [
        ...shown.slice(0, Math.max(0, shift - from)),
        ...(await table.load(Math.max(from - shift, 0), to - shift)),
      ];
    },
    /** Positions of loaded rows. */
    places: () =>
      new Map([
        ...[...table.places()].map(([id, index]): [string, number] => [id, index + shift]),
        ...pending.map(({ key }, index): [string, number] => [key, index]),
      ]),
    save: ({ cells, refused, ...more }: RangeEdit) => {
      const own: { index: number; field: string; value: unknown }[] = [];
      const changes = new Map<string, Record<string, unknown>>();
      for (const { index, column, value, rowId = rowAt(index)?.id } of cells) {
        const place = pending.findIndex(({ key }) => key === rowId);
        if (place >= 0) own.push({ index: place, field: column.id, value });
        else if (rowId !== undefined) changes.set(rowId, { ...changes.get(rowId), [column.id]: value });
      }
      if (own.length > 0) change({ type: "set", cells: own });
      // As the row markers number them: from 1 below the pending rows.
      const problems = refused.map(({ index = -1, message }) => ({
        row: index < shift ? undefined : index - shift + 1,
        message,
      }));
      if (changes.size > 0 || more.rows.length > 0)
        void edits.save({ ...more, refused: problems, changes: [...changes].map(([id, data]) => ({ id, data })) });
      else void more.before?.();
      if (changes.size === 0 && more.rows.length === 0 && problems.length > 0) notifyFailure(refusalWords(problems));
    },
    remove: async (indexes: number[]) => {
      change({ type: "drop", keys: indexes.flatMap((index) => pending[index]?.key ?? []) });
      const stored = indexes.filter((index) => index >= shift).map((index) => index - shift);
      const ids: string[] = [];
      // Includes selected rows that were never loaded.
      for (const index of stored) {
        const row = storedAt(index) ?? (await table.load(index, index))[0];
        if (row) ids.push(row.id);
      }
      if (ids.length > 0) await edits.remove(ids);
    },
    pending: pending.map(({ key, fields }) => ({
      key,
      problem: unsavableWords(columns, fields),
      isSaving: saving === key,
    })),
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
