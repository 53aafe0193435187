import "server-only";
import { sql } from "drizzle-orm";
import { newId } from "@/db/id";
import { rowsOf } from "@/db/open";
import { inTransaction, type OwnedApp } from "@/db/scope";
import { filesBefore, filesOf, findVersion, headFiles, writeVersion } from "@/features/versions/store";
import { AppError } from "@/errors";
import { remember, undoChange } from "./row-history";
import { changeProperties, convertValue } from "./rules";
import type { ColumnChange, EntityProperty, EntitySchema } from "./schema";
import { findEntity, headEntities } from "./schemas";

const batchRows = 1_000;
const pathOf = (entity: string) => `entities/${entity}.json`;

type Value = { id: string; value: unknown };

/** The rows that hold a value in a field, by id, a batch at a time: a table of any size fits. */
async function* valuesOf({ db, appId }: OwnedApp, entity: string, field: string): AsyncGenerator<Value[]> {
  for (let after = ""; ; ) {
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

export type ColumnPreview = { rows: number; converts: number; lost: number; samples: string[] };

/** What a change would do to the values that stand in the column: how many convert, how many would be lost, and some of those. */
export async function previewColumn(scope: OwnedApp, entity: string, change: ColumnChange): Promise<ColumnPreview> {
  const { schema } = findEntity(await headEntities(scope), entity);
  const property = nextProperties(schema, change)[change.field];
  const preview: ColumnPreview = { rows: 0, converts: 0, lost: 0, samples: [] };
  if (change.kind !== "type" && change.kind !== "delete") return preview;
  for await (const batch of valuesOf(scope, entity, change.field)) {
    for (const { value } of batch) {
      preview.rows += 1;
      if (property && convertValue(value, property) !== undefined) preview.converts += 1;
      else {
        preview.lost += 1;
        if (preview.samples.length < 5) preview.samples.push((typeof value === "string" ? value : JSON.stringify(value)).slice(0, 80));
      }
    }
  }
  return preview;
}

export type ColumnChanged = { versionId: string | null; changeId: string; converted: number; lost: number };

/**
 * Changes a column: the schema file as a version and the rows' values, in one transaction.
 * @param lossMax how many values the builder agreed to lose; more than that refuses the whole change
 */
export function changeColumn(scope: OwnedApp, entity: string, change: ColumnChange, lossMax: number, actorId: string): Promise<ColumnChanged> {
  return inTransaction(scope, async (locked) => {
    const changeId = newId("c");
    let property: EntityProperty | undefined;
    const written = await writeVersion(locked, { kind: "edit", description: describe(entity, change) }, (files) =>
      files.map((file) => {
        if (file.path !== pathOf(entity)) return file;
        const schema = JSON.parse(file.content) as EntitySchema;
        const properties = nextProperties(schema, change);
        property = properties[change.field];
        const required = schema.required?.filter((name) => Object.hasOwn(properties, name));
        return { ...file, content: `${JSON.stringify({ ...schema, properties, ...(required && { required }) }, null, 2)}\n` };
      }),
    );
    const moved = change.kind === "type" || change.kind === "delete" ? await convertRows(locked, entity, change.field, property, { changeId, actorId }) : { converted: 0, lost: 0 };
    if (moved.lost > lossMax) throw new AppError("values-lost", moved, `${moved.lost} values would be lost`);
    return { versionId: written?.version.id ?? null, changeId, ...moved };
  });
}

function describe(entity: string, change: ColumnChange): string {
  const verbs = { add: "Add", header: "Rename", type: "Change the type of", option: "Add an option to", delete: "Delete" };
  return `${verbs[change.kind]} ${entity}.${change.field}`;
}

async function convertRows(scope: OwnedApp, entity: string, field: string, property: EntityProperty | undefined, by: { changeId: string; actorId: string }): Promise<{ converted: number; lost: number }> {
  const moved = { converted: 0, lost: 0 };
  for await (const batch of valuesOf(scope, entity, field)) {
    const next = batch.map(({ id, value }) => ({ id, value: property && convertValue(value, property) }));
    moved.lost += next.filter(({ value }) => value === undefined).length;
    moved.converted += next.filter(({ value }) => value !== undefined).length;
    const list = sql`jsonb_to_recordset(${JSON.stringify(next)}::jsonb) as n(id text, value jsonb)`;
    const here = sql`r.app_id = ${scope.appId} and r.entity = ${entity} and r.id = n.id`;
    await scope.db.execute(remember(sql`(select r.* from entity_row r join ${list} on ${here}) standing`, by));
    await scope.db.execute(sql`
      update entity_row r set updated_at = clock_timestamp(), data = case when n.value is null then r.data - ${field}::text else jsonb_set(r.data, array[${field}::text], n.value) end
      from ${list} where ${here}`);
  }
  return moved;
}

/** Puts a column change back: the schema file (as a new version) and the values. Refused when the schema changed again since. */
export function undoColumn(scope: OwnedApp, entity: string, { versionId, changeId }: { versionId: string; changeId: string }, actorId: string): Promise<{ restored: number; skipped: number }> {
  return inTransaction(scope, async (locked) => {
    const version = await findVersion(locked, versionId);
    const contentIn = (files: { path: string; content: string }[]) => files.find(({ path }) => path === pathOf(entity))?.content;
    const { files: written } = await headFiles(locked);
    const previous = contentIn(await filesBefore(locked, version));
    const own = contentIn(await filesOf(locked, versionId));
    if (previous === undefined || own === undefined || own !== contentIn(written)) throw new AppError("stale-file");
    await writeVersion(locked, { kind: "restore", description: `Undo: ${version.description}` }, (files) => files.map((file) => (file.path === pathOf(entity) ? { ...file, content: previous } : file)));
    const { restored, skipped } = await undoChange(locked, changeId, actorId);
    return { restored, skipped };
  });
}
