import { useEffect, useRef, useState } from "react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldValue } from "@/components/ui/field-value";
import { NearRows } from "@/components/ui/list-tools";
import { RowMenu } from "@/components/ui/parts/row-menu";
import { RowName } from "@/components/ui/parts/row-name";
import { isEmpty, titleFieldOf, titleOf } from "@/lib/fields";
import { markOf } from "@/lib/marks";
import { cn } from "@/lib/utils";

/**
 * @import { Entity, Field, Names } from "@/lib/fields"
 * @import { Flag } from "@/lib/flags"
 * @import { Mark } from "@/lib/marks"
 * @import { Row } from "@/sdk/types"
 */

const rowHeight = 48;
/** As many rows as stand in the document at once; the rest is room above and below. */
const shownMax = 120;

/**
 * Which rows are near the screen, for a list whose rows have one height.
 * @param {React.RefObject<HTMLElement | null>} ref
 * @param {number} count
 */
function useWindow(ref, count) {
  const [first, setFirst] = useState(0);
  useEffect(() => {
    if (count <= shownMax) return setFirst(0);
    const measure = () => {
      const top = ref.current?.getBoundingClientRect().top ?? 0;
      const at = Math.max(0, Math.floor(-top / rowHeight) - 30);
      setFirst((current) => (Math.abs(current - at) > 15 || at === 0 ? Math.min(at, count - shownMax) : current));
    };
    measure();
    window.addEventListener("scroll", measure, { passive: true });
    return () => window.removeEventListener("scroll", measure);
  }, [ref, count]);
  return count <= shownMax ? { first: 0, last: count } : { first, last: first + shownMax };
}

/** @param {{ field: Field, sort: string, onSort: (sort: string) => void, isRight: boolean }} props */
function SortHead({ field, sort, onSort, isRight }) {
  const isActive = sort.replace("-", "") === field.name;
  const isDown = sort.startsWith("-");
  const Arrow = isDown ? ArrowDown : ArrowUp;
  return (
    <th
      className={cn("h-10 whitespace-nowrap px-3 text-left font-medium text-muted-foreground", isRight && "text-right")}
      aria-sort={isActive ? (isDown ? "descending" : "ascending") : "none"}
    >
      <button
        type="button"
        className="inline-flex items-center gap-1 rounded hover:text-foreground"
        onClick={() => onSort(isActive && !isDown ? `-${field.name}` : field.name)}
      >
        {field.label}
        {isActive && <Arrow className="size-3.5" aria-hidden="true" />}
      </button>
    </th>
  );
}

/** @param {Field} field */
const isRight = ({ kind }) => ["money", "number", "percent"].includes(kind);

/** Arrow keys walk through the rows; Enter opens the one that has the focus. @param {React.KeyboardEvent} event */
function moveFocus(event) {
  const row = event.target instanceof Element ? event.target.closest("tr") : null;
  const next =
    event.key === "ArrowDown" ? row?.nextElementSibling : event.key === "ArrowUp" ? row?.previousElementSibling : null;
  if (!next) return;
  event.preventDefault();
  /** @type {HTMLElement | null} */
  const name = next.querySelector("[data-open]");
  name?.focus();
}

/**
 * What a list of rows shows, and what is done with them.
 * @typedef {object} ListProps
 * @property {Entity} entity
 * @property {Row[]} rows
 * @property {Field[]} fields its columns
 * @property {Names} names of rows that references point to (useNames)
 * @property {string} sort a field's name, with "-" before it for the greatest first
 * @property {Mark[]} marks
 * @property {Flag[]} flags
 * @property {Set<string>} ticked ids
 * @property {(row: Row) => boolean} canChange
 * @property {(row: Row) => boolean} canDelete
 * @property {(sort: string) => void} onSort
 * @property {(ids: string[]) => void} onTick
 * @property {(row: Row) => void} onOpen
 * @property {(row: Row) => void} onEdit
 * @property {(row: Row) => void} onDelete
 */

/**
 * The rows as a table; of many thousands only those near the screen stand in the document.
 * @param {ListProps} props
 */
