import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import { inTransaction } from "@/db/scope";
import { AppError } from "@/errors";
import { faults as words } from "@/value-words";
import { type Claimant, keyOf, placeOf, refusedWishes, type Wish, wishesOf } from "./compare-values";
import type { Entity } from "./entity";
import type { Rows } from "./read";
import { nameAt, type RowFaults } from "./validate-row";

type Fields = Record<string, unknown>;
/** What claiming needs of an entity. */
export type Claims = {
  scope: Rows["scope"];
  entity: Pick<Entity, "name" | "unique"> & Partial<Pick<Entity, "schema">>;
};

/** A list as an array that an index takes as a condition: joined to a list, a young table would be read as a whole. */
const listed = (values: string[]): SQL =>
  sql`array(select jsonb_array_elements_text(${JSON.stringify(values)}::jsonb))`;

const here = ({ scope, entity }: Claims): SQL => sql`app_id = ${scope.appId} and entity = ${entity.name}`;

/** Whether a change names a unique field. */
export const asksForUnique = ({ unique }: Entity, fields: Fields): boolean =>
  unique.some((field) => Object.hasOwn(fields, field));

/** A new row's values as `(app_id, entity, field, key, row_id)` rows of `entity_row_value`; undefined without any. */
export function valuesOfNew({ scope, entity }: Claims, id: string, data: Fields): SQL | undefined {
  // In one order for all writers, so that two rows cannot wait for each other.
  const claims = entity.unique.toSorted().flatMap((field) => {
    const key = Object.hasOwn(data, field) ? keyOf(data[field]) : undefined;
    return key === undefined ? [] : [sql`(${scope.appId}, ${entity.name}, ${field}, ${key}, ${id})`];
  });
  return claims.length === 0 ? undefined : sql.join(claims, sql`, `);
}

/** Statement part that gives up the values of rows. @param ids an array of row ids */
export const releaseOf = (rows: Claims, ids: SQL): SQL =>
  sql`delete from entity_row_value where ${here(rows)} and row_id <> '' and row_id = any(${ids})`;

/**
 * Gives rows the values of their unique fields, in the transaction that writes them: whoever comes second waits for it
 * to end, and is refused. Call it before the write.
 * @param tried only looks, and remembers here what earlier rows would take
 * @returns the faults of each row, by field: such fields are not to be written, and a new row with one not at all
 */
export async function claimValues(rows: Claims, list: Claimant[], tried?: Map<string, string>): Promise<RowFaults[]> {
  const wishes = wishesOf(rows.entity.unique, list);
  if (wishes.length === 0 || (!tried && (await takeAtOnce(rows, wishes.flat())))) return list.map(() => ({}));
  for (;;) {
    const holders = new Map([...(tried ?? []), ...(await holdersOf(rows, wishes.flat()))]);
    const { refused, taken } = refusedWishes(wishes, (at) => list[at]!.isWhole ?? list[at]!.was === undefined, holders);
    const granted = wishes.flat().filter((wish) => !refused.has(wish));
    // Another writer came in between: look again.
    if (!tried && !(await take(rows, granted))) continue;
    for (const { field, key, id } of granted) if (key !== undefined) tried?.set(placeOf(field, key), id);
    const faults: RowFaults[] = list.map(() => ({}));
    for (const { at, field } of taken) faults[at]![field] = takenWords(rows.entity, field, list[at]!.data[field]);
    return faults;
  }
}

/** The rows that have the wanted values, by place. */
async function holdersOf(rows: Claims, wishes: Wish[]): Promise<Map<string, string>> {
  const parts = rows.entity.unique.flatMap((field) => {
    const keys = [...new Set(wishes.flatMap((wish) => (wish.field === field && wish.key ? [wish.key] : [])))];
    return keys.length > 0
      ? [
          sql`select field, key, row_id as id from entity_row_value where ${here(rows)} and field = ${field} and key = any(${listed(keys)})`,
        ]
      : [];
  });
  if (parts.length === 0) return new Map();
  const found = await rowsOf<{ field: string; key: string; id: string }>(
    rows.scope.db,
    sql.join(parts, sql` union all `),
  );
  return new Map(found.map(({ field, key, id }) => [placeOf(field, key), id]));
}

const wantedOf = (wishes: Wish[]): NewValue[] =>
  wishes.flatMap(({ id, field, key }) => (key === undefined ? [] : [{ id, field, key }]));
