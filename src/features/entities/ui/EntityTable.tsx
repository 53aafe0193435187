"use client";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { CompactSelection } from "@glideapps/glide-data-grid";
import { ActionIcon, Button, Group, Menu, Skeleton, Text, TextInput } from "@mantine/core";
import { useDebouncedValue, useHotkeys } from "@mantine/hooks";
import { IconDots, IconFileExport, IconFileImport, IconPlus, IconSearch, IconTrash } from "@tabler/icons-react";
import { failureOf, type RouterOutputs } from "@/doors/client";
import { Failure } from "@/ui/Failure";
import { notify } from "@/ui/notify";
import { columnsOf, type TableColumn } from "../columns";
import { CellDialog } from "./CellDialog";
import { AddColumn, ColumnMenu } from "./ColumnMenu";
import { counted } from "./edit-history";
import type { CellChange } from "./EntityGrid";
import { HistoryButtons } from "./HistoryButtons";
import { ImportWizard } from "./ImportWizard";
import { PermissionMenu } from "./PermissionMenu";
import { RowForm } from "./RowForm";
import type { TableHistory } from "./use-edit-history";
import { useReferenceNames } from "./use-reference-names";
import { useRowEdits } from "./use-row-edits";
import { useRows } from "./use-rows";
import classes from "./database.module.css";

type Entity = RouterOutputs["entities"]["schemas"]["entities"][number];

const Grid = dynamic(() => import("./EntityGrid").then((module) => module.EntityGrid), { ssr: false, loading: () => <Skeleton m={12} height={320} /> });

/** The columns that a search looks into. */
const searchable = new Set(["text", "select"]);

/** What an edit of cells is called when it is undone. */
const wordsOf = (cells: CellChange[]) => (cells.length === 1 ? `edit of ${cells[0]!.column.label}` : `edit of ${counted(cells.length, "cell")}`);

export function EntityTable({ appId, entity, history }: { appId: string; entity: Entity; history: TableHistory }) {
  const columns = useMemo(() => columnsOf(entity.schema), [entity.schema]);
  const [search, setSearch] = useState("");
  const [words] = useDebouncedValue(search.trim(), 300);
  const [sort, setSort] = useState<string>();
  const [selected, setSelected] = useState(CompactSelection.empty());
  const [isAdding, setIsAdding] = useState(false);
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
  const edits = useRowEdits(at, table, history);
  useHotkeys([
    ["mod+Z", () => void edits.undo()],
    ["mod+shift+Z", () => void edits.redo()],
    ["mod+Y", () => void edits.redo()],
  ]);

  const change = (cells: CellChange[], words = wordsOf(cells)) => {
    const changes = new Map<string, Record<string, unknown>>();
    for (const { index, column, value } of cells) {
      const row = table.rowAt(index);
      if (row) changes.set(row.id, { ...changes.get(row.id), [column.id]: value });
    }
    if (changes.size > 0) void edits.update([...changes].map(([id, data]) => ({ id, data })), words);
  };

  if (table.failure) return <Failure message={failureOf(table.failure).message} onRetry={() => void table.refresh()} />;
  const openedRow = opened && table.rowAt(opened.index);
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
            selected.length > 0 && (
              <Button
                size="xs"
                variant="light"
                color="red"
                leftSection={<IconTrash size={14} />}
                onClick={() => {
                  void edits.remove(selected.toArray().flatMap((index) => table.rowAt(index)?.id ?? []));
                  setSelected(CompactSelection.empty());
                }}
              >
                Delete {selected.length}
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
          <Button size="xs" leftSection={<IconPlus size={14} />} onClick={() => setIsAdding(true)}>
            Add row
          </Button>
        </Group>
      </Group>
      {table.count === 0 ? (
        <Text c="dimmed" size="sm" ta="center" p={48}>
          {words ? "No rows match" : "No rows yet. Add one here, in the app, or ask the assistant for sample data."}
        </Text>
      ) : (
        <Grid
          columns={columns}
          rowCount={table.count ?? 0}
          rowAt={table.rowAt}
          names={names}
          selected={selected}
          onSelect={setSelected}
          onVisible={table.show}
          onEdit={change}
          onOpen={(index, column) => setOpened({ index, column })}
          onHeader={(column, x, y) => setMenu({ column, x, y })}
          onAddColumn={() => setIsAddingColumn(true)}
          sort={sort}
        />
      )}
      {isAdding && <RowForm entity={entity.name} columns={columns} names={names} isSaving={edits.isCreating} onClose={() => setIsAdding(false)} onSave={(data) => void edits.create(data).then((isCreated) => isCreated && setIsAdding(false))} />}
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
