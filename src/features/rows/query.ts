import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { z } from "zod";
import { AppError } from "@/errors";
import { isScalar } from "./rules";
import { type EntitySchema } from "./schema";
import { filterBudget } from "./limits";

const fieldName = /^[A-Za-z_$][A-Za-z0-9_$]{0,59}(\.[A-Za-z0-9_$]{1,60}){0,4}$/;

const refuse = (message: string) => new AppError("invalid-query", undefined, message);

/** Checks a name's shape; names still travel as parameters only. */
function checkName(name: string): string {
  if (!fieldName.test(name) || name.includes("__proto__")) throw refuse(`"${name.slice(0, 60)}" is not a field`);
  return name;
}

const systemColumns: Record<string, SQL> = {
  id: sql`to_jsonb(id)`,
  creatorId: sql`coalesce(to_jsonb(creator_id), 'null'::jsonb)`,
  createdAt: sql`to_jsonb(created_at)`,
  updatedAt: sql`to_jsonb(updated_at)`,
};

/**
 * A field as jsonb that is never SQL null: jsonb has a total order (null < text < number < boolean < list < object).
 */
export function valueOf(name: string): SQL {
  const system = systemColumns[checkName(name)];
  if (system) return system;
  const path = name.split(".");
  return path.length === 1
    ? sql`coalesce(data -> ${name}, 'null'::jsonb)`
    : sql`coalesce(data #> ${`{${path.join(",")}}`}::text[], 'null'::jsonb)`;
}

const json = (value: unknown) => sql`${JSON.stringify(value)}::jsonb`;

const isTime = (name: string) => name === "createdAt" || name === "updatedAt";

/** System times compare as timestamps: a caller may write "2026-11-21" where the database stores microseconds. */
function readTime(text: string): string {
  if (Number.isNaN(Date.parse(text))) throw refuse(`"${text.slice(0, 40)}" is not a time`);
  return new Date(text).toISOString();
}

/** `{ $field: "reorder_level" }`: another field of the same row. */
const fieldSchema = z.strictObject({ $field: z.string() });

const operand = (name: string, value: unknown): SQL =>
  isTime(name) && typeof value === "string" ? sql`to_jsonb(${readTime(value)}::timestamptz)` : json(value);

/** @param isScalar the schema says that the field holds one text, number or boolean */
type Operator = (name: string, value: unknown, isScalar: boolean) => SQL;

function ordered(comparison: SQL): Operator {
  return (name, value) => {
    const field = fieldSchema.safeParse(value).data?.$field;
    if (field === undefined && typeof value !== "number" && typeof value !== "string")
      throw refuse('Greater and less compare numbers, texts, or another field: { "$field": "name" }');
    const right = field === undefined ? operand(name, value) : valueOf(field);
    // Compare values of the same type only. The planner rates a bare comparison of types as nearly impossible, and a
    // coalesce as one in two.
    // Two fields without a value are of one type, too.
    const isThere = field === undefined ? sql`` : sql`${right} <> 'null'::jsonb and `;
    return sql`(${isThere}coalesce(jsonb_typeof(${valueOf(name)}) = jsonb_typeof(${right}), false) and ${valueOf(name)} ${comparison} ${right})`;
  };
}

function listOf(value: unknown): unknown[] {
  if (!Array.isArray(value)) throw refuse("$in, $nin, $and and $or take a list");
  return value;
}

function textOf(value: unknown): string {
  if (typeof value !== "string" || value.length > 1000)
    throw refuse("Text search takes a text of at most 1000 characters");
  return value;
}

const likePattern = (text: string) => text.replaceAll(/[\\%_]/g, (character) => `\\${character}`);
const asText = (name: string) => sql`(${valueOf(name)} #>> '{}')`;
/**
 * Equality, or membership for a list: `{ tags: "red" }` finds rows whose tags include red. A scalar field uses plain
 * equality, which an index serves.
 */
const equals: Operator = (name, value, isScalar) =>
  isScalar || typeof value === "object"
    ? sql`${valueOf(name)} = ${operand(name, value)}`
    : sql`(${valueOf(name)} = ${operand(name, value)} or (jsonb_typeof(${valueOf(name)}) = 'array' and ${valueOf(name)} @> ${json(value)}))`;
/** A Postgres array as one parameter: members are compared by hash, however many there are. */
const arrayOf = (texts: string[]) => `{${texts.map((text) => `"${text.replaceAll(/["\\]/g, "\\$&")}"`).join(",")}}`;
const jsonIn = (values: unknown[]) => sql`any(${arrayOf(values.map((one) => JSON.stringify(one)))}::jsonb[])`;

