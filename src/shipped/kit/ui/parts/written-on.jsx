import { fieldsOf } from "@/lib/fields";
import { formatAgo, formatDate } from "@/lib/format";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { Row } from "@/sdk/types"
 */

/** The field that says when something was written. @param {Entity} entity */
export const dayOf = (entity) =>
  fieldsOf(entity).find(({ name, kind }) => kind.startsWith("date") && /_at$|_on$|^date$|^when$/.test(name));

/**
 * When something was written: by its own field, which may be long ago, else when it was stored.
 * @param {{ entity: Entity, row: Row }} props
 */
export function WrittenOn({ entity, row }) {
  const day = dayOf(entity);
  const stored = day && row[day.name];
  return (
    <span className="text-muted-foreground">
      {stored && day.kind === "date" ? formatDate(stored) : formatAgo(stored || row.createdAt)}
    </span>
  );
}
