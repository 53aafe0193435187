import "server-only";
import { z } from "zod";
import { AppError } from "@/errors";
import { type Access, type Reference, referencesOf, uniqueFieldsOf } from "./rules";
import { accessOf } from "./access";
import { permissionsOf } from "./rules";
import type { Permissions } from "@/shipped/contract";
import { type EntitySchema } from "./schema";
import { type Slot, slotSchema } from "./schema";
import { compileValidator, type RowValidator } from "./validate-row";

export type Entity = {
  name: string;
  schema: EntitySchema;
  permissions: Permissions;
  access: Access;
  references: Reference[];
  /** Set for tables without overlaps: where the row's time slot is. */
  slot?: Slot | undefined;
  /** Fields in which no two rows agree, as the newest version has them: of an older one use `withUnique`. */
  unique: string[];
  validate: RowValidator;
};
export type EntitySet = { entities: Map<string, Entity>; broken: { name: string; message: string }[] };

const fileSchema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({})),
  required: z.array(z.string()).optional(),
});

/** Parses the entities of a bundle. A broken file is reported and the others work. Validators are compiled lazily. */
export function entitiesIn(files: readonly { path: string; content: string }[]): EntitySet {
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
        access: accessOf(schema),
        references: [],
        slot: slotSchema.safeParse(schema["x-noOverlap"]).data,
        unique: uniqueFieldsOf(schema),
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

/** The entity of an older version under the newest version's unique fields, which are a rule of the rows themselves. */
export const withUnique = (entity: Entity, unique: string[] = []): Entity =>
  unique.join() === entity.unique.join() ? entity : { ...entity, unique };

export function findEntity(set: EntitySet, name: string): Entity {
  const entity = set.entities.get(name);
  if (!entity) throw new AppError("entity-not-found");
  return entity;
}
