import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import { AppError } from "@/errors";
import { knownField, knownFilter } from "./check-query";
import { seenBy } from "./field-rights";
import { compileFilter, valueOf } from "./query";
import type { Reach } from "./rules";
import type { Entity } from "./entity";
import { type Rows, within } from "@/features/rows/read";

/** Groups per response: the largest ones, or for dates the latest. */
const groupsMax = 1_000;
const metricsMax = 20;

export type AggregateOptions = { q?: unknown; group?: string | undefined; metrics?: string | undefined };
/**
 * `key` is the group's value: `YYYY`, `YYYY-MM` or `YYYY-MM-DD` for a date (a week's Monday), an array for two
 * groupings, null without one.
 */
export type Group = { key: unknown; count: number } & Record<string, unknown>;

type Unit = "day" | "week" | "month" | "year";
const formats: Record<Unit, string> = { day: "YYYY-MM-DD", week: "YYYY-MM-DD", month: "YYYY-MM", year: "YYYY" };
const isUnit = (text: string): text is Unit => Object.hasOwn(formats, text);

const refuse = (message: string) => new AppError("invalid-query", undefined, message);
const partsOf = (text: string | undefined) => (text ?? "").split(",").flatMap((part) => part.trim() || []);

type Grouping = { field: string; unit?: Unit; isList: boolean };

function readGroups(entity: Entity, text: string | undefined): Grouping[] {
  const parts = partsOf(text);
  if (parts.length > 2) throw refuse("Group by at most two fields");
  return parts.map((part) => {
    const [field = "", unit, ...rest] = part.split(":");
    if (rest.length > 0 || (unit !== undefined && !isUnit(unit)))
      throw refuse(`"${part.slice(0, 60)}" is no group: write a field, or a field with :day, :week, :month or :year`);
    const known = knownField(entity, field);
    return { field: known, ...(unit && { unit }), isList: !unit && entity.schema.properties[field]?.type === "array" };
  });
}

type Metric = { name: string; kind: "sum" | "avg" | "min" | "max"; field: string };

function readMetrics(entity: Entity, text: string | undefined): Metric[] {
  const names = [...new Set(partsOf(text))].filter((name) => name !== "count");
  if (names.length > metricsMax) throw refuse(`Ask for at most ${metricsMax} metrics`);
  return names.map((name) => {
    const found = /^(sum|avg|min|max):(.+)$/.exec(name);
    if (!found) throw refuse(`"${name.slice(0, 60)}" is no metric: write count, or sum, avg, min or max with a field`);
    return { name, kind: found[1] as Metric["kind"], field: knownField(entity, found[2]!) };
  });
}

const utc = (column: SQL) => sql`(${column} at time zone 'utc')`;
const systemTimes: Record<string, SQL> = { createdAt: utc(sql`created_at`), updatedAt: utc(sql`updated_at`) };
const isoTime = (time: SQL) => sql`to_jsonb(to_char(${time}, 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`;

/**
 * A stored text as a UTC timestamp, or null for an invalid one. Built from checked digits, because a cast would fail
 * the whole query at the first "2026-02-31", which counts as 3 March here, as in JavaScript.
 */
function timeIn(field: string): SQL {
  const system = systemTimes[field];
  if (system) return system;
  const text = sql`(${valueOf(field)} #>> '{}')`;
  const clock = sql`coalesce(substring(${text} from 'T([01][0-9]:[0-5][0-9]|2[0-3]:[0-5][0-9])'), '00:00')::interval`;
  const offset = sql`coalesce(substring(${text} from 'T.*([+-][01][0-9]:[0-5][0-9])$'), '00:00')::interval`;
  return sql`case when ${text} ~ '^[12][0-9]{3}-(0[1-9]|1[0-2])-(0[1-9]|[12][0-9]|3[01])' then to_date(substr(${text}, 1, 7), 'YYYY-MM') + (substr(${text}, 9, 2)::int - 1) + ${clock} - ${offset} end`;
}

/** A group's key as jsonb that is never SQL null. */
function keyOf({ field, unit }: Grouping): SQL {
  if (unit)
    return sql`coalesce(to_jsonb(to_char(date_trunc(${unit}, ${timeIn(field)}), ${formats[unit]})), 'null'::jsonb)`;
  if (systemTimes[field]) return isoTime(systemTimes[field]);
  return valueOf(field);
}