export function TableView({
  entity,
  rows,
  fields,
  names,
  sort,
  marks,
  flags,
  ticked,
  canChange,
  canDelete,
  onSort,
  onTick,
  onOpen,
  onEdit,
  onDelete,
}) {
  const body = useRef(/** @type {HTMLTableSectionElement | null} */ (null));
  const { first, last } = useWindow(body, rows.length);
  const title = titleFieldOf(entity);
  const areAll = rows.length > 0 && rows.every(({ id }) => ticked.has(id));
  return (
    // Positioned: what only screen readers see would widen the page from the end of a wide table.
    <div className="relative overflow-x-auto rounded-xl border bg-card">
      <table className="w-full text-sm" onKeyDown={moveFocus}>
        <thead className="border-b">
          <tr>
            <th className="w-10 pl-4 text-left">
              <Checkbox
                aria-label="Select all"
                checked={areAll}
                onCheckedChange={() => onTick(areAll ? [] : rows.map(({ id }) => id))}
              />
            </th>
            {fields.map((field) => (
              <SortHead key={field.name} field={field} sort={sort} isRight={isRight(field)} onSort={onSort} />
            ))}
            <th className="w-12">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody ref={body}>
          {first > 0 && (
            <tr aria-hidden="true">
              <td style={{ height: first * rowHeight }} />
            </tr>
          )}
          {rows.slice(first, last).map((row) => (
            <tr
              key={row.id}
              className={cn(
                "h-12 cursor-pointer border-b transition-colors last:border-0 hover:bg-muted/60",
                ticked.has(row.id) && "bg-muted",
              )}
              style={markOf(marks, row)}
              onClick={() => onOpen(row)}
            >
              <td className="pl-4" onClick={(event) => event.stopPropagation()}>
                <Checkbox
                  aria-label={`Select ${titleOf(entity, row)}`}
                  checked={ticked.has(row.id)}
                  onCheckedChange={(isOn) =>
                    onTick(isOn ? [...ticked, row.id] : [...ticked].filter((id) => id !== row.id))
                  }
                />
              </td>
              {fields.map((field) => (
                <td
                  key={field.name}
                  className={cn(
                    "truncate px-3",
                    field.name === title ? "max-w-80" : "max-w-64",
                    isRight(field) && "whitespace-nowrap text-right",
                  )}
                >
                  {field.name === title ? (
                    <RowName entity={entity} row={row} flags={flags} onOpen={onOpen} />
                  ) : (
                    <FieldValue field={field} row={row} names={names} />
                  )}
                </td>
              ))}
              <td className="pr-2 text-right">
                <RowMenu
                  name={titleOf(entity, row)}
                  onEdit={canChange(row) && (() => onEdit(row))}
                  onDelete={canDelete(row) && (() => onDelete(row))}
                />
              </td>
            </tr>
          ))}
          {last < rows.length && (
            <tr aria-hidden="true">
              <td style={{ height: (rows.length - last) * rowHeight }} />
            </tr>
          )}
        </tbody>
      </table>
    </div>
  );
}

/** What tells most about a row in little room: whose it is, where it stands, what it comes to. */
const telling = ["enum", "reference", "text", "money", "phone", "email", "date", "datetime"];
/** @param {Field} field */
const rankOf = ({ kind, name }) => (/(?:^|_)total/.test(name) ? -1 : (telling.indexOf(kind) + 99) % 99);

/** The three of some fields that tell most, in the order of the table; of its amounts one. @param {Field[]} fields */
function tellingFields(fields) {
  const ordered = [...fields].sort((left, right) => rankOf(left) - rankOf(right));
  const amount = ordered.find(({ kind }) => kind === "money");
  const best = ordered.filter((field) => field.kind !== "money" || field === amount).slice(0, 3);
  return fields.filter((field) => best.includes(field));
}

/**
 * The rows on a phone: a name, and below it the three fields that say most.
 * @param {Omit<ListProps, "sort" | "ticked" | "onSort" | "onTick">} props
 */
export function PhoneList({
  entity,
  rows,
  fields,
  names,
  marks,
  flags,
  canChange,
  canDelete,
  onOpen,
  onEdit,
  onDelete,
}) {
  const title = titleFieldOf(entity);
  /** @param {Row} row */
  const shown = (row) => tellingFields(fields.filter(({ name }) => name !== title && !isEmpty(row[name])));
  return (
    <div role="list" className="divide-y rounded-xl border bg-card">
      <NearRows rows={rows} className="divide-y">
        {(row) => (
          <div
            role="listitem"
            key={row.id}
            className="relative flex items-center gap-3 px-4 py-3"
            style={markOf(marks, row)}
          >
            <div className="min-w-0 flex-1 space-y-1">
              <RowName
                entity={entity}
                row={row}
                flags={flags}
                className="after:absolute after:inset-0"
                onOpen={onOpen}
              />
              <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted-foreground">
                {shown(row).map((field) => (
                  <span key={field.name} className="max-w-full truncate">
                    <FieldValue field={field} row={row} names={names} />
                  </span>
                ))}
              </div>
            </div>
            <div className="relative">
              <RowMenu
                name={titleOf(entity, row)}
                onEdit={canChange(row) && (() => onEdit(row))}
                onDelete={canDelete(row) && (() => onDelete(row))}
              />
            </div>
          </div>
        )}
      </NearRows>
    </div>
  );
}
