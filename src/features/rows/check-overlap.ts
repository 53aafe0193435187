import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import { inTransaction } from "@/db/scope";
import { AppError } from "@/errors";
import type { Rows } from "./read";
import type { Slot } from "./schema";

/** A row's start; null for an invalid time, so that no cast can fail. */
export const startOf = (row: SQL, { field }: Slot) =>
  sql`case when ${row}.data ->> ${field}::text ~ '^\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d' then (${row}.data ->> ${field}::text)::timestamptz end`;

/** Whether a row takes its time: one that was cancelled does not. */
export const isBusy = (row: SQL, { unless }: Slot) =>
  unless
    ? sql`coalesce(${row}.data ->> ${unless.field}::text, '') not in (select jsonb_array_elements_text(${JSON.stringify(unless.values)}::jsonb))`
    : sql`true`;

const isSame = ({ per }: Slot) =>
  sql.join([sql`true`, ...per.map((field) => sql`a.data ->> ${field}::text = b.data ->> ${field}::text`)], sql` and `);

/**
 * Writes rows of a table whose rows may not overlap in time. An advisory lock serializes a table's writers until the
 * transaction ends, and the check runs after the write, so that of two racing writers one fails.
 * @param written the fields that are set; others cannot cause an overlap
 * @throws slot-taken, with nothing written
 */
export function withoutOverlap<T>(
  rows: Rows,
  written: Record<string, unknown>[],
  write: (rows: Rows) => Promise<T>,
  idsOf: (result: T) => string[],
): Promise<T> {
  const { slot } = rows.entity;
  if (!slot) return write(rows);
  const taking = new Set([slot.field, ...slot.per, ...(slot.unless ? [slot.unless.field] : [])]);
  if (!written.some((fields) => Object.keys(fields).some((name) => taking.has(name)))) return write(rows);
  return inTransaction(rows.scope, async (scope) => {
    const { appId, db } = scope;
    await db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${appId}/${rows.entity.name}`}, 0))`);
    const result = await write({ ...rows, scope });
    const [a, b] = [sql`a`, sql`b`];
    const length = sql`make_interval(mins => ${slot.minutes}::int)`;
    const taken = await rowsOf(
      db,
      sql`select 1 from entity_row a join entity_row b on b.app_id = a.app_id and b.entity = a.entity and b.id <> a.id
          where a.app_id = ${appId} and a.entity = ${rows.entity.name}
            and a.id in (select jsonb_array_elements_text(${JSON.stringify(idsOf(result))}::jsonb))
            and ${isBusy(a, slot)} and ${isBusy(b, slot)} and ${isSame(slot)}
            and ${startOf(a, slot)} < ${startOf(b, slot)} + ${length} and ${startOf(b, slot)} < ${startOf(a, slot)} + ${length}
          limit 1`,
    );
    if (taken.length > 0) throw new AppError("slot-taken");
    return result;
  });
}
