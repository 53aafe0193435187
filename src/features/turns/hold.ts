import { permissionsOf, reachOf, type RowActor } from "@/features/rows/rules";
import { permissionPresets, permissionsMeaning, permissionsName } from "@/features/entities/rules";
import { defaultPermissions, type Permissions } from "@/shipped/contract";
import { type EntitySchema } from "@/features/rows/schema";
import { permissionRequest } from "./permission-request";
import { isObject } from "@/engines/protocol/records";
import type { HeldWork } from "./schema";

/** What the stage must know to hold what could do harm. */
export type Guard = {
  /** The builder's message of this turn: the permission popover writes its own, and is a click already. */
  request: string;
  /** Entities that hold rows, also where their file is gone: whoever makes them anew would open those rows. */
  entitiesWithRows: ReadonlySet<string>;
};

/** One of each kind of people that a permission pair tells apart. */
const people: RowActor[] = [null, { id: "user", role: "user" }, { id: "admin", role: "admin" }];
const order = ["nothing", "own", "every"];

/** Whether anybody may read or write what they could not. */
export const widens = (before: Permissions, after: Permissions): boolean =>
  people.some((actor) =>
    (["read", "write"] as const).some(
      (kind) => order.indexOf(reachOf(after[kind], actor)) > order.indexOf(reachOf(before[kind], actor)),
    ),
  );

const level = (permissions: Permissions) => {
  const meaning = permissionsMeaning(permissions);
  return `"${permissionsName(permissions)}"${meaning ? ` (${meaning})` : ""}`;
};

export const heldWords = {
  permissions: (entity: string, before: Permissions, after: Permissions) =>
    `Opens ${entity} further: from ${level(before)} to ${level(after)}`,
  delete: (path: string) => `Deletes ${path}`,
  records: (entity: string, count: number) =>
    `Adds ${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"} to ${entity}`,
};

type HeldPermissions = { words: string; work: Extract<HeldWork, { kind: "permissions" }>; content: string };

/**
 * The permissions of an entity's new file that must wait, with the file as it can be written meanwhile.
 * A new entity without rows may begin as it likes: there is nothing to open yet.
 */
export function holdPermissions(
  guard: Guard,
  path: string,
  before: string | undefined,
  after: string,
): HeldPermissions | undefined {
  const entity = path.replace(/^entities\/|\.json$/g, "");
  const old = before === undefined ? undefined : readSchema(before);
  if (!old && !guard.entitiesWithRows.has(entity)) return undefined;
  const schema = readSchema(after);
  if (!schema) return undefined;
  const [was, permissions] = [old ? permissionsOf(old) : defaultPermissions, permissionsOf(schema)];
  if (!widens(was, permissions) || isClicked(guard.request, entity, permissions)) return undefined;
  return {
    words: heldWords.permissions(entity, was, permissions),
    work: { kind: "permissions", entity, permissions },
    content: withPermissions(schema, was),
  };
}

/** The permission popover sends its request as a message; it allows what it names and nothing beside. */
const isClicked = (request: string, entity: string, { read, write }: Permissions): boolean =>
  permissionPresets.some(
    (preset) => preset.read === read && preset.write === write && permissionRequest(entity, preset) === request,
  );

function readSchema(content: string): EntitySchema | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return isObject(value) ? (value as EntitySchema) : undefined;
  } catch {
    return undefined;
  }
}

function withPermissions(schema: EntitySchema, { read, write }: Permissions): string {
  const control = schema["x-accessControl"];
  return `${JSON.stringify({ ...schema, "x-accessControl": { ...control, permissions: { ...control?.permissions, read, write } } }, null, 2)}\n`;
}

/** A bundle with an entity's permissions as they were allowed; unchanged where the entity is gone. */
export function openEntity<File extends { path: string; content: string }>(
  files: File[],
  entity: string,
  permissions: Permissions,
): File[] {
  return files.map((file) => {
    const schema = file.path === `entities/${entity}.json` ? readSchema(file.content) : undefined;
    return schema ? { ...file, content: withPermissions(schema, permissions) } : file;
  });
}
