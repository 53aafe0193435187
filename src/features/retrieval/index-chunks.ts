import "server-only";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import type { OwnedApp } from "@/db/scope";
import { blockOf, encodePostings, type Posting, withoutChunks } from "./postings";
import { indexedText } from "./rules";

/** Chunks that one statement reads the words of. */
const batchMax = 200;

type Indexable = { number: number; heading: string; text: string };
type Row = { number: number; term: string; times: number };

/** What no lexeme has in it: the parser ends a word at it. */
const separator = "\u001f";

/** Rows of one parameter. A driver takes at most 65,535 of them, and a batch has more values than that. */
const rowsFrom = (rows: readonly object[]) => sql`json_to_recordset(${JSON.stringify(rows)}::text::json)`;

/** The words of each chunk as Postgres stems them: a row a chunk, since a row a word takes three times as long. */
async function readTerms({ db }: OwnedApp, chunks: readonly Indexable[]): Promise<Row[]> {
  const bodies = chunks.map(({ number, heading, text }) => ({ number, body: indexedText(heading, text) }));
  const rows = await rowsOf<{ number: number; list: string }>(
    db,
    sql`select c.number, coalesce((select string_agg(t.lexeme || ${separator} || cardinality(t.positions), ${separator})
        from unnest(to_tsvector('english', c.body)) t), '') as list
      from ${rowsFrom(bodies)} as c(number int, body text)`,
  );
  return rows.flatMap(({ number, list }) => {
    const parts = list === "" ? [] : list.split(separator);
    const terms: Row[] = [];
    for (let at = 0; at < parts.length; at += 2) terms.push({ number, term: parts[at]!, times: Number(parts[at + 1]) });
    return terms;
  });
}

/** Words by chunk number. */
function countWords(rows: readonly Row[]): Map<number, number> {
  const words = new Map<number, number>();
  for (const { number, times } of rows) words.set(number, (words.get(number) ?? 0) + times);
  return words;
}

type Stored = { term: string; block: number; data: string };

/** ON CONFLICT finds each row by the key, whatever the planner believes of the table. */
async function writePostings(
  { db, appId }: OwnedApp,
  rows: readonly Stored[],
  mode: "append" | "replace",
): Promise<void> {
  await db.execute(
    sql`insert into chunk_term (app_id, term, block, postings)
      select ${appId}, v.term, v.block, decode(v.data, 'hex') from ${rowsFrom(rows)} as v(term text, block int, data text)
      on conflict (app_id, term, block) do update
      set postings = ${mode === "append" ? sql`chunk_term.postings || excluded.postings` : sql`excluded.postings`}`,
  );
}

/** The row of a term's block. OFFSET 0 keeps it a look-up by the key, where a join would read an app's whole index. */
const storedAt = (appId: string, rows: "k" | "v") =>
  sql`(select t.ctid, t.term, t.block, t.postings from chunk_term t
    where t.app_id = ${appId} and t.term = ${sql.raw(rows)}.term and t.block = ${sql.raw(rows)}.block offset 0)`;

/** Adds chunks to the inverted index. The caller holds the app's index (store.ts). @returns words by chunk number */
export async function addPostings(scope: OwnedApp, chunks: readonly Indexable[]): Promise<Map<number, number>> {
  const all = new Map<number, number>();
  for (let start = 0; start < chunks.length; start += batchMax) {
    const rows = await readTerms(scope, chunks.slice(start, start + batchMax));
    const words = countWords(rows);
    for (const [number, count] of words) all.set(number, count);
    const lists = new Map<string, { term: string; block: number; postings: Posting[] }>();
    for (const { number, term, times } of rows) {
      const block = blockOf(number);
      const list = lists.get(`${block} ${term}`) ?? { term, block, postings: [] };
      list.postings.push({ number, times, words: words.get(number)! });
      lists.set(`${block} ${term}`, list);
    }
    const values = [...lists.values()].map(({ term, block, postings }) => ({
      term,
      block,
      data: encodePostings(postings).toString("hex"),
    }));
    await writePostings(scope, values, "append");
  }
  return all;
}

/** Takes chunks out of the inverted index. The caller holds the app's index (store.ts). */
export async function removePostings(scope: OwnedApp, chunks: readonly Indexable[]): Promise<void> {
  const { db, appId } = scope;
  for (let start = 0; start < chunks.length; start += batchMax) {
    const batch = chunks.slice(start, start + batchMax);
    const gone = new Set(batch.map(({ number }) => number));
    const keys = new Map<string, { term: string; block: number }>();
    for (const { number, term } of await readTerms(scope, batch))
      keys.set(`${blockOf(number)} ${term}`, { term, block: blockOf(number) });
    const stored = await rowsOf<Stored>(
      db,
      sql`select t.term, t.block, encode(t.postings, 'hex') as data
        from ${rowsFrom([...keys.values()])} as k(term text, block int) cross join lateral ${storedAt(appId, "k")} t`,
    );
    const left = stored.map(({ term, block, data }) => ({
      term,
      block,
      data: withoutChunks(Buffer.from(data, "hex"), block, (number) => gone.has(number)).toString("hex"),
    }));
    await writePostings(
      scope,
      left.filter(({ data }) => data !== ""),
      "replace",
    );
    await db.execute(
      sql`delete from chunk_term where ctid = any(array(
        select t.ctid from ${rowsFrom(left.filter(({ data }) => data === ""))} as v(term text, block int)
        cross join lateral ${storedAt(appId, "v")} t))`,
    );
  }
}
