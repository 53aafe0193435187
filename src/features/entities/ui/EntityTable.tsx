"use client";
import dynamic from "next/dynamic";
import { useCallback, useMemo, useReducer, useState } from "react";
import { CompactSelection, type GridSelection } from "@glideapps/glide-data-grid";
import { ActionIcon, Button, Group, Menu, Skeleton, Text, TextInput } from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { IconDots, IconFileExport, IconFileImport, IconPlus, IconSearch, IconTrash } from "@tabler/icons-react";
import { failureOf, type RouterOutputs } from "@/doors/client";
import { Failure } from "@/ui/Failure";
import { notify, notifyFailure } from "@/ui/notify";
import { columnsOf, type TableColumn } from "../columns";
import type { EntityRow } from "../schema";
import { CellDialog } from "./CellDialog";
import { AddColumn, ColumnMenu } from "./ColumnMenu";
import { counted } from "./edit-history";
import type { CellChange } from "./EntityGrid";
import { HistoryButtons } from "./HistoryButtons";
import { ImportWizard } from "./ImportWizard";
import { PermissionMenu } from "./PermissionMenu";
import { filledFields, pendingRows, unsavableWords } from "./pending-rows";
import { refusalWords } from "./ranges";
import type { TableHistory } from "./use-edit-history";
import { type RangeEdit, useRangeEdits } from "./use-range-edits";
import { useReferenceNames } from "./use-reference-names";
import { useRowEdits } from "./use-row-edits";
import { useRows } from "./use-rows";
import classes from "./database.module.css";

type Entity = RouterOutputs["entities"]["schemas"]["entities"][number];

const Grid = dynamic(() => import("./EntityGrid").then((module) => module.EntityGrid), { ssr: false, loading: () => <Skeleton m={12} height={320} /> });

const nothing: GridSelection = { columns: CompactSelection.empty(), rows: CompactSelection.empty() };

/** The columns that a search looks into. */
const searchable = new Set(["text", "select"]);

/** What an edit of cells is called when it is undone. */
const wordsOf = (cells: CellChange[]) => (cells.length === 1 ? `edit of ${cells[0]!.column.label}` : `edit of ${counted(cells.length, "cell")}`);

