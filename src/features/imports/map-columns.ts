import { isListed, kindOf } from "@/features/entities/columns";
import { dottedDay, momentIn } from "@/features/entities/read-time";
import { convertValue } from "@/features/entities/rules";
import type { EntityProperty, EntitySchema } from "@/features/rows/schema";
import { fieldNameSchema } from "@/features/entities/schema";
import { optionMax } from "@/features/entities/limits";
import type { ColumnMapping } from "./schema";

/** A value that does not fit, with a message for the file's author. */
export class CellFault extends Error {}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}.]/gu, "");

/** A file's column names, the same in browser and server: unique headers, or positions where there are none. */
export function headersOf(cells: string[]): string[] {
  const given = cells.map((cell, index) => cell.trim() || `Column ${index + 1}`);
  const [own, taken] = [new Set(given), new Set<string>()];
  return given.map((name) => {
    let unique = name;
    for (let place = 2; taken.has(unique) || (unique !== name && own.has(unique)); place += 1)
      unique = `${name} (${place})`;
    taken.add(unique);
    return unique;
  });
}

/** Synonymous headers. */
const synonyms = [
  ["name", "fullname", "contactname", "customername", "clientname", "displayname"],
  ["phone", "phonenumber", "telephone", "tel", "mobile", "mobilenumber", "mobilephone", "cell", "cellphone"],
  ["email", "emailaddress", "mail", "emailid"],
  ["company", "companyname", "organization", "organisation", "business", "employer", "account"],
  ["address", "streetaddress", "street", "address1", "addressline1"],
  ["zip", "zipcode", "postalcode", "postcode"],
  ["website", "url", "site", "homepage", "web"],
  ["notes", "note", "comments", "comment", "remarks"],
  ["description", "details", "summary"],
  ["status", "state", "stage"],
  ["quantity", "qty", "amount", "count"],
  ["price", "cost", "unitprice"],
  ["title", "subject", "headline"],
  ["birthday", "birthdate", "dateofbirth", "dob"],
  ["duedate", "due", "deadline"],
];

/** Matchers from certain to likely. Each column and field is used once, so certain ones go first. */
const matches: ((header: string, names: string[]) => boolean)[] = [
  (header, names) => names.includes(header),
  (header, names) => synonyms.some((group) => group.includes(header) && names.some((name) => group.includes(name))),
  // "Phone (work)" and "Customer phone" match phone if nothing better does.
  (header, names) => names.some((name) => name.length > 3 && (header.startsWith(name) || header.endsWith(name))),
];

/**
 * "fall back to matching by name" (2-builder.md §7): headers that equal a field's name or title, ignoring case and
 * punctuation, or are synonyms.
 */
export function mapByName(headers: string[], { properties }: EntitySchema): ColumnMapping[] {
  const found = new Map<string, ColumnMapping>();
  const taken = new Set<string>();
  for (const isMatch of matches)
    for (const csvHeader of headers) {
      if (csvHeader === "" || found.has(csvHeader)) continue;
      const field = Object.entries(properties).find(
        ([name, { title }]) => !taken.has(name) && isMatch(plain(csvHeader), [plain(name), plain(title ?? name)]),
      );
      if (!field) continue;
      taken.add(field[0]);
      found.set(csvHeader, { csvHeader, schemaField: field[0], dataType: dataTypeOf(...field) });
    }
  return headers.flatMap((csvHeader) => found.get(csvHeader) ?? []);
}

