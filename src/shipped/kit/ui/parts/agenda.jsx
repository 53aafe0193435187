import { manyIn, titleOf } from "@/lib/fields";
import { formatDay, formatTime } from "@/lib/format";

/**
 * @import { Entity, Names } from "@/lib/fields"
 * @import { Row } from "@/sdk/types"
 */

/**
 * The month's entries as a list.
 * @param {{ entity: Entity, by: string, rows: Row[], names: Names, isTimed: boolean, onOpen: (row: Row) => void }} props
 */
export function Agenda({ entity, by, rows, names, isTimed, onOpen }) {
  if (rows.length === 0)
    return <p className="py-4 text-center text-sm text-muted-foreground">No {manyIn(entity)} this month.</p>;
  return (
    <ul className="divide-y rounded-xl border bg-card">
      {rows.map((row) => (
        <li key={row.id}>
          <button
            type="button"
            className="flex w-full items-center gap-4 px-4 py-3 text-left text-sm"
            onClick={() => onOpen(row)}
          >
            <span className="w-24 shrink-0 whitespace-nowrap tabular-nums text-muted-foreground">
              {formatDay(row[by])}
            </span>
            <span className="min-w-0 flex-1 truncate font-medium">{titleOf(entity, row, names)}</span>
            {isTimed && <span className="tabular-nums text-muted-foreground">{formatTime(row[by])}</span>}
          </button>
        </li>
      ))}
    </ul>
  );
}
