"use client";
import dynamic from "next/dynamic";
import { useMemo, useRef, useState } from "react";
import { CompactSelection } from "@glideapps/glide-data-grid";
import { ActionIcon, Button, Group, Menu, Skeleton, Text, TextInput } from "@mantine/core";
import { useDebouncedValue } from "@mantine/hooks";
import { IconDots, IconFileExport, IconFileImport, IconPlus, IconSearch, IconTrash } from "@tabler/icons-react";
import { failureOf, type RouterOutputs, trpc } from "@/doors/client";
import { Failure } from "@/ui/Failure";
import { notify, notifyFailure } from "@/ui/notify";
import { columnsOf, type TableColumn } from "../columns";
import { CellDialog } from "./CellDialog";
import { AddColumn, ColumnMenu } from "./ColumnMenu";
import { ImportWizard } from "./ImportWizard";
import { PermissionMenu } from "./PermissionMenu";
import { RowForm } from "./RowForm";
import { useReferenceNames } from "./use-reference-names";
import { useRows } from "./use-rows";
import classes from "./database.module.css";

type Entity = RouterOutputs["entities"]["schemas"]["entities"][number];

/** "Bulk delete chunk 5, 200 ms between chunks" (2-builder.md §9). */
const deleteChunk = 5;
const deletePauseMs = 200;

const Grid = dynamic(() => import("./EntityGrid").then((module) => module.EntityGrid), { ssr: false, loading: () => <Skeleton m={12} height={320} /> });

/** The columns that a search looks into. */
const searchable = new Set(["text", "select"]);

export function EntityTable({ appId, entity }: { appId: string; entity: Entity }) {
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
  const removal = useRemoval(at, table);

  const update = trpc.entities.update.useMutation({
    meta: { quiet: true },
    onError: (error) => {
      notifyFailure(`Failed to update row. ${failureOf(error).message}`);
      void table.refresh();
    },
  });
  const create = trpc.entities.create.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      setIsAdding(false);
      await table.refresh();
    },
    onError: (error) => notifyFailure(`Failed to create row. ${failureOf(error).message}`),
  });
  const edit = (index: number, field: string, value: unknown) => {
    const row = table.rowAt(index);
    if (!row) return;
    table.put(index, { ...row, [field]: value });
    update.mutate({ ...at, id: row.id, data: { [field]: value } });
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
          {removal.progress ? (
            <Button size="xs" variant="default" onClick={removal.cancel}>
              Deleting {removal.progress.done} of {removal.progress.total}. Cancel
            </Button>
          ) : (
            selected.length > 0 && (
              <Button
                size="xs"
                variant="light"
                color="red"
                leftSection={<IconTrash size={14} />}
                onClick={() => {
                  void removal.remove(selected.toArray().flatMap((index) => table.rowAt(index)?.id ?? []));
                  setSelected(CompactSelection.empty());
                }}
              >
                Delete {selected.length}
              </Button>
            )
          )}
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
          generation={table.generation}
          selected={selected}
          onSelect={setSelected}
          onVisible={table.show}
          onEdit={edit}
          onOpen={(index, column) => setOpened({ index, column })}
          onHeader={(column, x, y) => setMenu({ column, x, y })}
          onAddColumn={() => setIsAddingColumn(true)}
          sort={sort}
        />
      )}
      {isAdding && <RowForm entity={entity.name} columns={columns} names={names} isSaving={create.isPending} onClose={() => setIsAdding(false)} onSave={(data) => create.mutate({ ...at, data })} />}
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
        <CellDialog column={opened.column} value={openedRow[opened.column.id]} names={names[opened.column.id]} onClose={() => setOpened(undefined)} onSave={(value) => edit(opened.index, opened.column.id, value)} />
      )}
    </div>
  );
}

/** Deletes in small chunks, so that it can be cancelled, and offers the way back. */
function useRemoval(at: { appId: string; entity: string }, table: { refresh: () => Promise<void> }) {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const stop = useRef(false);
  const undo = trpc.entities.undo.useMutation({ onSuccess: () => table.refresh() });
  const removeChunk = trpc.entities.bulkDelete.useMutation({ meta: { quiet: true } });
  const remove = async (ids: string[]) => {
    stop.current = false;
    let changeId: string | undefined;
    let done = 0;
    try {
      for (let from = 0; from < ids.length && !stop.current; from += deleteChunk) {
        setProgress({ done, total: ids.length });
        const answer = await removeChunk.mutateAsync({ ...at, ids: ids.slice(from, from + deleteChunk), changeId });
        changeId = answer.changeId;
        done += answer.ids.length;
        if (from + deleteChunk < ids.length) await new Promise((resolve) => setTimeout(resolve, deletePauseMs));
      }
    } catch (error) {
      notifyFailure(`Failed to delete row. ${failureOf(error).message}`);
    }
    setProgress(undefined);
    await table.refresh();
    if (done > 0) notify(`Deleted ${done} ${done === 1 ? "row" : "rows"}`, { action: { label: "Undo", onClick: () => changeId && undo.mutate({ appId: at.appId, changeId }) } });
  };
  return { progress, remove, cancel: () => void (stop.current = true) };
}
