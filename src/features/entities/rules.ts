import type { ColumnChange } from "./schema";
import { type ColumnKind, columnRights, type ColumnRights } from "./limits";
import { canBeUnique, type PermissionLevel, type Permissions } from "@/shipped/contract";
import { isScalar } from "@/features/rows/rules";
import { permissionsOf } from "@/features/rows/rules";
import type { EntityProperty, EntitySchema } from "@/features/rows/schema";

/** "anonymous is Anonymous, all is Public, admin is Admin, creator is Creator, none is None" (2-builder.md §6). */
const levelNames: Record<PermissionLevel, string> = {
  anonymous: "Anonymous",
  all: "Public",
  admin: "Admin",
  creator: "Creator",
  none: "None",
};

export type PermissionPreset = Permissions & { name: string; meaning: string };

/** The presets of 2-builder.md §6, with their meanings. */
export const permissionPresets: PermissionPreset[] = [
  {
    name: "Admin Only Read, Anonymous Write",
    meaning: "anyone can submit, only admins can view",
    read: "admin",
    write: "anonymous",
  },
  {
    name: "Anonymous Read, Admin Write",
    meaning: "anyone can view, only admins can edit",
    read: "anonymous",
    write: "admin",
  },
  {
    name: "Public Read, Admin Write",
    meaning: "logged in users can view, only admins can edit",
    read: "all",
    write: "admin",
  },
  {
    name: "Public Read, Creator Write",
    meaning: "logged in users can view, only the creator can edit",
    read: "all",
    write: "creator",
  },
  { name: "Creator Only", meaning: "only the creator can view and edit", read: "creator", write: "creator" },
  { name: "Admin Only", meaning: "only admins can view and edit", read: "admin", write: "admin" },
];

const presetOf = ({ read, write }: Permissions): PermissionPreset | undefined =>
  permissionPresets.find((preset) => preset.read === read && preset.write === write);

/** "Other combinations are named 'X Read, Y Write'" (2-builder.md §6). */
export function permissionsName(permissions: Permissions): string {
  return presetOf(permissions)?.name ?? `${levelNames[permissions.read]} Read, ${levelNames[permissions.write]} Write`;
}

export const rowRulesName = "Row rules";

/** The name of an entity's permissions: the pair's, or custom rules. */
export const accessName = (schema: EntitySchema): string =>
  schema["x-accessControl"]?.rules === undefined ? permissionsName(permissionsOf(schema)) : rowRulesName;

const people: Record<PermissionLevel, string> = {
  anonymous: "anyone",
  all: "logged in users",
  admin: "only admins",
  creator: "only the creator",
  none: "nobody",
};

/** What a pair means in people's words: "Public" are those who are logged in. A preset has its own. */
export const permissionsMeaning = ({ read, write }: Permissions): string =>
  presetOf({ read, write })?.meaning ??
  (read === write ? `${people[read]} can view and edit` : `${people[read]} can view, ${people[write]} can edit`);

/** The JSON Schema of a column kind. */
export function propertyOf(kind: ColumnKind, options: string[] = []): EntityProperty {
  switch (kind) {
    case "number":
    case "boolean":
      return { type: kind };
    case "datetime":
      return { type: "string", format: "date-time" };
    case "select":
      return { type: "string", enum: options };
    case "multiselect":
      return { type: "array", items: { type: "string", enum: options } };
    case "json":
      return { type: "object" };
    case "text":
    case "image":
      return { type: "string" };
  }
}

/** The properties after a column change, or why it is refused. */
export function changeProperties(
  properties: Record<string, EntityProperty>,
  change: ColumnChange,
): Record<string, EntityProperty> | string {
  const { field } = change;
  const current = Object.hasOwn(properties, field) ? properties[field] : undefined;
  if (change.kind === "add") return current ? "Field already exists" : addProperty(properties, change);
  if (!current) return `There is no field ${field}`;
  if (change.kind === "delete")
    return Object.fromEntries(Object.entries(properties).filter(([name]) => name !== field));
  const next =
    change.kind === "header"
      ? { ...current, title: change.title }
      : change.kind === "type"
        ? retyped(current, change)
        : change.kind === "unique"
          ? withUnique(current, change)
          : change.kind === "rights"
            ? withRights(current, change.rights)
            : withOption(current, change.option);
  return typeof next === "string" ? next : { ...properties, [field]: next };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);

