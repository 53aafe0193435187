"use client";
import { addColumnId, columnWidths, markerWidth, rowHeight, widthOf } from "../sizes";
import { useCallback, useMemo, useRef, useState } from "react";
import {
  DataEditorCore as DataEditor,
  type DataEditorRef,
  type DrawCellCallback,
  getMiddleCenterBias,
  type GridCell,
  GridCellKind,
  type GridColumn,
  type GridSelection,
  ImageWindowLoaderImpl,
  type Item,
} from "@glideapps/glide-data-grid";
import { ActionIcon, useComputedColorScheme } from "@mantine/core";
import { useElementSize, useLocalStorage, useMergedRef, useMounted } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { notifyFailure } from "@/ui/notify";
import { type TableColumn } from "@/features/entities/columns";
import { type EntityRow } from "@/features/rows/schema";
import { textCellMax } from "@/features/rows/limits";
import { fitting } from "./fitting";
import { cellOf, opensDialog, valueOfCell } from "./grid-cells";
import { fonts, themes } from "./grid-theme";
import { optionsCell } from "./options-cell";
import { type Pending, PendingActions } from "./PendingActions";
import { renderers } from "./renderers";
import { referencesCell } from "./references-cell";
import { timeCell } from "./time-cell";
import { useGridFocus } from "./use-grid-focus";
import { useShowNew } from "./use-show-new";
import classes from "./grid.module.css";
import "@glideapps/glide-data-grid/dist/index.css";

/** A cell's new value. */
export type CellChange = {
  index: number;
  column: TableColumn;
  value: unknown;
  /** The row's id, since it may have moved while its editor was open. */
  rowId?: string | undefined;
};

export type GridProps = {
  /** Storage key of chosen column widths. */
  widthsKey: string;
  columns: TableColumn[];
  rowCount: number;
  rowAt: (index: number) => EntityRow | undefined;
  /** Names of referenced rows by column. */
  names: Record<string, Map<string, string>>;
  /** Ids of read-only rows. */
  disabled: ReadonlySet<string>;
  selection: GridSelection;
  onSelect: (selection: GridSelection) => void;
  /** Unsaved rows at the top. */
  pending: Pending[];
  onSavePending: (key: string) => void;
  onDropPending: (key: string) => void;
  onVisible: (from: number, to: number) => void;
  /** Cells edited together: by an editor or the fill handle. */
  onEdit: (cells: CellChange[]) => void;
  /** Opens a cell's dialog editor. */
  onOpen: (index: number, column: TableColumn, draft?: string) => void;
  /** Opens a header's menu at window coordinates, in pixels. */
  onHeader: (column: TableColumn, x: number, y: number) => void;
  onAddColumn: () => void;
  /** The Delete key. */
  onDelete: (selection: GridSelection) => void;
  /** Clipboard handlers of the grid. */
  clipboard: Pick<React.DOMAttributes<HTMLDivElement>, "onCopy" | "onCut" | "onPaste">;
  sort: string | undefined;
};

const loading: GridCell = { kind: GridCellKind.Loading, allowOverlay: false, skeletonWidth: 80 };
const customRenderers = [optionsCell, referencesCell, timeCell];
const noIcons = {};

/** Truncates text with an ellipsis. */
const drawFitting: DrawCellCallback = ({ cell, ctx, rect, theme }, draw) => {
  if (cell.kind !== GridCellKind.Text || cell.displayData === "") return draw();
  const text = fitting(ctx, cell.displayData, rect.width - 2 * theme.cellHorizontalPadding);
  if (text === cell.displayData) return draw();
  ctx.fillText(
    text,
    rect.x + theme.cellHorizontalPadding + 0.5,
    rect.y + rect.height / 2 + getMiddleCenterBias(ctx, ctx.font),
  );
};

/** Marks an empty required cell of a pending row. */
function asRequired(cell: GridCell, value: unknown, isDark: boolean): GridCell {
  if (value !== undefined && value !== null && value !== "") return cell;
  const themeOverride = { bgCell: isDark ? "#3d2430" : "#fff0f0", textDark: isDark ? "#ff8787" : "#c92a2a" };
  return cell.kind === GridCellKind.Text || cell.kind === GridCellKind.Number
    ? { ...cell, displayData: "Required", themeOverride }
    : { ...cell, themeOverride };
}

const isTooLong = (value: unknown) => typeof value === "string" && value.length > textCellMax;

/** The add-column pseudo column. */
function AddColumnButton({ onClick }: { onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" m={4} aria-label="Add column" data-column={addColumnId} onClick={onClick}>
      <IconPlus size={16} />
    </ActionIcon>
  );
}

