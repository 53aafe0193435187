import "server-only";
import { createHash } from "node:crypto";
import { sql } from "drizzle-orm";
import { EmbeddedClient } from "@/db/embedded";
import { type OpenDatabase, rowsOf } from "@/db/open";
import type { Retries } from "@/engines/jobs";
import { publish } from "@/engines/events";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import type { Entity } from "@/features/rows/entity";
import { indexableFields } from "./rules";

/**
 * Indexes on fields that rows are sorted or filtered by: built on demand when a list was slow without one, dropped when
 * unused.
 */
export const fieldIndexJob = "index-field";
/** While another server builds one, which takes minutes at most. */
export const fieldIndexRetries: Retries = { limit: 10, seconds: 30, secondsMax: 600 };

/** A list slower than this, ms, on an entity with this many rows gets an index. */
const slowMs = 40;
const rowsFrom = 5_000;

/**
 * Limit per installation: the planner considers all of them for each statement on rows, and each insert checks all of
 * them.
 */
const indexesMax = 32;

/** Granularity of the last-used time, and the minimum age before an index may be evicted. */
const notedHours = 6;
const sparedDays = 7;
const namePrefix = "entity_row_field_";
/** Advisory lock of whoever builds or drops indexes. The number is "inde" in ASCII. */
const indexLock = 0x696e6465;

type Wanted = { appId: string; entity: string; field: string };
type ListOptions = Parameters<typeof indexableFields>[1];

/** When this process last recorded each field's use. */
const noted = new Map<string, number>();
const notedMax = 2_000;

/** Runs a list and requests indexes for its fields when it was slow. */
export async function withIndexes<Answer>(
  platform: Platform,
  appId: string,
  entity: Entity,
  options: ListOptions,
  list: () => Promise<Answer>,
): Promise<Answer> {
  const began = performance.now();
  const answer = await list();
  const isSlow = performance.now() - began > slowMs;
  for (const field of indexableFields(entity.schema, options)) {
    const key = `${appId}/${entity.name}/${field}/${isSlow}`;
    if (Date.now() - (noted.get(key) ?? 0) < notedHours * 3_600_000) continue;
    noted.delete(key);
    noted.set(key, Date.now());
    if (noted.size > notedMax) noted.delete(noted.keys().next().value!);
    note(platform, { appId, entity: entity.name, field }, isSlow).catch((error: unknown) =>
      log("warn", "index-field", { error }),
    );
  }
  return answer;
}

async function note({ db, jobs }: Platform, wanted: Wanted, isSlow: boolean): Promise<void> {
  const { appId, entity, field } = wanted;
  if (!isSlow)
    return void (await db.execute(
      sql`update field_index set used_at = now() where app_id = ${appId} and entity = ${entity} and field = ${field}`,
    ));
  const [row] = await rowsOf<{ isBuilt: boolean }>(
    db,
    sql`insert into field_index (app_id, entity, field) values (${appId}, ${entity}, ${field})
        on conflict (app_id, entity, field) do update set used_at = now() returning index_name is not null as "isBuilt"`,
  );
  if (!row!.isBuilt) await jobs.send(db, fieldIndexJob, wanted);
}

const nameOf = ({ appId, entity, field }: Wanted) =>
  namePrefix +
  createHash("sha256")
    .update(JSON.stringify([appId, entity, field]))
    .digest("hex")
    .slice(0, 20);

/** DDL takes no parameters. Schema-checked names contain no quotes; escape anyway. */
const literal = (text: string) => sql.raw(`'${text.replaceAll("'", "''")}'`);

/**
 * Runs the work unless another server builds or drops an index: concurrent builds on one table wait for each other, until
 * Postgres ends one of them as deadlocked. Whoever waited for the lock would be waited for, too, so nobody does.
 * @throws when another one does
 */
async function alone<T>({ driver }: OpenDatabase, work: () => Promise<T>): Promise<T> {
  if (driver instanceof EmbeddedClient) return work();
  const holder = await driver.reserve();
  try {
    const [lock] = await holder<{ isOurs: boolean }[]>`select pg_try_advisory_lock(${indexLock}) as "isOurs"`;
    if (!lock!.isOurs) throw new Error("Another server is building an index");
    try {
      return await work();
    } finally {
      await holder`select pg_advisory_unlock(${indexLock})`;
    }
  } finally {
    holder.release();
  }
}

