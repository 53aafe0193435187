import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { JsonText } from "@/engines/json";
import { AppError } from "@/errors";
import {
  columns,
  type ColumnTexts,
  columnTexts,
  isoTime,
  joinedTexts,
  rowTexts,
  separator,
  type StoredRow,
  toRow,
} from "./format-rows";
import { knownField, knownFilter, knownSort } from "./check-query";
import type { Entity } from "./entity";
import { byCreation, compileFilter, compileSort, isByCreation, parseSort, writeCursor } from "./query";
import { hiddenOf, seenBy, shownRow, shownText } from "./field-rights";
import { asksForFields, type Reach, type RowActor, type RowCondition } from "./rules";
import { type EntityRow } from "./schema";
import { pageRows, searchedHits, searchedRows } from "./limits";

type Scope = OwnedApp | VisitedApp;
/** The rows that a statement may touch: one entity of one app, within what its permissions allow the actor. */
export type Rows = { scope: Scope; entity: Entity; actor: RowActor };

/** The permission as an SQL condition. Every statement on a caller's rows includes it. */
export function within({ scope, entity, actor }: Rows, reach: Reach): SQL {
  const here = sql`app_id = ${scope.appId} and entity = ${entity.name}`;
  if (reach === "every") return here;
  if (reach === "nothing") throw refusal(actor);
  return sql`${here} and ${conditionOf(reach, actor, scope.appId)}`;
}

/** SQL counterpart of `isWithin` (rules.ts). A missing field matches nothing. */
export function conditionOf(condition: RowCondition, actor: RowActor, appId: string): SQL {
  if (condition === "own") return sql`creator_id = ${actor?.id ?? null}`;
  if ("any" in condition)
    return sql`(${sql.join(
      condition.any.map((one) => conditionOf(one, actor, appId)),
      sql` or `,
    )})`;
  if ("every" in condition)
    return sql`(${sql.join(
      condition.every.map((one) => conditionOf(one, actor, appId)),
      sql` and `,
    )})`;
  if ("address" in condition) return sql`lower(data ->> ${condition.field}::text) = ${condition.address}`;
  // Inside of the subquery columns are those of the row that is referred to.
  if ("meets" in condition)
    return sql`data ->> ${condition.field}::text in (select id from entity_row where app_id = ${appId} and entity = ${condition.of} and ${conditionOf(condition.meets, actor, appId)})`;
  const value = sql`data -> ${condition.field}::text`;
  return "is" in condition
    ? sql`${value} = ${JSON.stringify(condition.is)}::jsonb`
    : sql`(jsonb_typeof(${value}) = 'array' and ${value} @> ${JSON.stringify([condition.has])}::jsonb)`;
}

/** Signing in may help an anonymous caller, and nobody else. */
export function refusal(actor: RowActor): AppError {
  return new AppError(actor ? "not-allowed" : "not-signed-in");
}

export type ListOptions = {
  q?: unknown;
  sort?: string | undefined;
  limit: number;
  cursor?: string | undefined;
  offset?: number | undefined;
  fields?: string[] | undefined;
};
export type Page = { items: EntityRow[]; nextCursor: string | null };

/** Long pages are read in slices, where that costs no more, so that other callers' statements run in between. */
const sliceRows = 100;

/**
 * One page by keyset pagination: the cost does not grow with the position. `offset` is for jumping in a table, not for
 * reading through.
 * @param options.fields projection: keeps only these of the entity's own fields
 */
export async function listRows(rows: Rows, reach: Reach, options: ListOptions): Promise<JsonText<Page>> {
  const { fields } = options;
  for (const field of fields ?? []) knownField(seenBy(rows), field);
  const { found, nextCursor } = await readPage(rows, reach, options);
  const items = fields ? found.map((text) => JSON.stringify(project(JSON.parse(text) as EntityRow, fields))) : found;
  return new JsonText(`{"items":[${items.join(",")}],"nextCursor":${JSON.stringify(nextCursor)}}`);
}

/** Rows as JSON text. */
type Found = { found: string[]; nextCursor: string | null };

async function readPage(rows: Rows, reach: Reach, options: ListOptions): Promise<Found> {
  if (options.limit <= sliceRows || !isByCreation(parseSort(knownSort(seenBy(rows), options.sort))))
    return readSlice(rows, reach, options);
  const found: string[] = [];
  for (let { cursor, offset } = options; ; offset = 0) {
    const limit = Math.min(sliceRows, options.limit - found.length);
    const page = await readSlice(rows, reach, { ...options, limit, cursor, offset });
    found.push(...page.found);
    if (page.nextCursor === null || found.length === options.limit) return { found, nextCursor: page.nextCursor };
    cursor = page.nextCursor;
  }
}

