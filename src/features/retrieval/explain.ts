import "server-only";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import type { OwnedApp } from "@/db/scope";
import { foldText, indexedText } from "./rules";
import type { Passage } from "./schema";

/** What no text has in it: headlines mark words with these. */
const [start, stop] = ["\u0002", "\u0003"];
const matchedMax = 24;
const unspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;

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
  const texts = new Map(passages.map((one) => [one.id, `${one.heading}\n${one.text}`]));
  return new Map(
    rows.map(({ id, marked }) => {
      const found = new Set([...marked.matchAll(marks)].map(([, word]) => word!.toLowerCase()));
      return [id, asWritten(texts.get(id) ?? "", found).slice(0, matchedMax)];
    }),
  );
}

/** Indexed words as the text has them, with its accents; of languages without spaces the pairs of characters. */
function asWritten(text: string, found: ReadonlySet<string>): string[] {
  const words = (text.match(/[\p{L}\p{M}\p{N}]+/gu) ?? []).map((word) => word.toLowerCase());
  const pairs = [...found].filter((word) => foldText(text).includes(word));
  const written = words.filter((word) => found.has(foldText(word)));
  return [...new Set(written.length > 0 ? [...written, ...pairs.filter((pair) => unspaced.test(pair))] : pairs)];
}
