import "server-only";
import { type SQL, sql } from "drizzle-orm";

/**
 * The end of a LATERAL query that finds at most one row by its key: the condition on the key's last column, and a limit.
 * An app that is younger than its table's statistics counts as one row. A plain equality is then no dearer as a filter
 * over another index that begins with the app's id, and the whole app is read for each row; an order wants the key's own.
 */
export const isAt = (column: string, value: string): SQL =>
  sql.raw(`${column} between ${value} and ${value} order by ${column} limit 1`);
