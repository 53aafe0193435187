import { widens } from "@/features/rows/rules";
import { accessOf } from "@/features/rows/access";
import { permissionsOf } from "@/features/rows/rules";
import { permissionPresets, permissionsMeaning, permissionsName } from "@/features/entities/rules";
import { type Permissions } from "@/shipped/contract";
import { type EntitySchema } from "@/features/rows/schema";
import { permissionRequest } from "./permission-request";
import { isObject } from "@/engines/protocol/records";
import type { Action } from "@/engines/protocol/schema";
import { entityNameOf } from "@/engines/protocol/tag";
import type { HeldWork } from "./schema";

/** What staging needs to decide which actions to hold. */
export type Guard = {
  /** The builder's message: that of the permission popover counts as a click. */
  request: string;
  /** Entities with rows, including those whose file is gone: recreating one would expose its rows. */
  entitiesWithRows: ReadonlySet<string>;
};

/** Entities that actions may hold something of. */
export const namedEntities = (actions: Action[]): string[] => [
  ...new Set(
    actions
      .filter(({ type, file }) => type.includes("entity") || file.startsWith("entities/"))
      .map(({ file }) => entityNameOf(file)),
  ),
];

const level = (permissions: Permissions) => {
  const meaning = permissionsMeaning(permissions);
  return `"${permissionsName(permissions)}"${meaning ? ` (${meaning})` : ""}`;
};

export const heldWords = {
  permissions: (entity: string, before: Permissions, after: Permissions) =>
    `Opens ${entity} further: from ${level(before)} to ${level(after)}`,
  rules: (entity: string) => `Changes who may do what with ${entity}, by rules for its rows`,
  delete: (path: string) => `Deletes ${path}`,
  records: (entity: string, count: number) =>
    `Adds ${count.toLocaleString("en-US")} ${count === 1 ? "row" : "rows"} to ${entity}`,
};

type HeldPermissions = { words: string; work: Extract<HeldWork, { kind: "permissions" }>; content: string };

/**
 * Splits a new entity file: permissions that must be confirmed, and the file without them for now.
 * A new entity without rows is never held, since it exposes nothing yet.
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
  const base = old ?? { ...schema, "x-accessControl": {} };
  const [was, permissions] = [permissionsOf(base), permissionsOf(schema)];
  const rules = schema["x-accessControl"]?.rules;
  const isPair = rules === undefined && base["x-accessControl"]?.rules === undefined;
  if (!widens(accessOf(base), accessOf(schema))) return undefined;
  if (rules === undefined && isClicked(guard.request, entity, permissions)) return undefined;
  return {
    words: isPair ? heldWords.permissions(entity, was, permissions) : heldWords.rules(entity),
    work: { kind: "permissions", entity, permissions, ...(rules !== undefined && { rules }) },
    content: withAccess(schema, was, base["x-accessControl"]?.rules),
  };
}

/** The permission popover's message confirms exactly what it names. */
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

function withAccess(schema: EntitySchema, { read, write }: Permissions, rules: unknown): string {
  const control = schema["x-accessControl"];
  const permissions = { ...control?.permissions, read, write };
  return `${JSON.stringify({ ...schema, "x-accessControl": { ...control, permissions, rules } }, null, 2)}\n`;
}

/** The bundle with the permissions that were allowed; unchanged when the entity is gone. */
export function openEntity<File extends { path: string; content: string }>(
  files: File[],
  { entity, permissions, rules }: Extract<HeldWork, { kind: "permissions" }>,
): File[] {
  return files.map((file) => {
    const schema = file.path === `entities/${entity}.json` ? readSchema(file.content) : undefined;
    return schema ? { ...file, content: withAccess(schema, permissions, rules) } : file;
  });
}
