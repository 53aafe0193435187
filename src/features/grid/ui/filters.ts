import type { TableColumn } from "@/features/entities/columns";
import type { ColumnKind } from "@/features/entities/limits";

export const operators = [
  "contains",
  "lacks",
  "is",
  "isNot",
  "startsWith",
  "gt",
  "gte",
  "lt",
  "lte",
  "on",
  "before",
  "after",
  "has",
  "hasNot",
  "empty",
  "filled",
] as const;
export type Operator = (typeof operators)[number];
/**
 * One condition of the filter bar, as kept in the URL. `id` is local, since two conditions may share a column, and so is
 * `startsAt`: which input takes the focus when it is added.
 */
export type Condition = {
  id: number;
  field: string;
  operator: Operator;
  value: string;
  startsAt?: "column" | "value" | undefined;
};
/** Combine conditions by AND or OR. */
export type Match = "all" | "any";
export type Filter = { conditions: Condition[]; match: Match };

export const noFilter: Filter = { conditions: [], match: "all" };

const presence: Operator[] = ["filled", "empty"];
const byKind: Record<ColumnKind, Operator[]> = {
  text: ["contains", "lacks", "is", "isNot", "startsWith", ...presence],
  number: ["is", "isNot", "gt", "gte", "lt", "lte", ...presence],
  boolean: ["is"],
  select: ["is", "isNot", ...presence],
  multiselect: ["has", "hasNot", ...presence],
  datetime: ["on", "before", "after", ...presence],
  image: [...presence],
  json: ["contains", "lacks", ...presence],
};

/** A column's operators, the default first. */
export function operatorsOf({ id, dataType, reference, isList }: TableColumn): Operator[] {
  // createdAt is never empty.
  if (id === "createdAt") return byKind.datetime.filter((operator) => !presence.includes(operator));
  return reference === undefined ? byKind[dataType] : isList ? byKind.multiselect : byKind.select;
}

const words: Record<Operator, string> = {
  contains: "contains",
  lacks: "does not contain",
  is: "is",
  isNot: "is not",
  startsWith: "starts with",
  gt: "is more than",
  gte: "is at least",
  lt: "is less than",
  lte: "is at most",
  on: "is on",
  before: "is before",
  after: "is after",
  has: "has",
  hasNot: "does not have",
  empty: "is empty",
  filled: "is not empty",
};
const mathWords: Partial<Record<Operator, string>> = { is: "=", isNot: "≠", gt: ">", gte: "≥", lt: "<", lte: "≤" };

export const operatorWords = (operator: Operator, kind: ColumnKind): string =>
  (kind === "number" ? mathWords[operator] : undefined) ?? words[operator];

export const takesValue = (operator: Operator): boolean => operator !== "empty" && operator !== "filled";

/** Incomplete conditions do not filter. */
function isWhole({ operator, value }: Condition, { dataType }: TableColumn): boolean {
  if (!takesValue(operator)) return true;
  if (value.trim() === "") return false;
  if (dataType === "number") return Number.isFinite(Number(value));
  return dataType !== "datetime" || !Number.isNaN(Date.parse(value));
}

const isEffective = (condition: Condition, columns: TableColumn[]): boolean =>
  columns.some((column) => column.id === condition.field && isWhole(condition, column));

/** How many conditions filter, without those that are still incomplete. */
export const effectiveConditions = ({ conditions }: Filter, columns: TableColumn[]): number =>
  conditions.filter((condition) => isEffective(condition, columns)).length;

type Query = Record<string, unknown>;

/** Start and exclusive end of the day. */
function dayOf(value: string): [string, string] {
  const [year, month, day] = value.slice(0, 10).split("-").map(Number) as [number, number, number];
  return [new Date(year, month - 1, day).toISOString(), new Date(year, month - 1, day + 1).toISOString()];
}

