import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
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

/** The entities of a folder. A broken file is reported and the others work. `User` describes members, who have a table of their own. */
export function readEntities(folder: string): EntitySet {
  const set: EntitySet = { entities: new Map(), broken: [] };
  for (const file of existsSync(folder) ? readdirSync(folder) : []) {
    const name = /^([A-Za-z][A-Za-z0-9_]*)\.json$/.exec(file)?.[1];
    if (!name || name === "User") continue;
    try {
      const schema = { ...(JSON.parse(readFileSync(join(folder, file), "utf8")) as EntitySchema), name };
      if (typeof schema.properties !== "object" || schema.properties === null) throw new TypeError("no properties");
      set.entities.set(name, {
        name,
        schema,
        permissions: permissionsOf(schema),
        references: [],
        validate: compileValidator(schema),
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

export function findEntity(entities: EntitySet["entities"], name: string): Entity {
  const entity = entities.get(name);
  if (!entity) throw new AppError("entity-not-found");
  return entity;
}
