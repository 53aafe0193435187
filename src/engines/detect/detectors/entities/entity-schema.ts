import "server-only";
import { canBeUnique, permissionLevels, type RowTest } from "@/shipped/contract";
import { fieldAccessSchema, rowRulesSchema } from "@/shipped/access";
import { isObject } from "../../facts/json";
import type { Bundle, EntityFile } from "../../facts/bundle";
import type { Detector, Finding, Fix } from "../../detector";
import { nearest } from "../../fixes/nearest";

const types = ["string", "number", "integer", "boolean", "array", "object"];
const typeNames: Record<string, string> = {
  text: "string",
  str: "string",
  varchar: "string",
  email: "string",
  url: "string",
  date: "string",
  datetime: "string",
  uuid: "string",
  int: "integer",
  float: "number",
  double: "number",
  decimal: "number",
  currency: "number",
  bool: "boolean",
  list: "array",
  json: "object",
  map: "object",
};

/** A schema that contradicts itself: types, required fields, defaults, references, permissions, name. */
export const entitySchema: Detector = {
  name: "entity-schema",
  severity: "error",
  detect: (bundle) =>
    [...bundle.entities.values()].flatMap((entity) => (entity.schema ? inspect(bundle, entity, entity.schema) : [])),
};

type Schema = Record<string, unknown>;

function inspect(bundle: Bundle, entity: EntityFile, schema: Schema): Finding[] {
  const { name, path, content } = entity;
  const findings: Finding[] = [];
  const add = (word: string, message: string, change?: (copy: Schema) => void) => {
    findings.push({
      path,
      start: Math.max(0, content.indexOf(word)),
      message,
      fixes: () => (change ? rewrite(entity, change) : []),
    });
  };
  if (!isObject(schema["properties"])) return [{ path, start: 0, message: `The schema of ${name} has no properties` }];
  if (typeof schema["name"] === "string" && schema["name"] !== name)
    add('"name"', `The schema is called ${schema["name"]}, its file ${name}`, (copy) => (copy["name"] = name));
  if (schema["type"] !== undefined && schema["type"] !== "object")
    add('"type"', `The schema of ${name} must be of the type object`, (copy) => (copy["type"] = "object"));
  const names = Object.keys(schema["properties"]);
  const required = schema["required"];
  if (required !== undefined && !Array.isArray(required))
    add('"required"', `The required fields of ${name} must be a list`, (copy) => delete copy["required"]);
  for (const field of Array.isArray(required) ? required : []) {
    if (names.includes(String(field))) continue;
    const near = nearest(String(field), names);
    add(
      '"required"',
      `${name} requires ${String(field)}, which it does not have`,
      (copy) =>
        (copy["required"] = [
          ...new Set((required as unknown[]).flatMap((one) => (one === field ? (near ? [near] : []) : [one]))),
        ]),
    );
  }
  for (const [field, property] of Object.entries(schema["properties"]))
    inspectField(bundle, name, field, property, add);
  inspectPermissions(name, schema, add);
  return findings;
}

type Add = (word: string, message: string, change?: (copy: Schema) => void) => void;

function inspectField(bundle: Bundle, name: string, field: string, property: unknown, add: Add): void {
  const word = `"${field}"`;
  const label = `${name}.${field}`;
  const set = (change: (own: Schema) => void) => (copy: Schema) =>
    change((copy["properties"] as Record<string, Schema>)[field]!);
  if (!isObject(property))
    return add(
      word,
      `${label} does not say what it is`,
      (copy) =>
        ((copy["properties"] as Schema)[field] =
          typeof property === "string" ? { type: typeNames[property.toLowerCase()] ?? property } : { type: "string" }),
    );
  const { type, enum: options, default: value, items } = property;
  if (typeof type === "string" && !types.includes(type)) {
    const right = typeNames[type.toLowerCase()] ?? nearest(type, types);
    add(word, `${label} has the unknown type ${type}`, right ? set((own) => (own["type"] = right)) : undefined);
  }
  if (options !== undefined && !(Array.isArray(options) && options.length > 0))
    add(
      word,
      `The options of ${label} are not a list`,
      set((own) => delete own["enum"]),
    );
  if (Array.isArray(options) && new Set(options).size !== options.length)
    add(
      word,
      `${label} has an option twice`,
      set((own) => (own["enum"] = [...new Set(options)])),
    );
  if (Array.isArray(options) && value !== undefined && value !== null && !options.includes(value)) {
    const near = typeof value === "string" ? nearest(value, options.map(String)) : undefined;
    add(
      word,
      `The default of ${label} is none of its options`,
      set((own) => (near === undefined ? delete own["default"] : (own["default"] = near))),
    );
  } else if (
    value !== undefined &&
    value !== null &&
    typeof type === "string" &&
    types.includes(type) &&
    !fits(type, value)
  ) {
    add(
      word,
      `The default of ${label} is no ${type}`,
      set((own) => (own["default"] = converted(type, value)) ?? delete own["default"]),
    );
  }
  const { minimum = -Infinity, maximum = Infinity } = property;
  if (typeof value === "number" && typeof minimum === "number" && typeof maximum === "number") {
    const nearestAllowed = Math.max(Math.min(value, maximum), minimum);
    if (nearestAllowed !== value)
      add(
        word,
        `The default of ${label} is beyond its limits`,
        set((own) => (own["default"] = nearestAllowed)),
      );
  }
  if (type === "array" && isObject(items) && typeof items["type"] === "string" && !types.includes(items["type"])) {
    const right = typeNames[items["type"].toLowerCase()] ?? nearest(items["type"], types);
    add(
      word,
      `The items of ${label} have the unknown type ${items["type"]}`,
      right ? set((own) => ((own["items"] as Schema)["type"] = right)) : undefined,
    );
  }
  inspectUnique(label, field, property, (message) =>
    add(
      word,
      message,
      set((own) => delete own["x-unique"]),
    ),
  );
  if (property["x-accessControl"] !== undefined && !fieldAccessSchema.safeParse(property["x-accessControl"]).success)
    add(word, `The rights of ${label} cannot be read, and open it to nobody`);
  const reference = property["x-reference"];
  if (typeof reference === "string" && reference !== "User" && !bundle.entities.has(reference)) {
    const near = nearest(reference, bundle.entities.keys());
    add(
      word,
      `${label} refers to ${reference}, which the app does not have`,
      near ? set((own) => (own["x-reference"] = near)) : undefined,
    );
  }
}

