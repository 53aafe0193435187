import { useCallback, useEffect, useState } from "react";
import { Download, Ellipsis, Plus, Trash2, Upload, X } from "lucide-react";
import { useNavigate } from "react-router-dom";
import { User } from "@/api/entities";
import { Button } from "@/components/ui/button";
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuTrigger,
} from "@/components/ui/dropdown-menu";
import { LoadError, LoadingRows } from "@/components/ui/empty-state";
import { SelectField } from "@/components/ui/field-input";
import { Filters, FlagButtons, LoadMore, SearchBox, useAsked } from "@/components/ui/list-tools";
import { PageHeader } from "@/components/ui/page-header";
import { LazyImport } from "@/components/ui/parts/lazy-import";
import { NoRows } from "@/components/ui/parts/no-rows";
import { PhoneList } from "@/components/ui/parts/phone-list";
import { RecordForm } from "@/components/ui/record-form";
import { changeAll } from "@/lib/bulk";
import { downloadRows } from "@/lib/download-rows";
import { fieldOf, fieldsOf, manyIn, oneIn, optionLabel } from "@/lib/fields";
import { withoutSelf } from "@/lib/own";
import { rebookingOf } from "@/lib/rebook";
import { useCount, useNames, useRows } from "@/lib/rows";
import { usePhone } from "@/lib/screen";
import { createPageUrl } from "@/utils";
import { TableView } from "@/components/ui/table-view";

/**
 * @import { Draft } from "@/components/ui/record-form"
 * @import { Entity, Field, Names } from "@/lib/fields"
 * @import { Flag } from "@/lib/flags"
 * @import { Mark } from "@/lib/marks"
 * @import { Booking } from "@/lib/rebook"
 * @import { RowList } from "@/lib/rows"
 * @import { Query, Row } from "@/sdk/types"
 */

/**
 * What can be done to the rows that are ticked.
 * @param {{ entity: Entity, rows: Row[], list: RowList, onDone: () => void }} props
 */
function BulkBar({ entity, rows, list, onDone }) {
  if (rows.length === 0) return null;
  const choice = fieldsOf(entity).find(({ kind, name }) => kind === "enum" && list.canSet(name));
  return (
    <div
      className="flex flex-wrap items-center gap-2 rounded-lg border bg-card px-3 py-2 text-sm"
      role="toolbar"
      aria-label="Selected rows"
    >
      <span className="font-medium tabular-nums">{rows.length} selected</span>
      <span className="flex-1" />
      {choice && rows.every(list.canChange) && (
        <SelectField
          label={`Set ${choice.label.toLowerCase()}`}
          className="h-8 w-auto min-w-36"
          value={undefined}
          options={choice.options.map((option) => ({ value: String(option), label: optionLabel(option) }))}
          placeholder={`Set ${choice.label.toLowerCase()}`}
          onChange={(value) => void changeAll(list, rows, choice, value).then(onDone)}
        />
      )}
      <Button variant="outline" size="sm" onClick={() => downloadRows(entity, rows)}>
        <Download /> Export
      </Button>
      {rows.every(list.canDelete) && (
        <Button
          variant="outline"
          size="sm"
          className="text-destructive"
          onClick={() => {
            list.remove(rows);
            onDone();
          }}
        >
          <Trash2 /> Delete
        </Button>
      )}
      <Button variant="ghost" size="icon" className="size-8" aria-label="Clear the selection" onClick={onDone}>
        <X />
      </Button>
    </div>
  );
}

