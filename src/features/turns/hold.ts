import { openedFields } from "@/features/rows/field-rights";
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

const level = (permissions: Permissions) => `"${permissionsName(permissions)}" (${permissionsMeaning(permissions)})`;

export const heldWords = {
  permissions: (entity: string, before: Permissions, after: Permissions) =>
    `Opens ${entity} further: from ${level(before)} to ${level(after)}`,
  fields: (entity: string, names: string[]) => `Lets more people see or set ${names.join(", ")} of ${entity}`,
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
  const opened = old ? openedFields(base, schema) : [];
  const isPair = rules === undefined && base["x-accessControl"]?.rules === undefined;
  const isWider = widens(accessOf(base), accessOf(schema));
  if (!isWider && opened.length === 0) return undefined;
  if (rules === undefined && opened.length === 0 && isClicked(guard.request, entity, permissions)) return undefined;
  return {
    words: !isWider
      ? heldWords.fields(entity, opened)
      : isPair
        ? heldWords.permissions(entity, was, permissions)
        : heldWords.rules(entity),
    work: {
      kind: "permissions",
      entity,
      permissions,
      ...(rules !== undefined && { rules }),
      ...(opened.length > 0 && { fields: fieldControls(schema, opened) }),
    },
    content: isWider
      ? withAccess(withFields(schema, fieldControls(base, opened)), was, base["x-accessControl"]?.rules)
      : textOf(withFields(schema, fieldControls(base, opened))),
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

const textOf = (schema: EntitySchema) => `${JSON.stringify(schema, null, 2)}\n`;

function withAccess(schema: EntitySchema, { read, write }: Permissions, rules: unknown): string {
  const control = schema["x-accessControl"];
  const permissions = { ...control?.permissions, read, write };
  return textOf({ ...schema, "x-accessControl": { ...control, permissions, rules } });
}

/** Rights of single fields, by name; null where there are none. */
type FieldControls = Record<string, unknown>;

const fieldControls = ({ properties }: EntitySchema, names: string[]): FieldControls =>
  Object.fromEntries(names.map((name) => [name, properties[name]?.["x-accessControl"] ?? null]));

function withFields(schema: EntitySchema, controls: FieldControls): EntitySchema {
  const properties = Object.entries(schema.properties).map(([name, property]) => {
    if (!Object.hasOwn(controls, name)) return [name, property] as const;
    const { "x-accessControl": _, ...open } = property;
    return [name, controls[name] === null ? open : { ...open, "x-accessControl": controls[name] }] as const;
  });
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The bundle with the permissions that were allowed; unchanged when the entity is gone. */
export function openEntity<File extends { path: string; content: string }>(
  files: File[],
  { entity, permissions, rules, fields = {} }: Extract<HeldWork, { kind: "permissions" }>,
): File[] {
  return files.map((file) => {
    const schema = file.path === `entities/${entity}.json` ? readSchema(file.content) : undefined;
    return schema ? { ...file, content: withAccess(withFields(schema, fields), permissions, rules) } : file;
  });
}
