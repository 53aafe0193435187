import { Badge } from "@/components/ui/badge";
import { Portrait } from "@/components/ui/cover";
import { fieldsOf, isPerson, optionLabel, titleOf } from "@/lib/fields";
import { flagsOf } from "@/lib/flags";
import { cn } from "@/lib/utils";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Flag } from "@/lib/flags"
 * @import { Row } from "@/sdk/types"
 */

/** Whether a row's own status says the same, as an invoice that was set to "Overdue". @param {Entity} entity @param {Row} row @param {string} label */
const isSaid = (entity, row, label) =>
  fieldsOf(entity).some(({ kind, name }) => kind === "enum" && optionLabel(row[name]) === label);

/**
 * A row's name, with a portrait for people and the first flag that holds; opens the row.
 * @param {{ entity: Entity, row: Row, flags: Flag[], className?: string, onOpen: (row: Row) => void }} props
 */
export function RowName({ entity, row, flags, className, onOpen }) {
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
        {titleOf(entity, row)}
      </button>
      {label && (
        // The name is read first: where both have no room, the flag is cut.
        <Badge variant="outline" title={label} className="min-w-12 shrink-[8] border-destructive/40 text-destructive">
          <span className="truncate">{label}</span>
        </Badge>
      )}
    </span>
  );
}
