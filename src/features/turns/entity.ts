import { defaultPermissions, isPermissionLevel, type Permissions } from "@/shipped/contract";
import { entityNamePattern } from "@/features/rows/limits";
import { isObject } from "@/engines/protocol/records";
import type { Action } from "@/engines/protocol/schema";

type Reading = { ok: true; schema: Record<string, unknown> } | { ok: false; message: string };

/**
 * The entity file after an `add_entity` or `edit_entity` action. Permissions come from the action's attributes, else
 * its body, else the previous file, else the default. Unknown keywords are kept.
 * @param before the entity's current file, if any
 */
export function writeEntity(
  name: string,
  body: string,
  permissions: Permissions | undefined,
  before: string | undefined,
): { ok: true; content: string } | { ok: false; message: string } {
  const reading = readEntity(name, withoutFence(body));
  if (!reading.ok) return reading;
  const previous = before === undefined ? undefined : readEntity(name, before);
  const control = { ...(previous?.ok ? accessOf(previous.schema) : {}), ...accessOf(reading.schema) };
  const old = isObject(control["permissions"]) ? control["permissions"] : {};
  const level = (kind: "read" | "write") => permissions?.[kind] ?? levelOf(old[kind]) ?? defaultPermissions[kind];
  const pair = { ...old, read: level("read"), write: level("write") };
  // Rules override the pair, so they are dropped when an action sets another pair without rules.
  const isAsked = permissions !== undefined && (permissions.read !== old["read"] || permissions.write !== old["write"]);
  const rules = accessOf(reading.schema)["rules"] ?? (isAsked ? undefined : control["rules"]);
  const { name: _name, type: _type, properties, required, ...rest } = reading.schema;
  const schema = {
    name,
    type: "object",
    properties,
    ...(required === undefined ? {} : { required }),
    ...rest,
    "x-accessControl": { ...control, permissions: pair, rules },
  };
  return { ok: true, content: `${JSON.stringify(schema, null, 2)}\n` };
}

/**
 * Permissions set by an entity action, by the rules of `writeEntity`. Undefined while its body is incomplete, and when
 * they equal the previous file's.
 */
export function givenPermissions({
  type,
  file,
  content,
  permissions,
}: Pick<Action, "type" | "file" | "content" | "permissions">): Permissions | undefined {
  if (permissions) return permissions;
  const reading = readEntity(file, withoutFence(content));
  if (!reading.ok) return undefined;
  const given = accessOf(reading.schema)["permissions"];
  const level = (kind: "read" | "write") =>
    levelOf(isObject(given) ? given[kind] : undefined) ??
    (type === "add_entity" ? defaultPermissions[kind] : undefined);
  const [read, write] = [level("read"), level("write")];
  return read && write && { read, write };
}

/** Whether rules of the file say who may do what, in place of its pair of permissions. */
export function hasRules({ file, content }: Pick<Action, "file" | "content">): boolean {
  const reading = readEntity(file, withoutFence(content));
  const rules = reading.ok ? accessOf(reading.schema)["rules"] : undefined;
  return isObject(rules) && Object.keys(rules).length > 0;
}

const levelOf = (value: unknown) => (isPermissionLevel(value) ? value : undefined);

/** Why a text is not a valid entity file; null when it is. */
export function checkEntityFile(path: string, content: string): string | null {
  const reading = readEntity(path.replace(/^entities\/|\.json$/g, ""), content);
  return reading.ok ? null : reading.message;
}

function readEntity(name: string, text: string): Reading {
  const refuse = (message: string): Reading => ({ ok: false, message: `The schema of ${name} ${message}` });
  if (!entityNamePattern.test(name)) return { ok: false, message: `"${name}" cannot be the name of an entity` };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refuse(`is not valid JSON: ${error instanceof Error ? error.message : "it does not parse"}`);
  }
  if (!isObject(value)) return refuse("is not a JSON object");
  if (!isObject(value["properties"])) return refuse('has no "properties"');
  const wrong = Object.entries(value["properties"]).find(([, property]) => !isObject(property));
  if (wrong) return refuse(`does not say what the field "${wrong[0]}" is`);
  const required = value["required"];
  if (required !== undefined && !(Array.isArray(required) && required.every((field) => typeof field === "string")))
    return refuse('lists "required" fields that are not names');
  return { ok: true, schema: value };
}

function accessOf(schema: Record<string, unknown>): Record<string, unknown> {
  const control = schema["x-accessControl"];
  return isObject(control) ? control : {};
}

/** Removes a Markdown fence around JSON. */
export function withoutFence(text: string): string {
  return /^\s*```\w*\r?\n([\s\S]*?)\r?\n```\s*$/.exec(text)?.[1] ?? text;
}
