import { Portrait } from "@/components/ui/cover";
import { useAddress } from "@/lib/address";
import { fieldOf, fieldOfKind, titleOf } from "@/lib/fields";
import { useRows } from "@/lib/rows";
import { cn } from "@/lib/utils";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Row } from "@/sdk/types"
 */

/** @typedef {{ field: Field, rows: Row[], chosen: Row | undefined, choose: (row: Row) => void, isLoading: boolean, nameOf: (row: Row) => string, pictureOf: (row: Row) => string | undefined }} Owners */

/** @typedef {{ field: Field, target: Entity }} Owning the field of a booking that says whose time it takes, and their table */

/**
 * Whose times a table's bookings take. Nothing where its times are the same for all.
 * @param {Entity} entity
 * @returns {Owning | undefined}
 */
export function owningIn(entity) {
  const [name] = /** @type {{ per?: string[] }} */ (entity.schema()["x-noOverlap"] ?? {}).per ?? [];
  const field = name === undefined ? undefined : fieldOf(entity, name);
  const target = field?.reference ? entity.related(field.reference) : undefined;
  return field && target && { field, target };
}

/**
 * Those who each have times of their own, such as stylists, and the one who is chosen: `?with=…`, else the first.
 * @param {Owning} owning
 * @returns {Owners}
 */
export function useOwners({ field, target }) {
  const [address, go] = useAddress();
  const list = useRows(target, { sort: "createdAt", limit: 50 });
  const picture = fieldOfKind(target, "image");
  return {
    field,
    rows: list.rows,
    chosen: list.rows.find(({ id }) => id === address[field.name]) ?? list.rows[0],
    choose: (row) => go({ [field.name]: row.id }, { replace: true }),
    isLoading: list.isLoading,
    nameOf: (row) => titleOf(target, row),
    pictureOf: (row) => (picture && row[picture.name] ? String(row[picture.name]) : undefined),
  };
}

/**
 * Who is booked: one of those who have times of their own.
 * @param {{ owners: Owners, onChoose: () => void }} props
 */
export function OwnerChoice({ owners, onChoose }) {
  const { field, rows, chosen, choose, nameOf, pictureOf } = owners;
  if (rows.length < 2) return null;
  return (
    <div role="group" aria-label={field.label} className="-mx-1 flex gap-2 overflow-x-auto px-1 py-1 sm:flex-wrap">
      {rows.map((row) => {
        const isChosen = row.id === chosen?.id;
        return (
          <button
            key={row.id}
            type="button"
            aria-pressed={isChosen}
            onClick={() => {
              choose(row);
              onChoose();
            }}
            className={cn(
              "flex shrink-0 items-center gap-2 rounded-full border bg-card py-1 pr-4 pl-1 text-sm transition-colors",
              isChosen ? "border-primary ring-1 ring-primary" : "hover:border-primary",
            )}
          >
            <Portrait name={nameOf(row)} image={pictureOf(row)} />
            {nameOf(row)}
          </button>
        );
      })}
    </div>
  );
}
