import type { SourceFile } from "@/shipped/contract";

/** The part of JSON Schema that samples need. */
type Property = {
  type?: string;
  format?: string;
  enum?: unknown[];
  items?: Property;
  properties?: Record<string, Property>;
  default?: unknown;
  minimum?: number;
  "x-reference"?: string;
};
type Entity = { properties?: Record<string, Property>; required?: string[] };
export type SampleRow = { id: string } & Record<string, unknown>;

const rowsPerEntity = 3;
const sampleId = (entity: string, index: number) => `sample-${entity}-${index + 1}`;
/** Deterministic dates, so that two runs find the same. */
const dayOf = (index: number) => new Date(Date.UTC(2026, 0, 10 + index, 9, 30)).toISOString();

/**
 * Sample rows by entity that satisfy the app's schemas.
 * @param isSparse required fields only: the rows that forms with empty fields leave
 */
export function sampleRows(files: SourceFile[], isSparse: boolean): Record<string, SampleRow[]> {
  const rows: Record<string, SampleRow[]> = {};
  for (const { path, content } of files) {
    const name = /^entities\/([A-Za-z][A-Za-z0-9_]*)\.json$/.exec(path)?.[1];
    const schema = name ? readEntity(content) : undefined;
    if (!name || !schema) continue;
    rows[name] = Array.from({ length: rowsPerEntity }, (_, index) => ({
      ...fieldsOf(schema, index, isSparse),
      id: sampleId(name, index),
      createdAt: dayOf(index),
      updatedAt: dayOf(index),
      creatorId: "sample-user",
    }));
  }
  return rows;
}

function readEntity(content: string): Entity | undefined {
  try {
    const value: unknown = JSON.parse(content);
    return typeof value === "object" && value !== null ? value : undefined;
  } catch {
    return undefined;
  }
}

function fieldsOf(
  { properties = {}, required = [] }: Entity,
  index: number,
  isSparse: boolean,
): Record<string, unknown> {
  const wanted = Object.entries(properties).filter(([name]) => !isSparse || required.includes(name));
  return Object.fromEntries(wanted.map(([name, property]) => [name, valueOf(name, property, index)]));
}

function valueOf(name: string, property: Property, index: number): unknown {
  if (Array.isArray(property.enum) && property.enum.length > 0) return property.enum[index % property.enum.length];
  if (property["x-reference"]) return sampleId(property["x-reference"], index % rowsPerEntity);
  switch (property.type) {
    case "number":
    case "integer":
      return Math.max(property.minimum ?? 0, 10 * (index + 1));
    case "boolean":
      return index % 2 === 0;
    case "array":
      return property.items ? [valueOf(name, property.items, index)] : [];
    case "object":
      return fieldsOf(property, index, false);
    default:
      return textOf(name, property.format, index);
  }
}

function textOf(name: string, format: string | undefined, index: number): string {
  switch (format) {
    case "date":
      return dayOf(index).slice(0, 10);
    case "date-time":
      return dayOf(index);
    case "time":
      return "09:30";
    case "email":
      return `sample${index + 1}@example.com`;
    case "uri":
    case "url":
    case "image":
      return `https://example.com/${index + 1}.png`;
    default:
      return `${name} ${index + 1}`;
  }
}
