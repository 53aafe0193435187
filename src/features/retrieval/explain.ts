import "server-only";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import type { OwnedApp } from "@/db/scope";
import { indexedText } from "./rules";
import type { Passage } from "./schema";

/** What no text has in it: headlines mark words with these. */
const [start, stop] = ["\u0002", "\u0003"];
const matchedMax = 24;

/**
 * Why passages were found by words: the words of each that the question has, too, as they stand in it, whatever their
 * endings. By the ids of the passages.
 */
export async function matchedWords(
  { db }: OwnedApp,
  question: string,
  passages: readonly Pick<Passage, "id" | "heading" | "text">[],
): Promise<Map<string, string[]>> {
  const bodies = passages.map(({ id, heading, text }) => ({ id, body: indexedText(heading, text) }));
  const rows = await rowsOf<{ id: string; marked: string }>(
    db,
    sql`with asked as (
        select string_agg(quote_literal(lexeme), ' | ')::tsquery as query
        from unnest(to_tsvector('english', ${indexedText("", question)}))
      )
      select p.id, ts_headline('english', p.body, asked.query, ${`HighlightAll=true, StartSel=${start}, StopSel=${stop}`}) as marked
      from json_to_recordset(${JSON.stringify(bodies)}::text::json) as p(id text, body text), asked
      where asked.query is not null`,
  );
  const marks = new RegExp(`${start}([^${stop}]*)${stop}`, "g");
  return new Map(
    rows.map(({ id, marked }) => {
      const words = [...marked.matchAll(marks)].map(([, word]) => word!.toLowerCase());
      return [id, [...new Set(words)].slice(0, matchedMax)];
    }),
  );
}
