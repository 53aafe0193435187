import "server-only";
import { sql } from "drizzle-orm";
import { newId } from "@/db/id";
import { rowsOf } from "@/db/open";
import { inTransaction, type OwnedApp } from "@/db/scope";
import type { SourceFile } from "@/shipped/contract";
import { filesIn, findVersion, manifestBefore, writeVersion } from "@/features/versions/store";
import { AppError } from "@/errors";
import { joiningMany } from "@/db/join-many";
import { repeatedValues, repeatedWords, takeField } from "@/features/rows/unique-fields";
import { remember, undoChange } from "@/features/rows/history";
import { changeProperties, convertValue, takeBack } from "./rules";
import type { EntityProperty, EntitySchema } from "@/features/rows/schema";
import type { ColumnChange } from "./schema";
import { findEntity } from "@/features/rows/entity";
import { headEntities } from "./schemas";

const batchRows = 1_000;
const pathOf = (entity: string) => `entities/${entity}.json`;
const fileOf = (schema: EntitySchema) => `${JSON.stringify(schema, null, 2)}\n`;
const changedSince = () => new AppError("stale-file", undefined, "The column changed since");

type Value = { id: string; value: unknown };

/** Rows with a value in a field, by id, in batches, so that any size of table fits in memory. */
async function* valuesOf({ db, appId }: OwnedApp, entity: string, field: string): AsyncGenerator<Value[]> {
  for (let after = ""; ;) {
    const batch = await rowsOf<Value>(
      db,
      sql`select id, data -> ${field} as value from entity_row
          where app_id = ${appId} and entity = ${entity} and id > ${after} and coalesce(data -> ${field}, 'null'::jsonb) <> 'null'::jsonb order by id limit ${batchRows}`,
    );
    if (batch.length > 0) yield batch;
    if (batch.length < batchRows) return;
    after = batch.at(-1)!.id;
  }
}

function nextProperties(schema: EntitySchema, change: ColumnChange): Record<string, EntityProperty> {
  const next = changeProperties(schema.properties, change);
  if (typeof next === "string") throw new AppError("invalid-row", undefined, next);
  return next;
}

/** `refusal`: why the change will be refused, for a field that is to be unique and is not. */
export type ColumnPreview = { rows: number; converts: number; lost: number; samples: string[]; refusal?: string };

/** Dry run of a column change: how many values convert, how many would be lost, and examples. */
export async function previewColumn(scope: OwnedApp, entity: string, change: ColumnChange): Promise<ColumnPreview> {
  const { schema } = findEntity(await headEntities(scope), entity);
  const properties = nextProperties(schema, change);
  const property = properties[change.field];
  const preview: ColumnPreview = { rows: 0, converts: 0, lost: 0, samples: [] };
  if (change.kind === "unique" && change.isUnique) {
    const repeated = await repeatedValues(scope, entity, change.field);
    return repeated.length === 0
      ? preview
      : { ...preview, refusal: repeatedWords({ properties }, change.field, repeated) };
  }
  if (change.kind !== "type" && change.kind !== "delete") return preview;
  for await (const batch of valuesOf(scope, entity, change.field)) {
    for (const { value } of batch) {
      preview.rows += 1;
      if (property && convertValue(value, property) !== undefined) preview.converts += 1;
      else {
        preview.lost += 1;
        if (preview.samples.length < 5)
          preview.samples.push((typeof value === "string" ? value : JSON.stringify(value)).slice(0, 80));
      }
    }
  }
  return preview;
}

export type ColumnChanged = { versionId: string | null; changeId: string; converted: number; lost: number };

/**
 * Changes a column in one transaction: the schema file as a version, and the rows' values.
 * @param lossMax values that the builder agreed to lose; more refuses the change
 * @throws values-repeat when the column is to be unique and its values are not
 */
