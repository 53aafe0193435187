import "server-only";
import type { AppModel, Entity, Property } from "../../model/app-model";
import { kindOf, titleField } from "../../model/field-kinds";
import { sentence, singular, wordsOf } from "../../language/inflect";
import { loadWords } from "../../words/load";
import type { Cell, Row } from "../../words/row-notation";
import { type Sample, sampleFor } from "../../words/samples";
import type { Thing } from "../../words/thing";
import type { Trade } from "../../words/trades";
import { isNaming } from "./values";

/** Rows of a table from the domain data, with their titles. */
type Told = { thing?: Thing; rows: Row[]; titles: string[] };
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
    // A course of twelve, where there is room for six.
    return fits ? cell : typeof cell === "number" ? property.default : undefined;
  }
  if (property.type === "boolean") return typeof cell === "boolean" ? cell : undefined;
  // A text does not say a day in the notation of machines.
  return typeof cell === "string" && !/^\d{4}-\d\d-\d\d(?:T|$)/.test(cell) ? cell : undefined;
}

const isDated = ({ format }: Property) => format === "date" || format === "date-time";
const isDayField = ({ type }: Thing["fields"][number]) => type === "date" || type === "datetime";
const dayName = (name: string) =>
  /^(?:date|day|when|date_and_time)$/.test(name)
    ? "date"
    : name.replace(/^date_(?:of_)?|_(?:date|day|on|at|time)$/g, "").replace(/s$/, "");

/** The thing's field behind a property: by name, by reference, or as the title. */
function sourceOf(name: string, property: Property, entity: Entity, thing: Thing, things: Record<string, string>) {
  const plain =
    thing.fields.find((field) => field.name === name || `${field.name}_minutes` === name) ??
    // A "due date" is what is "due", "delivery on" is "delivery date".
    (isDated(property)
      ? thing.fields.find((field) => isDayField(field) && dayName(field.name) === dayName(name))
      : undefined) ??
    // A "plate" is the licence plate.
    thing.fields.find((field) => field.name.endsWith(`_${name}`));
  if (plain) return plain;
  const target = property["x-reference"];
  if (target) return thing.fields.find((field) => field.to !== undefined && field.to === things[target]);
  return name === titleField(entity) ? titleSource(name, entity, thing) : undefined;
}

const isOf = (field: { name: string; to?: string | undefined }, is: Sample["is"]) =>
  field.to === undefined && sampleFor(field.name)?.is === is;

/** What a row is called by, where the thing calls it otherwise: whoever booked, for the "name" of a booking. */
function titleSource(name: string, entity: Entity, { titleField: own, fields }: Thing) {
  const isName = isNaming(name);
  const asked = isName ? undefined : sampleFor(name);
  // A "room" is not what a course is called, nor is a "number" who hires.
  if (asked) return asked.is && asked.is !== "long" ? fields.find((field) => isOf(field, asked.is)) : undefined;
  // A loan is named by its book, otherwise numbered.
  if (own.to) return isName && !hasContact(entity) ? own : undefined;
  // A number is no garment.
  if (!isName && sampleFor(own.name)?.is === "code" && !isNumber.test(name)) return undefined;
  if (!isName || isNaming(own.name)) return own;
  const isPerson = fields.some((field) => isOf(field, "person")) && hasContact(entity);
  if (isPerson || !isCalled(own.name)) return fields.find((field) => isOf(field, "person"));
  return own;
}

const isNumber = /(?:^|_)(?:no|nr|num|id|code|key)$|number|nummer/;
const hasContact = ({ properties }: Entity) => Object.keys(properties).some((name) => /email|phone/.test(name));
/** Whether the title of a thing would do as a name: "game" and "vaccine", but not "number", "date" or "purpose". */
const isCalled = (name: string) =>
  !["code", "long"].includes(sampleFor(name)?.is ?? "") && !/purpose|date|time|stars/.test(name);

/**
 * Rows of tables that a choice has become ("categories" of expenses): what the rows that point to them say there, so that
 * an expense for the rent is no "news".
 */
function choicesOf(
  model: AppModel,
  names: string[],
  told: ReadonlyMap<string, Told>,
  things: Record<string, string>,
): Map<string, Told> {
  const found = new Map<string, Told>();
  for (const [name, { thing, rows }] of told) {
    const entity = model.entities.find((candidate) => candidate.name === name);
    for (const [field, property] of Object.entries(entity?.properties ?? {})) {
      const target = model.entities.find((candidate) => candidate.name === property["x-reference"]);
      if (!target || !thing || told.has(target.name) || !names.includes(target.name) || !titleField(target)) continue;
      const source = sourceOf(field, property, entity!, thing, things);
      const cells = rows.flatMap((row) =>
        source && typeof row[source.name] === "string" ? [String(row[source.name])] : [],
      );
      const titles = [...new Set([...(found.get(target.name)?.titles ?? []), ...cells])];
      if (titles.length > 1) found.set(target.name, { rows: [], titles });
    }
  }
  return found;
}

