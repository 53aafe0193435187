import { isListed, kindOf } from "@/features/entities/columns";
import { momentIn } from "@/features/entities/read-time";
import { convertValue } from "@/features/entities/rules";
import type { EntityProperty, EntitySchema } from "@/features/rows/schema";
import type { ColumnMapping } from "./schema";

/** A value that does not fit, in words for the person who made the file. */
export class CellFault extends Error {}

const plain = (name: string) => name.toLowerCase().replaceAll(/[^\p{L}\p{N}.]/gu, "");

/** What a file's columns are called, here as on the server: each by its header, once, and by its place where it has none. */
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

/** "fall back to matching by name" (2-builder.md §7): headers that name a field or its title, whatever their case and signs. */
export function mapByName(headers: string[], { properties }: EntitySchema): ColumnMapping[] {
  const taken = new Set<string>();
  return headers.flatMap((csvHeader) => {
    const found = Object.entries(properties).find(
      ([name, { title }]) =>
        !taken.has(name) &&
        (plain(name) === plain(csvHeader) || (title !== undefined && plain(title) === plain(csvHeader))),
    );
    if (!found || csvHeader === "") return [];
    taken.add(found[0]);
    return [{ csvHeader, schemaField: found[0], dataType: dataTypeOf(...found) }];
  });
}

export function dataTypeOf(name: string, property: EntityProperty): ColumnMapping["dataType"] {
  if (isListed(property)) return "text";
  if (property.enum && property.enum.length > 0 && property.enum.every((option) => typeof option === "number"))
    return "number";
  const kind = kindOf(name, property);
  return kind === "number" || kind === "boolean" || kind === "datetime" || kind === "json" ? kind : "text";
}

/** Every field that a column can fill, inner ones as dotted paths. */
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

/** What rows can be told apart by: their id, which our export writes, and fields that a column fills. */
export function matchFieldsOf(mapping: ColumnMapping[], headers: string[]): string[] {
  const fields = mapping.map(({ schemaField }) => schemaField).filter((field) => field !== "" && !field.includes("."));
  return [...new Set([...headers.filter((header) => header === "id"), ...fields])];
}

/**
 * A cell as its field holds it: "Number parses as a float; boolean is true only for the text true; datetime is converted to an ISO string;
 * json is parsed and falls back to the raw text" (2-builder.md §5). An empty cell is no value.
 * @throws CellFault when something of the cell would be lost
 */
export function readCell(
  text: string,
  { dataType, splitCharacter, timeZone }: ColumnMapping,
  property: EntityProperty | undefined,
): unknown {
  if (text.includes("\0")) throw new CellFault("holds a null character");
  if (text.trim() === "") return undefined;
  if (property && isListed(property)) return readList(text, splitCharacter, property.items);
  const option = optionIn(text, property);
  if (option !== undefined) return option;
  if (dataType === "number") {
    const number = convertValue(text, { type: "number" });
    if (number === undefined) throw new CellFault(`"${text.slice(0, 60)}" is not a number that can be kept exactly`);
    return number;
  }
  if (dataType === "boolean") return text.trim().toLowerCase() === "true";
  if (dataType === "datetime") {
    const moment = momentIn(text, timeZone);
    if (Number.isNaN(moment)) throw new CellFault(`"${text.slice(0, 60)}" is not a date`);
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

/** The option that a text means, as the schema has it: it may be a number. */
const optionIn = (text: string, property: EntityProperty | undefined) =>
  property?.enum?.find((option) => String(option) === text.trim());

/** "split by a chosen character (comma, semicolon, pipe, line break, tab), auto-detected". Our own export writes JSON where a split would lose something. */
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

/** What is no number stays a text, so that the check of the row names it. */
function itemIn(text: string, items: EntityProperty | undefined): unknown {
  const { type } = items ?? {};
  return (
    optionIn(text, items) ??
    (type === "number" || type === "integer" || type === "boolean" ? convertValue(text, { type }) : undefined) ??
    text
  );
}

/** Sets a dotted field. Inner names are own properties only, so that no header reaches a prototype. */
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

/** One name is no plain assignment; a million rows are not to pay for it. */
function define(at: Record<string, unknown>, name: string, value: unknown): void {
  if (name === "__proto__")
    Object.defineProperty(at, name, { value, enumerable: true, writable: true, configurable: true });
  else at[name] = value;
}