function queryOf({ field, operator, value }: Condition, { dataType }: TableColumn): Query {
  const literal = dataType === "number" ? Number(value) : dataType === "boolean" ? value === "true" : value;
  const empty: Query = { $or: [{ [field]: { $exists: false } }, { [field]: "" }, { [field]: [] }] };
  switch (operator) {
    case "contains":
      return { [field]: { $contains: value } };
    case "lacks":
      return { $or: [{ [field]: { $exists: false } }, { $not: { [field]: { $contains: value } } }] };
    case "startsWith":
      return { [field]: { $startsWith: value } };
    case "is":
      // A missing boolean counts as false.
      return dataType === "boolean" && literal === false ? { [field]: { $ne: true } } : { [field]: { $eq: literal } };
    case "has":
      return { [field]: { $eq: literal } };
    case "isNot":
    case "hasNot":
      return { [field]: { $ne: literal } };
    case "on": {
      const [from, to] = dayOf(value);
      return { [field]: { $gte: from, $lt: to } };
    }
    case "before":
      return { [field]: { $lt: dayOf(value)[0] } };
    case "after":
      return { [field]: { $gte: dayOf(value)[1] } };
    case "empty":
      return empty;
    case "filled":
      return { $not: empty };
    default:
      return { [field]: { [`$${operator}`]: literal } };
  }
}

/** Filter and search as a server query; undefined when they match every row. */
export function queryFor({ conditions, match }: Filter, columns: TableColumn[], search: string): Query | undefined {
  const groups = conditions.flatMap((condition) => {
    const column = columns.find(({ id }) => id === condition.field);
    return column && isWhole(condition, column) ? [queryOf(condition, column)] : [];
  });
  const searched = columns
    .filter(({ dataType, isSystem }) => (dataType === "text" || dataType === "select") && !isSystem)
    .slice(0, 20);
  const parts: Query[] = [];
  if (groups.length > 0) parts.push(match === "any" ? { $or: groups } : { $and: groups });
  if (search && searched.length > 0) parts.push({ $or: searched.map(({ id }) => ({ [id]: { $contains: search } })) });
  return parts.length > 1 ? { $and: parts } : parts[0];
}

/** Parses a URL's filter: `filter=title~contains~emma&filter=year~gt~1800&match=any`. Unknown columns are dropped. */
export function readFilter(search: URLSearchParams, columns: TableColumn[]): Filter {
  const conditions = search.getAll("filter").flatMap((text): Condition[] => {
    const [, field = "", operator = "", value = ""] = /^([^~]*)~([^~]*)~?(.*)$/s.exec(text) ?? [];
    const column = columns.find(({ id }) => id === field);
    const known = column && operatorsOf(column).find((one) => one === operator);
    return known ? [{ id: 0, field, operator: known, value }] : [];
  });
  return {
    conditions: conditions.slice(0, conditionsMax).map((condition, id) => ({ ...condition, id })),
    match: search.get("match") === "any" ? "any" : "all",
  };
}

/** Stays below the server's filter budget, search included. */
export const conditionsMax = 10;

export function writeFilter(search: URLSearchParams, { conditions, match }: Filter): URLSearchParams {
  const next = new URLSearchParams(search);
  next.delete("filter");
  next.delete("match");
  for (const { field, operator, value } of conditions)
    next.append("filter", takesValue(operator) ? `${field}~${operator}~${value}` : `${field}~${operator}`);
  if (match === "any" && conditions.length > 1) next.set("match", "any");
  return next;
}

/** A column's default condition, to be completed. */
export function startOf(column: TableColumn): Pick<Condition, "field" | "operator" | "value"> {
  return { field: column.id, operator: operatorsOf(column)[0]!, value: column.dataType === "boolean" ? "true" : "" };
}

/** @param startsAt what is chosen or typed next: the value, unless the column is only a guess */
export function addCondition(filter: Filter, column: TableColumn, startsAt: Condition["startsAt"] = "value"): Filter {
  const id = Math.max(-1, ...filter.conditions.map((one) => one.id)) + 1;
  return { ...filter, conditions: [...filter.conditions, { id, startsAt, ...startOf(column) }] };
}

export function changeCondition(filter: Filter, id: number, next: Partial<Omit<Condition, "id">>): Filter {
  const changed = filter.conditions.map((one) => (one.id === id ? { ...one, startsAt: undefined, ...next } : one));
  return { ...filter, conditions: changed };
}

export function removeCondition(filter: Filter, id: number): Filter {
  return { ...filter, conditions: filter.conditions.filter((one) => one.id !== id) };
}
