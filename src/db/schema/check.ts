import { sql } from "drizzle-orm";
import { check, type PgColumn } from "drizzle-orm/pg-core";

/** A check constraint that limits the column to its enum's values. Adding a value needs a migration. */
export function oneOf(table: string, column: PgColumn, values: readonly string[]) {
  const list = values.map((value) => `'${value}'`).join(", ");
  return check(`${table}_${column.name}_known`, sql`${column} in (${sql.raw(list)})`);
}
