import "server-only";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import type { Hit } from "./schema";
import { codeOf, cosine } from "./vectors";

/** Chunks whose codes are nearest are compared by their vectors: several times what is asked for. */
const candidates = { times: 4, min: 300 };

/**
 * The chunks whose embeddings are nearest to a question's, best first, of this app and model alone. Plain SQL: the same
 * on the embedded database and on Postgres with and without pgvector. LATERAL and OFFSET 0 as in find-words.ts: a
 * nested loop would compare each candidate with all of a young app's vectors.
 */
export async function findByVector(
  { db, appId }: OwnedApp | VisitedApp,
  { model, vector }: { model: string; vector: readonly number[] },
  limit: number,
): Promise<Hit[]> {
  const code = codeOf(vector);
  const most = Math.max(candidates.min, limit * candidates.times);
  const rows = await rowsOf<{ number: number; data: string }>(
    db,
    sql`with nearest as materialized (
        select number from chunk_code
        where app_id = ${appId} and model = ${model} and bit_length(code) = ${code.length}
        order by bit_count(code # ${code}::varbit), number limit ${most}
      )
      select v.number, encode(v.vector, 'base64') as data
      from nearest n cross join lateral (
        select v.number, v.vector from chunk_vector v where v.app_id = ${appId} and v.number = n.number offset 0
      ) v`,
  );
  return rows
    .map(({ number, data }) => ({ number, score: cosine(vector, Buffer.from(data, "base64")) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.number - b.number)
    .slice(0, limit);
}
