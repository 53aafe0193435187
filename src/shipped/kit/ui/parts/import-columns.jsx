import { fieldsOf } from "@/lib/fields";

/** @import { Entity, Field } from "@/lib/fields" */

/**
 * Which field each column of a file fills, to choose where its heading does not say so. A field is filled by one column.
 * @param {{ entity: Entity, found: { head: string[], fields: (Field | undefined)[], rows: { cells: string[] }[] }, onChoose: (fields: (Field | undefined)[]) => void }} props
 */
export function ImportColumns({ entity, found, onChoose }) {
  const { head, fields, rows } = found;
  /** @param {number} column @param {string} name */
  const choose = (column, name) => {
    const chosen = fieldsOf(entity).find((field) => field.name === name);
    onChoose(fields.map((field, at) => (at === column ? chosen : chosen && field?.name === name ? undefined : field)));
  };
  return (
    <fieldset className="max-h-[40vh] space-y-2 overflow-y-auto">
      <legend className="mb-2 text-sm font-medium">What each column holds</legend>
      {head.map((heading, at) => {
        const sample = rows.map(({ cells }) => cells[at]?.trim()).find(Boolean);
        return (
          <div key={`${at} ${heading}`} className="grid grid-cols-2 items-center gap-3 px-0.5 text-sm">
            <span className="min-w-0">
              <span className="block truncate">{heading.trim() || `Column ${at + 1}`}</span>
              {sample && <span className="block truncate text-xs text-muted-foreground">{sample}</span>}
            </span>
            <select
              aria-label={heading.trim() || `Column ${at + 1}`}
              className="h-9 w-full min-w-0 rounded-md border border-input bg-background px-2 text-sm text-foreground outline-none focus-visible:border-ring focus-visible:ring-2 focus-visible:ring-ring/50"
              value={fields[at]?.name ?? ""}
              onChange={(event) => choose(at, event.target.value)}
            >
              <option value="">Leave out</option>
              {fieldsOf(entity).map(({ name, label }) => (
                <option key={name} value={name}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        );
      })}
    </fieldset>
  );
}
