import "server-only";
import { rowSystemFields } from "@/shipped/contract";
import Ajv, { type ErrorObject, type ValidateFunction } from "ajv";
import addFormats from "ajv-formats";
import { checkSync } from "recheck";
import { AppError } from "@/errors";
import { faults as words, labelOf } from "@/value-words";
import { type EntityProperty, type EntitySchema } from "./schema";
import { rowCharactersMax, textCellMax } from "./limits";

/** A row's faults by field, as sentences: "amount" → "Amount must be a number". */
export type RowFaults = Record<string, string>;
export type RowValidator = (row: Record<string, unknown>) => RowFaults | null;

const ajvOptions = { strict: false, allErrors: true, $data: false, logger: false, unicodeRegExp: false } as const;
/** Compiles JSON Schema's meta-schema once for all entities: it takes nine tenths of the time to compile one of them. */
const metaSchema = new Ajv(ajvOptions);
addFormats(metaSchema);

/**
 * Compiles an entity's schema into a validator of whole rows. Empty optional values are valid, system fields are
 * ignored, and fields outside the schema are kept, since exported apps carry some. Patterns that could take exponential
 * time are not run (ReDoS).
 */
export function compileValidator(schema: EntitySchema): RowValidator {
  const validate = compile({
    type: "object",
    properties: Object.fromEntries(
      Object.entries(schema.properties).map(([name, property]) => [name, toCheckable(property)]),
    ),
    required: (schema.required ?? []).filter((name) => Object.hasOwn(schema.properties, name)),
  });
  return (row) => {
    if (mayBeLonger(row, rowCharactersMax) && JSON.stringify(row).length > rowCharactersMax)
      return { "": "The row is too large" };
    const given: Record<string, unknown> = {};
    const faults: RowFaults = {};
    for (const name of Object.keys(row)) {
      // Reported under "": assigning faults["__proto__"] would have no effect.
      if (name.length > 200 || forbiddenNames.has(name))
        faults[""] = `The row has a field named "${name.slice(0, 60)}", which is not allowed`;
      else if (row[name] !== null && row[name] !== "" && !isSystemField(name)) given[name] = row[name];
    }
    if (!validate(given))
      for (const error of validate.errors ?? []) Object.assign(faults, faultOf(error, schema, faults));
    return Object.keys(faults).length === 0 ? null : faults;
  };
}

const forbiddenNames = new Set(["__proto__", "constructor", "prototype"]);

/** Whether a flat row's JSON may exceed a length, at six characters for an escaped sign and 25 for a number. */
function mayBeLonger(row: Record<string, unknown>, charactersMax: number): boolean {
  let most = 2;
  for (const name of Object.keys(row)) {
    const value = row[name];
    if (typeof value === "object" && value !== null) return true;
    most += name.length * 6 + 4 + (typeof value === "string" ? value.length * 6 + 2 : 25);
    if (most > charactersMax) return true;
  }
  return false;
}

/** A schema that ajv cannot compile validates nothing: the code's validators report it, and data stays reachable. */
function compile(schema: object): ValidateFunction {
  // An instance of its own: Ajv keeps all that it has compiled.
  const ajv = new Ajv({ ...ajvOptions, meta: false, validateSchema: false });
  addFormats(ajv);
  try {
    if (metaSchema.validateSchema(schema) === true) return ajv.compile(schema);
  } catch {
    // As with a schema that the meta-schema refuses.
  }
  return ajv.compile({ type: "object" });
}

/** Only keywords that constrain values; none that could fetch, recurse or hang. */
function toCheckable(property: EntityProperty & { pattern?: unknown }): object {
  const {
    type,
    format,
    enum: options,
    items,
    properties,
    required,
    pattern,
    ...rest
  } = property as Record<string, unknown> & EntityProperty;
  const bounds = Object.fromEntries(
    ["minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems"].flatMap((key) =>
      typeof rest[key] === "number" ? [[key, rest[key]]] : [],
    ),
  );
  return {
    ...(type && { type }),
    ...(Array.isArray(options) && options.length > 0 && { enum: options }),
    ...(type === "string" && !("maxLength" in bounds) && { maxLength: textCellMax }),
    ...(format && ["email", "date-time", "date", "uri", "uuid", "time"].includes(format) && { format }),
    ...(typeof pattern === "string" && isSafePattern(pattern) && { pattern }),
    ...(items && typeof items === "object" && { items: toCheckable(items) }),
    ...(properties &&
      typeof properties === "object" && {
        properties: Object.fromEntries(Object.entries(properties).map(([name, inner]) => [name, toCheckable(inner)])),
      }),
    ...(Array.isArray(required) && properties && { required }),
    ...bounds,
  };
}

function isSafePattern(pattern: string): boolean {
  if (pattern.length > 200) return false;
  try {
    return checkSync(pattern, "", { timeout: 200, attackTimeout: 100 }).status === "safe";
  } catch {
    return false;
  }
}

