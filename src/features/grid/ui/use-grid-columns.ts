"use client";
import { useMemo } from "react";
import type { GridColumn } from "@glideapps/glide-data-grid";
import { useLocalStorage } from "@mantine/hooks";
import type { TableColumn } from "@/features/entities/columns";
import { widthOf } from "../sizes";

/**
 * The grid's columns, with the widths that were chosen in this browser.
 * @param widthsKey storage key of the widths
 * @param sort a column's id, with "-" before it for descending
 */
export function useGridColumns(widthsKey: string, columns: TableColumn[], sort: string | undefined) {
  const [widths, setWidths] = useLocalStorage<Record<string, number>>({ key: `widths:${widthsKey}`, defaultValue: {} });
  const gridColumns = useMemo(
    () =>
      columns.map((column, at): GridColumn => {
        const arrow = sort === column.id ? " ↑" : sort === `-${column.id}` ? " ↓" : "";
        const isLast = at === columns.length - 1;
        // The last column takes the remaining width.
        const grow = isLast && widths[column.id] === undefined ? 1 : 0;
        return { id: column.id, title: column.label + arrow, width: widths[column.id] ?? widthOf(column), grow };
      }),
    [columns, widths, sort],
  );
  const resize = (column: GridColumn, width: number) => setWidths((all) => ({ ...all, [column.id!]: width }));
  return { gridColumns, resize };
}
