import "server-only";
import type { AppModel, Entity, Property } from "../model/app-model";
import { kindOf, titleField } from "../model/field-kinds";
import { loadWords } from "../words/load";
import type { Cell, Row } from "../words/row-notation";
import type { Thing } from "../words/thing";

/** Rows of a table from the domain data, with their titles. */
type Told = { thing: Thing; rows: Row[]; titles: string[] };
/** Rows by table; references hold `$ref:` and a label. */
export type Story = ReadonlyMap<string, Record<string, unknown>[]>;

const titleIn = (thing: Thing, row: Row) => String(row[thing.titleField.name] ?? "");

/** A cell converted for its property; undefined when it does not fit. */
function fitting(name: string, property: Property, cell: Cell | undefined): unknown {
  if (cell === undefined) return undefined;
  const kind = kindOf(name, property);
  if (property.enum) return property.enum.includes(cell as string) ? cell : undefined;
  if (kind === "multi") {
    const known = property.items?.enum ?? [];
    return Array.isArray(cell) && cell.every((value) => known.includes(value)) ? cell : undefined;
  }
  if (property.type === "array") return Array.isArray(cell) ? cell : undefined;
  if (kind === "date") return typeof cell === "string" && /^\d{4}-/.test(cell) ? cell.slice(0, 10) : undefined;
  if (kind === "datetime")
    return typeof cell === "string" && /^\d{4}-/.test(cell)
      ? cell.length > 10
        ? cell
        : `${cell}T09:00:00.000Z`
      : undefined;
  if (property.type === "integer" || property.type === "number") {
    const fits =
      typeof cell === "number" &&
      cell >= (property.minimum ?? -Infinity) &&
      cell <= (property.maximum ?? Infinity) &&
      (property.type === "number" || Number.isInteger(cell));
    return fits ? cell : undefined;
  }
  if (property.type === "boolean") return typeof cell === "boolean" ? cell : undefined;
  return typeof cell === "string" ? cell : undefined;
}

/** The thing's field behind a property: by name, by reference, or as the title. */
function sourceOf(name: string, property: Property, entity: Entity, thing: Thing, things: Record<string, string>) {
  const plain =
    thing.fields.find((field) => field.name === name || `${field.name}_minutes` === name) ??
    // A "plate" is the licence plate.
    thing.fields.find((field) => field.name.endsWith(`_${name}`));
  if (plain) return plain;
  const target = property["x-reference"];
  if (target) return thing.fields.find((field) => field.to !== undefined && field.to === things[target]);
  // A loan is named by its book, otherwise numbered.
  return name === titleField(entity) && (!thing.titleField.to || /name|title/.test(name))
    ? thing.titleField
    : undefined;
}

/**
 * Sample rows from the domain data, for known things. References are kept, dates shifted around `today`, and unknown
 * fields left out.
 */
export function storyOf(
  model: AppModel,
  names: string[],
  things: Record<string, string>,
  today: Date,
  label: (entity: string, at: number) => string,
): Story {
  const told = new Map<string, Told>();
  for (const name of names) {
    const thing = loadWords().things.get(things[name] ?? "");
    if (!thing) continue;
    const rows = thing.rowsAt(today);
    told.set(name, { thing, rows, titles: rows.map((row) => titleIn(thing, row)) });
  }
  const cellOf = (entity: Entity, thing: Thing, row: Row, name: string, property: Property): unknown => {
    const field = sourceOf(name, property, entity, thing, things);
    const cell = field && row[field.name];
    const target = property["x-reference"];
    if (target) {
      const at = told.get(target)?.titles.indexOf(String(cell)) ?? -1;
      return at < 0 ? undefined : `$ref:${label(target, at)}`;
    }
    const isHours = field?.type === "duration" && /hour/.test(name) && typeof cell === "number";
    return fitting(name, property, isHours ? cell / 60 : cell);
  };
  return new Map(
    [...told].flatMap(([name, { thing, rows }]) => {
      const entity = model.entities.find((candidate) => candidate.name === name);
      if (!entity) return [];
      const filled = rows.map((row) =>
        Object.fromEntries(
          Object.entries(entity.properties).flatMap(([field, property]) => {
            const value = cellOf(entity, thing, row, field, property);
            return value === undefined ? [] : [[field, value]];
          }),
        ),
      );
      return [[name, filled] as const];
    }),
  );
}
