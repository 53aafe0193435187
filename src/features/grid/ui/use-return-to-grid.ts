"use client";
import { type RefObject, useEffect, useRef } from "react";
import type { DataEditorRef } from "@glideapps/glide-data-grid";

/**
 * Moves the focus from a button that goes with its pending row to the grid. The grid loses it while it has no rows,
 * such as between saving a table's first row and reading it: then it is focused again.
 */
export function useReturnToGrid(grid: RefObject<DataEditorRef | null>, rowCount: number): () => void {
  const isDue = useRef(false);
  useEffect(() => {
    if (!isDue.current || rowCount === 0) return;
    isDue.current = false;
    if (document.activeElement === document.body) grid.current?.focus();
  }, [grid, rowCount]);
  return () => {
    isDue.current = true;
    grid.current?.focus();
  };
}