/**
 * Builds a field's index if the entity is large and a slot is free.
 * @throws while another server builds one
 */
export const buildFieldIndex = (platform: Platform, wanted: Wanted): Promise<void> =>
  alone(platform.database, () => buildAlone(platform, wanted));

async function buildAlone({ db, database }: Platform, wanted: Wanted): Promise<void> {
  const { appId, entity, field } = wanted;
  const at = sql`app_id = ${appId} and entity = ${entity} and field = ${field}`;
  // Each server that saw a slow list asked for it.
  const isBuilt = sql`select 1 from field_index where ${at} and index_name is not null`;
  if ((await rowsOf(db, isBuilt)).length > 0) return;
  const [size] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select 1 from entity_row where app_id = ${appId} and entity = ${entity} limit ${rowsFrom}) first`,
  );
  if (size!.count < rowsFrom) return void (await db.execute(sql`delete from field_index where ${at}`));
  if (!(await makeRoom(db, database))) return;
  const name = nameOf(wanted);
  const onTheSide = sql.raw(database.kind === "embedded" ? "" : "concurrently");
  const value = sql`coalesce(data -> ${literal(field)}, 'null'::jsonb)`;
  // An invalid index, left by a build that was killed.
  await dropAll(db, database, name);
  await db.execute(
    sql`create index ${onTheSide} ${sql.identifier(name)} on entity_row (${value} nulls first, id nulls first)
        where app_id = ${literal(appId)} and entity = ${literal(entity)}`,
  );
  // Statistics on the expression: without its value distribution the planner does not know when the index pays off, and
  // it ignores what it learns of a partial index's expressions.
  await db.execute(sql`create statistics ${sql.identifier(name)} on (${value}) from entity_row`);
  await db.execute(sql`update field_index set index_name = ${name} where ${at}`);
  await db.execute(sql`analyze entity_row`);
  await publish(db, "plans");
}

/** Evicts the least recently used index if needed. @returns whether another one may be built */
async function makeRoom(db: Platform["db"], database: Platform["database"]): Promise<boolean> {
  const [state] = await rowsOf<{ count: number; oldest: string | null }>(
    db,
    sql`select count(*)::int as count, (array_agg(index_name order by used_at) filter (where used_at < now() - ${sparedDays} * interval '1 day'))[1] as oldest
        from field_index where index_name is not null`,
  );
  if (state!.count < indexesMax) return true;
  if (!state!.oldest) return false;
  await dropIndex(db, database, state!.oldest);
  return true;
}

async function dropAll(db: Platform["db"], { kind }: Platform["database"], name: string): Promise<void> {
  await db.execute(
    sql`drop index ${sql.raw(kind === "embedded" ? "" : "concurrently")} if exists ${sql.identifier(name)}`,
  );
  await db.execute(sql`drop statistics if exists ${sql.identifier(name)}`);
}

async function dropIndex(db: Platform["db"], database: Platform["database"], name: string): Promise<void> {
  await dropAll(db, database, name);
  await db.execute(sql`delete from field_index where index_name = ${name}`);
}

/**
 * Drops indexes unused since then, and those of deleted apps.
 * @returns how many
 * @throws while another server builds one
 */
export const dropFieldIndexes = (platform: Platform, before: Date): Promise<number> =>
  alone(platform.database, () => dropAlone(platform, before));

async function dropAlone({ db, database }: Platform, before: Date): Promise<number> {
  await db.execute(sql`delete from field_index where used_at < ${before.toISOString()}::timestamptz`);
  const fields = await rowsOf<Wanted>(db, sql`select app_id as "appId", entity, field from field_index`);
  // By name, so that an index being built counts as wanted.
  const wanted = new Set(fields.map(nameOf));
  const made = await rowsOf<{ name: string }>(
    db,
    sql`select indexname as name from pg_indexes where schemaname = current_schema() and starts_with(indexname, ${namePrefix})`,
  );
  const unused = made.filter(({ name }) => !wanted.has(name));
  for (const { name } of unused) await dropIndex(db, database, name);
  return unused.length;
}