export function EntityTable({ appId, entity, history }: { appId: string; entity: Entity; history: TableHistory }) {
  const columns = useMemo(() => columnsOf(entity.schema), [entity.schema]);
  const [search, setSearch] = useState("");
  const [words] = useDebouncedValue(search.trim(), 300);
  const [sort, setSort] = useState<string>();
  const [selection, setSelection] = useState<GridSelection>(nothing);
  const [pending, changePending] = useReducer(pendingRows, []);
  const [saving, setSaving] = useState<string>();
  const [menu, setMenu] = useState<{ column: TableColumn; x: number; y: number }>();
  const [isImporting, setIsImporting] = useState(false);
  const [isAddingColumn, setIsAddingColumn] = useState(false);
  const [opened, setOpened] = useState<{ index: number; column: TableColumn }>();
  const q = useMemo(() => {
    const fields = columns.filter(({ dataType, readonly }) => searchable.has(dataType) && !readonly);
    return words && fields.length > 0 ? { $or: fields.slice(0, 20).map(({ id }) => ({ [id]: { $contains: words } })) } : undefined;
  }, [columns, words]);
  const at = { appId, entity: entity.name };
  const table = useRows({ ...at, q, sort });
  const names = useReferenceNames(appId, columns);
  const edits = useRowEdits(at, columns, table, history);
  useHotkeys([
    ["mod+Z", () => void edits.undo()],
    ["mod+shift+Z", () => void edits.redo()],
    ["mod+Y", () => void edits.redo()],
  ]);

  // Pending rows stand on top of those that are saved.
  const shift = pending.length;
  const storedAt = table.rowAt;
  const rowAt = useCallback(
    (index: number): EntityRow | undefined => {
      const row = pending[index];
      return row ? { createdAt: "", updatedAt: "", creatorId: null, ...row.fields, id: row.key } : storedAt(index - shift);
    },
    [pending, shift, storedAt],
  );
  const save = ({ cells, ...more }: RangeEdit) => {
    changePending({ type: "set", cells: cells.filter(({ index }) => index < shift).map(({ index, column, value }) => ({ index, field: column.id, value })) });
    const changes = new Map<string, Record<string, unknown>>();
    for (const { index, column, value } of cells) {
      const row = index < shift ? undefined : table.rowAt(index - shift);
      if (row) changes.set(row.id, { ...changes.get(row.id), [column.id]: value });
    }
    if (changes.size > 0 || more.rows.length > 0) void edits.save({ ...more, changes: [...changes].map(([id, data]) => ({ id, data })) });
    else if (more.refused.length > 0) notifyFailure(refusalWords(more.refused));
  };
  const change = (cells: CellChange[]) => save({ cells, rows: [], refused: [], words: wordsOf(cells) });
  const rowCount = (table.count ?? 0) + shift;
  const load = async (from: number, to: number) => {
    if (to >= shift) await table.load(Math.max(from - shift, 0), to - shift);
    return Array.from({ length: to - from + 1 }, (_, place) => rowAt(from + place));
  };
  const { clear, clipboard } = useRangeEdits({ columns, names, rowCount, rowAt, load }, selection, setSelection, save);

  const addPending = () => {
    changePending({ type: "add" });
    setSelection({ ...nothing, current: { cell: [0, 0], range: { x: 0, y: 0, width: 1, height: 1 }, rangeStack: [] } });
  };
  const savePending = async (key: string) => {
    const row = pending.find((one) => one.key === key);
    if (!row || saving !== undefined) return;
    setSaving(key);
    if (await edits.create(filledFields(row.fields))) changePending({ type: "drop", keys: [key] });
    setSaving(undefined);
  };
  const removeSelected = () => {
    const rows = selection.rows.toArray();
    changePending({ type: "drop", keys: rows.flatMap((index) => pending[index]?.key ?? []) });
    const ids = rows.flatMap((index) => (index < shift ? [] : (table.rowAt(index - shift)?.id ?? [])));
    if (ids.length > 0) void edits.remove(ids);
    setSelection(nothing);
  };

  if (table.failure) return <Failure message={failureOf(table.failure).message} onRetry={() => void table.refresh()} />;
  const openedRow = opened && rowAt(opened.index);
  return (
    <div className={classes.table}>
      <Group gap={8} className={classes.tools}>
        <TextInput size="xs" aria-label="Search rows" placeholder="Search" leftSection={<IconSearch size={14} />} value={search} onChange={(event) => setSearch(event.currentTarget.value)} className={classes.search} />
        <Text size="xs" c="dimmed" aria-live="polite">
          {table.count === undefined ? "" : `${table.count.toLocaleString("en-US")} ${table.count === 1 ? "row" : "rows"}`}
        </Text>
        <Group gap={8} ml="auto">
          {edits.removal ? (
            <Button size="xs" variant="default" onClick={edits.removal.cancel}>
              Deleting {edits.removal.done} of {edits.removal.total}. Cancel
            </Button>
          ) : (
            selection.rows.length > 0 && (
              <Button
                size="xs"
                variant="light"
                color="red"
                leftSection={<IconTrash size={14} />}
                onClick={removeSelected}
              >
                Delete {selection.rows.length}
              </Button>
            )
          )}
          <HistoryButtons history={history} onUndo={() => void edits.undo()} onRedo={() => void edits.redo()} />
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="default" size={30} aria-label="Import and export">
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconFileImport size={16} />} onClick={() => setIsImporting(true)}>
                Import CSV
              </Menu.Item>
              <Menu.Item leftSection={<IconFileExport size={16} />} onClick={() => (table.count === 0 ? notify("No data to export") : window.location.assign(`/api/apps/${appId}/entities/${entity.name}/export`))}>
                Export CSV
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
          <PermissionMenu appId={appId} entity={entity.name} current={entity.permissionsName} />
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={addPending}>
            Add row
          </Button>
        </Group>
      </Group>
      <div className={classes.viewport}>
        <Grid
          columns={columns}
          rowCount={rowCount}
          rowAt={rowAt}
          names={names}
          selection={selection}
          onSelect={setSelection}
          pending={pending.map(({ key, fields }) => ({ key, problem: unsavableWords(columns, fields), isSaving: saving === key }))}
          onSavePending={(key) => void savePending(key)}
          onDropPending={(key) => changePending({ type: "drop", keys: [key] })}
          onVisible={(from, to) => table.show(Math.max(0, from - shift), Math.max(0, to - shift))}
          onEdit={change}
          onOpen={(index, column) => setOpened({ index, column })}
          onHeader={(column, x, y) => setMenu({ column, x, y })}
          onAddColumn={() => setIsAddingColumn(true)}
          onDelete={({ current }) => (current ? void clear() : removeSelected())}
          clipboard={clipboard}
          sort={sort}
        />
        {rowCount === 0 && table.count !== undefined && (
          <Text className={classes.empty} c="dimmed" size="sm">
            {words ? "No rows match" : "No rows yet. Add one here, in the app, or ask the assistant for sample data."}
          </Text>
        )}
      </div>
      {menu && (
        <ColumnMenu
          {...menu}
          at={at}
          onClose={() => setMenu(undefined)}
          onSort={(next) => {
            setSort(next);
            setMenu(undefined);
          }}
        />
      )}
      {isImporting && <ImportWizard appId={appId} entity={entity.name} schema={entity.schema} onClose={() => setIsImporting(false)} />}
      {isAddingColumn && <AddColumn at={at} onClose={() => setIsAddingColumn(false)} />}
      {opened && openedRow && (
        <CellDialog column={opened.column} value={openedRow[opened.column.id]} names={names[opened.column.id]} onClose={() => setOpened(undefined)} onSave={(value) => change([{ ...opened, value }])} />
      )}
    </div>
  );
}
