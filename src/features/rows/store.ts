import "server-only";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import { JsonText } from "@/engines/json";
import { AppError } from "@/errors";
import { withoutOverlap } from "./check-overlap";
import { faultsOfReferences } from "./check-references";
import { claimAll, claimValues, releaseOf } from "./claim-values";
import type { Claimant } from "./compare-values";
import type { Entity } from "./entity";
import { remember } from "./history";
import { insertInto } from "./insert-rows";
import { inTransactionOfMany } from "./join-many";
import { columns, type ColumnTexts, columnTexts, rowTexts, type StoredRow, toRow } from "./format-rows";
import { settable, shownRow, shownText } from "./field-rights";
import { refusal, type Rows, within } from "./read";
import { isWithin, type Reach } from "./rules";
import type { EntityRow, NewRow } from "./schema";
import { withTotals } from "./total-values";
import { faultsOfChange, fittingRow, refuseFaults, type RowFaults, withoutSystemFields } from "./validate-row";

/** Row rules may restrict what may be created. @throws when a row is outside of them */
export function checkNew({ actor }: Rows, reach: Reach, list: Record<string, unknown>[]): void {
  const creatorId = actor?.id ?? null;
  if (!list.every((data) => isWithin(reach, actor, { creatorId, data }))) throw refusal(actor);
}

/**
 * Inserts rows in one statement, all or none, under one change id for undo.
 * @param list validated rows; missing ids are generated
 */
export async function insertRows(rows: Rows, list: NewRow[], changeId: string): Promise<JsonText<EntityRow[]>> {
  const [texts] = await insertInto<ColumnTexts>(rows, list, changeId, sql`*`, columnTexts);
  const shown = rowTexts(texts!).map((text) => shownText(rows, text));
  return new JsonText(`[${shown.join(",")}]`);
}

/** The same without returning the rows, for imports. */
export async function addRows(rows: Rows, list: NewRow[], changeId: string): Promise<void> {
  await insertInto(rows, list, changeId, sql`id`, sql`count(*)`);
}

/** Rejected items of a bulk call, by index or id, with their faults. */
export type Refused<By> = (By & { fields: RowFaults })[];

const idsIn = (ids: string[]) => sql`id in (select jsonb_array_elements_text(${JSON.stringify(ids)}::jsonb))`;

/**
 * Merges fields into rows; unnamed fields keep their values. Locks the rows first, so that concurrent changes are
 * serialized.
 * @returns the rows within reach; others are left out
 */
export async function updateRows(
  rows: Rows,
  reach: Reach,
  changes: RowChange[],
  changeId: string,
): Promise<EntityRow[]> {
  const merge = async (locked: Rows) => {
    const { items } = await mergeRows(
      locked,
      reach,
      changes,
      changeId,
      (data, fields, unknown) => ({ row: mergedRow(rows.entity, data, fields, unknown), faults: {} }),
      claimOrRefuse,
    );
    return items;
  };
  return withoutOverlap(
    rows,
    changes.map(({ fields }) => fields),
    merge,
    (items) => items.map(({ id }) => id),
  );
}

/** @throws invalid-row when fields or references are invalid */
function mergedRow(
  { validate }: Entity,
  data: Record<string, unknown>,
  fields: Record<string, unknown>,
  unknown: RowFaults,
): Record<string, unknown> {
  const row = { ...data, ...withoutSystemFields(fields) };
  refuseFaults({ ...unknown, ...faultsOfChange(validate, row, fields) });
  return row;
}

/** The same, but skips and reports invalid changes. */
export function updateFittingRows(
  rows: Rows,
  reach: Reach,
  changes: RowChange[],
  changeId: string,
): Promise<{ items: EntityRow[]; refused: Refused<{ id: string }> }> {
  return withoutOverlap(
    rows,
    changes.map(({ fields }) => fields),
    (locked) =>
      mergeRows(
        locked,
        reach,
        changes,
        changeId,
        (data, fields, unknown) => fittingRow(rows.entity.validate, data, fields, unknown),
        claimWhatFits,
      ),
    ({ items }) => items.map(({ id }) => id),
  );
}

export type RowChange = { id: string; fields: Record<string, unknown> };
/** @param unknown dangling references */
type Merge = (
  data: Record<string, unknown>,
  fields: Record<string, unknown>,
  unknown: RowFaults,
) => { row: Record<string, unknown> | undefined; faults: RowFaults };

/** A merged row: `data` as it is, `row` as it is to be; undefined when nothing of its change is valid. */
type Merged = {
  id: string;
  data: Record<string, unknown>;
  fields: Record<string, unknown>;
  row: Record<string, unknown> | undefined;
  faults: RowFaults;
};

