import "server-only";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import type { OwnedApp, VisitedApp } from "@/db/scope";
import type { Hit } from "./schema";
import { type QueryTerm, rankChunks } from "./postings";
import { indexedText } from "./rules";

/** A question is looked up by its rarest words: those in most chunks tell them apart least and cost most. */
const termsMax = 32;

type Row = {
  term: string;
  times: number;
  block: number;
  data: string;
  chunks: number;
  words: number;
  next: number;
};

/**
 * The chunks that share words with the question, best first by BM25, of this app alone: the app's id begins every key
 * that is read.
 *
 * LATERAL and OFFSET 0 keep the planner from joining: an app younger than the table's statistics counts as a row or
 * two, and a nested loop would read its whole index once for each word.
 */
export async function findByWords(
  { db, appId }: OwnedApp | VisitedApp,
  question: string,
  limit: number,
): Promise<Hit[]> {
  const rows = await rowsOf<Row>(
    db,
    sql`with asked as (
        select lexeme as term, cardinality(positions) as times from unnest(to_tsvector('english', ${indexedText("", question)}))
      ), rarest as (
        select a.term, a.times, t.bytes
        from asked a cross join lateral (
          select sum(octet_length(t.postings)) as bytes from chunk_term t where t.app_id = ${appId} and t.term = a.term
        ) t
        where t.bytes is not null order by t.bytes, a.term limit ${termsMax}
      )
      select r.term, r.times, t.block, t.data, i.chunks, i.words::float8 as words, i.next_number as next
      from rarest r cross join lateral (
        select t.block, encode(t.postings, 'base64') as data from chunk_term t
        where t.app_id = ${appId} and t.term = r.term offset 0
      ) t join chunk_index i on i.app_id = ${appId}`,
  );
  const terms = new Map<string, QueryTerm>();
  for (const { term, times, block, data } of rows) {
    const known = terms.get(term) ?? { times, blocks: [] };
    known.blocks.push({ block, postings: Buffer.from(data, "base64") });
    terms.set(term, known);
  }
  const index = rows[0];
  if (!index) return [];
  return rankChunks([...terms.values()], { ...index, nextNumber: index.next }, limit);
}
