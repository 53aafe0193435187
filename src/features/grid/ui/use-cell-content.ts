"use client";
import { useCallback } from "react";
import { type GridCell, GridCellKind, type Item } from "@glideapps/glide-data-grid";
import type { GridProps } from "./EntityGrid";
import { cellOf } from "./grid-cells";
import { themes } from "./grid-theme";

type Shown = Pick<GridProps, "columns" | "rowAt" | "names" | "disabled">;

const loading: GridCell = { kind: GridCellKind.Loading, allowOverlay: false, skeletonWidth: 80 };

/** Marks an empty required cell of a pending row. */
function asRequired(cell: GridCell, value: unknown, isDark: boolean): GridCell {
  if (value !== undefined && value !== null && value !== "") return cell;
  const themeOverride = { bgCell: isDark ? "#3d2430" : "#fff0f0", textDark: isDark ? "#ff8787" : "#c92a2a" };
  return cell.kind === GridCellKind.Text || cell.kind === GridCellKind.Number
    ? { ...cell, displayData: "Required", themeOverride }
    : { ...cell, themeOverride };
}

/**
 * What the grid draws in a cell. Stable while its rows are, since the grid redraws everything for a new function.
 * @param pendingCount unsaved rows, which stand at the top
 */
export function useCellContent(
  { columns, rowAt, names, disabled }: Shown,
  pendingCount: number,
  isDark: boolean,
): (at: Item) => GridCell {
  return useCallback(
    ([columnIndex, index]) => {
      const row = rowAt(index);
      const column = columns[columnIndex]!;
      if (!row) return loading;
      const cell = cellOf(
        disabled.has(row.id) ? { ...column, readonly: true } : column,
        row[column.id],
        names[column.id],
      );
      if (disabled.has(row.id))
        return {
          ...cell,
          themeOverride: { ...cell.themeOverride, textDark: isDark ? themes.dark.textLight : themes.light.textLight },
        };
      return index < pendingCount && column.isRequired ? asRequired(cell, row[column.id], isDark) : cell;
    },
    [columns, rowAt, names, disabled, pendingCount, isDark],
  );
}
