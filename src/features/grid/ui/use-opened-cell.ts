"use client";
import { useState } from "react";
import { isText, shape } from "@/engines/shape";
import { useKept } from "@/ui/kept";
import type { TableColumn } from "@/features/entities/columns";

type Draft = { rowId: string; field: string; text: string };
const isTyped = shape<Draft>({ rowId: isText, field: isText, text: isText });
const isDraft = (value: unknown): value is Draft | null => value === null || isTyped(value);
const noDraft: Draft | null = null;

type Opened = { row: { id: string; [field: string]: unknown }; column: TableColumn; draft?: string | undefined };

/** The cell open in the dialog editor. Its draft is kept per tab and reopens after a reload. */
export function useOpenedCell(at: { appId: string; entity: string }, columns: TableColumn[]) {
  const [opened, setOpened] = useState<Opened>();
  const [draft, keep] = useKept("session", `joinery.cell.${at.appId}.${at.entity}`, isDraft, noDraft);
  const column = draft ? columns.find(({ id }) => id === draft.field) : undefined;
  const restored: Opened | undefined =
    draft && column ? { row: { id: draft.rowId }, column, draft: draft.text } : undefined;
  const keepText = ({ row, column: { id } }: Opened, text: string) => keep(() => ({ rowId: row.id, field: id, text }));
  return {
    opened: opened ?? restored,
    open: (cell: Opened) => {
      setOpened(cell);
      if (cell.draft !== undefined) keepText(cell, cell.draft);
    },
    close: () => {
      keep(() => null);
      setOpened(undefined);
    },
    type: (text: string) => {
      const cell = opened ?? restored;
      if (cell) keepText(cell, text);
    },
  };
}
