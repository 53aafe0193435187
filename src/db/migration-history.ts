import "server-only";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { type Database, rowsOf } from "./open";

export const migrations = { migrationsFolder: "./drizzle" };

/** The database belongs to another version of Joinery. The message is meant for the operator. */
export class ForeignHistory extends Error {}

/**
 * Refuses a database whose migrations are not a prefix of this version's. Drizzle compares only the last timestamp, and
 * would fail on existing tables or skip missing ones.
 * @param place how the message names the database
 * @param elsewhere how a person gives the server an empty one
 * @throws ForeignHistory, before anything is changed
 */
export async function checkHistory(db: Database, place: string, elsewhere: string): Promise<void> {
  const [found] = await rowsOf<{ name: string | null }>(
    db,
    sql`select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  if (!found?.name) return;
  const applied = (
    await rowsOf<{ at: string | number }>(db, sql`select created_at as at from drizzle.__drizzle_migrations`)
  ).map(({ at }) => Number(at));
  const known = readMigrationFiles(migrations).map(({ folderMillis }) => folderMillis);
  const last = Math.max(...applied);
  const unknown = applied.filter((at) => !known.includes(at));
  const isSkipped = known.some((at) => at < last && !applied.includes(at));
  if (applied.length === 0 || (unknown.length === 0 && !isSkipped)) return;
  if (unknown.every((at) => at > Math.max(...known)) && !isSkipped)
    throw new ForeignHistory(
      `${place} was made by a newer version of Joinery. Nothing was changed. Start that version again, or ${elsewhere}.`,
    );
  throw new ForeignHistory(
    `${place} was made by an earlier version of Joinery (${new Date(last).toISOString().slice(0, 10)}), whose tables this one cannot bring up to date. ` +
      `Nothing was changed. To keep what is in it, start the version that made it and download your apps there (Download Code, with data). ` +
      `To begin anew with this version, ${elsewhere}.`,
  );
}
