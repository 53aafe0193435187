"use client";
import { useCallback, useMemo, useRef, useState } from "react";
import { CompactSelection, DataEditor, type DataEditorRef, type GridCell, GridCellKind, type GridColumn, type GridSelection, type Item } from "@glideapps/glide-data-grid";
import { DropdownCell, MultiSelectCell } from "@glideapps/glide-data-grid-cells";
import { ActionIcon, useComputedColorScheme } from "@mantine/core";
import { useElementSize, useMounted } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { notifyFailure } from "@/ui/notify";
import { columnWidths, markerWidth, rowHeight, type TableColumn, widthOf } from "../columns";
import type { EntityRow } from "../schema";
import { cellOf, opensDialog, valueOfCell } from "./grid-cells";
import { useTypeAhead } from "./use-type-ahead";
import "@glideapps/glide-data-grid/dist/index.css";
import "@glideapps/glide-data-grid-cells/dist/index.css";

/** What a cell should hold. */
export type CellChange = { index: number; column: TableColumn; value: unknown };

export type GridProps = {
  columns: TableColumn[];
  rowCount: number;
  rowAt: (index: number) => EntityRow | undefined;
  /** Names of referenced rows by column. */
  names: Record<string, Map<string, string>>;
  selected: CompactSelection;
  onSelect: (rows: CompactSelection) => void;
  onVisible: (from: number, to: number) => void;
  /** Cells that were edited at once: by an editor, or by dragging the fill handle. */
  onEdit: (cells: CellChange[]) => void;
  /** A cell that is edited in a dialog of its own. */
  onOpen: (index: number, column: TableColumn) => void;
  /** Where the menu of a header opens, in pixels of the window. */
  onHeader: (column: TableColumn, x: number, y: number) => void;
  onAddColumn: () => void;
  sort: string | undefined;
};

const loading: GridCell = { kind: GridCellKind.Loading, allowOverlay: false, skeletonWidth: 80 };
const cellTakesText = (cell: GridCell) => (cell.kind === GridCellKind.Text || cell.kind === GridCellKind.Number) && cell.allowOverlay;
const renderers = [DropdownCell, MultiSelectCell];

const themes = {
  light: { accentColor: "#5b5bd6", accentLight: "#f0f0ff", textDark: "#1f2128", textMedium: "#5c6170", textLight: "#8b909d", textHeader: "#5c6170", bgCell: "#ffffff", bgHeader: "#f8f9fa", bgHeaderHovered: "#f1f3f5", bgHeaderHasFocus: "#e9ecef", borderColor: "#e9ecef", horizontalBorderColor: "#f1f3f5", bgBubble: "#e0e0fd", textBubble: "#373790" },
  dark: { accentColor: "#6e6fe6", accentLight: "#26274a", textDark: "#e6e7eb", textMedium: "#aeb2bd", textLight: "#8b909d", textHeader: "#aeb2bd", bgCell: "#191b22", bgCellMedium: "#1e2028", bgHeader: "#131419", bgHeaderHovered: "#22252e", bgHeaderHasFocus: "#2c303a", borderColor: "#2c303a", horizontalBorderColor: "#22252e", bgBubble: "#373790", textBubble: "#e0e0fd", bgSearchResult: "#3d3d1a", fgIconHeader: "#aeb2bd", bgIconHeader: "#3d414d" },
};
const fonts = { fontFamily: "ui-sans-serif, system-ui, -apple-system, 'Segoe UI', sans-serif", baseFontStyle: "13px", headerFontStyle: "600 12px", editorFontSize: "13px" };

/** The pseudo column at the end. */
function AddColumnButton({ onClick }: { onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" m={4} aria-label="Add column" onClick={onClick}>
      <IconPlus size={16} />
    </ActionIcon>
  );
}

/** The grid itself: it draws what it is given and says what somebody did. Fetching and saving are the table's. */
export function EntityGrid({ columns, rowCount, rowAt, names, selected, onSelect, onVisible, onEdit, onOpen, onHeader, onAddColumn, sort }: GridProps) {
  const grid = useRef<DataEditorRef>(null);
  const { ref, width, height } = useElementSize();
  const scheme = useComputedColorScheme("light");
  const isMounted = useMounted();
  const typeAhead = useTypeAhead();
  const [widths, setWidths] = useState<Record<string, number>>({});
  const [selection, setSelection] = useState<GridSelection>({ columns: CompactSelection.empty(), rows: selected });

  const gridColumns = useMemo(
    () =>
      columns.map((column): GridColumn => {
        const arrow = sort === column.id ? " ↑" : sort === `-${column.id}` ? " ↓" : "";
        return { id: column.id, title: column.label + arrow, width: widths[column.id] ?? widthOf(column) };
      }),
    [columns, widths, sort],
  );

  const getCell = useCallback(
    ([columnIndex, index]: Item): GridCell => {
      const row = rowAt(index);
      const column = columns[columnIndex]!;
      return row ? cellOf(column, row[column.id], names[column.id]) : loading;
    },
    [columns, rowAt, names],
  );

  return (
    <div ref={ref} style={{ flex: 1, minHeight: 0, minWidth: 0 }}>
      <DataEditor
        ref={grid}
        width={width}
        height={height}
        columns={gridColumns}
        rows={rowCount}
        rowHeight={rowHeight}
        headerHeight={rowHeight}
        getCellContent={getCell}
        customRenderers={renderers}
        theme={{ ...fonts, ...themes[isMounted ? scheme : "light"] }}
        minColumnWidth={columnWidths.min}
        maxColumnWidth={columnWidths.max}
        onColumnResize={(column, size) => setWidths((all) => ({ ...all, [column.id!]: size }))}
        rowMarkers={{ kind: "both", width: markerWidth }}
        columnSelect="none"
        gridSelection={{ ...selection, rows: selected }}
        onGridSelectionChange={(next) => {
          setSelection(next);
          onSelect(next.rows);
        }}
        onVisibleRegionChanged={({ y, height: shown }) => onVisible(y, y + shown)}
        onCellsEdited={(edited) => {
          const readings = edited.map(({ location: [columnIndex, index], value }) => ({ index, column: columns[columnIndex]!, reading: valueOfCell(columns[columnIndex]!, value) }));
          const refused = readings.flatMap(({ reading }) => (reading.ok ? [] : [reading.message]));
          if (refused[0]) notifyFailure(refused[0]);
          onEdit(readings.flatMap(({ index, column, reading }) => (reading.ok && !column.readonly ? [{ index, column, value: reading.value }] : [])));
          return true;
        }}
        onKeyDown={(event) => {
          const [columnIndex, index] = event.location ?? [];
          const isEdited = columnIndex !== undefined && index !== undefined && cellTakesText(getCell([columnIndex, index]));
          if (isEdited && typeAhead(event)) event.cancel();
        }}
        onCellActivated={([columnIndex, index]) => {
          const column = columns[columnIndex]!;
          if (opensDialog(column, rowAt(index)?.[column.id])) onOpen(index, column);
        }}
        onHeaderClicked={(columnIndex, { bounds }) => onHeader(columns[columnIndex]!, bounds.x, bounds.y + bounds.height)}
        rightElement={<AddColumnButton onClick={onAddColumn} />}
        getCellsForSelection
        onPaste
        fillHandle
        keybindings={{ search: false }}
        smoothScrollX
        smoothScrollY
      />
    </div>
  );
}
