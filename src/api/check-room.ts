import "server-only";
import { sql } from "drizzle-orm";
import { withoutCaller } from "@/db/caller";
import { type Database, rowsOf } from "@/db/open";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";

/**
 * What is stored is measured this often; in between, what is added is counted. At the limit it is measured sooner, as
 * some may be deleted.
 */
const measureSeconds = 600;
const measureFullSeconds = 30;
const sampleRows = 1_000;

/** A server takes room in pieces of a limit this small, so that not every row costs a statement. */
const pieceShare = 1 / 200;
const pieceMax = 1024 * 1024;

/** Room that this server took and has not used yet, by app; that of the whole installation under "". */
const taken = new WeakMap<Database, Map<string, number>>();

/**
 * Rows by their number and the size of the newest ones, which costs the same for a million; files as they were counted.
 */
const sizeOfApp = (appId: string) =>
  sql`(select count(*) from entity_row where app_id = ${appId}) * (select coalesce(avg(pg_column_size(data)), 0) from (select data from entity_row where app_id = ${appId} limit ${sampleRows}) as sample)
    + (select coalesce(sum(bytes), 0) from upload where app_id = ${appId})
    + (select coalesce(sum(bytes), 0) from csv_import where app_id = ${appId} and file_key is not null)
    + (select coalesce(sum(size), 0) from context_item where app_id = ${appId})`;

const sizeOfAll = sql`pg_database_size(current_database()) + (select coalesce(sum(bytes), 0) from upload) + (select coalesce(sum(bytes), 0) from csv_import where file_key is not null) + (select coalesce(sum(size), 0) from context_item)`;

/** Takes room in one statement, whatever other servers take at the same time. */
async function takeRoom(db: Database, key: string, bytes: number, limit: number): Promise<boolean> {
  const rows = await rowsOf(
    db,
    sql`update storage_use set bytes = bytes + ${bytes} where app_id = ${key} and bytes + ${bytes} <= ${limit} and measured_at > now() - ${measureSeconds} * interval '1 second' returning 1`,
  );
  return rows.length > 0;
}

/**
 * Measures again what was measured too long ago, in one statement: of several servers one does, and the others wait for
 * what it finds.
 */
async function measure(db: Database, key: string): Promise<void> {
  await db.execute(
    sql`insert into storage_use (app_id, bytes, measured_at) values (${key}, 0, '-infinity') on conflict do nothing`,
  );
  await db.execute(
    sql`update storage_use set bytes = ${key === "" ? sizeOfAll : sizeOfApp(key)}, measured_at = now() where app_id = ${key} and measured_at < now() - ${measureFullSeconds} * interval '1 second'`,
  );
}

async function take(db: Database, known: Map<string, number>, key: string, bytes: number, limit: number) {
  const left = known.get(key) ?? 0;
  if (bytes <= left) {
    known.set(key, left - bytes);
    return true;
  }
  const piece = Math.floor(Math.min(pieceMax, limit * pieceShare));
  for (const isMeasured of [false, true]) {
    if (isMeasured) await measure(db, key);
    // Near the limit only what is needed.
    for (const more of [piece, 0])
      if (await takeRoom(db, key, bytes + more, limit)) {
        known.set(key, (known.get(key) ?? 0) + more);
        return true;
      }
  }
  return false;
}

/**
 * Counts what an app is about to store against the app's share and the installation's (`APP_STORAGE_MB`, `STORAGE_MB`).
 * One limit for all servers: a server that ends leaves at most a two-hundredth of it, or a megabyte, uncounted until
 * the next measurement. Not to be called inside of a transaction: the embedded database has one connection.
 * @param bytes of a file, or of rows as JSON
 * @throws app-full, storage-full
 */
export async function checkRoom({ db, env }: Platform, appId: string, bytes: number): Promise<void> {
  const known = taken.get(db) ?? new Map<string, number>();
  taken.set(db, known);
  const megabyte = 1024 * 1024;
  const hasRoom = (key: string, limitMb: number) =>
    withoutCaller(() => take(db, known, key, bytes, Math.floor(limitMb * megabyte)));
  if (!(await hasRoom(appId, env.APP_STORAGE_MB))) throw new AppError("app-full");
  if (!(await hasRoom("", env.STORAGE_MB))) throw new AppError("storage-full");
}
