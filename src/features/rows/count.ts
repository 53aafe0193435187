import "server-only";
import { type SQL, sql } from "drizzle-orm";
import { type Database, rowsOf } from "@/db/open";
import { knownFilter } from "./check-query";
import { seenBy } from "./field-rights";
import { byCreation, compileFilter } from "./query";
import type { Reach } from "./rules";
import { type Count, countedExactly } from "./limits";
import { type Rows, within } from "@/features/rows/read";

/** Sample size for a filter's selectivity. */
const sampleRows = 20_000;
/** Time to live of an exact count of a large table. */
const sizeMs = 60_000;
const sizesMax = 1_000;

/**
 * Counts rows: exact up to 10,000, estimated above. Without a filter from a cached count, with one from its selectivity
 * on the newest rows. The work is bounded, except for a very selective filter, which scans every row.
 */
export async function countRows(rows: Rows, reach: Reach, q: unknown): Promise<Count> {
  const { db } = rows.scope;
  const here = within(rows, reach);
  const filter = compileFilter(knownFilter(seenBy(rows), q), rows.entity.schema);
  const [first] = await rowsOf<{ count: number }>(
    db,
    sql`select count(*)::int as count from (select 1 from entity_row where ${here} and ${filter} limit ${countedExactly + 1}) found`,
  );
  if (first!.count <= countedExactly) return { count: first!.count };
  const size = await sizeOf(rows, reach, here);
  const share = isEverything(q) ? 1 : await shareOf(db, here, filter);
  return { count: Math.max(countedExactly + 1, Math.round(size * share)), isEstimate: true };
}

const isEverything = (q: unknown) =>
  q === undefined || q === null || (typeof q === "object" && Object.keys(q).length === 0);

async function shareOf(db: Database, here: SQL, filter: SQL): Promise<number> {
  const [sample] = await rowsOf<{ found: number; seen: number }>(
    db,
    sql`select count(*) filter (where ${filter})::int as found, count(*)::int as seen from (
          select * from entity_row where ${here} and ${byCreation} order by created_at desc nulls last, id desc nulls last limit ${sampleRows}
        ) newest`,
  );
  return sample!.found / Math.max(1, sample!.seen);
}

type Size = { count: Promise<number>; at: number };
const sizes = new Map<string, Size>();

/** An exact count of readable rows, cached for a minute; concurrent callers share one query. */
function sizeOf({ scope, entity, actor }: Rows, reach: Reach, here: SQL): Promise<number> {
  const key = [scope.appId, entity.name, reach === "every" ? "" : `${actor?.id} ${JSON.stringify(reach)}`].join("/");
  const kept = sizes.get(key);
  if (kept && Date.now() - kept.at < sizeMs) return kept.count;
  const count = rowsOf<{ count: number }>(
    scope.db,
    sql`select count(*)::int as count from entity_row where ${here}`,
  ).then(([row]) => row!.count);
  sizes.delete(key);
  sizes.set(key, { count, at: Date.now() });
  if (sizes.size > sizesMax) sizes.delete(sizes.keys().next().value!);
  count.catch(() => sizes.delete(key));
  return count;
}
