"use client";
import dynamic from "next/dynamic";
import { useState } from "react";
import { Skeleton, Text } from "@mantine/core";
import { failureOf } from "@/api/client";
import { Failure } from "@/ui/Failure";
import type { TableColumn } from "@/features/entities/columns";
import { useColumnChange } from "@/features/entities/ui/use-column-change";
import type { TableHistory } from "@/features/entities/ui/use-edit-history";
import type { CellChange, RefusedCell } from "./EntityGrid";
import { NothingMatches } from "./FilterMenu";
import { OpenedCell, preloadCellDialog } from "./OpenedCell";
import { saveCells } from "./save-cells";
import { unlessReadOnly } from "./unless-read-only";
import { useOpenedCell } from "./use-opened-cell";
import { useRangeEdits } from "./use-range-edits";
import type { RowTable } from "./use-rows";
import type { TableQuery } from "./use-table-query";
import type { TableRows } from "./use-table-rows";
import type { TableSelection } from "./use-table-selection";
import classes from "./grid.module.css";

const Grid = dynamic(() => import("./EntityGrid").then((module) => module.EntityGrid), {
  ssr: false,
  loading: () => <Skeleton m={12} width="auto" height={320} />,
});
const AddColumn = dynamic(() => import("@/features/entities/ui/ColumnForms").then((module) => module.AddColumn), {
  ssr: false,
});
const ColumnMenu = dynamic(() => import("@/features/entities/ui/ColumnMenu").then((module) => module.ColumnMenu), {
  ssr: false,
});

type Props = {
  at: { appId: string; entity: string };
  columns: TableColumn[];
  /** Names of referenced rows by column. */
  names: Record<string, Map<string, string>>;
  query: TableQuery;
  table: RowTable;
  rows: TableRows;
  /** Ids of read-only rows. */
  disabled: ReadonlySet<string>;
  selected: TableSelection;
  history: TableHistory;
  isReadOnly: boolean;
  onDeleteMarked: () => void;
};

/** The grid of a table, with what opens over a cell or a header. */
export function TableGrid({
  at,
  columns,
  names,
  query: { q, sort, changeSort, showEverything },
  table,
  rows,
  disabled,
  selected: { selection, select, stay },
  history,
  isReadOnly,
  onDeleteMarked,
}: Props) {
  const cell = useOpenedCell(at, columns);
  const [menu, setMenu] = useState<{ column: TableColumn; x: number; y: number }>();
  const [isAddingColumn, setIsAddingColumn] = useState(false);
  const columnChanges = useColumnChange(at, history);
  const { clear, clipboard } = useRangeEdits({ columns, names, ...rows }, selection, select, rows.save);
  const change = (cells: CellChange[], refused: RefusedCell[] = []) =>
    saveCells(cells, refused, rows.save, columnChanges);
  const fields = columns.map(({ id }) => id);
  return (
    <>
      <div className={classes.viewport}>
        {table.failure ? (
          <Failure message={failureOf(table.failure).message} onRetry={() => void table.refresh()} />
        ) : (
          <Grid
            widthsKey={`${at.appId}:${at.entity}`}
            columns={columns}
            rowCount={rows.rowCount}
            rowAt={rows.rowAt}
            names={names}
            disabled={disabled}
            selection={selection}
            onSelect={(next) => {
              select(next);
              preloadCellDialog();
            }}
            pending={rows.pending}
            onSavePending={(key) => {
              stay();
              void rows.savePending(key);
            }}
            onDropPending={(key) => {
              stay();
              rows.dropPending(key);
            }}
            onVisible={rows.show}
            onEdit={change}
            onOpen={(index, column, draft) => {
              const row = rows.rowAt(index);
              if (row) cell.open({ row, column, draft });
            }}
            onHeader={(column, x, y) => setMenu({ column, x, y })}
            onAddColumn={unlessReadOnly(isReadOnly, () => setIsAddingColumn(true))}
            onDelete={({ current }) => unlessReadOnly(isReadOnly, current ? () => void clear() : onDeleteMarked)()}
            clipboard={clipboard}
            sort={sort}
          />
        )}
        {rows.rowCount === 0 && !table.failure && table.count !== undefined && (
          <div className={classes.empty}>
            {q === undefined ? (
              <Text size="sm" c="dimmed">
                No rows yet. Add one here, in the app, or ask the assistant for sample data.
              </Text>
            ) : (
              <NothingMatches onClear={showEverything} />
            )}
          </div>
        )}
      </div>
      {menu && (
        <ColumnMenu
          {...menu}
          at={at}
          columnChanges={columnChanges}
          fields={fields}
          onClose={() => setMenu(undefined)}
          sort={sort}
          onSort={(next) => {
            changeSort(next);
            setMenu(undefined);
          }}
        />
      )}
      {isAddingColumn && (
        <AddColumn columnChanges={columnChanges} taken={fields} onClose={() => setIsAddingColumn(false)} />
      )}
      <OpenedCell
        appId={at.appId}
        cell={cell}
        names={names}
        // By row id: rows may have been inserted above since its editor was opened.
        onSave={(value) =>
          cell.opened && change([{ index: 0, rowId: cell.opened.row.id, column: cell.opened.column, value }])
        }
      />
    </>
  );
}
