"use client";
import { type RefObject, useEffect } from "react";
import type { DataEditorRef } from "@glideapps/glide-data-grid";
import type { TableColumn } from "@/features/entities/columns";

/** Brings what was just added into view: a new row, to be edited at once, and a new column, which may be far right. */
export function useShowNew(
  grid: RefObject<DataEditorRef | null>,
  { row, columns, isLaidOut }: { row: string | undefined; columns: TableColumn[]; isLaidOut: boolean },
): void {
  useEffect(() => {
    if (row === undefined || !isLaidOut) return;
    grid.current?.scrollTo(0, 0);
    grid.current?.focus();
  }, [grid, row, isLaidOut]);
  const at = columns.findLastIndex(({ created }) => created);
  const created = columns[at]?.id;
  useEffect(() => {
    if (created !== undefined && isLaidOut) grid.current?.scrollTo(at, 0, "horizontal");
  }, [grid, created, at, isLaidOut]);
}
