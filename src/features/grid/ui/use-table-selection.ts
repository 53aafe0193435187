"use client";
import { useState } from "react";
import type { GridSelection } from "@glideapps/glide-data-grid";
import { followSelection, heldNothing, hold, nothing } from "./follow-selection";
import type { TableRows } from "./use-table-rows";

export type TableSelection = ReturnType<typeof useTableSelection>;

/** The selection, which moves with its rows. */
export function useTableSelection({ rowAt, rowCount, places }: TableRows) {
  const [held, setHeld] = useState(heldNothing);
  return {
    selection: followSelection(held, rowAt, rowCount, places),
    select: (next: GridSelection) => setHeld(hold(next, rowAt)),
    /** Selects the first cell, also before its row is loaded. */
    selectFirst: () =>
      setHeld({
        ...heldNothing,
        selection: {
          ...nothing,
          current: { cell: [0, 0], range: { x: 0, y: 0, width: 1, height: 1 }, rangeStack: [] },
        },
      }),
    deselect: () => setHeld(heldNothing),
  };
}