/** "Company name" → "company_name", numbered when taken. */
export function fieldKeyFor(header: string, taken: string[]): string {
  const words = header
    .normalize("NFKD")
    .replaceAll(/[^A-Za-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .toLowerCase();
  const base = (/^[a-z]/.test(words) ? words : `field_${words}`).replace(/_+$/, "").slice(0, 50);
  const isFree = (name: string) => !taken.includes(name) && fieldNameSchema.safeParse(name).success;
  if (isFree(base)) return base;
  let number = 2;
  while (!isFree(`${base}_${number}`)) number += 1;
  return `${base}_${number}`;
}

/** Required fields without a column or default: every row would fail. */
export function missingRequired({ required, properties }: EntitySchema, mapping: ColumnMapping[]): string[] {
  const filled = new Set(mapping.map(({ schemaField }) => schemaField.split(".")[0]!));
  return (required ?? []).filter(
    (name) => Object.hasOwn(properties, name) && properties[name]!.default === undefined && !filled.has(name),
  );
}

/** Values of the first rows that are no option of their field. */
export function unknownOptions(
  { headers, rows }: { headers: string[]; rows: string[][] },
  schema: EntitySchema,
  mapping: ColumnMapping[],
): { field: string; option: string }[] {
  return mapping.flatMap(({ csvHeader, schemaField: field }) => {
    const property = propertyAt(schema, field);
    const index = headers.indexOf(csvHeader);
    if (field.includes(".") || property?.type !== "string" || !property.enum?.length) return [];
    const values = new Map(rows.map((row) => (row[index] ?? "").trim()).map((value) => [value.toLowerCase(), value]));
    return [...values.values()]
      .filter((value) => value !== "" && value.length <= optionMax && optionIn(value, property) === undefined)
      .map((option) => ({ field, option }));
  });
}

export function dataTypeOf(name: string, property: EntityProperty): ColumnMapping["dataType"] {
  if (isListed(property)) return "text";
  if (property.enum && property.enum.length > 0 && property.enum.every((option) => typeof option === "number"))
    return "number";
  const kind = kindOf(name, property);
  return kind === "number" || kind === "boolean" || kind === "datetime" || kind === "json" ? kind : "text";
}

/** All fields that a column can fill, nested ones as dotted paths. */
export function fieldsOf(
  properties: Record<string, EntityProperty>,
  prefix = "",
  depth = 0,
): { path: string; property: EntityProperty }[] {
  return Object.entries(properties).flatMap(([name, property]) => {
    const inner =
      property.type === "object" && property.properties && depth < 3
        ? fieldsOf(property.properties, `${prefix}${name}.`, depth + 1)
        : [];
    return [{ path: `${prefix}${name}`, property }, ...inner];
  });
}

export function propertyAt({ properties }: EntitySchema, path: string): EntityProperty | undefined {
  const [first, ...rest] = path.split(".");
  const start = Object.hasOwn(properties, first!) ? properties[first!] : undefined;
  return rest.reduce<EntityProperty | undefined>(
    (at, name) => (at?.properties && Object.hasOwn(at.properties, name) ? at.properties[name] : undefined),
    start,
  );
}

/** Possible upsert keys: the id, which our export writes, and mapped fields. */
export function matchFieldsOf(mapping: ColumnMapping[], headers: string[]): string[] {
  const fields = mapping.map(({ schemaField }) => schemaField).filter((field) => field !== "" && !field.includes("."));
  return [...new Set([...headers.filter((header) => header === "id"), ...fields])];
}

/**
 * Parses a cell for its field: "Number parses as a float; boolean is true only for the text true; datetime is converted
 * to an ISO string; json is parsed and falls back to the raw text" (2-builder.md §5). An empty cell is no value.
 * @throws CellFault when part of the cell would be lost
 */
export function readCell(
  text: string,
  { dataType, splitCharacter, timeZone }: ColumnMapping,
  property: EntityProperty | undefined,
): unknown {
  if (text.trim() === "") return undefined;
  if (property && isListed(property)) return readList(text, splitCharacter, property.items);
  const option = optionIn(text, property);
  if (option !== undefined) return option;
  const day = property?.format === "date" ? dottedDay(text)?.day : undefined;
  if (day !== undefined) return day;
  if (dataType === "number") {
    const number = convertValue(text, { type: "number" });
    if (number === undefined)
      throw new CellFault(`must be a number that can be kept exactly, not "${text.slice(0, 60)}"`);
    return number;
  }
  if (dataType === "boolean") return text.trim().toLowerCase() === "true";
  if (dataType === "datetime") {
    const moment = momentIn(text, timeZone);
    if (Number.isNaN(moment)) throw new CellFault(`must be a date, not "${text.slice(0, 60)}"`);
    return property?.format === "date" && /^\d{4}-\d\d-\d\d$/.test(text) ? text : new Date(moment).toISOString();
  }
  return dataType === "json" ? parsed(text) : text;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/**
 * The schema's option for a text (it may be a number). Case and spaces are ignored unless options differ only by them.
 */
function optionIn(text: string, property: EntityProperty | undefined) {
  const same = (value: unknown) => String(value).trim().replaceAll(/\s+/g, " ").toLowerCase();
  return (
    property?.enum?.find((option) => String(option) === text.trim()) ??
    property?.enum?.find((option) => same(option) === same(text))
  );
}

/**
 * "split by a chosen character (comma, semicolon, pipe, line break, tab), auto-detected". Our own export writes JSON
 * where a split would be lossy.
 */
function readList(text: string, chosen: string | undefined, items: EntityProperty | undefined): unknown[] {
  const list = text.startsWith("[") ? parsed(text) : text;
  if (Array.isArray(list) && (items?.type !== "string" || list.every((one) => typeof one === "string"))) return list;
  const split = chosen ?? [";", "|", "\n", "\t", ","].find((character) => text.includes(character)) ?? ",";
  return text
    .split(split)
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => itemIn(part, items));
}

/** An invalid number stays a text, so that the row's validation reports it. */
function itemIn(text: string, items: EntityProperty | undefined): unknown {
  const { type } = items ?? {};
  return (
    optionIn(text, items) ??
    (type === "number" || type === "integer" || type === "boolean" ? convertValue(text, { type }) : undefined) ??
    text
  );
}

/** Sets a dotted field through own properties only: guards against prototype pollution by headers. */
export function setField(row: Record<string, unknown>, path: string, value: unknown): void {
  if (!path.includes(".")) return define(row, path, value);
  const names = path.split(".");
  let at = row;
  for (const name of names.slice(0, -1)) {
    const next = Object.hasOwn(at, name) ? at[name] : undefined;
    if (typeof next === "object" && next !== null && !Array.isArray(next)) at = next as Record<string, unknown>;
    else {
      const inner: Record<string, unknown> = {};
      define(at, name, inner);
      at = inner;
    }
  }
  define(at, names.at(-1)!, value);
}

/** `__proto__` needs defineProperty; take the slow path for that key only. */
function define(at: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(at, name, { value, enumerable: true, writable: true, configurable: true });
  else at[name] = value;
}