/**
 * Reverts a column change in a schema; undefined when its columns changed again since. Other columns keep their current
 * state.
 */
export function takeBack(
  now: EntitySchema,
  { before, after }: { before: EntitySchema; after: EntitySchema },
): EntitySchema | undefined {
  const was = Object.entries(before.properties);
  const changed = new Set(
    [...was, ...Object.entries(after.properties)].flatMap(([name]) =>
      isSame(before.properties[name], after.properties[name]) ? [] : [name],
    ),
  );
  if ([...changed].some((name) => !isSame(now.properties[name], after.properties[name]))) return undefined;
  const entries = Object.entries(now.properties).flatMap(([name, property]) =>
    !changed.has(name)
      ? [[name, property] as const]
      : Object.hasOwn(before.properties, name)
        ? [[name, before.properties[name]!] as const]
        : [],
  );
  for (const [at, [name, property]] of was.entries())
    if (changed.has(name) && !Object.hasOwn(now.properties, name)) entries.splice(at, 0, [name, property]);
  const required = [
    ...(now.required ?? []).filter((name) => !changed.has(name)),
    ...(before.required ?? []).filter((name) => changed.has(name)),
  ];
  return { ...now, properties: Object.fromEntries(entries), ...((now.required ?? before.required) && { required }) };
}

function addProperty(
  properties: Record<string, EntityProperty>,
  { field, type, title, options, isUnique, beside }: ColumnChange & { kind: "add" },
): Record<string, EntityProperty> | string {
  const property = { ...propertyOf(type, options), ...(title && { title }) };
  const added = isUnique ? withUnique(property, { field, isUnique }) : property;
  if (typeof added === "string") return added;
  if (Object.keys(properties).some((name) => name.toLowerCase() === field.toLowerCase())) return "Field already exists";
  const entries = Object.entries(properties);
  const at = entries.findIndex(([name]) => name === beside?.field);
  entries.splice(at < 0 ? entries.length : beside?.side === "left" ? at : at + 1, 0, [field, added]);
  return Object.fromEntries(entries);
}

function withUnique(
  current: EntityProperty,
  { field, isUnique }: { field: string; isUnique: boolean },
): EntityProperty | string {
  const { "x-unique": _, ...property } = current;
  if (!isUnique) return property;
  return canBeUnique(field, property)
    ? { ...property, "x-unique": true }
    : "Only a single text, number, date or option can be unique";
}

const admins = ["admin"];

function withRights(current: EntityProperty, rights: ColumnRights): EntityProperty {
  const { "x-accessControl": _, ...property } = current;
  return rights === "open"
    ? property
    : { ...property, "x-accessControl": { ...(rights === "closed" && { read: admins }), write: admins } };
}

/** "own": rights that only the schema file can say, such as those of a role. */
export function rightsOfColumn(property: EntityProperty): ColumnRights | "own" {
  const { "x-accessControl": given } = property;
  return columnRights.find((rights) => isSame(given, withRights(property, rights)["x-accessControl"])) ?? "own";
}

/** A changed type keeps title, description, options and rights, a default that is an option, and that its values are unique where they can be. */
function retyped(
  {
    title,
    description,
    enum: options,
    items,
    default: start,
    "x-unique": unique,
    "x-accessControl": rights,
  }: EntityProperty,
  change: ColumnChange & { kind: "type" },
): EntityProperty {
  const kept = change.options ?? (options ?? items?.enum ?? []).map(String);
  const next = {
    ...propertyOf(change.type, kept),
    ...(title && { title }),
    ...(description && { description }),
    ...(change.type === "select" && typeof start === "string" && kept.includes(start) && { default: start }),
    ...(rights !== undefined && { "x-accessControl": rights }),
  };
  return unique && canBeUnique(change.field, next) ? { ...next, "x-unique": true } : next;
}

