"use client";
import { addColumnId, columnWidths, markerWidth, rowHeight } from "../sizes";
import { useRef, useState } from "react";
import {
  DataEditorCore as DataEditor,
  type DataEditorRef,
  type DrawCellCallback,
  getMiddleCenterBias,
  GridCellKind,
  type GridSelection,
  ImageWindowLoaderImpl,
} from "@glideapps/glide-data-grid";
import { ActionIcon, useComputedColorScheme } from "@mantine/core";
import { useElementSize, useMergedRef, useMounted } from "@mantine/hooks";
import { IconPlus } from "@tabler/icons-react";
import { notifyFailure } from "@/ui/notify";
import { type TableColumn } from "@/features/entities/columns";
import { type EntityRow } from "@/features/rows/schema";
import { fitting } from "./fitting";
import { fonts, themes } from "./grid-theme";
import { optionsCell } from "./options-cell";
import { type Pending, PendingActions } from "./PendingActions";
import { renderers } from "./renderers";
import { referencesCell } from "./references-cell";
import { timeCell } from "./time-cell";
import { useCellContent } from "./use-cell-content";
import { useCellEditing } from "./use-cell-editing";
import { useGridColumns } from "./use-grid-columns";
import { useGridFocus } from "./use-grid-focus";
import { useReturnToGrid } from "./use-return-to-grid";
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

/** A value that was edited or pasted and cannot be saved. `index`: its row, where there is one to name. */
export type RefusedCell = { index?: number | undefined; message: string };

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
  onEdit: (cells: CellChange[], refused: RefusedCell[]) => void;
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

/** The add-column pseudo column. */
function AddColumnButton({ onClick }: { onClick: () => void }) {
  return (
    <ActionIcon variant="subtle" color="gray" m={4} aria-label="Add column" data-column={addColumnId} onClick={onClick}>
      <IconPlus size={16} />
    </ActionIcon>
  );
}

/** Presentational grid: draws its props and reports edits. EntityTable fetches and saves. */
export function EntityGrid(props: GridProps) {
  const { columns, sort, pending, onSavePending, onDropPending } = props;
  const grid = useRef<DataEditorRef>(null);
  const [images] = useState(() => new ImageWindowLoaderImpl());
  const { ref: size, width, height } = useElementSize();
  const scheme = useComputedColorScheme("light");
  const isDark = useMounted() && scheme === "dark";
  const theme = isDark ? themes.dark : themes.light;
  const host = useRef<HTMLDivElement>(null);
  const ref = useMergedRef(size, host);
  const focus = useGridFocus(host, grid);
  const [offset, setOffset] = useState(0);
  const pendingCount = pending.length;
  const { gridColumns, resize } = useGridColumns(props.widthsKey, columns, sort);
  const getCell = useCellContent(props, pendingCount, isDark);
  const editing = useCellEditing(props, getCell, focus);
  useShowNew(grid, { row: pending[0]?.key, columns, isLaidOut: width > 0 });
  const returnToGrid = useReturnToGrid(grid, props.rowCount);
  const save = (key: string) => {
    onSavePending(key);
    returnToGrid();
  };

  return (
    <div ref={ref} className={classes.grid} {...props.clipboard} {...focus.focusEvents}>
      <DataEditor
        ref={grid}
        width={width}
        height={height}
        columns={gridColumns}
        rows={props.rowCount}
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
        onColumnResize={resize}
        rowMarkers={{ kind: "both", width: markerWidth, startIndex: 1 - pendingCount }}
        columnSelect="none"
        gridSelection={props.selection}
        onGridSelectionChange={(next) => !focus.isByPointer() && props.onSelect(next)}
        onVisibleRegionChanged={({ y, height: shown }, _tx, ty) => {
          setOffset(y < pendingCount ? ty - y * rowHeight : -pendingCount * rowHeight);
          props.onVisible(y, y + shown);
        }}
        getRowThemeOverride={(index) =>
          index < pendingCount ? { bgCell: theme.accentLight, bgCellMedium: theme.accentLight } : undefined
        }
        onDelete={(deleted) => {
          props.onDelete(deleted);
          return false;
        }}
        onKeyDown={(event) => {
          const row = event.location && pending[event.location[1]];
          if (row && event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
            event.cancel();
            event.preventDefault();
            return row.problem === undefined ? save(row.key) : notifyFailure(row.problem);
          }
        }}
        // Shift+click extends the selection and must not toggle a checkbox.
        onCellClicked={(_cell, event) => event.shiftKey && event.preventDefault()}
        onHeaderClicked={(columnIndex, { bounds }) =>
          props.onHeader(columns[columnIndex]!, bounds.x, bounds.y + bounds.height)
        }
        rightElement={<AddColumnButton onClick={props.onAddColumn} />}
        getCellsForSelection
        {...editing}
        fillHandle
        keybindings={{ search: false, copy: false, cut: false, paste: false }}
        smoothScrollX
        smoothScrollY
      />
      {pendingCount > 0 && (
        <PendingActions
          rows={pending}
          offset={offset}
          onSave={save}
          onDrop={(key) => {
            onDropPending(key);
            returnToGrid();
          }}
        />
      )}
    </div>
  );
}
