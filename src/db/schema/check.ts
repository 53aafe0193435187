import { sql } from "drizzle-orm";
import { check, type PgColumn } from "drizzle-orm/pg-core";

/** A check constraint: the column holds one of its enum's values, whoever writes. Another value needs a migration. */
export function oneOf(table: string, column: PgColumn, values: readonly string[]) {
  const list = values.map((value) => `'${value}'`).join(", ");
  return check(`${table}_${column.name}_known`, sql`${column} in (${sql.raw(list)})`);
}
