import "server-only";
import type { VisitedApp } from "@/db/scope";
import { type Reach, reachesOf } from "@/features/rows/rules";
import { type EntityRow } from "@/features/rows/schema";
import { searchedHits, searchedRows } from "@/features/rows/limits";
import type { Entity, EntitySet } from "@/features/rows/entity";
import { countRows } from "@/features/rows/count";
import type { Count } from "@/features/rows/limits";
import { seenBy } from "@/features/rows/field-rights";
import { listRows, type Rows, searchRows } from "@/features/rows/read";
import { asksForCount, fieldsOf, namedEntities, termsOf, titleOfRow, withoutNames } from "./rules";

/** Retrieval methods of rows. */
export type Method = "words" | "link" | "entity";

export type FoundRow = {
  entity: string;
  id: string;
  title: string;
  fields: { label: string; value: string }[];
  method: Method;
  hits: number;
};

export type Found = {
  /** Best first. */
  rows: FoundRow[];
  /** Every entity that the visitor may read, with its number of readable rows. */
  readable: ({ name: string; labels: string[] } & Count)[];
  /** Number of search terms in the question. */
  terms: number;
  /** "How many …?": the entity and its count. */
  counted?: { entity: string; isAtLeast: boolean } & Count;
  /** Not all rows were searched. */
  isPartial: boolean;
};

/** Limits: hits per entity, rows of an entity that is only named, rows reached by links. */
const hitsMax = 12;
const listedMax = 10;
const linkedFrom = 3;
const linkedMax = 8;

type Source = { entity: Entity; rows: Rows; reach: Exclude<Reach, "nothing"> };
type Hit = { source: Source; row: EntityRow; method: Method; hits: number };

/**
 * Finds rows for a question within the visitor's permissions. Every statement includes the permission in SQL, so that
 * rows out of reach are neither found, counted, linked nor named.
 */
export async function findRows(scope: VisitedApp, { entities }: EntitySet, question: string): Promise<Found> {
  const sources = [...entities.values()].flatMap((entity): Source[] => {
    const reach = reachesOf(entity.access, scope.visitor).read;
    const rows = { scope, entity, actor: scope.visitor };
    // Members are people, not data: not searched.
    return reach === "nothing" || entity.name === "User" ? [] : [{ entity: seenBy(rows), reach, rows }];
  });
  const names = sources.map(({ entity }) => entity.name);
  const meant = namedEntities(question, names);
  const terms = withoutNames(termsOf(question), meant);
  const readable = await Promise.all(
    sources.map(async ({ entity, rows, reach }) => ({
      name: entity.name,
      labels: Object.keys(entity.schema.properties),
      ...(await countRows(rows, reach, undefined)),
    })),
  );

  const hits = await byWords(sources, terms, meant);
  hits.push(...(await byLinks(sources, hits)));
  const wanted = asksForCount(question) ? sources.find(({ entity }) => entity.name === meant[0]) : undefined;
  const counted = wanted && {
    entity: wanted.entity.name,
    ...(terms.length === 0
      ? { ...countOf(readable.find(({ name }) => name === wanted.entity.name)!), isAtLeast: false }
      : await countHits(wanted, terms)),
  };
  if (hits.length === 0) hits.push(...(await byName(sources, meant)));

  const titles = await titlesOf(sources, hits);
  const rows = hits.map(({ source: { entity }, row, method, hits: count }): FoundRow => ({
    entity: entity.name,
    id: row.id,
    title: titleOfRow(entity.schema, row),
    fields: fieldsOf(entity.schema, row, titles),
    method,
    hits: count,
  }));
  return {
    rows,
    readable,
    terms: terms.length,
    isPartial: terms.length > 0 && readable.some(({ count }) => count > searchedRows),
    ...(counted && { counted }),
  };
}

const countOf = ({ count, isEstimate }: Count): Count => ({ count, ...(isEstimate && { isEstimate }) });

async function byWords(sources: Source[], terms: string[], meant: string[]): Promise<Hit[]> {
  if (terms.length === 0) return [];
  const found = await Promise.all(
    sources.map(async (source) =>
      (await searchRows(source.rows, source.reach, terms, hitsMax)).map(({ row, hits }): Hit => ({
        source,
        row,
        hits,
        method: "words",
      })),
    ),
  );
  // Prefer an entity that the question names.
  const worth = ({ source, hits }: Hit) => hits + (meant.includes(source.entity.name) ? 0.5 : 0);
  const sorted = found.flat().sort((a, b) => worth(b) - worth(a));
  const best = sorted[0]?.hits ?? 0;
  return sorted.filter(({ hits }) => hits >= best - 1).slice(0, hitsMax);
}

/**
 * Rows that refer to the best hits: for "who works at Acme?" the company matches by name, and its people only by id.
 */
async function byLinks(sources: Source[], hits: Hit[]): Promise<Hit[]> {
  const known = new Set(hits.map(({ row }) => row.id));
  const linked: Hit[] = [];
  for (const { source, row } of hits.slice(0, linkedFrom)) {
    for (const other of sources) {
      const fields = Object.entries(other.entity.schema.properties).flatMap(([name, property]) =>
        property["x-reference"] === source.entity.name ? [name] : [],
      );
      for (const name of fields) {
        const list = await listRows(other.rows, other.reach, { q: { [name]: row.id }, limit: linkedMax });
        const { items } = list.read();
        linked.push(...items.map((item): Hit => ({ source: other, row: item, method: "link", hits: 0 })));
      }
    }
  }
  return linked.filter(({ row }) => !known.has(row.id) && known.add(row.id)).slice(0, linkedMax);
}

async function byName(sources: Source[], meant: string[]): Promise<Hit[]> {
  const named = sources.filter(({ entity }) => meant.includes(entity.name));
  const lists = await Promise.all(
    named.map(async (source) =>
      (await listRows(source.rows, source.reach, { limit: listedMax })).read().items.map((row): Hit => ({
        source,
        row,
        method: "entity",
        hits: 0,
      })),
    ),
  );
  return lists.flat();
}

/** Counts rows that contain every term. */
async function countHits({ rows, reach }: Source, terms: string[]): Promise<{ count: number; isAtLeast: boolean }> {
  const all = await searchRows(rows, reach, terms, searchedHits);
  return { count: all.filter(({ hits }) => hits === terms.length).length, isAtLeast: all.length === searchedHits };
}

/** Titles of rows that hits refer to, where the visitor may read those too. */
async function titlesOf(sources: Source[], hits: Hit[]): Promise<Map<string, string>> {
  const wanted = new Map<string, Set<string>>();
  for (const { source, row } of hits) {
    for (const [name, property] of Object.entries(source.entity.schema.properties)) {
      const [target, id] = [property["x-reference"], row[name]];
      if (target && typeof id === "string") wanted.set(target, (wanted.get(target) ?? new Set()).add(id));
    }
  }
  const titles = new Map<string, string>();
  for (const { entity, rows, reach } of sources) {
    const ids = [...(wanted.get(entity.name) ?? [])].slice(0, 200);
    if (ids.length === 0) continue;
    const { items } = (await listRows(rows, reach, { q: { id: { $in: ids } }, limit: ids.length })).read();
    for (const item of items) titles.set(item.id, titleOfRow(entity.schema, item));
  }
  return titles;
}