const systemFields: ReadonlySet<string> = new Set(rowSystemFields);
const isSystemField = (name: string) => systemFields.has(name);

/** The first fault of a field wins; a missing field is reported by its own name, not its parent's. */
function faultOf(error: ErrorObject, schema: EntitySchema, known: RowFaults): RowFaults {
  const path = error.instancePath
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"));
  if (error.keyword === "required") path.push((error.params as { missingProperty: string }).missingProperty);
  const field = path.join(".");
  return known[field] ? {} : { [field]: `${nameAt(schema, path)} ${wordsOf(error)}` };
}

/** A value's label for people, with its position in a list: "Address, city", "Tags 2". */
export function nameAt({ properties }: Pick<EntitySchema, "properties">, path: string[]): string {
  const names: string[] = [];
  let at: EntityProperty | undefined = { properties };
  for (const part of path) {
    if (at?.type === "array" || (at?.items && !at.properties)) {
      names.push(`${names.pop() ?? "Item"} ${Number(part) + 1}`);
      at = at.items;
      continue;
    }
    at = at?.properties && Object.hasOwn(at.properties, part) ? at.properties[part] : undefined;
    const label = labelOf(part, typeof at?.title === "string" ? at.title : undefined);
    names.push(names.length === 0 ? label : label.charAt(0).toLowerCase() + label.slice(1));
  }
  return names.join(", ") || "The row";
}

/** ajv's keywords as messages, for everything that `toCheckable` passes on. */
function wordsOf({ keyword, params }: ErrorObject): string {
  const values = params as Record<string, unknown>;
  const { limit } = values;
  switch (keyword) {
    case "required":
      return words.missing();
    case "type":
      return words.kind(values["type"]);
    case "enum":
      return words.choice(values["allowedValues"]);
    case "format":
      return words.format(values["format"]) ?? words.signs();
    case "pattern":
      return words.form();
    case "minLength":
      return words.short(limit);
    case "maxLength":
      return words.long(limit);
    case "minItems":
      return words.few(limit);
    case "maxItems":
      return words.many(limit);
    case "minimum":
      return words.low(limit);
    case "maximum":
      return words.high(limit);
    default:
      return words.other();
  }
}

/**
 * The row to store, without system fields.
 * @throws invalid-row with the faults by field
 */
export function checkedRow(validate: RowValidator, row: Record<string, unknown>): Record<string, unknown> {
  refuseFaults(validate(row) ?? {});
  return withoutSystemFields(row);
}

/**
 * @param index the row's position in a bulk call
 * @throws invalid-row with the faults by field
 */
export function refuseFaults(faults: RowFaults, index?: number): void {
  const [first] = Object.values(faults);
  if (first)
    throw new AppError(
      "invalid-row",
      { ...(index !== undefined && { row: index }), fields: faults },
      `${index === undefined ? "" : `Row ${index + 1}: `}${first}`,
    );
}

/**
 * Faults that a change introduces: fields are validated one by one, and existing faults are not the change's.
 * @param row the row after the change; or the change alone, which only skips the check of the row's size
 */
export function faultsOfChange(
  validate: RowValidator,
  row: Record<string, unknown>,
  change: Record<string, unknown>,
): RowFaults {
  const isSet = (name: string) =>
    name === "" || Object.hasOwn(change, name) || Object.hasOwn(change, name.split(".")[0]!);
  return Object.fromEntries(Object.entries(validate(row) ?? {}).filter(([name]) => isSet(name)));
}

/**
 * The valid part of a patch; invalid values are left out and reported.
 * @param current undefined for a new row, which must be complete
 */
export function fittingRow(
  validate: RowValidator,
  current: Record<string, unknown> | undefined,
  patch: Record<string, unknown>,
  unknown: RowFaults = {},
): { row: Record<string, unknown> | undefined; faults: RowFaults } {
  const fields = withoutSystemFields(patch);
  const faultsOf = (row: Record<string, unknown>) =>
    current ? faultsOfChange(validate, row, fields) : (validate(row) ?? {});
  const faults = { ...unknown, ...faultsOf({ ...current, ...fields }) };
  const isFaulty = new Set(Object.keys(faults).map((name) => name.split(".")[0]));
  const good = Object.fromEntries(Object.entries(fields).filter(([name]) => !isFaulty.has(name)));
  const row = { ...current, ...good };
  return { row: Object.keys(good).length > 0 && Object.keys(faultsOf(row)).length === 0 ? row : undefined, faults };
}

/** The row itself where it has none. */
export function withoutSystemFields(row: Record<string, unknown>): Record<string, unknown> {
  if (!rowSystemFields.some((name) => Object.hasOwn(row, name))) return row;
  return Object.fromEntries(Object.entries(row).filter(([name]) => !isSystemField(name)));
}
