import "server-only";
import { eq } from "drizzle-orm";
import { z } from "zod";
import { app } from "@/db/schema/app";
import type { OwnedApp, VisitedApp, Visitor } from "@/db/scope";
import type { SourceFile } from "@/features/files/schema";
import { filesOf } from "@/features/versions/store";
import { AppError } from "@/errors";
import { permissionsOf, type Reference, referencesOf } from "./rules";
import type { EntitySchema, Permissions } from "./schema";
import { compileValidator, type RowValidator } from "./validate-row";

export type Entity = {
  name: string;
  schema: EntitySchema;
  permissions: Permissions;
  references: Reference[];
  validate: RowValidator;
};
export type EntitySet = { entities: Map<string, Entity>; broken: { name: string; message: string }[] };

const fileSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({})),
  required: z.array(z.string()).optional(),
});

/** The entities of a bundle. A broken file is reported and the others work. Validators compile when a row first needs them. */
export function entitiesIn(files: SourceFile[]): EntitySet {
  const set: EntitySet = { entities: new Map(), broken: [] };
  for (const { path, content } of files) {
    const name = /^entities\/([A-Za-z][A-Za-z0-9_]*)\.json$/.exec(path)?.[1];
    if (!name) continue;
    try {
      const schema = { ...fileSchema.parse(JSON.parse(content)), name, type: "object" } as EntitySchema;
      let compiled: RowValidator | undefined;
      set.entities.set(name, {
        name,
        schema,
        permissions: permissionsOf(schema),
        references: [],
        validate: (row) => (compiled ??= compileValidator(schema))(row),
      });
    } catch (error) {
      set.broken.push({
        name,
        message: error instanceof SyntaxError ? "is not valid JSON" : "has no readable properties",
      });
    }
  }
  for (const entity of set.entities.values()) entity.references = referencesOf(entity.schema, set.entities);
  return set;
}

/** Versions never change, so what they say about entities can be kept. The least recently used is dropped first. */
const cache = new Map<string, EntitySet>();
const cachedMax = 500;

export async function entitiesOfVersion(scope: OwnedApp | VisitedApp, versionId: string): Promise<EntitySet> {
  const key = `${scope.appId}/${versionId}`;
  const kept = cache.get(key);
  cache.delete(key);
  const set = kept ?? entitiesIn(await filesOf(scope, versionId));
  cache.set(key, set);
  if (cache.size > cachedMax) cache.delete(cache.keys().next().value!);
  return set;
}

/** The newest version's entities: what the builder and the preview work with. */
export async function headEntities(scope: OwnedApp): Promise<EntitySet> {
  const [row] = await scope.db.select({ head: app.headVersionId }).from(app).where(eq(app.id, scope.appId));
  if (!row?.head) throw new AppError("app-not-found");
  return entitiesOfVersion(scope, row.head);
}

/** The version whose entities somebody meets: the owner the newest, everybody else the published one. */
export function visibleVersion(
  row: { ownerId: string; headVersionId: string | null; publishedVersionId: string | null },
  visitor: Visitor,
): string {
  const versionId =
    visitor?.role === "builder" || visitor?.id === row.ownerId ? row.headVersionId : row.publishedVersionId;
  if (!versionId) throw new AppError("not-published");
  return versionId;
}

export function findEntity(set: EntitySet, name: string): Entity {
  const entity = set.entities.get(name);
  if (!entity) throw new AppError("entity-not-found");
  return entity;
}