function withOption(property: EntityProperty, option: string): EntityProperty | string {
  const isList = property.type === "array";
  const options = isList ? property.items?.enum : property.enum;
  if (!options) return "This column has no options";
  if (options.map(String).includes(option)) return "This option exists";
  if (property.type === "number" || property.type === "integer") {
    const number = numberIn(option, property.type);
    return number === undefined
      ? "The options of this column are numbers"
      : { ...property, enum: [...options, number] };
  }
  return isList
    ? { ...property, items: { ...property.items, enum: [...options, option] } }
    : { ...property, enum: [...options, option] };
}

/** Converts a value to another type; undefined when it does not fit. */
export function convertValue(value: unknown, property: EntityProperty): unknown {
  const { type, format, enum: options, items } = property;
  const text = typeof value === "string" ? value.trim() : JSON.stringify(value ?? null);
  if (type === "number" || type === "integer") return numberIn(text, type);
  if (type === "boolean") return /^(true|1)$/i.test(text) ? true : /^(false|0)$/i.test(text) ? false : undefined;
  if (type === "array") return listIn(value, text, items);
  if (type === "object") return objectIn(value, text);
  if (options) return options.find((option) => String(option) === text);
  if (format === "date-time")
    return typeof value === "string" && !Number.isNaN(Date.parse(text)) ? new Date(text).toISOString() : undefined;
  return typeof value === "string"
    ? value
    : Array.isArray(value) && value.every((one) => typeof one === "string" && !one.includes(","))
      ? value.join(", ")
      : text;
}

function numberIn(text: string, type: "number" | "integer"): number | undefined {
  const number = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  const isExact =
    Number.isFinite(number) && (Number.isSafeInteger(number) || !Number.isInteger(number) || /[.e]/i.test(text));
  return isExact && (type === "number" || Number.isInteger(number)) ? number : undefined;
}

function listIn(value: unknown, text: string, items: EntityProperty | undefined): unknown[] | undefined {
  const list: unknown[] = Array.isArray(value)
    ? value
    : text
        .split(/[,;|\n\t]/)
        .map((part) => part.trim())
        .filter(Boolean);
  return items?.enum && !list.every((one) => (items.enum as unknown[]).includes(one)) ? undefined : list;
}

function objectIn(value: unknown, text: string): unknown {
  if (typeof value === "object") return Array.isArray(value) ? undefined : value;
  try {
    const parsed: unknown = JSON.parse(text);
    return typeof parsed === "object" && parsed !== null && !Array.isArray(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

const indexedOperators = new Set(["$eq", "$gt", "$gte", "$lt", "$lte", "$in"]);

/** Fields of a list that an index would serve: its sort field and those that its filter compares. */
export function indexableFields(
  { properties }: Pick<EntitySchema, "properties">,
  { sort, q }: { sort?: string | undefined; q?: unknown },
): string[] {
  const isOwn = (name: string) => Object.hasOwn(properties, name) && /^[A-Za-z_$][A-Za-z0-9_$]{0,59}$/.test(name);
  const sorted = /^\s*[-+]?([^,\s]+)\s*$/.exec(sort ?? "")?.[1];
  const compared = Object.entries(typeof q === "object" && q !== null ? q : {}).flatMap(([name, value]) =>
    isOwn(name) && isScalar(properties, name) && (!isObject(value) || isIndexed(value)) ? [name] : [],
  );
  return [...new Set([...(sorted && isOwn(sorted) ? [sorted] : []), ...compared])];
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;
const isIndexed = (tests: object) => Object.keys(tests).some((name) => indexedOperators.has(name));