/** Rows that can be told apart by what names them, where no date does: of birds that are named by their species, one each. */
function withoutTwins(entity: Entity, thing: Thing, rows: Row[], things: Record<string, string>): Row[] {
  const title = titleField(entity);
  const isDated = Object.values(entity.properties).some(({ format }) => format?.startsWith("date"));
  const source = title && !isDated && sourceOf(title, entity.properties[title]!, entity, thing, things);
  if (!source) return rows;
  const names = rows.map((row) => row[source.name]);
  return rows.filter((_, at) => names[at] === undefined || names.indexOf(names[at]) === at);
}

/** The rows about rows that are there: not the visit of a budgie where all pets are dogs. */
function ofKnownRows(one: Told, told: ReadonlyMap<string, Told>): Told {
  const { to, name } = one.thing!.titleField;
  const other = to && [...told.values()].find(({ thing }) => thing?.name === to);
  if (!other) return one;
  const rows = one.rows.filter((row) => other.titles.includes(String(row[name])));
  return rows.length < 2 ? one : { ...one, rows, titles: rows.map((row) => titleIn(one.thing!, row)) };
}

/** Rows enough to look at, where most of a thing's own are of another kind. */
const fewest = 4;

/**
 * The rows of a table that is called by an option of its thing: "dogs" are pets whose species is dog. Others lend their names
 * where those are few, without what is true of their own kind.
 */
function ofItsKind(name: string, thing: Thing, rows: Row[]): Row[] {
  const noun = singular(wordsOf(name).join(" "));
  // Members of a club are also its board and its treasurer.
  if (wordsOf(thing.name).at(-1) === noun) return rows;
  const field = thing.fields.find(({ options }) => options?.some(({ value }) => value === noun));
  if (!field || rows.every((row) => row[field.name] === undefined)) return rows;
  const [own = [], others = []] = [true, false].map((is) => rows.filter((row) => (row[field.name] === noun) === is));
  // Any animal may be called Luna, but no house "Sunny corner flat".
  if (field.name !== "species") return own.length < 2 ? rows : own;
  const kept = thing.fields.filter(
    (one) => one === thing.titleField || one.to || ["date", "datetime", "option"].includes(one.type),
  );
  const lent = others.slice(0, Math.max(0, fewest - own.length)).map((row) => ({
    ...Object.fromEntries(kept.flatMap((one) => (row[one.name] === undefined ? [] : [[one.name, row[one.name]!]]))),
    [field.name]: noun,
  }));
  return [...own, ...lent];
}

/**
 * Sample rows from the domain data, for known things: those of the app's trade, where it has its own. References are kept, dates shifted around `today`, and unknown
 * fields left out.
 */
export function storyOf(
  model: AppModel,
  names: string[],
  things: Record<string, string>,
  { today, trade }: { today: Date; trade: Trade },
  label: (entity: string, at: number) => string,
): Story {
  const told = new Map<string, Told>();
  for (const name of names) {
    const thing = loadWords().things.get(things[name] ?? "");
    if (!thing) continue;
    const own = trade.rowsOf(thing, wordsOf(name).join(" "), today) ?? thing.rowsAt(today);
    const entity = model.entities.find((candidate) => candidate.name === name);
    const rows = entity ? ofItsKind(name, thing, withoutTwins(entity, thing, own, things)) : own;
    told.set(name, { thing, rows, titles: rows.map((row) => titleIn(thing, row)) });
  }
  for (const [name, one] of told) told.set(name, ofKnownRows(one, told));
  for (const [name, rows] of choicesOf(model, names, told, things)) told.set(name, rows);
  const cellOf = (entity: Entity, thing: Thing, row: Row, name: string, property: Property): unknown => {
    const field = sourceOf(name, property, entity, thing, things);
    const cell = field && row[field.name];
    const target = property["x-reference"];
    if (target) {
      const at = told.get(target)?.titles.indexOf(String(cell)) ?? -1;
      return at < 0 ? undefined : `$ref:${label(target, at)}`;
    }
    // Named by another row, which this trade does not have.
    const other = field?.to && [...told.values()].find(({ thing: one }) => one?.name === field.to);
    if (other && !other.titles.includes(String(cell))) return undefined;
    const isHours = field?.type === "duration" && /hour/.test(name) && typeof cell === "number";
    return fitting(name, property, isHours ? cell / 60 : cell);
  };
  return new Map(
    [...told].flatMap(([name, { thing, rows, titles }]) => {
      const entity = model.entities.find((candidate) => candidate.name === name);
      if (!entity) return [];
      if (!thing) return [[name, titles.map((title) => ({ [titleField(entity)!]: sentence(title) }))] as const];
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
