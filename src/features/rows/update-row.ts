import "server-only";
import { sql } from "drizzle-orm";
import { rowByKey } from "@/db/open";
import { JsonText } from "@/engines/json";
import { faultsOfReferences } from "./check-references";
import { asksForUnique } from "./claim-values";
import { columns, type StoredRow, textOf } from "./format-rows";
import { remember } from "./history";
import { rowCharactersMax } from "./limits";
import { type Rows, within } from "./read";
import { asksForFields, type Reach } from "./rules";
import type { EntityRow } from "./schema";
import { type RowChange, updateRows } from "./store";
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
  if (patched) return new JsonText(textOf(patched));
  const [changed] = await updateRows(rows, reach, [change], changeId);
  return changed && new JsonText(JSON.stringify(changed));
}

async function patchRow(
  rows: Rows,
  reach: Reach,
  { id, fields }: RowChange,
  changeId: string,
): Promise<StoredRow | undefined> {
  if (rows.entity.slot || asksForFields(reach) || asksForUnique(rows.entity, fields)) return undefined;
  const at = sql`${within(rows, reach)} and id = ${id}`;
  const patch = withoutSystemFields(fields);
  refuseFaults(faultsOfChange(rows.entity.validate, patch, patch));
  const [unknown] = await faultsOfReferences(rows, [patch]);
  if (Object.keys(unknown!).length > 0) return undefined;
  const text = JSON.stringify(patch);
  return rowByKey<StoredRow>(
    rows.scope.db,
    sql`with seen as (select * from entity_row where ${at} and length(data::text) <= ${rowCharactersMax - text.length} for no key update), remembered as (${remember(sql`seen`, { changeId, actorId: rows.actor?.id })})
        update entity_row set data = data || ${text}::jsonb, updated_at = clock_timestamp() where ${at} and exists (select from seen) returning ${columns}`,
  );
}
