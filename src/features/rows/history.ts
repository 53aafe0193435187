import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { newId } from "@/db/id";
import { rowsOf } from "@/db/open";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { joiningMany } from "@/db/join-many";
import { takeOfChange } from "./unique-fields";

/** Groups history entries into a change, with its author: of all rows, or as columns of each. */
type By = { changeId: string | SQL; actorId: string | SQL | undefined };

/** A row as undo needs it. */
const asItStands = sql`jsonb_build_object('data', data, 'creatorId', creator_id, 'createdAt', created_at, 'updatedAt', updated_at)`;

/**
 * The insert of before-images, as a CTE of the statement that changes the rows. Undo and "rows of an older version" are
 * made from them.
 * @param from selects the rows, with the columns of `entity_row`
 * @param before the before-image; null for a row that did not exist
 */
export function remember(from: SQL, { changeId, actorId }: By, before: SQL = asItStands): SQL {
  return sql`insert into entity_row_history (app_id, entity, row_id, change_id, before, actor_id) select app_id, entity, id, ${changeId}, ${before}, ${actorId ?? null} from ${from}`;
}

/**
 * The same for inserted rows of one entity: one entry for all of them.
 * @param from selects their ids
 */
export function rememberNew(from: SQL, appId: string, entity: string, { changeId, actorId }: By): SQL {
  return sql`insert into entity_rows_created (app_id, entity, row_ids, change_id, actor_id) select ${appId}, ${entity}, array_agg(id), ${changeId}, ${actorId ?? null} from ${from}`;
}

/**
 * History entries per row: entity, row_id, number, before.
 * @param which a condition on change_id or changed_at
 */
export const entriesWhere = (appId: string, which: SQL): SQL =>
  sql`select entity, row_id, number, before from entity_row_history where app_id = ${appId} and ${which}
      union all select entity, unnest(row_ids), number, null from entity_rows_created where app_id = ${appId} and ${which}`;

type Undone = { changeId: string; restored: number; skipped: number; entities: string[] };

/**
 * Restores rows to their state before a change. Rows changed since are skipped, unless they are back in the state that
 * this change left: changes can be undone one after the other. The undo is a change itself and can be undone. Runs
 * entirely in SQL, for any number of rows.
 * @throws value-taken when a row would come back with a unique value that another one has by now
 */
export function undoChange(scope: OwnedApp, changeId: string, actorId: string): Promise<Undone> {
  return inTransaction(scope, async (owned) => {
    const { db, appId } = owned;
    const entries = entriesWhere(appId, sql`change_id = ${changeId}`);
    const [counted] = await rowsOf<{ rows: number }>(db, sql`select count(*)::int as rows from (${entries}) entry`);
    const undone = await joiningMany(db, counted!.rows, () => undoLocked(owned, changeId, actorId));
    await takeOfChange(owned, undone.changeId);
    return undone;
  });
}

async function undoLocked(owned: OwnedApp, changeId: string, actorId: string): Promise<Undone> {
  const { db, appId } = owned;
  const undoId = newId("c");
  const first = sql`select distinct on (entity, row_id) entity, row_id, before, number from (${entriesWhere(appId, sql`change_id = ${changeId}`)}) entry order by entity, row_id, number`;
  const row = sql`r.app_id = ${appId} and r.entity = f.entity and r.id = f.row_id`;
  await db.execute(
    sql`select count(*) from (select 1 from entity_row r join (${first}) f on ${row} order by r.id for update of r) locked`,
  );
  // The state that this change left is the before-image of the next one.
  const left = sql`select true as found, later.before from entity_row_history later where later.app_id = ${appId} and later.entity = f.entity and later.row_id = f.row_id and later.change_id <> ${changeId} and later.number > f.number order by later.number limit 1`;
  const targets = sql`
      select f.entity, f.row_id, f.before, next.found is not null and (next.before -> 'data') is distinct from r.data as changed
      from (${first}) f left join lateral (${left}) next on true left join entity_row r on ${row}`;
  const counts = sql`count(*) filter (where not changed)::int as restored, count(*) filter (where changed)::int as skipped, array_agg(distinct entity) filter (where not changed) as entities`;
  const [counted] = await restoreFrom<{ restored: number; skipped: number; entities: string[] | null }>(
    owned,
    targets,
    { changeId: undoId, actorId },
    counts,
  );
  return {
    changeId: undoId,
    restored: counted!.restored,
    skipped: counted!.skipped,
    entities: counted!.entities ?? [],
  };
}

/** Restores rows to `before`; null for a row that did not exist. Call it in a transaction. */
export async function restoreRows(
  scope: OwnedApp,
  targets: { entity: string; row_id: string; before: Record<string, unknown> | null }[],
  by: By,
): Promise<void> {
  const list = sql`select entity, row_id, before, false as changed from jsonb_to_recordset(${JSON.stringify(targets)}::jsonb) as list(entity text, row_id text, before jsonb)`;
  await joiningMany(scope.db, targets.length, () => restoreFrom(scope, list, by, sql`count(*)`));
}

/**
 * Records before-images, then deletes, updates or re-inserts the rows; each row is in one of the three sets.
 * @param targets rows of (entity, row_id, before, changed); those changed since are skipped
 */
function restoreFrom<T>({ db, appId }: OwnedApp, targets: SQL, by: By, answer: SQL): Promise<T[]> {
  const isSame = sql`r.app_id = ${appId} and r.entity = t.entity and r.id = t.row_id`;
  const standing = sql`(select t.entity, t.row_id as id, ${appId} as app_id, r.data, r.creator_id, r.created_at, r.updated_at from free t left join entity_row r on ${isSame}) standing`;
  const existed = sql`jsonb_typeof(t.before) = 'object'`;
  return rowsOf<T>(
    db,
    sql`with target as materialized (${targets}), free as materialized (select entity, row_id, before from target where not changed), remembered as (
          ${remember(standing, by, sql`case when data is not null then ${asItStands} end`)}
        ), gone as (
          delete from entity_row r using free t where ${isSame} and (${existed}) is not true
        ), changed as (
          update entity_row r set creator_id = t.before ->> 'creatorId', created_at = (t.before ->> 'createdAt')::timestamptz, updated_at = clock_timestamp(), data = t.before -> 'data' from free t where ${isSame} and ${existed}
        ), back as (
          insert into entity_row (app_id, entity, id, creator_id, created_at, updated_at, data)
          select ${appId}, t.entity, t.row_id, t.before ->> 'creatorId', (t.before ->> 'createdAt')::timestamptz, clock_timestamp(), t.before -> 'data'
          from free t where ${existed} and not exists (select 1 from entity_row r where ${isSame})
        )
        select ${answer} from target`,
  );
}