/** What cannot be unique is not kept apart: say so, or people rely on it. */
function inspectUnique(label: string, field: string, property: Schema, add: (message: string) => void): void {
  const unique = property["x-unique"];
  if (unique === undefined || unique === false) return;
  if (unique !== true) add(`"x-unique" of ${label} is true or left out`);
  else if (!canBeUnique(field, property))
    add(`${label} cannot be unique: only a single text, number, date or reference can`);
}

function fits(type: string, value: unknown): boolean {
  if (type === "array") return Array.isArray(value);
  if (type === "object") return isObject(value);
  if (type === "integer") return Number.isInteger(value);
  return typeof value === type;
}

function converted(type: string, value: unknown): unknown {
  if (type === "string") return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
  if (type === "boolean") return value === "true" ? true : value === "false" ? false : undefined;
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : Number.NaN;
  return (type === "number" || type === "integer") && Number.isFinite(number) ? number : undefined;
}

function inspectPermissions(name: string, schema: Schema, add: Add): void {
  const control = schema["x-accessControl"];
  inspectRules(name, schema, add);
  const permissions = isObject(control) ? control["permissions"] : undefined;
  if (permissions === undefined) return;
  const change = (kind: string, level: string) => (copy: Schema) => {
    const own = copy["x-accessControl"] as Schema;
    own["permissions"] = { ...(isObject(own["permissions"]) ? own["permissions"] : {}), [kind]: level };
  };
  if (!isObject(permissions)) return add('"permissions"', `The permissions of ${name} are not an object`);
  for (const kind of ["read", "write"]) {
    const level = permissions[kind];
    if (level === undefined || (permissionLevels as readonly unknown[]).includes(level)) continue;
    // Deny by default: an unknown level becomes the default, never a wider one.
    add(`"${kind}"`, `${name} has the unknown ${kind} permission ${JSON.stringify(level)}`, change(kind, "creator"));
  }
}

/** An unreadable rule grants nothing: report it, or its effect is a mystery. */
function inspectRules(name: string, schema: Schema, add: Add): void {
  const control = schema["x-accessControl"];
  const rules = isObject(control) ? control["rules"] : undefined;
  if (rules === undefined) return;
  const read = rowRulesSchema.safeParse(rules);
  if (!read.success)
    return add(
      '"rules"',
      `The row rules of ${name} cannot be read at "${read.error.issues[0]!.path.join(".")}", and open nothing`,
    );
  const fields = Object.values(read.data).flatMap((rule) => rule?.flatMap(fieldsIn) ?? []);
  const unknown = fields.find(
    (field) => !isObject(schema["properties"]) || !Object.hasOwn(schema["properties"], field),
  );
  if (unknown !== undefined) add('"rules"', `A row rule of ${name} asks for "${unknown}", which is not a field`);
}

const fieldsIn = (test: RowTest): string[] =>
  typeof test !== "object" ? [] : "every" in test ? test.every.flatMap(fieldsIn) : "field" in test ? [test.field] : [];

function rewrite({ path, content }: EntityFile, change: (copy: Schema) => void): Fix[] {
  const copy = JSON.parse(content) as Schema;
  change(copy);
  const indent = /\n([ \t]+)"/.exec(content)?.[1] ?? "  ";
  const text = JSON.stringify(copy, null, indent) + (content.endsWith("\n") ? "\n" : "");
  return [{ description: "Corrected the schema", edits: [{ path, start: 0, end: content.length, text }] }];
}
