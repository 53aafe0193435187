import { useRef } from "react";
import { ArrowDown, ArrowUp } from "lucide-react";
import { Checkbox } from "@/components/ui/checkbox";
import { FieldValue } from "@/components/ui/field-value";
import { Columns, widthOfTable } from "@/components/ui/parts/columns";
import { RowMenu } from "@/components/ui/parts/row-menu";
import { RowName } from "@/components/ui/parts/row-name";
import { callingFieldOf, titleOf } from "@/lib/fields";
import { markOf } from "@/lib/marks";
import { useNear } from "@/lib/near";
import { cn } from "@/lib/utils";

/**
 * @import { Field } from "@/lib/fields"
 * @import { ListProps } from "@/components/ui/parts/row-name"
 * @import { Mark } from "@/lib/marks"
 */

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
 * The rows as a table; of many thousands only those near the screen stand in the document.
 * @param {ListProps & { marks: Mark[] }} props
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
  isReadOnly,
  canChange,
  canDelete,
  onSort,
  onTick,
  onOpen,
  onEdit,
  onDelete,
}) {
  const body = useRef(/** @type {HTMLTableSectionElement | null} */ (null));
  const { first, last, rowHeight } = useNear(body, rows.length, 49);
  const title = callingFieldOf(entity);
  const wide = fields.find(({ name }) => name === title) ?? fields[0];
  const areAll = rows.length > 0 && rows.every(({ id }) => ticked.has(id));
  return (
    // Positioned: what only screen readers see would widen the page from the end of a wide table.
    <div className="relative overflow-x-auto rounded-xl border bg-card">
      <table
        className="w-full table-fixed text-sm"
        style={{ minWidth: `${widthOfTable(fields, wide, isReadOnly)}rem` }}
        onKeyDown={moveFocus}
      >
        <Columns fields={fields} wide={wide} isReadOnly={isReadOnly} />
        <thead className="border-b">
          <tr>
            {!isReadOnly && (
              <th className="pl-4 text-left">
                <Checkbox
                  aria-label="Select all"
                  checked={areAll}
                  onCheckedChange={() => onTick(areAll ? [] : rows.map(({ id }) => id))}
                />
              </th>
            )}
            {fields.map((field) => (
              <SortHead key={field.name} field={field} sort={sort} isRight={isRight(field)} onSort={onSort} />
            ))}
            {!isReadOnly && (
              <th>
                <span className="sr-only">Actions</span>
              </th>
            )}
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
              data-row
              className={cn(
                "h-12 cursor-pointer border-b transition-colors last:border-0 hover:bg-muted/60",
                ticked.has(row.id) && "bg-muted",
              )}
              style={markOf(marks, row)}
              onClick={() => onOpen(row)}
            >
              {!isReadOnly && (
                <td className="pl-4" onClick={(event) => event.stopPropagation()}>
                  <Checkbox
                    aria-label={`Select ${titleOf(entity, row, names)}`}
                    checked={ticked.has(row.id)}
                    onCheckedChange={(isOn) =>
                      onTick(isOn ? [...ticked, row.id] : [...ticked].filter((id) => id !== row.id))
                    }
                  />
                </td>
              )}
              {fields.map((field) => (
                <td key={field.name} className={cn("truncate px-3 *:flex-nowrap", isRight(field) && "text-right")}>
                  {field.name === title ? (
                    <RowName entity={entity} row={row} names={names} flags={flags} onOpen={onOpen} />
                  ) : (
                    <FieldValue field={field} row={row} names={names} />
                  )}
                </td>
              ))}
              {!isReadOnly && (
                <td className="pr-2 text-right">
                  <RowMenu
                    name={titleOf(entity, row, names)}
                    onEdit={canChange(row) && (() => onEdit(row))}
                    onDelete={canDelete(row) && (() => onDelete(row))}
                  />
                </td>
              )}
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
