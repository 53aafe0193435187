import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { newId } from "@/db/id";
import { rowsOf } from "@/db/open";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { env } from "@/engines/env";
import { AppError } from "@/errors";
import { restoreVersion } from "@/features/versions/restore";
import { findVersion } from "@/features/versions/store";
import { entriesWhere, restoreRows } from "@/features/rows/history";
import { joiningMany } from "@/db/join-many";
import { takeAll } from "@/features/rows/unique-fields";

/** Effect of restoring one entity's rows: how many return, change, and are deleted. */
export type RowsThen = { entity: string; back: number; changed: number; gone: number };

/** Rows per statement. */
const chunk = 2_000;

/**
 * Rows that differ from the time of a version, with their state `then` (null: did not exist). The first history entry
 * after that moment has the before-image. Rows created one by one without history are dated by createdAt, those of one
 * statement by its entry: their createdAt are a microsecond apart, and may be later than the version that they belong
 * to.
 */
function differences(appId: string, versionId: string): SQL {
  const at = sql`(select created_at from version where app_id = ${appId} and id = ${versionId})`;
  const knownBefore = (entity: SQL, id: SQL) =>
    sql`(exists (select 1 from entity_row_history h where h.app_id = ${appId} and h.entity = ${entity} and h.row_id = ${id} and h.changed_at <= ${at}) or (${entity}, ${id}) in (select entity, row_id from created_by_then))`;
  return sql`
    with later as (
      select distinct on (entity, row_id) entity, row_id, before from (${entriesWhere(appId, sql`changed_at > ${at}`)}) entry order by entity, row_id, number
    ), created_by_then as (
      select entity, unnest(row_ids) as row_id from entity_rows_created
      where app_id = ${appId} and changed_at <= ${at} and changed_at + cardinality(row_ids) * interval '1 microsecond' > ${at}
    ), touched as (
      select entity, row_id, case when jsonb_typeof(before) = 'object' and ((before ->> 'createdAt')::timestamptz <= ${at} or ${knownBefore(sql`later.entity`, sql`later.row_id`)}) then before end as then from later
      union all
      select entity, id, null from entity_row r
      where app_id = ${appId} and created_at > ${at} and not exists (select 1 from later where later.entity = r.entity and later.row_id = r.id) and not ${knownBefore(sql`r.entity`, sql`r.id`)}
    )
    select t.entity, t.row_id, t.then, r.id is not null as stands
    from touched t left join entity_row r on r.app_id = ${appId} and r.entity = t.entity and r.id = t.row_id
    where case when t.then is null then r.id is not null else r.id is null or r.data <> t.then -> 'data' end`;
}

/** @throws rows-not-kept when history since the version may have been swept (docs/reliability.md) */
async function versionWithRows(scope: OwnedApp, versionId: string): Promise<string> {
  const { id, createdAt } = await findVersion(scope, versionId);
  const days = env().ROW_HISTORY_DAYS;
  const isTooOld = days > 0 && createdAt.getTime() < Date.now() - days * 86_400_000;
  if (isTooOld) throw new AppError("rows-not-kept");
  return id;
}

/** Dry run: counts per entity. Unchanged entities are left out. */
export async function rowsThen(scope: OwnedApp, versionId: string): Promise<RowsThen[]> {
  const id = await versionWithRows(scope, versionId);
  return inTransaction(scope, ({ db }) =>
    joiningMany(db, Infinity, () =>
      rowsOf<RowsThen>(
        db,
        sql`select entity, count(*) filter (where not stands)::int as back, count(*) filter (where stands and d.then is not null)::int as changed, count(*) filter (where d.then is null)::int as gone
        from (${differences(scope.appId, id)}) d group by entity order by entity`,
      ),
    ),
  );
}

type Difference = { entity: string; row_id: string; then: Record<string, unknown> | null };

/**
 * Restores a version together with the rows of its time, atomically. Rows first, so that they belong to the version
 * that the restore writes; they form one change, which can be undone on its own.
 */
export function restoreWithRows(
  scope: OwnedApp,
  versionId: string,
  messageId: string | undefined,
  actorId: string,
): Promise<{ versionId: string | null; changeId: string; rows: number; entities: string[] }> {
  return inTransaction(scope, async (owned) => {
    const id = await versionWithRows(owned, versionId);
    const found = await joiningMany(owned.db, Infinity, () =>
      rowsOf<Difference>(owned.db, sql`select entity, row_id, d.then from (${differences(owned.appId, id)}) d`),
    );
    const changeId = newId("c");
    for (let at = 0; at < found.length; at += chunk) {
      await restoreRows(
        owned,
        found.slice(at, at + chunk).map(({ then, ...row }) => ({ ...row, before: then })),
        { changeId, actorId },
      );
    }
    const restored = await restoreVersion(owned, versionId, messageId);
    const entities = [...new Set(found.map(({ entity }) => entity))];
    await takeAll(owned, entities);
    return {
      versionId: restored.versionId,
      changeId,
      rows: found.length,
      entities,
    };
  });
}