const claimantsOf = (merged: Merged[]): Claimant[] =>
  merged.map(({ id, data, row }) => ({ id, data: row ?? data, was: data }));

/** @throws value-taken */
async function claimOrRefuse(rows: Rows, merged: Merged[]): Promise<Merged[]> {
  await claimAll(rows, claimantsOf(merged));
  return merged;
}

/** Leaves values that another row has as they are, and reports them. */
async function claimWhatFits(rows: Rows, merged: Merged[]): Promise<Merged[]> {
  const taken = await claimValues(rows, claimantsOf(merged));
  return merged.map((one, index) => {
    const { data, fields, row, faults } = one;
    const names = Object.keys(taken[index]!);
    if (!row || names.length === 0) return one;
    const kept = Object.fromEntries(Object.entries(row).filter(([name]) => !names.includes(name)));
    for (const name of names) if (Object.hasOwn(data, name)) kept[name] = data[name];
    const isOver = Object.keys(fields).every((name) => names.includes(name) || Object.hasOwn(faults, name));
    return { ...one, row: isOver ? undefined : kept, faults: { ...faults, ...taken[index] } };
  });
}

function mergeRows(
  rows: Rows,
  reach: Reach,
  changes: RowChange[],
  changeId: string,
  merge: Merge,
  claim: (rows: Rows, merged: Merged[]) => Promise<Merged[]>,
): Promise<{ items: EntityRow[]; refused: Refused<{ id: string }> }> {
  return inTransactionOfMany(rows, changes.length, async ({ scope }) => {
    const allowed = within(rows, reach);
    const current = await rowsOf<{ id: string; data: Record<string, unknown>; creatorId: string | null }>(
      scope.db,
      sql`select id, data, creator_id as "creatorId" from entity_row where ${allowed} and ${idsIn(changes.map(({ id }) => id))} order by id for update`,
    );
    const fieldsOf = new Map(changes.map(({ id, fields }) => [id, fields]));
    const unknown = await faultsOfReferences(
      { ...rows, scope },
      current.map(({ id }) => fieldsOf.get(id)!),
      current.map(({ data }) => data),
    );
    const merged = await claim(
      { ...rows, scope },
      current.map(({ id, data }, index) => {
        const { fields, faults } = settable(rows, fieldsOf.get(id)!, data);
        return { id, data, fields, ...merge(data, fields, { ...unknown[index], ...faults }) };
      }),
    );
    const valid = merged.flatMap(({ id, data, row }) => (row ? [{ id, row, stood: data }] : []));
    const priced = await withTotals(
      { ...rows, scope },
      valid.map(({ row }) => row),
      valid.map(({ stood }) => stood),
    );
    const next = valid.map(({ id }, index) => ({ id, data: priced[index]! }));
    const refused = merged.flatMap(({ id, faults }) =>
      Object.keys(faults).length > 0 ? [{ id, fields: faults }] : [],
    );
    if (next.length === 0) return { items: [], refused };
    const creators = new Map(current.map(({ id, creatorId }) => [id, creatorId]));
    // Like WITH CHECK of a Postgres policy: nobody may move a row out of their own reach.
    if (next.some(({ id, data }) => !isWithin(reach, rows.actor, { creatorId: creators.get(id)!, data })))
      throw new AppError("not-allowed", undefined, "This change would put the row out of your reach");
    const changed = await rowsOf<StoredRow>(
      scope.db,
      sql`with next as (select item ->> 'id' as next_id, item -> 'data' as next_data from jsonb_array_elements(${JSON.stringify(next)}::jsonb) as list(item)), remembered as (
            ${remember(sql`entity_row where ${allowed} and ${idsIn(next.map(({ id }) => id))}`, { changeId, actorId: rows.actor?.id })}
          )
          update entity_row set data = next_data, updated_at = clock_timestamp() from next where ${allowed} and id = next_id returning ${columns}`,
    );
    return { items: changed.map((row) => shownRow(rows, toRow(row))), refused };
  });
}

/** @returns the ids that were within reach and are deleted */
export function deleteRows(rows: Rows, reach: Reach, ids: string[], changeId: string): Promise<string[]> {
  const released =
    rows.entity.unique.length > 0 ? sql`, released as (${releaseOf(rows, sql`array(select id from gone)`)})` : sql``;
  const remove = async ({ scope }: Rows) => {
    const gone = await rowsOf<{ id: string }>(
      scope.db,
      sql`with gone as (delete from entity_row where ${within(rows, reach)} and ${idsIn(ids)} returning *), remembered as (${remember(sql`gone`, { changeId, actorId: rows.actor?.id })})${released}
          select id from gone`,
    );
    return gone.map(({ id }) => id);
  };
  return ids.length === 1 ? remove(rows) : inTransactionOfMany(rows, ids.length, remove);
}
