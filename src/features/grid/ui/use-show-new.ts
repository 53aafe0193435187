"use client";
import { type RefObject, useEffect, useRef } from "react";
import type { DataEditorRef } from "@glideapps/glide-data-grid";
import type { TableColumn } from "@/features/entities/columns";

/** Brings what was just added into view: a new row, to be edited at once, and a new column, which may be far right. */
export function useShowNew(
  grid: RefObject<DataEditorRef | null>,
  { row, columns, isLaidOut }: { row: string | undefined; columns: TableColumn[]; isLaidOut: boolean },
): void {
  // Opened with its rows: it stands at the top and left, and would scroll by widths that it has not measured yet.
  const first = useRef(row);
  useEffect(() => {
    if (row === undefined || !isLaidOut) return;
    if (row !== first.current) grid.current?.scrollTo(0, 0);
    grid.current?.focus();
  }, [grid, row, isLaidOut]);
  const at = columns.findLastIndex(({ created }) => created);
  const created = columns[at]?.id;
  useEffect(() => {
    if (created !== undefined && isLaidOut) grid.current?.scrollTo(at, 0, "horizontal");
  }, [grid, created, at, isLaidOut]);
}