/** The rows of a page and one more, if there is one, which tells that a page follows. */
function pageOf(rows: Rows, reach: Reach, { q, sort: sortText, limit, cursor, offset }: ListOptions) {
  const seen = seenBy(rows);
  const sort = parseSort(knownSort(seen, sortText));
  const { order, keys, after } = compileSort(sort, cursor);
  // Postgres plans a statement with a parameter as its limit at each call, which takes as long as reading the page.
  // Only where one plan is right for all: other lists need a plan for their values.
  const isUsual =
    (limit === pageRows || limit === sliceRows) &&
    !offset &&
    q === undefined &&
    isByCreation(sort) &&
    !asksForFields(reach);
  const part = isUsual ? sql.raw(`limit ${limit + 1}`) : sql`limit ${limit + 1} offset ${offset ?? 0}`;
  const from = sql`from entity_row where ${within(rows, reach)} and ${compileFilter(knownFilter(seen, q), seen.schema)} and ${after} order by ${order} ${part}`;
  return { sort, keys, from };
}

async function readSlice(rows: Rows, reach: Reach, options: ListOptions): Promise<Found> {
  const { sort, keys, from } = pageOf(rows, reach, options);
  const isSimple = isByCreation(sort);
  const [read] = await rowsOf<ColumnTexts & { keys: string | null }>(
    rows.scope.db,
    sql`select ${columnTexts}, ${isSimple ? sql`null` : joinedTexts(sql`${keys}::text`)} as keys from (select * ${from}) page`,
  );
  const found = rowTexts(read!).map((text) => shownText(rows, text));
  if (found.length <= options.limit) return { found, nextCursor: null };
  const last = (column: string | null) => column!.split(separator)[options.limit - 1]!;
  const values = isSimple ? [isoTime(last(read!.created), 6)] : (JSON.parse(last(read!.keys)) as unknown[]);
  return {
    found: found.slice(0, options.limit),
    nextCursor: writeCursor(sort, values, JSON.parse(last(read!.id)) as string),
  };
}

function project(row: EntityRow, fields: string[]): EntityRow {
  const { id, createdAt, updatedAt, creatorId } = row;
  return {
    ...Object.fromEntries(fields.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]])),
    id,
    createdAt,
    updatedAt,
    creatorId,
  };
}

/** Which of these names have rows, whether or not the entity still exists. */
export async function entitiesWithRows({ db, appId }: OwnedApp, names: string[]): Promise<Set<string>> {
  const found = await rowsOf<{ name: string }>(
    db,
    sql`select name from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as list(name) where exists (select 1 from entity_row where app_id = ${appId} and entity = name)`,
  );
  return new Set(found.map(({ name }) => name));
}

/**
 * Searchable text of a row: values without field names, lower case, punctuation as spaces, so that terms match at word
 * starts.
 */
const words = (data: SQL) =>
  sql`' ' || regexp_replace(lower((select string_agg(value, ' ') from jsonb_each_text(${data}))), '[\\s!-/:-@\\[-\`{-~]+', ' ', 'g')`;

/**
 * Rows in which words begin with the terms, those with the most of them first. A coarse look at the newest rows keeps
 * some for the exact one.
 * @param terms lower case, without punctuation
 */
export async function searchRows(
  rows: Rows,
  reach: Reach,
  terms: string[],
  limit: number,
): Promise<{ row: EntityRow; hits: number }[]> {
  const count = (text: SQL, pad: string) =>
    sql.join(
      terms.map((term) => sql`(position(${`${pad}${term}`} in ${text}) > 0)::int`),
      sql` + `,
    );
  const hidden = hiddenOf(rows);
  const data = hidden.length === 0 ? sql`data` : sql`(data - ${sql.param(hidden)}::text[])`;
  const found = await rowsOf<StoredRow & { hits: number }>(
    rows.scope.db,
    sql`with recent as materialized (
          select *, lower(${data}::text) as whole from entity_row where ${within(rows, reach)} and ${byCreation} order by created_at desc nulls last, id desc nulls last limit ${searchedRows}
        ), coarse as (
          select * from (select *, ${count(sql`whole`, "")} as likely from recent) counted where likely > 0 order by likely desc, created_at desc, id desc limit ${searchedHits}
        ), exact as (
          select *, ${words(data)} as haystack from coarse
        )
        select ${columns}, hits from (select *, ${count(sql`haystack`, " ")} as hits from exact) counted where hits > 0 order by hits desc, created_at desc, id desc limit ${limit}`,
  );
  return found.map(({ hits, ...row }) => ({ row: shownRow(rows, toRow(row)), hits }));
}