const isIn: Operator = (name, value, isScalar) => {
  const options = listOf(value);
  if (options.length === 0) return sql`false`;
  const texts = options.filter((one) => typeof one === "string");
  if (name === "id") return sql`id = any(${arrayOf(texts)}::text[])`;
  if (isTime(name))
    return sql`${sql.raw(name === "createdAt" ? "created_at" : "updated_at")} = any(${arrayOf(texts.map(readTime))}::timestamptz[])`;
  const held = options.filter((one) => typeof one !== "object");
  return isScalar || held.length === 0
    ? sql`${valueOf(name)} = ${jsonIn(options)}`
    : sql`(${valueOf(name)} = ${jsonIn(options)} or exists (select from jsonb_array_elements(case jsonb_typeof(${valueOf(name)}) when 'array' then ${valueOf(name)} else '[]' end) as list(held) where held = ${jsonIn(held)}))`;
};

const operators: Record<string, Operator> = {
  eq: equals,
  ne: (name, value, isScalar) => sql`not (${equals(name, value, isScalar)})`,
  gt: ordered(sql`>`),
  gte: ordered(sql`>=`),
  lt: ordered(sql`<`),
  lte: ordered(sql`<=`),
  in: isIn,
  nin: (name, value, isScalar) => sql`not (${isIn(name, value, isScalar)})`,
  contains: (name, value) => sql`${asText(name)} ilike ${`%${likePattern(textOf(value))}%`}`,
  startsWith: (name, value) => sql`${asText(name)} ilike ${`${likePattern(textOf(value))}%`}`,
  exists: (name, value) =>
    value === true ? sql`${valueOf(name)} <> 'null'::jsonb` : sql`${valueOf(name)} = 'null'::jsonb`,
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * Always true, and known to be by the planner. Makes the statement read the clock per row, which is where the embedded
 * database can cancel it (db/embedded-worker.mjs).
 */
const interruptible = sql`clock_timestamp() is not null`;

/**
 * Compiles a filter to SQL.
 *
 * `{ status: "won", amount: { $gte: 5 }, $or: [{ … }, { … }] }`: fields equal a value (or hold it, for lists), or meet
 * operators `$eq $ne $gt $gte $lt $lte $in $nin $contains $startsWith $exists`; `$and`, `$or` and `$not` combine. Dots
 * reach into nested objects. `{ stock: { $lte: { $field: "reorder_level" } } }` compares with another field of the row.
 * @throws invalid-query for anything else, and for more than a filter's budget (`filterBudget`)
 */
export function compileFilter(filter: unknown, { properties }: Pick<EntitySchema, "properties">): SQL {
  const budget: Budget = { operators: filterBudget.operators, values: filterBudget.values };
  return sql`(${interruptible} and ${compileGroup(filter ?? {}, 0, { budget, properties })})`;
}

type Budget = Omit<typeof filterBudget, "depth">;
type Compiling = { budget: Budget; properties: EntitySchema["properties"] };

function spend(budget: Budget, kind: keyof Budget, count: number): void {
  budget[kind] -= count;
  if (budget[kind] < 0)
    throw refuse(
      kind === "values"
        ? `A filter compares with at most ${filterBudget.values} values`
        : `A filter has at most ${filterBudget.operators} conditions`,
    );
}

function compileGroup(filter: unknown, depth: number, compiling: Compiling): SQL {
  if (!isObject(filter) || depth > filterBudget.depth)
    throw refuse(`A filter is an object, nested at most ${filterBudget.depth} deep`);
  const conditions = Object.entries(filter).flatMap(([key, value]) => compileEntry(key, value, depth, compiling));
  return conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`;
}

function compileEntry(key: string, value: unknown, depth: number, compiling: Compiling): SQL[] {
  const { budget, properties } = compiling;
  if (key === "$not" || key === "$and" || key === "$or") {
    const groups = key === "$not" ? [value] : listOf(value);
    spend(budget, "operators", groups.length);
    const compiled = groups.map((group) => compileGroup(group, depth + 1, compiling));
    if (key === "$not") return [sql`not ${compiled[0]!}`];
    return compiled.length === 0 ? [] : [sql`(${sql.join(compiled, key === "$and" ? sql` and ` : sql` or `)})`];
  }
  const tests =
    isObject(value) && Object.keys(value).some((name) => name.startsWith("$"))
      ? Object.entries(value)
      : [["$eq", value] as const];
  spend(budget, "operators", tests.length);
  return tests.map(([name, operandValue]) => {
    const operator =
      name.startsWith("$") && Object.hasOwn(operators, name.slice(1)) ? operators[name.slice(1)] : undefined;
    if (!operator) throw refuse(`"${name.slice(0, 40)}" is not an operator`);
    spend(budget, "values", Array.isArray(operandValue) ? operandValue.length : 1);
    return operator(key, operandValue, isScalar(properties, key));
  });
}

export type Sort = { field: string; isDescending: boolean }[];

/** "-createdAt,name" → createdAt descending, then name. The default is "createdAt descending" (2-builder.md §7). */
export function parseSort(text: string | undefined): Sort {
  const parts = (text || "-createdAt")
    .split(",")
    .map((part) => part.trim())
    .filter(Boolean);
  if (parts.length > 4) throw refuse("Sort by at most four fields");
  return parts.map((part) => ({ field: checkName(part.replace(/^[-+]/, "")), isDescending: part.startsWith("-") }));
}

/** Whether the sort order is that of the index by creation. */
export const isByCreation = (sort: Sort): boolean => sort.length === 1 && sort[0]!.field === "createdAt";

const cursorSchema = z.strictObject({ sort: z.string(), values: z.array(z.unknown()).max(4), id: z.string() });
const sortKey = (sort: Sort) => sort.map(({ field, isDescending }) => `${isDescending ? "-" : ""}${field}`).join(",");

/**
 * Always true: the predicate of the partial index by creation, which lists name and look-ups by id must not
 * (`entity_row_created`).
 */
export const byCreation = sql`created_at <> '-infinity'`;

/** A sort's ORDER BY, its keyset cursor, and the condition that starts the next page. */
export function compileSort(sort: Sort, cursor: string | undefined): { order: SQL; keys: SQL; after: SQL } {
  const lastIsDescending = sort.at(-1)!.isDescending;
  const hasIndex = isByCreation(sort);
  // The index by creation only helps comparisons of its own columns.
  const columns = hasIndex ? [sql`created_at`] : sort.map(({ field }) => valueOf(field));
  // Match the index's "asc nulls first": with another null order it is unusable and each page scans the table. None of
  // these is null.
  const direction = (isDescending: boolean) => (isDescending ? sql`desc nulls last` : sql`asc nulls first`);
  const order = sql.join(
    [
      ...columns.map((column, index) => sql`${column} ${direction(sort[index]!.isDescending)}`),
      sql`id ${direction(lastIsDescending)}`,
    ],
    sql`, `,
  );
  const keys = hasIndex
    ? sql`jsonb_build_array(to_jsonb(created_at))`
    : sql`jsonb_build_array(${sql.join(columns, sql`, `)})`;
  if (cursor === undefined) return { order, keys, after: hasIndex ? byCreation : sql`true` };
  const { values, id } = readCursor(cursor, sort);
  if (hasIndex) {
    const at = sql`${String(values[0])}::timestamptz`;
    return {
      order,
      keys,
      after: lastIsDescending
        ? sql`${byCreation} and (created_at, id) < (${at}, ${id})`
        : sql`${byCreation} and (created_at, id) > (${at}, ${id})`,
    };
  }
  // Same direction throughout: one row comparison, which the index can start from.
  if (sort.every(({ isDescending }) => isDescending === lastIsDescending)) {
    const left = sql.join([...columns, sql`id`], sql`, `);
    const right = sql.join([...columns.map((_column, index) => json(values[index])), sql`${id}`], sql`, `);
    return { order, keys, after: sql`(${left}) ${lastIsDescending ? sql`<` : sql`>`} (${right})` };
  }
  const steps = [
    ...columns.map((column, index) => ({
      column,
      value: json(values[index]),
      isDescending: sort[index]!.isDescending,
    })),
    { column: sql`id`, value: sql`${id}`, isDescending: lastIsDescending },
  ];
  const branches = steps.map(({ column, value, isDescending }, index) => {
    const equal = steps.slice(0, index).map((step) => sql`${step.column} = ${step.value}`);
    return sql`(${sql.join([...equal, isDescending ? sql`${column} < ${value}` : sql`${column} > ${value}`], sql` and `)})`;
  });
  return { order, keys, after: sql`(${sql.join(branches, sql` or `)})` };
}

export function writeCursor(sort: Sort, values: unknown[], id: string): string {
  return Buffer.from(JSON.stringify({ sort: sortKey(sort), values, id })).toString("base64url");
}

function readCursor(cursor: string, sort: Sort): { values: unknown[]; id: string } {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
  } catch {
    throw refuse("This cursor is not valid");
  }
  const read = cursorSchema.safeParse(value);
  const isTime = (text: unknown) => typeof text === "string" && !Number.isNaN(Date.parse(text));
  if (!read.success || read.data.sort !== sortKey(sort) || read.data.values.length !== sort.length)
    throw refuse("This cursor belongs to another list");
  if (isByCreation(sort) && !isTime(read.data.values[0])) throw refuse("This cursor is not valid");
  return read.data;
}
