import "server-only";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import { AppError } from "@/errors";
import { entityOf, type SourceFile } from "@/shipped/contract";
import { claimAll, type Claims, insertValues, type NewValue, releaseOf } from "./claim-values";
import { keyOf } from "./compare-values";
import { uniqueFieldsOf } from "./rules";
import { type EntitySchema } from "./schema";
import { nameAt } from "./validate-row";

type Scope = Claims["scope"];
/** Unique fields by entity. */
export type UniqueFields = Record<string, string[]>;

const batchRows = 5_000;
/** Repeated values that a refusal names. */
const namedMax = 3;

type Value = { id: string; value: unknown };

/** Rows with a value in a field, by id, in batches, so that any size of table fits in memory. */
async function* valuesOf({ db, appId }: Scope, entity: string, field: string): AsyncGenerator<Value[]> {
  for (let after = ""; ;) {
    const batch = await rowsOf<Value>(
      db,
      sql`select id, data -> ${field} as value from entity_row
          where app_id = ${appId} and entity = ${entity} and id > ${after} order by id limit ${batchRows}`,
    );
    yield batch;
    if (batch.length < batchRows) return;
    after = batch.at(-1)!.id;
  }
}

/** A value that several rows have. */
export type Repeated = { value: string; rows: number };

/** The values that a field has more than once, in the order in which they repeat. */
export async function repeatedValues(scope: Scope, entity: string, field: string): Promise<Repeated[]> {
  const seen = new Set<string>();
  const repeated = new Map<string, Repeated>();
  for await (const batch of valuesOf(scope, entity, field))
    for (const { value } of batch) {
      const key = keyOf(value);
      if (key === undefined) continue;
      const found = repeated.get(key);
      if (found) found.rows += 1;
      else if (seen.has(key)) repeated.set(key, { value: String(value).trim().slice(0, 80), rows: 2 });
      seen.add(key);
    }
  return [...repeated.values()];
}

/** "Email cannot be unique yet: 2 rows have "a@b.c". Change or delete those rows first". */
export function repeatedWords(
  { properties }: Pick<EntitySchema, "properties">,
  field: string,
  repeated: Repeated[],
): string {
  const isId = Object.hasOwn(properties, field) && properties[field]!["x-reference"] !== undefined;
  const named = isId ? [] : repeated.slice(0, namedMax).map(({ value, rows }) => `${rows} rows have "${value}"`);
  const others = repeated.length - named.length;
  const more = `${others} ${named.length > 0 ? "other " : ""}${others === 1 ? "value repeats" : "values repeat"}`;
  const list = [...named, ...(others > 0 ? [more] : [])];
  const said = list.length === 1 ? list[0]! : `${list.slice(0, -1).join(", ")} and ${list.at(-1)!}`;
  return `${nameAt({ properties }, [field])} cannot be unique yet: ${said}. Change or delete those rows first`;
}

/**
 * Takes the values of a field's rows, from the beginning.
 * @param isLenient the first row of a repeated value has it, and the others stay as they are
 * @throws values-repeat
 */
export async function takeField(
  scope: Scope,
  { name, properties }: Pick<EntitySchema, "name" | "properties">,
  field: string,
  isLenient = false,
): Promise<void> {
  const repeated = isLenient ? [] : await repeatedValues(scope, name, field);
  if (repeated.length > 0)
    throw new AppError(
      "values-repeat",
      { entity: name, field, count: repeated.length, values: repeated.slice(0, namedMax) },
      repeatedWords({ properties }, field, repeated),
    );
  await leaveField(scope, name, field);
  for await (const batch of valuesOf(scope, name, field)) {
    const values = new Map<string, NewValue>();
    for (const { id, value } of batch) {
      const key = keyOf(value);
      if (key !== undefined && !values.has(key)) values.set(key, { id, field, key });
    }
    await insertValues({ scope, entity: { name, unique: [field] } }, [...values.values()]);
  }
}

/** Lets go of the values of a field's rows. */
export async function leaveField({ db, appId }: Scope, entity: string, field: string): Promise<void> {
  await db.execute(
    sql`delete from entity_row_value where app_id = ${appId} and entity = ${entity} and field = ${field}`,
  );
}

