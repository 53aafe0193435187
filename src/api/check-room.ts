import "server-only";
import { sql } from "drizzle-orm";
import { withoutCaller } from "@/db/caller";
import { type Database, rowsOf } from "@/db/open";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";

/**
 * Usage is measured at this interval; in between, additions are counted. At the limit it is measured more often, since
 * deletions free room.
 */
const measureSeconds = 600;
const measureFullSeconds = 30;
const sampleRows = 1_000;

/** Room is reserved in chunks of this share of the limit, so that most rows cost no extra statement. */
const pieceShare = 1 / 200;
const pieceMax = 1024 * 1024;

/** Reserved and not yet used bytes of this process, by app id; "" is the whole installation. */
const reserved = new WeakMap<Database, Map<string, number>>();

/**
 * Bytes of an app. Rows are estimated (count × average size of a sample), which stays cheap at a million rows; files
 * are exact.
 */
const sizeOfApp = (appId: string) =>
  sql`(select count(*) from entity_row where app_id = ${appId}) * (select coalesce(avg(pg_column_size(data)), 0) from (select data from entity_row where app_id = ${appId} limit ${sampleRows}) as sample)
    + (select coalesce(sum(bytes), 0) from upload where app_id = ${appId})
    + (select coalesce(sum(bytes), 0) from csv_import where app_id = ${appId} and file_key is not null)
    + (select coalesce(sum(size), 0) from context_item where app_id = ${appId})`;

const sizeOfAll = sql`pg_database_size(current_database()) + (select coalesce(sum(bytes), 0) from upload) + (select coalesce(sum(bytes), 0) from csv_import where file_key is not null) + (select coalesce(sum(size), 0) from context_item)`;

/** Reserves room with one conditional statement, so that concurrent servers cannot overshoot the limit. */
async function reserveRoom(db: Database, key: string, bytes: number, limit: number): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update storage_use set bytes = bytes + ${bytes} where app_id = ${key} and bytes + ${bytes} <= ${limit} and measured_at > now() - ${measureSeconds} * interval '1 second' returning 1`,
  );
  return rows.length > 0;
}

/**
 * Refreshes a stale measurement in one statement. Of several servers one measures; the others block on the row and read
 * its result.
 */
async function measure(db: Database, key: string): Promise<void> {
  await db.execute(
    sql`insert into storage_use (app_id, bytes, measured_at) values (${key}, 0, '-infinity') on conflict do nothing`,
  );
  await db.execute(
    sql`update storage_use set bytes = ${key === "" ? sizeOfAll : sizeOfApp(key)}, measured_at = now() where app_id = ${key} and measured_at < now() - ${measureFullSeconds} * interval '1 second'`,
  );
}

async function reserve(db: Database, known: Map<string, number>, key: string, bytes: number, limit: number) {
  const left = known.get(key) ?? 0;
  if (bytes <= left) {
    known.set(key, left - bytes);
    return true;
  }
  const piece = Math.floor(Math.min(pieceMax, limit * pieceShare));
  for (const isMeasured of [false, true]) {
    if (isMeasured) await measure(db, key);
    // Near the limit reserve only what is needed.
    for (const more of [piece, 0])
      if (await reserveRoom(db, key, bytes + more, limit)) {
        known.set(key, (known.get(key) ?? 0) + more);
        return true;
      }
  }
  return false;
}

/**
 * Counts bytes about to be stored against the app's share and the installation's limit (`APP_STORAGE_MB`,
 * `STORAGE_MB`). The limit holds across servers: one that ends leaves at most a two-hundredth of it, or a megabyte,
 * reserved until the next measurement. Must not be called inside a transaction: the embedded database has one
 * connection.
 * @param bytes of a file, or of rows as JSON
 * @throws app-full, storage-full
 */
export async function checkRoom({ db, env }: Platform, appId: string, bytes: number): Promise<void> {
  const known = reserved.get(db) ?? new Map<string, number>();
  reserved.set(db, known);
  const megabyte = 1024 * 1024;
  const hasRoom = (key: string, limitMb: number) =>
    withoutCaller(() => reserve(db, known, key, bytes, Math.floor(limitMb * megabyte)));
  if (!(await hasRoom(appId, env.APP_STORAGE_MB))) throw new AppError("app-full");
  if (!(await hasRoom("", env.STORAGE_MB))) throw new AppError("storage-full");
}