/** Keys of a list: "/" goes to the search, "n" begins a new row. @param {boolean} canAdd @param {() => void} onNew */
function useKeys(canAdd, onNew) {
  useEffect(() => {
    /** @param {KeyboardEvent} event */
    const press = (event) => {
      const isTyping =
        event.target instanceof Element &&
        event.target.closest("input, textarea, select, [role=dialog], [contenteditable]");
      if (isTyping || event.metaKey || event.ctrlKey || event.altKey) return;
      if (event.key === "/") {
        event.preventDefault();
        /** @type {HTMLElement | null} */
        const search = document.querySelector("[data-search]");
        search?.focus();
      }
      if (event.key === "n" && canAdd) {
        event.preventDefault();
        onNew();
      }
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [canAdd, onNew]);
}

/**
 * Begins a new row in a form, or on the page of times; by the key "n", too.
 * @param {boolean} canAdd @param {string | undefined} page @param {(row: Draft) => void} begin
 */
function useNew(canAdd, page, begin) {
  const navigate = useNavigate();
  const start = useCallback(() => void (page ? navigate(createPageUrl(page)) : begin({})), [page, begin, navigate]);
  useKeys(canAdd, start);
  return start;
}

/** The columns that the user may see, and that tell them something. @param {Entity} entity @param {string[]} columns @param {RowList} list @param {Names} names */
function shownColumns(entity, columns, list, names) {
  const seen = columns.filter(list.canSee).flatMap((name) => fieldOf(entity, name) ?? []);
  return withoutSelf(seen, list, names);
}

/** Whether nothing can be done with any row of a list; false while that is not known. @param {RowList} list */
const isReadOnly = ({ isAccessKnown, rows, canChange, canDelete }) =>
  isAccessKnown && !rows.some((row) => canChange(row) || canDelete(row));

/**
 * Files are for those who work here: strangers who read a public list have nothing to import or to export.
 * @param {{ canImport: boolean, onImport: () => void, onExport: () => void }} props
 */
function MoreMenu({ canImport, onImport, onExport }) {
  if (!User.isSignedIn()) return null;
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <Button variant="outline" size="icon" aria-label="Import and export">
          <Ellipsis />
        </Button>
      </DropdownMenuTrigger>
      <DropdownMenuContent align="end">
        {canImport && (
          <DropdownMenuItem onClick={onImport}>
            <Upload className="size-4" /> Import a CSV file
          </DropdownMenuItem>
        )}
        <DropdownMenuItem onClick={onExport}>
          <Download className="size-4" /> Export as CSV
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  );
}

/**
 * The list of a table with everything that belongs to it: search, filters and order in the address, pages by cursor, selection, import
 * and export, undo of deletes, keys (/ search, n new, arrows and Enter). A row opens at `?id=`.
 * @param {object} props
 * @param {Entity} props.entity
 * @param {string} [props.title]
 * @param {string} [props.action] the words of the button that adds a row
 * @param {string[]} props.columns names of fields
 * @param {string[]} [props.filters] names of fields
 * @param {string} [props.sort] a field's name, with "-" before it for the greatest first
 * @param {Query} [props.query] what all of its rows meet; dates may be "today" or "-30d" (lib/flags)
 * @param {Mark[]} [props.marks]
 * @param {Flag[]} [props.flags]
 * @param {Booking} [props.booking] where people who see only their own rows add one: the page of times
 * @param {React.ReactNode} [props.children] more actions
 */
export function DataTable({
  entity,
  title,
  action,
  columns,
  filters = [],
  sort: usual = "-createdAt",
  query: all,
  marks = [],
  flags = [],
  booking: times,
  children,
}) {
  const { address, go, base, query, sort, isFiltered } = useAsked(entity, { filters, flags, sort: usual, query: all });
  const list = useRows(entity, { query, sort });
  const total = useCount(entity, query);
  const names = useNames(entity, list.rows);
  const [editing, setEditing] = useState(/** @type {Draft | null} */ (null));
  const [isImporting, setIsImporting] = useState(false);
  const [ticked, setTicked] = useState(/** @returns {Set<string>} */ () => new Set());
  const one = oneIn(entity);
  const many = manyIn(entity, title);
  const booking = list.isOwn ? times : undefined;
  const label = booking?.label ?? action ?? `New ${one}`;
  const selected = list.rows.filter((row) => ticked.has(row.id));
  const count = total.value === undefined ? undefined : Math.max(0, total.value - list.hiddenCount);
  const canImport = User.isSignedIn() && list.canAdd && !list.isOwn;
  const startNew = useNew(list.canAdd, booking?.page, setEditing);
  const Rows = usePhone() ? PhoneList : TableView;
  function content() {
    if (list.error) return <LoadError error={list.error} onRetry={list.reload} />;
    if (list.isLoading) return <LoadingRows />;
    if (list.rows.length === 0)
      return (
        <NoRows
          entity={entity}
          isFiltered={isFiltered}
          many={many}
          one={one}
          label={label}
          list={list}
          onNew={startNew}
          onImport={canImport ? () => setIsImporting(true) : undefined}
          onClear={() => go(Object.fromEntries(["q", "flag", ...filters].map((name) => [name, undefined])))}
        />
      );
    return (
      <>
        <Rows
          entity={entity}
          rows={list.rows}
          fields={shownColumns(entity, columns, list, names)}
          names={names}
          sort={sort}
          marks={marks}
          flags={flags}
          ticked={ticked}
          isReadOnly={isReadOnly(list)}
          canChange={list.canChange}
          canDelete={list.canDelete}
          onSort={(next) => go({ sort: next }, { replace: true })}
          onTick={(ids) => setTicked(new Set(ids))}
          onOpen={(row) => go({ id: row.id })}
          onEdit={setEditing}
          onDelete={(row) => list.remove([row])}
        />
        <LoadMore list={list} />
      </>
    );
  }

  return (
    <div className="space-y-5">
      <PageHeader
        title={list.isOwn ? `My ${many}` : title}
        description={count === undefined ? "Loading…" : count === 1 ? `1 ${one}` : `${count.toLocaleString()} ${many}`}
      >
        {children}
        <MoreMenu
          canImport={canImport}
          onImport={() => setIsImporting(true)}
          onExport={() => void downloadRows(entity, undefined, { query, sort })}
        />
        {list.canAdd && (
          <Button onClick={startNew}>
            <Plus /> {label}
          </Button>
        )}
      </PageHeader>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        <SearchBox
          className="w-full sm:max-w-xs"
          label={`Search ${many}`}
          value={address.q}
          onChange={(q) => go({ q }, { replace: true })}
        />
        <Filters entity={entity} filters={filters} address={address} go={go} />
        <FlagButtons entity={entity} flags={flags} query={base} address={address} go={go} />
      </div>
      <BulkBar entity={entity} rows={selected} list={list} onDone={() => setTicked(new Set())} />
      {content()}
      {editing && (
        <RecordForm
          key={editing.id ?? "new"}
          entity={entity}
          row={editing}
          only={rebookingOf(entity, list, times)?.asked}
          isOwn={list.isOwn}
          onSave={list.save}
          onClose={() => setEditing(null)}
          onDelete={() => {
            if (editing.id) list.remove([{ ...editing, id: editing.id }]);
            setEditing(null);
          }}
        />
      )}
      {isImporting && <LazyImport entity={entity} onClose={() => setIsImporting(false)} onDone={list.reload} />}
    </div>
  );
}
