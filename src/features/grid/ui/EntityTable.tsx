"use client";
import dynamic from "next/dynamic";
import { exportUrl } from "./export-url";
import { useMemo, useState } from "react";
import type { GridSelection } from "@glideapps/glide-data-grid";
import { Skeleton, Text } from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { roleRefusals } from "@/api/app-role";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { notify } from "@/ui/notify";
import { columnsOf, type TableColumn } from "@/features/entities/columns";
import { type Count, countWords } from "@/features/rows/limits";
import { counted } from "@/features/entities/ui/edit-history";
import type { CellChange } from "./EntityGrid";
import { FilterMenu, NothingMatches } from "./FilterMenu";
import { noFilter, queryFor } from "./filters";
import { followSelection, heldNothing, hold, nothing } from "./follow-selection";
import { type NewOption, newOptions } from "./option-choices";
import { HistoryButtons } from "./HistoryButtons";
import { PermissionMenu } from "@/features/entities/ui/PermissionMenu";
import { TableTools } from "./TableTools";
import { useColumnChange } from "@/features/entities/ui/use-column-change";
import type { TableHistory } from "@/features/entities/ui/use-edit-history";
import { useRangeEdits } from "./use-range-edits";
import { useOpenedCell } from "./use-opened-cell";
import { useReferenceNames } from "./use-reference-names";
import { useRowEdits } from "./use-row-edits";
import { useRows } from "./use-rows";
import { useTableRows } from "./use-table-rows";
import { useViewInUrl } from "./use-view-in-url";
import classes from "./grid.module.css";

type Entity = RouterOutputs["entities"]["schemas"]["entities"][number];

const Grid = dynamic(() => import("./EntityGrid").then((module) => module.EntityGrid), {
  ssr: false,
  loading: () => <Skeleton m={12} height={320} />,
});
// As high as one line of conditions.
const FilterBar = dynamic(() => import("./FilterBar").then((module) => module.FilterBar), {
  ssr: false,
  loading: () => <Skeleton height={43} radius={0} />,
});
const loadDialog = () => import("./CellDialog");
const CellDialog = dynamic(() => loadDialog().then((module) => module.CellDialog), { ssr: false });
const ImageEditor = dynamic(() => import("./ImageEditor").then((module) => module.ImageEditor), { ssr: false });
const ImportWizard = dynamic(() => import("@/features/imports/ui/ImportWizard").then((module) => module.ImportWizard), {
  ssr: false,
});
const AddColumn = dynamic(() => import("@/features/entities/ui/ColumnForms").then((module) => module.AddColumn), {
  ssr: false,
});
const ColumnMenu = dynamic(() => import("@/features/entities/ui/ColumnMenu").then((module) => module.ColumnMenu), {
  ssr: false,
});

/** The undo label of edited cells. */
const wordsOf = (cells: CellChange[]) =>
  cells.length === 1 ? `edit of ${cells[0]!.column.label}` : `edit of ${counted(cells.length, "cell")}`;

const rowWords = (all: Count) => `${countWords(all)} ${all.count === 1 ? "row" : "rows"}`;