const leftOf = (wishes: Wish[]): NewValue[] =>
  wishes.flatMap(({ id, field, was }) => (was === undefined ? [] : [{ id, field, key: was }]));

/**
 * The usual case, without a look at who has what: no row wants what another one of them wants or gives up.
 * @returns false, with nothing done, when it is another one, or a value is taken
 */
async function takeAtOnce(rows: Claims, wishes: Wish[]): Promise<boolean> {
  const [wanted, left] = [wantedOf(wishes), leftOf(wishes)];
  const places = new Set(wanted.map(({ field, key }) => placeOf(field, key)));
  if (places.size < wanted.length || left.some(({ field, key }) => places.has(placeOf(field, key)))) return false;
  const isTaken = (await insertValues(rows, wanted)) === wanted.length;
  await leaveValues(rows, isTaken ? left : wanted);
  return isTaken;
}

class Overtaken extends Error {}

/** @returns false, with nothing done, when another writer has taken one of the values since they were looked up */
async function take(rows: Claims, wishes: Wish[]): Promise<boolean> {
  const wanted = wantedOf(wishes);
  try {
    await inTransaction(rows.scope, async (scope) => {
      await leaveValues({ ...rows, scope }, leftOf(wishes));
      if ((await insertValues({ ...rows, scope }, wanted)) < wanted.length) throw new Overtaken();
    });
    return true;
  } catch (error) {
    if (error instanceof Overtaken) return false;
    throw error;
  }
}

/** Lets go of those of the values that the rows have. */
async function leaveValues(rows: Claims, values: NewValue[]): Promise<void> {
  for (const field of rows.entity.unique) {
    const own = values.filter((one) => one.field === field);
    const [keys, ids] = [listed(own.map(({ key }) => key)), listed(own.map(({ id }) => id))];
    if (own.length > 0)
      await rows.scope.db.execute(
        sql`delete from entity_row_value where ${here(rows)} and field = ${field} and key = any(${keys}) and row_id = any(${ids})`,
      );
  }
}

export type NewValue = { id: string; field: string; key: string };

/**
 * Inserts values in one order for all writers, so that two cannot wait for each other. What a row has already it may
 * take again.
 * @returns how many the rows have now; others have the rest
 */
export async function insertValues({ scope, entity }: Claims, list: NewValue[]): Promise<number> {
  if (list.length === 0) return 0;
  const taken = await rowsOf(
    scope.db,
    sql`insert into entity_row_value as held (app_id, entity, field, key, row_id)
        select ${scope.appId}, ${entity.name}, item ->> 'field', item ->> 'key', item ->> 'id' from jsonb_array_elements(${JSON.stringify(list)}::jsonb) as list(item) order by item ->> 'field', item ->> 'key'
        on conflict (app_id, entity, field, key) do update set row_id = excluded.row_id where held.row_id = excluded.row_id returning 1`,
  );
  return taken.length;
}

/** What to say when the insert of a new row's values failed, outside of the transaction that failed. */
export async function takenError(rows: Claims, data: Fields): Promise<AppError> {
  const [faults] = await claimValues(rows, [{ id: "", data }], new Map());
  return refusalOf(faults!) ?? new AppError("value-taken");
}

/** @param index the row's position in a bulk call */
function refusalOf(faults: RowFaults, index?: number): AppError | undefined {
  const [first] = Object.values(faults);
  if (first === undefined) return undefined;
  const place = index === undefined ? "" : `Row ${index + 1}: `;
  return new AppError("value-taken", { ...(index !== undefined && { row: index }), fields: faults }, place + first);
}

/**
 * `claimValues` for rows that are written all, or none.
 * @param isNumbered whether the message says which row it is
 * @throws value-taken
 */
export async function claimAll(rows: Claims, list: Claimant[], isNumbered = false): Promise<void> {
  for (const [index, faults] of (await claimValues(rows, list)).entries()) {
    const error = refusalOf(faults, isNumbered ? index : undefined);
    if (error) throw error;
  }
}

/** "Email must be unique: another row has "a@b.c" already". An id of another row says nothing to people. */
function takenWords({ schema }: Claims["entity"], field: string, value: unknown): string {
  const properties = schema?.properties ?? {};
  const isId = Object.hasOwn(properties, field) && properties[field]!["x-reference"] !== undefined;
  return `${nameAt({ properties }, [field])} ${words.taken(isId ? undefined : String(value).trim().slice(0, 80))}`;
}
