import "server-only";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { type Database, rowsOf } from "./open";

export const migrations = { migrationsFolder: "./drizzle" };

/** The database belongs to another version of Joinery. The message is meant for the operator. */
export class ForeignHistory extends Error {}

/**
 * Whether this version can go on from the migrations that a database has. Drizzle compares only the last time, and would
 * fail on existing tables or skip missing ones. The first migration stands for all that were squashed into it and has
 * the time of the last of them: a database that has it may have earlier ones.
 * @param applied when each of the database's migrations was made, milliseconds, at least one
 * @param known the same of this version, ascending
 */
export function historyFault(applied: number[], known: number[]): "older" | "newer" | undefined {
  const [first, last] = [known[0]!, Math.max(...applied)];
  const since = applied.includes(first) ? applied.filter((at) => at >= first) : applied;
  const unknown = since.filter((at) => !known.includes(at));
  const isSkipped = known.some((at) => at < last && !applied.includes(at));
  if (unknown.length === 0 && !isSkipped) return undefined;
  return unknown.every((at) => at > Math.max(...known)) && !isSkipped ? "newer" : "older";
}

/**
 * Refuses a database that migrations of this version cannot bring up to date.
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
  const fault = applied.length > 0 ? historyFault(applied, known) : undefined;
  if (!fault) return;
  if (fault === "newer")
    throw new ForeignHistory(
      `${place} was made by a newer version of Joinery. Nothing was changed. Start that version again, or ${elsewhere}.`,
    );
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  throw new ForeignHistory(
    `${place} was made by an earlier version of Joinery (${day(Math.max(...applied))}), whose tables this one cannot bring up to date. ` +
      `Nothing was changed. To keep what is in it, start the version of ${day(known[0]!)} on it once, which can, or start the version that made it and download your apps there (Download Code, with data). ` +
      `To begin anew with this version, ${elsewhere}.`,
  );
}
