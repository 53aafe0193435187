import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { rowByKey } from "@/db/open";
import { JsonText } from "@/engines/json";
import { faultsOfReferences } from "./check-references";
import { asksForUnique } from "./claim-values";
import { columns, type StoredRow, textColumns, type TextRow, toRow, toText } from "./format-rows";
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
export async function updateRow(...change: ChangeOfOne): Promise<EntityRow | undefined> {
  const changed = await patchRow<StoredRow>(columns, ...change);
  return changed ? toRow(changed) : updateLocked(...change);
}

/** `updateRow` as JSON text, passed through as the database wrote it, unless it fell back. */
export async function updateText(...change: ChangeOfOne): Promise<JsonText | EntityRow | undefined> {
  const changed = await patchRow<TextRow>(textColumns, ...change);
  return changed ? new JsonText(toText(changed)) : updateLocked(...change);
}

type ChangeOfOne = [rows: Rows, reach: Reach, change: RowChange, changeId: string];

const updateLocked = async (...[rows, reach, change, changeId]: ChangeOfOne): Promise<EntityRow | undefined> =>
  (await updateRows(rows, reach, [change], changeId))[0];

async function patchRow<Row>(
  selected: SQL,
  ...[rows, reach, { id, fields }, changeId]: ChangeOfOne
): Promise<Row | undefined> {
  if (rows.entity.slot || asksForFields(reach) || asksForUnique(rows.entity, fields)) return undefined;
  const at = sql`${within(rows, reach)} and id = ${id}`;
  const patch = withoutSystemFields(fields);
  refuseFaults(faultsOfChange(rows.entity.validate, patch, patch));
  const [unknown] = await faultsOfReferences(rows, [patch]);
  if (Object.keys(unknown!).length > 0) return undefined;
  const text = JSON.stringify(patch);
  return rowByKey<Row>(
    rows.scope.db,
    sql`with seen as (select * from entity_row where ${at} and length(data::text) <= ${rowCharactersMax - text.length} for no key update), remembered as (${remember(sql`seen`, { changeId, actorId: rows.actor?.id })})
        update entity_row set data = data || ${text}::jsonb, updated_at = clock_timestamp() where ${at} and exists (select from seen) returning ${selected}`,
  );
}