/** What of an app's entities is unique, as the newest version has it. */
export async function uniqueFieldsIn({ db, appId }: Scope): Promise<UniqueFields> {
  const [row] = await rowsOf<{ unique: UniqueFields | null }>(
    db,
    sql`select unique_fields as "unique" from app where id = ${appId}`,
  );
  return row?.unique ?? {};
}

/**
 * Brings the values that rows have taken in line with changed entities: in the transaction that changes them.
 * @param files the changed files; null where one is deleted
 * @returns the unique fields afterwards
 * @throws values-repeat when a field becomes unique whose values are not
 */
export async function followEntities(
  scope: Scope,
  current: UniqueFields,
  files: { path: string; content: string | null }[],
): Promise<UniqueFields> {
  const next = { ...current };
  for (const { path, content } of files) {
    const name = entityOf(path);
    const schema = name && content !== null ? readSchema(name, content) : undefined;
    // A file that cannot be read shows no rows: what they have taken stays theirs.
    if (!name || (content !== null && !schema)) continue;
    const [before, after] = [current[name] ?? [], schema ? uniqueFieldsOf(schema) : []];
    for (const field of before) if (!after.includes(field)) await leaveField(scope, name, field);
    for (const field of after) if (!before.includes(field)) await takeField(scope, schema!, field);
    delete next[name];
    if (after.length > 0) next[name] = after;
  }
  return next;
}

/**
 * Files of a turn, whose other changes are not to fail because a field's values repeat: such a field stays as it was.
 * @returns the files to write, and what to tell
 */
export async function withoutRepeats(
  scope: Scope,
  files: SourceFile[],
): Promise<{ files: SourceFile[]; notes: string[] }> {
  const current = await uniqueFieldsIn(scope);
  const notes: string[] = [];
  const kept: SourceFile[] = [];
  for (const file of files) {
    const name = entityOf(file.path);
    const schema = name && file.content.includes('"x-unique"') ? readSchema(name, file.content) : undefined;
    let { content } = file;
    for (const field of schema ? uniqueFieldsOf(schema) : []) {
      if (current[schema!.name]?.includes(field)) continue;
      const repeated = await repeatedValues(scope, schema!.name, field);
      if (repeated.length === 0) continue;
      notes.push(`${schema!.name}: ${repeatedWords(schema!, field, repeated)}`);
      const copy = JSON.parse(content) as EntitySchema;
      delete copy.properties[field]!["x-unique"];
      content = `${JSON.stringify(copy, null, 2)}\n`;
    }
    kept.push({ ...file, content });
  }
  return { files: kept, notes };
}

function readSchema(name: string, content: string): EntitySchema | undefined {
  try {
    const { properties } = JSON.parse(content) as Partial<EntitySchema>;
    return properties && Object.values(properties).every((one) => typeof one === "object" && one !== null)
      ? { name, type: "object", properties }
      : undefined;
  } catch {
    return undefined;
  }
}

/**
 * Takes the values of all unique fields of an app whose rows were written by other ways.
 * @param only of these entities
 * @throws values-repeat
 */
export async function takeAll(scope: Scope, only?: string[]): Promise<void> {
  for (const [name, fields] of Object.entries(await uniqueFieldsIn(scope)))
    if (!only || only.includes(name))
      for (const field of fields) await takeField(scope, { name, properties: {} }, field);
}

/**
 * The same for the rows of one change, such as an undo, after it is done.
 * @throws value-taken when one of them has a value that another row has by now
 */
export async function takeOfChange(scope: Scope, changeId: string): Promise<void> {
  const { db, appId } = scope;
  const touched = (entity: string) =>
    sql`select row_id from entity_row_history where app_id = ${appId} and change_id = ${changeId} and entity = ${entity}`;
  for (const [name, unique] of Object.entries(await uniqueFieldsIn(scope))) {
    const rows: Claims = { scope, entity: { name, unique } };
    await db.execute(releaseOf(rows, sql`array(${touched(name)})`));
    for (let after = ""; ;) {
      const batch = await rowsOf<{ id: string; data: Record<string, unknown> }>(
        db,
        sql`select id, data from entity_row where app_id = ${appId} and entity = ${name} and id > ${after} and id = any(array(${touched(name)})) order by id limit ${batchRows}`,
      );
      await claimAll(rows, batch);
      if (batch.length < batchRows) break;
      after = batch.at(-1)!.id;
    }
  }
}
