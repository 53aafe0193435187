import "server-only";
import { sql } from "drizzle-orm";
import type { Database } from "./open";

/** From this many rows on, a statement joins them by hash. */
const manyRows = 100;

/**
 * Runs statements that join `rows` rows of one app to a table by key, without nested loops if they are many. The
 * planner believes that an app which is younger than its statistics has one row, and then compares each row with each:
 * the undo of an import of 3,500 rows took 35 seconds, in place of 0.3.
 * @param db a transaction, for which the setting holds
 */
export async function joiningMany<T>(db: Database, rows: number, work: () => Promise<T>): Promise<T> {
  if (rows < manyRows) return work();
  await db.execute(sql`set local enable_nestloop = off`);
  // If the work fails, the setting ends with its transaction or savepoint.
  const result = await work();
  await db.execute(sql`set local enable_nestloop = on`);
  return result;
}