export function changeColumn(
  scope: OwnedApp,
  entity: string,
  change: ColumnChange,
  lossMax: number,
  actorId: string,
): Promise<ColumnChanged> {
  return inTransaction(scope, async (locked) => {
    const changeId = newId("c");
    let property: EntityProperty | undefined;
    // A deletion starts a new history entry, so that the state before it stays listed.
    const joins = change.kind === "delete" ? {} : ({ joins: "addition" } as const);
    const draft = { kind: "edit", description: describe(entity, change), ...joins } as const;
    const written = await writeVersion(locked, draft, (files) =>
      files.map((file) => {
        if (file.path !== pathOf(entity)) return file;
        const schema = JSON.parse(file.content) as EntitySchema;
        const properties = nextProperties(schema, change);
        property = properties[change.field];
        const required = schema.required?.filter((name) => Object.hasOwn(properties, name));
        return { ...file, content: fileOf({ ...schema, properties, ...(required && { required }) }) };
      }),
    );
    const moved =
      change.kind === "type" || change.kind === "delete"
        ? await convertRows(locked, entity, change.field, property, { changeId, actorId })
        : { converted: 0, lost: 0 };
    if (moved.converted > 0 && property?.["x-unique"])
      await takeField(locked, { name: entity, properties: { [change.field]: property } }, change.field);
    if (moved.lost > lossMax) throw new AppError("values-lost", moved, `${moved.lost} values would be lost`);
    return { versionId: written?.version.id ?? null, changeId, ...moved };
  });
}

function describe(entity: string, change: ColumnChange): string {
  const verbs = {
    add: "Add",
    header: "Rename",
    type: "Change the type of",
    option: "Add an option to",
    delete: "Delete",
    rights: "Change who sees and sets",
    unique: change.kind === "unique" && !change.isUnique ? "Allow repeated values in" : "Make unique",
  };
  return `${verbs[change.kind]} ${entity}.${change.field}`;
}

async function convertRows(
  scope: OwnedApp,
  entity: string,
  field: string,
  property: EntityProperty | undefined,
  by: { changeId: string; actorId: string },
): Promise<{ converted: number; lost: number }> {
  const moved = { converted: 0, lost: 0 };
  for await (const batch of valuesOf(scope, entity, field)) {
    const next = batch.map(({ id, value }) => ({ id, value: property && convertValue(value, property) }));
    moved.lost += next.filter(({ value }) => value === undefined).length;
    moved.converted += next.filter(({ value }) => value !== undefined).length;
    const list = sql`jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n(id text, value jsonb)`;
    const here = sql`r.app_id = ${scope.appId} and r.entity = ${entity} and r.id = n.id`;
    await joiningMany(scope.db, next.length, async () => {
      await scope.db.execute(remember(sql`(select r.* from entity_row r join ${list} on ${here}) standing`, by));
      await scope.db.execute(sql`
      update entity_row r set updated_at = clock_timestamp(), data = case when n.value is null then r.data - ${field}::text else jsonb_set(r.data, array[${field}::text], n.value) end
      from ${list} where ${here}`);
    });
  }
  return moved;
}

type ColumnUndone = { versionId: string; changeId: string; restored: number; skipped: number };

/**
 * Undoes a column change: the schema file (as a new version) and the values. Refused when the column changed again
 * since. It is a column change itself and can be undone.
 */
export function undoColumn(
  scope: OwnedApp,
  entity: string,
  { versionId, changeId }: { versionId: string; changeId: string },
  actorId: string,
): Promise<ColumnUndone> {
  return inTransaction(scope, async (locked) => {
    const version = await findVersion(locked, versionId);
    const schemaIn = (files: SourceFile[]) => {
      const file = files.find(({ path }) => path === pathOf(entity));
      if (!file) throw changedSince();
      return JSON.parse(file.content) as EntitySchema;
    };
    const before = schemaIn(await filesIn(locked, await manifestBefore(locked, version.number)));
    const after = schemaIn(await filesIn(locked, version.manifest));
    const written = await writeVersion(
      locked,
      { kind: "restore", description: `Undo: ${version.description}` },
      (files) => {
        const schema = takeBack(schemaIn(files), { before, after });
        if (!schema) throw changedSince();
        return files.map((file) => (file.path === pathOf(entity) ? { ...file, content: fileOf(schema) } : file));
      },
    );
    if (!written) throw changedSince();
    const undone = await undoChange(locked, changeId, actorId);
    return {
      versionId: written.version.id,
      changeId: undone.changeId,
      restored: undone.restored,
      skipped: undone.skipped,
    };
  });
}
