import "server-only";
import { sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/open";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";

/** What is stored is measured this often; in between, what is added is counted. At the limit it is measured again, as some may be deleted. */
const measureMs = 600_000;
const measureFullMs = 30_000;
const sampleRows = 1_000;

type Room = { bytes: number; at: number };

/** Of one installation's database: what each app holds, and what all hold together under "". */
const rooms = new WeakMap<Database, Map<string, Room>>();

/** Rows by their number and the size of the newest ones, which costs the same for a million; files as they were counted. */
async function measureApp(db: Database, appId: string): Promise<number> {
  const [found] = await rowsOf<{ bytes: number }>(
    db,
    sql`select ((select count(*) from entity_row where app_id = ${appId}) *
          (select coalesce(avg(pg_column_size(data)), 0) from (select data from entity_row where app_id = ${appId} limit ${sampleRows}) as sample)
          + (select coalesce(sum(bytes), 0) from upload where app_id = ${appId}))::float8 as bytes`,
  );
  return found!.bytes;
}

async function measureAll(db: Database): Promise<number> {
  const [found] = await rowsOf<{ bytes: number }>(
    db,
    sql`select (pg_database_size(current_database()) + (select coalesce(sum(bytes), 0) from upload))::float8 as bytes`,
  );
  return found!.bytes;
}

async function take(
  known: Map<string, Room>,
  key: string,
  bytes: number,
  limit: number,
  measure: () => Promise<number>,
) {
  let room = known.get(key);
  const isFull = () => room !== undefined && room.bytes + bytes > limit;
  const age = room ? Date.now() - room.at : Infinity;
  if (age > (isFull() ? measureFullMs : measureMs)) known.set(key, (room = { bytes: await measure(), at: Date.now() }));
  if (isFull()) return false;
  room!.bytes += bytes;
  return true;
}

/**
 * Counts what a running app is about to store against the app's share and the installation's (`APP_STORAGE_MB`, `STORAGE_MB`).
 * @param bytes of a file, or of rows as JSON
 * @throws app-full, storage-full
 */
export async function checkRoom({ db, env }: Platform, appId: string, bytes: number): Promise<void> {
  const known = rooms.get(db) ?? new Map<string, Room>();
  rooms.set(db, known);
  const megabyte = 1024 * 1024;
  if (!(await take(known, appId, bytes, env.APP_STORAGE_MB * megabyte, () => measureApp(db, appId))))
    throw new AppError("app-full");
  if (!(await take(known, "", bytes, env.STORAGE_MB * megabyte, () => measureAll(db))))
    throw new AppError("storage-full");
}
