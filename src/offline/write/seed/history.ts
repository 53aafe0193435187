import "server-only";
import type { Entity } from "../../model/app-model";
import { type Column, columnsOf, isVoice } from "../../model/columns";
import { titleField } from "../../model/field-kinds";
import { fieldTimeOf, stateTimesOf, tableTimeOf } from "../../words/days";
import { sampleFor } from "../../words/samples";
import { dayMs, isLine, label, pick, textOf } from "./scene";
import { isState, stepsOf } from "./steps";
import { isMadeName } from "./values";

type Row = Record<string, unknown>;

/** How long ago earlier rows lie, in days: the further back the fewer, as in a business that grows. */
const earlier = [33, 40, 48, 56, 66, 77, 89, 102, 118, 137];
/** The same of what is recorded every few days: ten rows in five months beside nine of this week would be a chart of one spike. */
const daily = [9, 13, 17, 21, 24, 28, 33, 37, 41, 46, 51, 55, 61, 66, 72, 78, 85, 91, 98, 106, 114, 123, 132, 142];
const dailySpan = 7;
/** Rows that lie closer together than this, in days, are those of the last weeks. */
const recentSpan = 60;
/** Rows that would tell the same event twice, where their title is no number and nobody's name. */
const repeats = new Set(["code", "person"]);

const isDay = ({ kind }: Column) => kind === "date" || kind === "datetime";
const dayOf = (value: unknown) => (typeof value === "string" ? Date.parse(value) : Number.NaN);

/**
 * What went before the rows that the domain data tells of the last weeks, such as orders and appointments: finished ones
 * of the same people over some months, so that no chart and no comparison begins this month. None for other tables.
 */
export function historyOf(entity: Entity, rows: Row[], today: Date): Row[] {
  const columns = columnsOf(entity);
  const title = columns.find(({ name }) => name === titleField(entity));
  const time = tableTimeOf(entity.name);
  if (!time || isLine(entity) || isVoice(entity) || !isRepeated(title, rows, entity)) return [];
  // Nobody writes the same text twice.
  if (columns.some(({ kind, name }) => kind === "longtext" && entity.required?.includes(name))) return [];
  const main = ownDay(entity);
  const days = rows.map((row) => dayOf(row[main?.name ?? ""]));
  if (!main || rows.length < 3 || days.some(Number.isNaN) || Math.max(...days) - Math.min(...days) > recentSpan * dayMs)
    return [];
  if (Math.min(...days) < today.getTime() - recentSpan * dayMs) return [];
  const states = columns.filter(({ kind, property }) => kind === "enum" && isState(property.enum!));
  const { flags } = stepsOf(entity);
  const unticked = (row: Row) => flags.filter(({ name }) => row[name] !== true).length;
  const [finished] = rows
    .filter((row) => states.every((state) => isOver(state, row)))
    .toSorted((left, right) => unticked(left) - unticked(right) || stepIn(states[0], right) - stepIn(states[0], left));
  if (!finished) return [];
  const oldest = (today.getTime() - Math.min(...days)) / dayMs;
  const isDaily = time === "past" && Math.max(...days) - Math.min(...days) <= dailySpan * dayMs;
  const ages = isDaily ? daily.filter((ago) => ago > oldest) : earlier;
  return ages.map((ago, nth) => {
    const own = pick(rows, nth);
    const target = Math.floor(today.getTime() / dayMs) - ago;
    const shift = (value: unknown, of: Row) => {
      const days = target - Math.floor(dayOf(of[main.name]) / dayMs);
      return textOf(dayOf(value) + days * dayMs, String(value));
    };
    const cells = columns.flatMap((column): [string, unknown][] => {
      const { name, kind } = column;
      const isEnding = states.includes(column) || kind === "boolean" || fieldTimeOf(name) === "closed";
      const from = isEnding ? finished : own;
      const value = from[name];
      if (value === undefined || kind === "longtext" || /note|remark/.test(name)) return [];
      return [
        [name, isDay(column) ? shift(value, from) : kind === "text" ? numberedBack(value, rows, name, nth) : value],
      ];
    });
    return Object.fromEntries(cells);
  });
}

/** Rows of what happens day by day in the order of their days: lists show first what was added last. */
export function oldestFirst<Of extends Row>(entity: Entity, rows: Of[]): Of[] {
  const day = isLine(entity) ? undefined : ownDay(entity);
  const days = rows.map((row) => dayOf(row[day?.name ?? ""]));
  if (!tableTimeOf(entity.name) || days.some(Number.isNaN)) return rows;
  return rows
    .map((row, at) => ({ row, day: days[at]! }))
    .toSorted((one, other) => one.day - other.day)
    .map(({ row }) => row);
}

const ownDay = (entity: Entity) =>
  columnsOf(entity).find(
    (column) => isDay(column) && ["past", "planned", undefined].includes(fieldTimeOf(column.name)),
  );

/** Whether a state is the end of its way; where it has none, whether it goes well. */
function isOver({ name, property }: Column, row: Row): boolean {
  const times = stateTimesOf(property.enum!);
  const own = times[property.enum!.indexOf(row[name] as string)];
  return own === "finished" || (!times.includes("finished") && (own === "planned" || own === "running"));
}

const stepIn = (state: Column | undefined, row: Row) =>
  state ? state.property.enum!.indexOf(String(row[state.name])) : 0;

function isRepeated(title: Column | undefined, rows: Row[], entity: Entity): boolean {
  // Hours, attendance: what has no name of its own is told by whose it is.
  if (!title || !entity.required?.includes(title.name))
    return columnsOf(entity).some(({ kind }) => kind === "reference");
  const { kind, name } = title;
  if (kind === "reference" || isDay(title)) return true;
  if (kind !== "text" && kind !== "number") return false;
  if (repeats.has(sampleFor(name)?.is ?? "")) return true;
  // Checks of a habit and hours of a subject are called the same each time, or by their number.
  const names = rows.map((row) => row[name]);
  if (new Set(names).size < names.length || names.every((one) => isMadeName(one, entity, rows.length))) return true;
  const people = new Set(sampleFor("person")!.values);
  return rows.filter((row) => people.has(String(row[name]))).length > 1;
}

const digits = /\d+$/;
/** "1048" → "1041": numbers that go on by one in the rows went up to there before them. */
function numberedBack(value: unknown, rows: Row[], name: string, nth: number): unknown {
  const numbers = rows.map((row) => digits.exec(String(row[name]))?.[0]);
  if (numbers.some((number) => number === undefined) || new Set(numbers).size < rows.length) return value;
  const first = Math.min(...numbers.map(Number));
  if (first <= earlier.length) return value;
  return String(value).replace(digits, (number) => String(first - 1 - nth).padStart(number.length, "0"));
}

/** How many rows of a table the domain data tells, and how many went before them. */
export type Earlier = { count: number; before: number };

/** The lines of earlier documents: those of the document that each one repeats. */
export function linesOfEarlier(entity: Entity, rows: Row[], told: ReadonlyMap<string, Earlier>): Row[] {
  if (!isLine(entity)) return [];
  const by = columnsOf(entity).find(({ property }) => told.has(property["x-reference"] ?? ""));
  if (!by) return [];
  const owner = by.property["x-reference"]!;
  const { count, before } = told.get(owner)!;
  return Array.from({ length: before }, (_, nth) => nth).flatMap((nth) =>
    rows
      .filter((row) => row[by.name] === `$ref:${label(owner, nth % count)}`)
      .map((row) => ({ ...row, [by.name]: `$ref:${label(owner, count + nth)}` })),
  );
}
