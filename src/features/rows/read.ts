import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import { isTooDeep, jsonDepthMax } from "@/engines/json";
import { AppError } from "@/errors";
import { knownField, knownFilter, knownSort } from "./check-query";
import type { Entity } from "./entity";
import { byCreation, compileFilter, compileSort, isByCreation, parseSort, writeCursor } from "./query";
import type { Reach, RowActor } from "./rules";
import { type EntityRow, searchedHits, searchedRows } from "./schema";

type Scope = OwnedApp | VisitedApp;
export type StoredRow = {
  id: string;
  created: string;
  updated: string;
  creator: string | null;
  data: Record<string, unknown>;
};

/** Which rows a statement may touch: one entity of one app, within what its permission pair opens to the actor. */
export type Rows = { scope: Scope; entity: Entity; actor: RowActor };

const time = (column: "created_at" | "updated_at") =>
  `to_char(${column} at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;
// One piece of text: each piece of a statement costs Drizzle about as much as a row.
export const columns = sql.raw(
  `id, ${time("created_at")} as created, ${time("updated_at")} as updated, creator_id as creator, data`,
);

/**
 * Values that were stored before their depth was limited. Whoever gets the row is told so in the place of the value.
 */
const tooDeep = { error: `This value is nested more than ${jsonDepthMax} deep and cannot be shown` };

function shown(data: Record<string, unknown>): Record<string, unknown> {
  for (const name in data) if (isTooDeep(data[name], jsonDepthMax - 1)) data[name] = tooDeep;
  return data;
}

export const toRow = ({ id, created, updated, creator, data }: StoredRow): EntityRow => ({
  ...shown(data),
  id,
  createdAt: created,
  updatedAt: updated,
  creatorId: creator,
});

/** The permission, in SQL. No statement on rows of a caller goes without it. */
export function within({ scope, entity, actor }: Rows, reach: Reach): SQL {
  const here = sql`app_id = ${scope.appId} and entity = ${entity.name}`;
  if (reach === "every") return here;
  if (reach === "own" && actor) return sql`${here} and creator_id = ${actor.id}`;
  throw refusal(actor);
}

/** Signing in may help somebody anonymous; it does not help anybody else. */
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

/**
 * A long page is read in slices, where they cost no more than the whole: others' statements and answers go between
 * them.
 */
const sliceRows = 100;

/**
 * One page, by keyset: its cost does not grow with its position. `offset` is for a table that jumps, not for reading
 * through.
 * @param options.fields keeps only these of the entity's own fields
 */
export async function listRows(rows: Rows, reach: Reach, options: ListOptions): Promise<Page> {
  if (options.limit <= sliceRows || !isByCreation(parseSort(knownSort(rows.entity, options.sort))))
    return listSlice(rows, reach, options);
  const items: EntityRow[] = [];
  for (let { cursor, offset } = options; ; offset = 0) {
    const limit = Math.min(sliceRows, options.limit - items.length);
    const page = await listSlice(rows, reach, { ...options, limit, cursor, offset });
    items.push(...page.items);
    if (page.nextCursor === null || items.length === options.limit) return { items, nextCursor: page.nextCursor };
    cursor = page.nextCursor;
  }
}

async function listSlice(
  rows: Rows,
  reach: Reach,
  { q, sort: sortText, limit, cursor, offset, fields }: ListOptions,
): Promise<Page> {
  const sort = parseSort(knownSort(rows.entity, sortText));
  for (const field of fields ?? []) knownField(rows.entity, field);
  const { order, keys, after } = compileSort(sort, cursor);
  const found = await rowsOf<StoredRow & { keys: unknown[] }>(
    rows.scope.db,
    sql`select ${columns}, ${keys} as keys from entity_row where ${within(rows, reach)} and ${compileFilter(knownFilter(rows.entity, q))} and ${after} order by ${order} limit ${limit + 1} offset ${offset ?? 0}`,
  );
  const page = found.slice(0, limit);
  const last = page.at(-1);
  return {
    items: page.map((row) => project(toRow(row), fields)),
    nextCursor: found.length > limit && last ? writeCursor(sort, last.keys, last.id) : null,
  };
}

function project(row: EntityRow, fields: string[] | undefined): EntityRow {
  if (!fields) return row;
  const { id, createdAt, updatedAt, creatorId } = row;
  return {
    ...Object.fromEntries(fields.filter((name) => Object.hasOwn(row, name)).map((name) => [name, row[name]])),
    id,
    createdAt,
    updatedAt,
    creatorId,
  };
}

/** Which of these names have rows, whether or not the app still has such an entity. */
export async function entitiesWithRows({ db, appId }: OwnedApp, names: string[]): Promise<Set<string>> {
  const found = await rowsOf<{ name: string }>(
    db,
    sql`select name from jsonb_array_elements_text(${JSON.stringify(names)}::jsonb) as list(name) where exists (select 1 from entity_row where app_id = ${appId} and entity = name)`,
  );
  return new Set(found.map(({ name }) => name));
}

/** Values without field names, in lower case, punctuation as space: a term stands at the start of a word. */
const words = sql`' ' || regexp_replace(lower((select string_agg(value, ' ') from jsonb_each_text(data))), '[\\s!-/:-@\\[-\`{-~]+', ' ', 'g')`;

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
  const found = await rowsOf<StoredRow & { hits: number }>(
    rows.scope.db,
    sql`with recent as materialized (
          select *, lower(data::text) as whole from entity_row where ${within(rows, reach)} and ${byCreation} order by created_at desc nulls last, id desc nulls last limit ${searchedRows}
        ), coarse as (
          select * from (select *, ${count(sql`whole`, "")} as likely from recent) counted where likely > 0 order by likely desc, created_at desc, id desc limit ${searchedHits}
        ), exact as (
          select *, ${words} as haystack from coarse
        )
        select ${columns}, hits from (select *, ${count(sql`haystack`, " ")} as hits from exact) counted where hits > 0 order by hits desc, created_at desc, id desc limit ${limit}`,
  );
  return found.map(({ hits, ...row }) => ({ row: toRow(row), hits }));
}

export async function getRow(rows: Rows, reach: Reach, id: string): Promise<EntityRow> {
  const [row] = await rowsOf<StoredRow>(
    rows.scope.db,
    sql`select ${columns} from entity_row where ${within(rows, reach)} and id = ${id}`,
  );
  if (!row) throw new AppError("row-not-found");
  return toRow(row);
}
