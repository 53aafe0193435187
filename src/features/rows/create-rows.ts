import "server-only";
import { newId, newIds } from "@/db/id";
import { inTransaction } from "@/db/scope";
import { JsonText } from "@/engines/json";
import { withoutOverlap } from "./check-overlap";
import { faultsOfReferences } from "./check-references";
import { claimAll, claimValues } from "./claim-values";
import { settable, validatorFor } from "./field-rights";
import { refusal, type Rows } from "./read";
import { type Reach } from "./rules";
import type { EntityRow, NewRow } from "./schema";
import { checkNew, insertRows, type Refused } from "./store";
import { withTotals } from "./total-values";
import { fittingRow, refuseFaults, type RowFaults, withoutSystemFields } from "./validate-row";

type Fields = Record<string, unknown>;

/** Rows that were created, in the order of the list, and the change by which they can be undone. */
type Created = { items: JsonText<EntityRow[]>; changeId: string };

/** Creates all of these rows, or none. */
export async function bulkCreateRows(rows: Rows, reach: Reach, list: Fields[]): Promise<Created> {
  const checked = await checkedRows(rows, reach, list);
  const changeId = newId("c");
  if (checked.length === 0) return { items: none, changeId };
  const drafts = withIds(checked);
  const items = await insertApart(rows, drafts, async (locked) => {
    if (rows.entity.unique.length === 0) return insertRows(locked, drafts.map(inJson), changeId);
    return inTransaction(locked.scope, async (scope) => {
      await claimAll({ ...locked, scope }, drafts, true);
      return insertRows({ ...locked, scope }, drafts.map(inJson), changeId);
    });
  });
  return { items, changeId };
}

const none = new JsonText<EntityRow[]>("[]");

/** @throws when one of them may not be created, is invalid, or names a row that does not exist */
async function checkedRows(rows: Rows, reach: Reach, list: Fields[]): Promise<Fields[]> {
  if (reach === "nothing") throw refusal(rows.actor);
  const set = list.map((fields, index) => settableAt(rows, fields, index));
  const checked = (await withTotals(rows, set)).map((fields, index) => checkedAt(rows, fields, index));
  checkNew(rows, reach, checked);
  for (const [index, faults] of (await faultsOfReferences(rows, checked)).entries()) refuseFaults(faults, index);
  return checked;
}

/** An insert with the overlap check for tables that book times. */
const insertApart = <T>(rows: Rows, drafts: Draft[], insert: (locked: Rows) => Promise<T>): Promise<T> =>
  withoutOverlap(
    rows,
    drafts.map(({ data }) => data),
    insert,
    () => drafts.map(({ id }) => id),
  );

type Draft = { id: string; data: Fields };

function withIds(list: Fields[]): Draft[] {
  const ids = newIds("r", list.length);
  return list.map((data, at) => ({ id: ids[at]!, data }));
}

const inJson = ({ id, data }: Draft): NewRow => ({ id, json: JSON.stringify(data) });

/** Like `bulkCreateRows`, but skips and reports invalid rows. */
export async function createFittingRows(
  rows: Rows,
  reach: Reach,
  list: Fields[],
): Promise<Created & { refused: Refused<{ row: number }> }> {
  if (reach === "nothing") throw refusal(rows.actor);
  const unknown = await faultsOfReferences(rows, list);
  const validate = validatorFor(rows);
  const set = list.map((given) => settable(rows, given, undefined));
  const priced = await withTotals(
    rows,
    set.map(({ fields }) => fields),
  );
  const fitted = priced.map((fields, index) =>
    fittingRow(validate, undefined, fields, { ...unknown[index], ...set[index]!.faults }),
  );
  const changeId = newId("c");
  const fitting = fitted.flatMap(({ row }, place) => (row ? [{ row, place }] : []));
  const fields = fitting.map(({ row }) => row);
  checkNew(rows, reach, fields);
  const drafts = withIds(fields);
  let taken: RowFaults[] = [];
  const insert = async (locked: Rows) => {
    if (rows.entity.unique.length === 0) return insertRows(locked, drafts.map(inJson), changeId);
    return inTransaction(locked.scope, async (scope) => {
      taken = await claimValues({ ...locked, scope }, drafts);
      const free = drafts.filter((_, index) => Object.keys(taken[index]!).length === 0);
      return free.length === 0 ? none : insertRows({ ...locked, scope }, free.map(inJson), changeId);
    });
  };
  const items = fitting.length === 0 ? none : await insertApart(rows, drafts, insert);
  for (const [index, { place }] of fitting.entries()) Object.assign(fitted[place]!.faults, taken[index]);
  return {
    items,
    changeId,
    refused: fitted.flatMap(({ faults }, row) => (Object.keys(faults).length > 0 ? [{ row, fields: faults }] : [])),
  };
}

function settableAt(rows: Rows, given: Fields, index: number): Fields {
  const { fields, faults } = settable(rows, given, undefined);
  refuseFaults(faults, index);
  return fields;
}

function checkedAt(rows: Rows, fields: Fields, index: number): Fields {
  refuseFaults(validatorFor(rows)(fields) ?? {}, index);
  return withoutSystemFields(fields);
}
