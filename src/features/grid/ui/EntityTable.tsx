"use client";
import dynamic from "next/dynamic";
import { useMemo, useState } from "react";
import { Skeleton } from "@mantine/core";
import { useHotkeys } from "@mantine/hooks";
import { roleRefusals } from "@/api/app-role";
import { type RouterOutputs, trpc } from "@/api/client";
import { columnsOf } from "@/features/entities/columns";
import { type Count, countWords } from "@/features/rows/limits";
import { FilterMenu } from "./FilterMenu";
import { HistoryButtons } from "./HistoryButtons";
import { PermissionMenu } from "@/features/entities/ui/PermissionMenu";
import { TableGrid } from "./TableGrid";
import { TableTools } from "./TableTools";
import { TransferMenu } from "./TransferMenu";
import type { TableHistory } from "@/features/entities/ui/use-edit-history";
import { unlessReadOnly } from "./unless-read-only";
import { useReferenceNames } from "./use-reference-names";
import { useRowEdits } from "./use-row-edits";
import { type RowTable, useRows } from "./use-rows";
import { useTableQuery } from "./use-table-query";
import { useTableRows } from "./use-table-rows";
import { useTableSelection } from "./use-table-selection";
import classes from "./grid.module.css";

type Entity = RouterOutputs["entities"]["schemas"]["entities"][number];

// As high as one line of conditions.
const FilterBar = dynamic(() => import("./FilterBar").then((module) => module.FilterBar), {
  ssr: false,
  loading: () => <Skeleton height={43} radius={0} />,
});

const rowWords = (all: Count) => `${countWords(all)} ${all.count === 1 ? "row" : "rows"}`;

/** How many rows are shown, of how many; empty until it is known. */
function useCountWords(at: { appId: string; entity: string }, { count, ...shown }: RowTable, isNarrowed: boolean) {
  const everything = trpc.entities.count.useQuery(at, { enabled: isNarrowed });
  if (count === undefined) return "";
  return isNarrowed && everything.data
    ? `${countWords({ ...shown, count })} of ${rowWords(everything.data)}`
    : rowWords({ ...shown, count });
}

/** A table: its tools, its filter and its grid. */
export function EntityTable({ appId, entity, history }: { appId: string; entity: Entity; history: TableHistory }) {
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const isReadOnly = app?.role === "view";
  const [known] = useState(() => new Set(Object.keys(entity.schema.properties)));
  const columns = useMemo(
    () => columnsOf(entity.schema, known).map((column) => (isReadOnly ? { ...column, readonly: true } : column)),
    [entity.schema, known, isReadOnly],
  );
  const at = { appId, entity: entity.name };
  const query = useTableQuery(columns);
  const { q, sort, filter, changeFilter } = query;
  const table = useRows({ ...at, q, sort });
  const count = useCountWords(at, table, q !== undefined);
  const names = useReferenceNames(appId, columns);
  const edits = useRowEdits(at, columns, table, history);
  const undo = () => void edits.undo();
  const redo = () => void edits.redo();
  useHotkeys([
    ["mod+Z", undo],
    ["mod+shift+Z", redo],
    ["mod+Y", redo],
  ]);
  const rows = useTableRows(at, columns, table, edits);
  const selected = useTableSelection(rows);
  const marked = selected.selection.rows;
  const add = () => {
    rows.addPending();
    selected.selectFirst();
  };
  const deleteMarked = () => {
    void rows.remove(marked.toArray());
    selected.deselect();
  };

  return (
    <div className={classes.table}>
      <TableTools
        search={query.search}
        onSearch={query.setSearch}
        count={count}
        marked={marked.length}
        onDelete={unlessReadOnly(isReadOnly, deleteMarked)}
        removal={edits.removal}
        addRefusal={isReadOnly ? roleRefusals.edit : undefined}
        onAdd={add}
        filter={<FilterMenu columns={columns} filter={filter} onChange={changeFilter} />}
        history={<HistoryButtons history={history} onUndo={undo} onRedo={redo} />}
        transfer={
          <TransferMenu
            at={at}
            schema={entity.schema}
            history={history}
            isReadOnly={isReadOnly}
            shown={{ q, sort, count: table.count }}
          />
        }
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
      <TableGrid
        at={at}
        columns={columns}
        names={names}
        query={query}
        table={table}
        rows={rows}
        disabled={edits.disabled}
        selected={selected}
        history={history}
        isReadOnly={isReadOnly}
        onDeleteMarked={deleteMarked}
      />
    </div>
  );
}