/** The entries of a list, or the single value; an empty list gives null, so that its row is counted. */
const entriesOf = (field: string) =>
  sql`jsonb_array_elements(case when jsonb_typeof(${valueOf(field)}) <> 'array' then jsonb_build_array(${valueOf(field)}) when ${valueOf(field)} = '[]'::jsonb then '[null]'::jsonb else ${valueOf(field)} end)`;

/** sum and avg take numbers only; min and max take numbers, or texts when there are none. */
function metricOf(kind: Metric["kind"], value: SQL): SQL {
  const number = sql`case when jsonb_typeof(${value}) = 'number' then ${value}::numeric end`;
  const text = sql`case when jsonb_typeof(${value}) = 'string' then ${value} #>> '{}' end collate "C"`;
  switch (kind) {
    case "sum":
      return sql`coalesce(sum(${number}), 0)`;
    case "avg":
      return sql`avg(${number})`;
    case "min":
      return sql`coalesce(to_jsonb(min(${number})), to_jsonb(min(${text})))`;
    case "max":
      return sql`coalesce(to_jsonb(max(${number})), to_jsonb(max(${text})))`;
  }
}

/**
 * Aggregates the rows that the caller may read, in all or by group.
 * @param options.group `status`, `createdAt:month` (day, week, month, year, in UTC), or two of them:
 * `status,due:month`. A list counts under each of its entries.
 * @param options.metrics `count,sum:amount,avg:amount,min:amount,max:amount`; count is always included
 * @returns largest group first; for dates earliest first
 * @throws invalid-query naming what is not a field, a group or a metric
 */
export async function aggregateRows(
  rows: Rows,
  reach: Reach,
  { q, group, metrics: asked }: AggregateOptions,
): Promise<{ groups: Group[] }> {
  const seen = seenBy(rows);
  const groups = readGroups(seen, group);
  const metrics = readMetrics(seen, asked);
  const column = (prefix: string, index: number) => sql.raw(`${prefix}${index}`);
  const picked = [
    sql`1 as one`,
    ...groups.map(
      (one, index) => sql`${one.isList ? sql`${column("list", index)}.entry` : keyOf(one)} as ${column("key", index)}`,
    ),
    ...metrics.map(
      ({ field }, index) =>
        sql`${systemTimes[field] ? isoTime(systemTimes[field]) : valueOf(field)} as ${column("value", index)}`,
    ),
  ];
  const lists = groups.map(({ field, isList }, index) =>
    isList ? sql` cross join lateral ${entriesOf(field)} as ${column("list", index)}(entry)` : sql``,
  );
  const keys = groups.map((_, index) => column("key", index));
  const figures = metrics.map(({ kind }, index) => metricOf(kind, column("value", index)));
  const isByDate = groups.some(({ unit }) => unit);
  const order = groups.map(({ unit }, index) =>
    unit ? sql`${column("key", index)} = 'null'::jsonb desc, ${column("key", index)} desc` : undefined,
  );
  const found = await rowsOf<{ keys: unknown[]; count: number; figures: unknown[] }>(
    rows.scope.db,
    sql`select jsonb_build_array(${sql.join(keys, sql`, `)}) as keys, count(*)::int as count, jsonb_build_array(${sql.join(figures, sql`, `)}) as figures
        from (select ${sql.join(picked, sql`, `)} from entity_row${sql.join(lists)} where ${within(rows, reach)} and ${compileFilter(knownFilter(seen, q), seen.schema)}) picked
        ${keys.length > 0 ? sql`group by ${sql.join(keys, sql`, `)}` : sql``}
        order by ${sql.join([...order.flatMap((one) => one ?? []), sql`count(*) desc`, ...keys], sql`, `)} limit ${groupsMax}`,
  );
  // The query takes the latest dates; return them in ascending order.
  const told = isByDate ? found.toReversed() : found;
  return {
    groups: told.map(({ keys: values, count, figures: results }) => ({
      key: groups.length === 0 ? null : groups.length === 1 ? values[0] : values,
      count,
      ...Object.fromEntries(metrics.map(({ name }, index) => [name, results[index]])),
    })),
  };
}
