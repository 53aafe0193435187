import { useRef } from "react";
import { FieldValue } from "@/components/ui/field-value";
import { RowMenu } from "@/components/ui/parts/row-menu";
import { RowName } from "@/components/ui/parts/row-name";
import { callingFieldOf, isEmpty, titleOf } from "@/lib/fields";
import { markOf } from "@/lib/marks";
import { useNear } from "@/lib/near";

/**
 * @import { Field } from "@/lib/fields"
 * @import { ListProps } from "@/components/ui/parts/row-name"
 * @import { Mark } from "@/lib/marks"
 * @import { Row } from "@/sdk/types"
 */

/** What tells most about a row in little room: whose it is, where it stands, what it comes to. */
const telling = ["enum", "reference", "text", "money", "phone", "email", "date", "datetime"];
/** @param {Field} field */
const rankOf = ({ kind, name }) => (/(?:^|_)total/.test(name) ? -1 : (telling.indexOf(kind) + 99) % 99);

/** What is not cut where a phone has no room for a whole line. @param {Field} field */
const isShort = ({ kind }) =>
  ["enum", "money", "number", "percent", "date", "datetime", "boolean", "rating"].includes(kind);

/**
 * The three of some fields that tell most, in the order of the table: of its amounts one, of what may be cut two, and
 * no number that says nothing without its heading.
 * @param {Field[]} fields
 */
function tellingFields(fields) {
  const ordered = fields.filter(({ kind }) => kind !== "number").sort((left, right) => rankOf(left) - rankOf(right));
  const amount = ordered.find(({ kind }) => kind === "money");
  const long = ordered.filter((field) => !isShort(field)).slice(0, 2);
  const best = ordered
    .filter((field) => (field.kind === "money" ? field === amount : isShort(field) || long.includes(field)))
    .slice(0, 3);
  return fields.filter((field) => best.includes(field));
}

/**
 * The rows on a phone: a name, and below it in one line the three fields that say most.
 * @param {Omit<ListProps, "sort" | "ticked" | "isReadOnly" | "onSort" | "onTick"> & { marks: Mark[] }} props
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
  const title = callingFieldOf(entity);
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  const { first, last, rowHeight } = useNear(list, rows.length, 77);
  /** @param {Row} row */
  const shown = (row) => tellingFields(fields.filter(({ name }) => name !== title && !isEmpty(row[name])));
  return (
    <div role="list" ref={list} className="divide-y rounded-xl border bg-card">
      {first > 0 && <div aria-hidden="true" style={{ height: first * rowHeight }} />}
      {rows.slice(first, last).map((row) => (
        <div
          role="listitem"
          key={row.id}
          data-row
          className="relative flex h-[4.75rem] items-center gap-3 px-4"
          style={markOf(marks, row)}
        >
          <div className="min-w-0 flex-1 space-y-1">
            <RowName
              entity={entity}
              row={row}
              names={names}
              flags={flags}
              className="after:absolute after:inset-0"
              onOpen={onOpen}
            />
            <div className="flex min-w-0 items-center gap-x-3 whitespace-nowrap text-sm text-muted-foreground *:flex-nowrap">
              {shown(row).map((field) => (
                <span
                  key={field.name}
                  className={isShort(field) ? "max-w-full shrink-0 truncate" : "min-w-8 shrink truncate"}
                >
                  <FieldValue field={field} row={row} names={names} />
                </span>
              ))}
            </div>
          </div>
          <div className="relative">
            <RowMenu
              name={titleOf(entity, row, names)}
              onEdit={canChange(row) && (() => onEdit(row))}
              onDelete={canDelete(row) && (() => onDelete(row))}
            />
          </div>
        </div>
      ))}
      {last < rows.length && <div aria-hidden="true" style={{ height: (rows.length - last) * rowHeight }} />}
    </div>
  );
}
