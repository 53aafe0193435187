import { Badge } from "@/components/ui/badge";
import { Portrait } from "@/components/ui/cover";
import { fieldsOf, isPerson, optionLabel, titleOf } from "@/lib/fields";
import { flagsOf } from "@/lib/flags";
import { cn } from "@/lib/utils";

/**
 * @import { Entity, Field, Names } from "@/lib/fields"
 * @import { Flag } from "@/lib/flags"
 * @import { Row } from "@/sdk/types"
 */

/**
 * What a list of rows shows, and what is done with them; besides, `marks`.
 * @typedef {object} ListProps
 * @property {Entity} entity
 * @property {Row[]} rows
 * @property {Field[]} fields its columns
 * @property {Names} names of rows that references point to (useNames)
 * @property {string} sort a field's name, with "-" before it for the greatest first
 * @property {Flag[]} flags
 * @property {Set<string>} ticked ids
 * @property {boolean} isReadOnly whether nothing can be done with any of its rows
 * @property {(row: Row) => boolean} canChange
 * @property {(row: Row) => boolean} canDelete
 * @property {(sort: string) => void} onSort
 * @property {(ids: string[]) => void} onTick
 * @property {(row: Row) => void} onOpen
 * @property {(row: Row) => void} onEdit
 * @property {(row: Row) => void} onDelete
 */

/** Whether a row's own status says the same, as an invoice that was set to "Overdue". @param {Entity} entity @param {Row} row @param {string} label */
const isSaid = (entity, row, label) =>
  fieldsOf(entity).some(({ kind, name }) => kind === "enum" && optionLabel(row[name]) === label);

/**
 * A row's name, with a portrait for people and the first flag that holds; opens the row.
 * @param {{ entity: Entity, row: Row, names: Names, flags: Flag[], className?: string, onOpen: (row: Row) => void }} props
 */
export function RowName({ entity, row, names, flags, className, onOpen }) {
  const label = flagsOf(entity, row, flags).find((one) => !isSaid(entity, row, one));
  const picture = fieldsOf(entity).find(({ kind }) => kind === "image");
  return (
    <span className="flex min-w-0 items-center gap-3">
      {isPerson(entity) && (
        <Portrait name={titleOf(entity, row)} image={picture && row[picture.name]} className="size-7" />
      )}
      <button
        type="button"
        data-open
        className={cn("min-w-0 truncate rounded text-left font-medium hover:underline", className)}
        onClick={(event) => {
          event.stopPropagation();
          onOpen(row);
        }}
      >
        {titleOf(entity, row, names)}
      </button>
      {label && (
        // The name is read first: the flag gives way before it, as far as it can.
        <Badge
          variant="outline"
          title={label}
          className="min-w-12 shrink-[9999] border-destructive/40 text-destructive"
        >
          <span className="truncate">{label}</span>
        </Badge>
      )}
    </span>
  );
}
