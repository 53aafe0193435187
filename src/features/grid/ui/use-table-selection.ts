"use client";
import { useState } from "react";
import type { GridSelection } from "@glideapps/glide-data-grid";
import { followSelection, heldNothing, hold, nothing } from "./follow-selection";

export type TableSelection = ReturnType<typeof useTableSelection>;

type Rows = {
  rowAt: (index: number) => { id: string } | undefined;
  rowCount: number;
  places: () => Map<string, number>;
};

/** The selection, which moves with its rows. */
export function useTableSelection({ rowAt, rowCount, places }: Rows) {
  const [held, setHeld] = useState(heldNothing);
  const selection = followSelection(held, rowAt, rowCount, places);
  return {
    selection,
    /** Keeps the cell's place for the row that comes there: a pending row that is saved or discarded goes. */
    stay: () => setHeld({ ...held, selection, current: undefined }),
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
