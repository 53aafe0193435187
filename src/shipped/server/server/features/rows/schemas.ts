import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type EntitySet, entitiesIn } from "./entity";

/**
 * Entities of a folder. A broken file is reported and the others work. `User` describes members, who have a table of
 * their own.
 */
export function readEntities(folder: string): EntitySet {
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name !== "User.json") : [];
  return entitiesIn(
    files.map((name) => ({ path: `entities/${name}`, content: readFileSync(join(folder, name), "utf8") })),
  );
}
