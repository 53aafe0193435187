import "server-only";
import { cpSync, existsSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { sql } from "drizzle-orm";
import type { PgDatabase, PgQueryResultHKT } from "drizzle-orm/pg-core";
import { drizzle as drizzlePglite } from "drizzle-orm/pglite";
import { migrate as migratePglite } from "drizzle-orm/pglite/migrator";
import { drizzle as drizzlePostgres } from "drizzle-orm/postgres-js";
import { migrate as migratePostgres } from "drizzle-orm/postgres-js/migrator";
import type { PGlite } from "@electric-sql/pglite";
import postgres from "postgres";
import { EmbeddedClient } from "./embedded";
import { clearingAfterWrites } from "./clear-after-writes";
import { byKey, type Caller, deadlinesMs } from "./caller";
import { LaneSlots } from "./lane-slots";
import { forCallers, type Pool, sharedLimits } from "./for-callers";
import { ageMaxMs, keepFor, keptChannel, KeptRows } from "./keep-while-true";
import { lockFolder } from "./folder-lock";
import { checkHistory, ForeignHistory, migrations } from "./migration-history";
import { preparing } from "./prepare";
import { buildRaw, BuiltStatement } from "./raw-statement";
import * as schema from "./schema";

/** One type for both engines and for transactions, so that stores work with any of them. */
export type Database = PgDatabase<PgQueryResultHKT, typeof schema>;

export type OpenDatabase = {
  kind: "embedded" | "postgres";
  db: Database;
  listen(channel: string, listener: (payload: string) => void): Promise<() => Promise<void>>;
  /** The underlying driver, for code that bypasses Drizzle: the job queue, COPY, dumps. */
  driver: EmbeddedClient | postgres.Sql;
  close(): Promise<void>;
};

/**
 * An empty database made by the build (doors/build.mjs). When it is of an older build, migrations bring it up to date.
 */
const emptyDatabase = ".next/joinery/database";

/** Advisory lock that serializes migrations of concurrent starts. The number is "join" in ASCII. */
const migrationLock = 0x6a6f696e;

/**
 * Opens the database of `DATABASE_URL`, or the embedded one in `DATA_DIR`, and migrates it.
 * @throws when another process owns the folder, or the server cannot be reached
 */
export async function openDatabase(settings: { DATABASE_URL?: string; DATA_DIR: string }): Promise<OpenDatabase> {
  return settings.DATABASE_URL ? openPostgres(settings.DATABASE_URL) : openFolder(settings.DATA_DIR);
}

async function openFolder(dataDir: string): Promise<OpenDatabase> {
  const unlock = await lockFolder(dataDir);
  const folder = join(dataDir, "database");
  const isCopied = !existsSync(folder) && existsSync(emptyDatabase);
  if (isCopied) copyWhole(emptyDatabase, folder);
  const open = async () =>
    openEmbedded(await EmbeddedClient.open(folder), {
      place: `The database in ${folder}`,
      elsewhere: "set DATA_DIR to an empty folder",
    });
  try {
    const opened = await open().catch((error: unknown) => {
      // The build's empty database is of a foreign history: start without it.
      if (!isCopied || !(error instanceof ForeignHistory)) throw error;
      rmSync(folder, { recursive: true, force: true });
      return open();
    });
    return { ...opened, close: async () => opened.close().finally(unlock) };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Atomic: copied beside and renamed, so that a killed start leaves no partial database. */
function copyWhole(from: string, to: string): void {
  const draft = `${to}.draft`;
  rmSync(draft, { recursive: true, force: true });
  cpSync(from, draft, { recursive: true });
  renameSync(draft, to);
}

/** Wraps an embedded client; tests bring one opened from a dump. */
export async function openEmbedded(
  client: EmbeddedClient,
  { place, elsewhere } = { place: "The database", elsewhere: "begin with an empty one" },
): Promise<OpenDatabase> {
  const opened = drizzlePglite(client as unknown as PGlite, { schema });
  const db = opened as unknown as Database;
  await checkHistory(db, place, elsewhere).catch(async (error: unknown) => {
    await client.close();
    throw error;
  });
  await migratePglite(opened, migrations);
  const rows = new KeptRows(ageMaxMs.embedded);
  keepFor(db, rows);
  await client.listen(keptChannel, (payload) => rows.hear(payload));
  client.onReplaced = () => rows.clear();
  return {
    kind: "embedded",
    db,
    driver: client,
    listen: (channel, listener) => client.listen(channel, listener),
    close: () => client.close(),
  };
}

/**
 * Pools: the server's own, and one each for visitors and builders whose connections carry statement_timeout,
 * which so costs no extra statement. A flood of visitors exhausts only its own pool, and within it `LaneSlots` shares
 * the connections among apps. A fourth of two connections takes statements on one row by its key whose lane has none
 * left, and pipelines them: one turn of the event loop, and one of Postgres, then serves several.
 */
async function openPostgres(url: string): Promise<OpenDatabase> {
  // The driver asks for array types when it connects, and nobody hears of it if that is refused: only the server's own
  // connections, which have no limits, ask; the others share what they learned (`parsers` below).
  const pool = (max: number, connection: { statement_timeout?: number; lock_timeout?: number } = {}) =>
    postgres(url, {
      max,
      onnotice: () => undefined,
      connection,
      fetch_types: Object.keys(connection).length === 0,
    });
  const limited = (statement_timeout: number): Required<Pool> => ({
    client: preparing(pool(8, { statement_timeout })),
    slots: new LaneSlots(8),
  });
  const client = pool(8);
  const visitors = limited(deadlinesMs.visitor);
  const builders = limited(deadlinesMs.builder);
  const shared = { client: preparing(pool(2, sharedLimits)), slots: new LaneSlots(32) };
  const own = { client: preparing(client) };
  const poolOf = (caller: Caller | undefined) =>
    !caller ? own : caller.deadlineMs <= deadlinesMs.visitor ? visitors : builders;
  const rows = new KeptRows(ageMaxMs.postgres);
  const forAll = clearingAfterWrites(forCallers(own.client, poolOf, shared), rows);
  const db = drizzlePostgres(forAll, { schema });
  asks.set(db, (text, params) => forAll.unsafe(text, params as never[]));
  // Drizzle takes times as text: copy the parsers that it set on its own client.
  for (const { options } of [visitors.client, builders.client, shared.client])
    Object.assign(options, { parsers: client.options.parsers, serializers: client.options.serializers });
  const guard = await client.reserve();
  await guard`select pg_advisory_lock(${migrationLock})`;
  const migrate = async () => {
    await checkHistory(db, "The database of DATABASE_URL", "set DATABASE_URL to an empty database");
    await migratePostgres(db, migrations);
  };
  const close = async () =>
    void (await Promise.all(
      [client, visitors.client, builders.client, shared.client].map((one) => one.end({ timeout: 5 })),
    ));
  try {
    await migrate();
  } catch (error) {
    // Ends the guard's connection and with it the advisory lock.
    await close();
    throw error;
  }
  await guard`select pg_advisory_unlock(${migrationLock})`;
  guard.release();
  await client.listen(
    keptChannel,
    (payload) => rows.hear(payload),
    () => rows.clear(),
  );
  keepFor(db, rows);
  // Connect now: while Postgres is busy a new connection takes a quarter of a second.
  await Promise.all([shared, shared].map(({ client: pooled }) => pooled.unsafe("select 1")));
  const listen: OpenDatabase["listen"] = async (channel, listener) => {
    const subscription = await client.listen(channel, listener);
    return () => subscription.unlisten();
  };
  return {
    kind: "postgres",
    db: db as unknown as Database,
    driver: client,
    listen,
    close,
  };
}

/** Runs a statement past Drizzle, which adds nothing to one whose text and parameters are there. */
type Ask = (text: string, params: unknown[]) => PromiseLike<unknown>;
const asks = new WeakMap<Database, Ask>();

/** Rows of a raw statement; the two drivers wrap them differently. */
export async function rowsOf<T>(db: Database, query: ReturnType<typeof sql>): Promise<T[]> {
  const built = buildRaw(query);
  const ask = built && asks.get(db);
  const result: unknown = ask
    ? await ask(built.sql, built.params)
    : await db.execute(built ? new BuiltStatement(built) : query);
  return Array.isArray(result) ? (result as T[]) : (result as { rows: T[] }).rows;
}

/**
 * `rowsOf` for a single statement that reads or changes one row by its key, and so takes next to no time (`byKey`).
 * @returns undefined where there is none
 */
export const rowByKey = async <T>(db: Database, query: ReturnType<typeof sql>): Promise<T | undefined> =>
  (await byKey(() => rowsOf<T>(db, query)))[0];

/** The SQLSTATE of a failed statement ("23505" is a unique violation), or undefined for any other error. */
export function sqlState(error: unknown): string | undefined {
  const cause = error instanceof Error && error.cause ? error.cause : error;
  return (cause as { code?: string } | null)?.code;
}