/** Presentational grid: draws its props and reports edits. EntityTable fetches and saves. */
export function EntityGrid({
  widthsKey,
  columns,
  rowCount,
  rowAt,
  names,
  disabled,
  selection,
  onSelect,
  pending,
  onSavePending,
  onDropPending,
  onVisible,
  onEdit,
  onOpen,
  onHeader,
  onAddColumn,
  onDelete,
  clipboard,
  sort,
}: GridProps) {
  const grid = useRef<DataEditorRef>(null);
  const [images] = useState(() => new ImageWindowLoaderImpl());
  const { ref: size, width, height } = useElementSize();
  const scheme = useComputedColorScheme("light");
  const isDark = useMounted() && scheme === "dark";
  /** The row being edited, by id: another one may be in its place when editing ends. */
  const editing = useRef<{ index: number; rowId: string }>(undefined);
  const host = useRef<HTMLDivElement>(null);
  const { isByPointer, focusEvents, opens, ends } = useGridFocus(host, grid);
  const [widths, setWidths] = useLocalStorage<Record<string, number>>({ key: `widths:${widthsKey}`, defaultValue: {} });
  const ref = useMergedRef(size, host);
  const [offset, setOffset] = useState(0);
  const pendingCount = pending.length;

  useShowNew(grid, { row: pending[0]?.key, columns, isLaidOut: width > 0 });

  const theme = isDark ? themes.dark : themes.light;
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

  const getCell = useCallback(
    ([columnIndex, index]: Item): GridCell => {
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

  return (
    <div ref={ref} className={classes.grid} {...clipboard} {...focusEvents}>
      <DataEditor
        ref={grid}
        width={width}
        height={height}
        columns={gridColumns}
        rows={rowCount}
        rowHeight={rowHeight}
        headerHeight={rowHeight}
        getCellContent={getCell}
        renderers={renderers}
        customRenderers={customRenderers}
        headerIcons={noIcons}
        imageWindowLoader={images}
        drawCell={drawFitting}
        theme={{ ...fonts, ...theme }}
        minColumnWidth={columnWidths.min}
        maxColumnWidth={columnWidths.max}
        onColumnResize={(column, size) => setWidths((all) => ({ ...all, [column.id!]: size }))}
        rowMarkers={{ kind: "both", width: markerWidth, startIndex: 1 - pendingCount }}
        columnSelect="none"
        gridSelection={selection}
        onGridSelectionChange={(next) => !isByPointer() && onSelect(next)}
        onVisibleRegionChanged={({ y, height: shown }, _tx, ty) => {
          setOffset(y < pendingCount ? ty - y * rowHeight : -pendingCount * rowHeight);
          onVisible(y, y + shown);
        }}
        getRowThemeOverride={(index) =>
          index < pendingCount ? { bgCell: theme.accentLight, bgCellMedium: theme.accentLight } : undefined
        }
        onDelete={(deleted) => {
          onDelete(deleted);
          return false;
        }}
        onCellsEdited={(edited) => {
          const rowId =
            edited.length === 1 && edited[0]!.location[1] === editing.current?.index
              ? editing.current.rowId
              : undefined;
          const readings = edited.map(({ location: [columnIndex, index], value }) => ({
            index,
            column: columns[columnIndex]!,
            reading: valueOfCell(columns[columnIndex]!, value),
          }));
          // Keep overlong text in an editor, where it can be shortened.
          const long = readings.find(({ reading }) => reading.ok && isTooLong(reading.value));
          if (long && edited.length === 1) {
            onOpen(long.index, long.column, String(long.reading.ok && long.reading.value));
            return true;
          }
          const refused = readings.flatMap(({ reading }) => (reading.ok ? [] : [reading.message]));
          if (refused[0]) notifyFailure(refused[0]);
          onEdit(
            readings.flatMap(({ index, column, reading }) =>
              reading.ok && !column.readonly && !disabled.has(rowAt(index)?.id ?? "")
                ? [{ index, rowId, column, value: reading.value }]
                : [],
            ),
          );
          return true;
        }}
        onKeyDown={(event) => {
          const row = event.location && pending[event.location[1]];
          if (row && event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.cancel();
            event.preventDefault();
            return row.problem === undefined ? onSavePending(row.key) : notifyFailure(row.problem);
          }
        }}
        // Shift+click extends the selection and must not toggle a checkbox.
        onCellClicked={(_cell, event) => event.shiftKey && event.preventDefault()}
        onCellActivated={([columnIndex, index], event) => {
          const column = columns[columnIndex]!;
          const row = rowAt(index);
          const hasEditor = getCell([columnIndex, index]).allowOverlay;
          editing.current = row && hasEditor ? { index, rowId: row.id } : undefined;
          if (hasEditor) opens(event.inputType === "keyboard" && event.key.length === 1);
          if (!(row && disabled.has(row.id)) && opensDialog(column, row?.[column.id])) onOpen(index, column);
        }}
        onHeaderClicked={(columnIndex, { bounds }) =>
          onHeader(columns[columnIndex]!, bounds.x, bounds.y + bounds.height)
        }
        rightElement={<AddColumnButton onClick={onAddColumn} />}
        getCellsForSelection
        onFinishedEditing={() => {
          editing.current = undefined;
          ends();
        }}
        fillHandle
        keybindings={{ search: false, copy: false, cut: false, paste: false }}
        smoothScrollX
        smoothScrollY
      />
      {pendingCount > 0 && (
        <PendingActions rows={pending} offset={offset} onSave={onSavePending} onDrop={onDropPending} />
      )}
    </div>
  );
}
