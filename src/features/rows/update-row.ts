import "server-only";
import { sql } from "drizzle-orm";
import { rowByKey, rowsOf } from "@/db/open";
import { writeTogether } from "@/db/write-together";
import { JsonText } from "@/engines/json";
import { faultsOfReferences } from "./check-references";
import { asksForUnique } from "./claim-values";
import { columns, type StoredRow, textOf } from "./format-rows";
import { remember } from "./history";
import { rowCharactersMax } from "./limits";
import { namesLocked, shownText } from "./field-rights";
import { refusal, type Rows, within } from "./read";
import { asksForFields, type Reach } from "./rules";
import type { EntityRow } from "./schema";
import { type RowChange, updateRows } from "./store";
import { changesTotal } from "./total-values";
import { faultsOfChange, refuseFaults, withoutSystemFields } from "./validate-row";

/**
 * Like `updateRows` for one row, in a single statement: usually the patch alone can be validated. Falls back to lock and
 * check when a reference dangles, a unique field is named, or the row would grow too large.
 * @returns undefined when it is not within reach
 */
export async function updateRow(
  rows: Rows,
  reach: Reach,
  change: RowChange,
  changeId: string,
): Promise<JsonText<EntityRow> | undefined> {
  const patched = await patchRow(rows, reach, change, changeId);
  if (patched) return new JsonText(shownText(rows, textOf(patched)));
  const [changed] = await updateRows(rows, reach, [change], changeId);
  return changed && new JsonText(JSON.stringify(changed));
}

async function patchRow(
  rows: Rows,
  reach: Reach,
  { id, fields }: RowChange,
  changeId: string,
): Promise<StoredRow | undefined> {
  if (
    rows.entity.slot ||
    asksForFields(reach) ||
    asksForUnique(rows.entity, fields) ||
    namesLocked(rows, fields) ||
    changesTotal(rows, fields)
  )
    return undefined;
  if (reach === "nothing") throw refusal(rows.actor);
  const patch = withoutSystemFields(fields);
  refuseFaults(faultsOfChange(rows.entity.validate, patch, patch));
  const [unknown] = await faultsOfReferences(rows, [patch]);
  if (Object.keys(unknown!).length > 0) return undefined;
  const line = `${rows.scope.appId}/${rows.entity.name}/${reach}`;
  return patchTogether(rows.scope.db, line, { id, patch: JSON.stringify(patch), changeId, rows, reach });
}

/** Fields to set in a row, as JSON. Patches that share a statement are of one entity and one reach. */
type Patch = { id: string; patch: string; changeId: string; rows: Rows; reach: Reach };

/** How long the row may be before. */
const mostBefore = (patch: string) => rowCharactersMax - patch.length;

const patchTogether = writeTogether<Patch, StoredRow>({
  one: (db, { id, patch, changeId, rows, reach }) => {
    const at = sql`${within(rows, reach)} and id = ${id}`;
    return rowByKey<StoredRow>(
      db,
      sql`with seen as (select * from entity_row where ${at} and length(data::text) <= ${mostBefore(patch)} for no key update), remembered as (${remember(sql`seen`, { changeId, actorId: rows.actor?.id })})
        update entity_row set data = data || ${patch}::jsonb, updated_at = clock_timestamp() where ${at} and exists (select from seen) returning ${columns}`,
    );
  },
  many: async (db, patches) => {
    const [{ rows, reach }] = patches as [Patch];
    const list = patches.map(
      ({ id, patch, changeId, rows: { actor } }) =>
        sql`(${id}, ${actor?.id ?? null}, ${changeId}, ${patch}::jsonb, ${mostBefore(patch)}::int)`,
    );
    const own = reach === "own" ? sql` and creator_id = actor_id` : sql``;
    // Each row is looked up by its key, whatever the planner believes of the table's size: to lock it by `lateral`, and
    // to change it by `on conflict`, since all of them exist. A join would be planned, and read the whole table of an
    // app that is younger than its statistics.
    const patched = await rowsOf<StoredRow>(
      db,
      sql`with seen as (
            select * from (values ${sql.join(list, sql`, `)}) as change (row_id, actor_id, change_id, patch, most)
            cross join lateral (select * from entity_row where ${within(rows, "every")} and id = row_id${own} and length(data::text) <= most for no key update) found
          ), remembered as (${remember(sql`seen`, { changeId: sql`change_id`, actorId: sql`actor_id` })})
          insert into entity_row as stands (app_id, entity, id, data) select app_id, entity, id, patch from seen
          on conflict (app_id, entity, id) do update set data = stands.data || excluded.data, updated_at = clock_timestamp() returning ${columns}`,
    );
    return new Map(patched.map((row) => [row.id, row]));
  },
});