export function EntityTable({ appId, entity, history }: { appId: string; entity: Entity; history: TableHistory }) {
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const isReadOnly = app?.role === "view";
  const [known] = useState(() => new Set(Object.keys(entity.schema.properties)));
  const columns = useMemo(
    () => columnsOf(entity.schema, known).map((column) => (isReadOnly ? { ...column, readonly: true } : column)),
    [entity.schema, known, isReadOnly],
  );
  const [search, setSearch] = useState("");
  const [words] = useDebouncedValue(search.trim(), 300);
  const { filter, changeFilter, sort, changeSort } = useViewInUrl(columns);
  const [held, setHeld] = useState(heldNothing);
  const [menu, setMenu] = useState<{ column: TableColumn; x: number; y: number }>();
  const [isImporting, setIsImporting] = useState(false);
  const [isAddingColumn, setIsAddingColumn] = useState(false);
  const [settled] = useDebouncedValue(filter, 300);
  const q = useMemo(() => queryFor(settled, columns, words), [settled, columns, words]);
  const isNarrowed = q !== undefined;
  const at = { appId, entity: entity.name };
  const cell = useOpenedCell(at, columns);
  const { opened } = cell;
  const table = useRows({ ...at, q, sort });
  const everything = trpc.entities.count.useQuery(at, { enabled: isNarrowed });
  const showEverything = () => {
    setSearch("");
    changeFilter(noFilter);
  };
  const names = useReferenceNames(appId, columns);
  const edits = useRowEdits(at, columns, table, history);
  useHotkeys([
    ["mod+Z", () => void edits.undo()],
    ["mod+shift+Z", () => void edits.redo()],
    ["mod+Y", () => void edits.redo()],
  ]);

  const rows = useTableRows(at, columns, table, edits);
  const { rowAt, places } = rows;
  const selection = followSelection(held, rowAt, rows.rowCount, places);
  const select = (next: GridSelection) => {
    setHeld(hold(next, rowAt));
    // The editor of a cell that is about to be opened: keys must not reach the grid while it loads.
    void loadDialog();
  };
  const columnChanges = useColumnChange(at, history);
  const addOptions = async (added: NewOption[]) => {
    for (const { field, option } of added)
      if (!(await columnChanges.run([{ kind: "option", field, option }], `Added the option ${option}`))) return false;
    return true;
  };
  const change = (cells: CellChange[]) => {
    const added = newOptions(cells);
    rows.save({
      cells,
      rows: [],
      refused: [],
      words: wordsOf(cells),
      before: added.length > 0 ? () => addOptions(added) : undefined,
    });
  };
  const { clear, clipboard } = useRangeEdits({ columns, names, ...rows }, selection, select, rows.save);
  // By row id: rows may have been inserted above since its editor was opened.
  const saveOpened = (value: unknown) =>
    opened && change([{ index: 0, rowId: opened.row.id, column: opened.column, value }]);
  /** A collaborator who may only look is told so, rather than by the server's refusal. */
  const changing = (work: () => void) => (isReadOnly ? () => notify(roleRefusals.edit) : work);
  const add = () => {
    rows.addPending();
    // The new row is not loaded yet: select by position.
    setHeld({
      ...heldNothing,
      selection: { ...nothing, current: { cell: [0, 0], range: { x: 0, y: 0, width: 1, height: 1 }, rangeStack: [] } },
    });
  };
  const removeMarked = () => {
    void rows.remove(selection.rows.toArray());
    setHeld(heldNothing);
  };
  // Exports what the table shows, with its filter, search and order.
  const exportRows = (isGuarded: boolean) =>
    table.count === 0 ? notify("No data to export") : window.location.assign(exportUrl({ ...at, q, sort, isGuarded }));
  const countShown =
    table.count === undefined
      ? ""
      : isNarrowed && everything.data
        ? `${countWords({ ...table, count: table.count })} of ${rowWords(everything.data)}`
        : rowWords({ ...table, count: table.count });

  return (
    <div className={classes.table}>
      <TableTools
        search={search}
        onSearch={setSearch}
        count={countShown}
        marked={selection.rows.length}
        onDelete={changing(removeMarked)}
        removal={edits.removal}
        onImport={changing(() => setIsImporting(true))}
        onExport={exportRows}
        onAdd={changing(add)}
        filter={<FilterMenu columns={columns} filter={filter} onChange={changeFilter} />}
        history={<HistoryButtons history={history} onUndo={() => void edits.undo()} onRedo={() => void edits.redo()} />}
        permissions={
          !isReadOnly && (
            <PermissionMenu
              className={classes.yielding}
              appId={appId}
              entity={entity.name}
              current={entity.permissionsName}
              access={entity.access}
            />
          )
        }
      />
      {filter.conditions.length > 0 && (
        <FilterBar columns={columns} names={names} filter={filter} onChange={changeFilter} />
      )}
      <div className={classes.viewport}>
        {table.failure ? (
          <Failure message={failureOf(table.failure).message} onRetry={() => void table.refresh()} />
        ) : (
          <Grid
            widthsKey={`${appId}:${entity.name}`}
            columns={columns}
            rowCount={rows.rowCount}
            rowAt={rowAt}
            names={names}
            disabled={edits.disabled}
            selection={selection}
            onSelect={select}
            pending={rows.pending}
            onSavePending={(key) => void rows.savePending(key)}
            onDropPending={rows.dropPending}
            onVisible={rows.show}
            onEdit={change}
            onOpen={(index, column, draft) => {
              const row = rowAt(index);
              if (row) cell.open({ row, column, draft });
            }}
            onHeader={(column, x, y) => setMenu({ column, x, y })}
            onAddColumn={changing(() => setIsAddingColumn(true))}
            onDelete={({ current }) => changing(() => (current ? void clear() : removeMarked()))()}
            clipboard={clipboard}
            sort={sort}
          />
        )}
        {rows.rowCount === 0 && !table.failure && table.count !== undefined && (
          <div className={classes.empty}>
            {isNarrowed ? (
              <NothingMatches onClear={showEverything} />
            ) : (
              <Text size="sm" c="dimmed">
                No rows yet. Add one here, in the app, or ask the assistant for sample data.
              </Text>
            )}
          </div>
        )}
      </div>
      {menu && (
        <ColumnMenu
          {...menu}
          at={at}
          columnChanges={columnChanges}
          fields={columns.map(({ id }) => id)}
          onClose={() => setMenu(undefined)}
          sort={sort}
          onSort={(next) => {
            changeSort(next);
            setMenu(undefined);
          }}
        />
      )}
      {isImporting && (
        <ImportWizard
          appId={appId}
          entity={entity.name}
          schema={entity.schema}
          history={history}
          onClose={() => setIsImporting(false)}
        />
      )}
      {isAddingColumn && (
        <AddColumn
          columnChanges={columnChanges}
          taken={columns.map(({ id }) => id)}
          onClose={() => setIsAddingColumn(false)}
        />
      )}
      {opened && opened.column.dataType === "image" && (
        <ImageEditor
          key={`${opened.row.id} ${opened.column.id}`}
          appId={appId}
          label={opened.column.label}
          value={opened.row[opened.column.id]}
          onClose={cell.close}
          onSave={saveOpened}
        />
      )}
      {opened && opened.column.dataType !== "image" && (
        <CellDialog
          key={`${opened.row.id} ${opened.column.id}`}
          column={opened.column}
          value={opened.row[opened.column.id]}
          names={names[opened.column.id]}
          draft={opened.draft}
          onDraft={cell.type}
          onClose={cell.close}
          onSave={saveOpened}
        />
      )}
    </div>
  );
}
