import "server-only";
import { and, eq, isNull, lt, sql } from "drizzle-orm";
import { message } from "@/db/schema/chat";
import { rowsOf } from "@/db/open";
import type { OwnedApp } from "@/db/scope";
import { type MessageRow, pageOfMessages } from "./store";

/**
 * Past messages that the model is given word for word: between these two numbers. The window moves in steps, so that a
 * provider's cache of the conversation holds from one request to the next.
 */
const wordsMin = 20;
const wordsMax = 30;
/** Older messages of which a line is given, and the characters of one request in it. */
const linesMax = 200;
const lineMax = 160;
const linesCharactersMax = 12_000;

/** How many of a conversation's past messages are given as lines only. */
export const shortenedOf = (count: number): number =>
  count <= wordsMax ? 0 : Math.floor((count - wordsMin) / (wordsMax - wordsMin)) * (wordsMax - wordsMin);

/** Past messages before a request: the newest as they are, and older ones in a text of one line a request. */
export async function readHistory(scope: OwnedApp, before: number): Promise<{ recent: MessageRow[]; older: string }> {
  const { db, appId } = scope;
  const mine = and(eq(message.appId, appId), isNull(message.replacedAt), lt(message.number, before));
  const count = await db.$count(message, mine);
  const shortened = shortenedOf(count);
  const { items } = await pageOfMessages(scope, { before, limit: Math.max(1, count - shortened) });
  const recent = count === 0 ? [] : items;
  return { recent, older: shortened === 0 ? "" : await shorten(scope, recent[0]!.number) };
}

type Line = { role: string; text: string; files: string[] | null };

/** Requests and what was changed for them, oldest first. The database cuts the texts: whole messages are large. */
async function shorten({ db, appId }: OwnedApp, before: number): Promise<string> {
  const part = sql`jsonb_array_elements(case jsonb_typeof(parts) when 'array' then parts else '[]'::jsonb end) as part`;
  const rows = await rowsOf<Line>(
    db,
    sql`select role, coalesce((select left(string_agg(part ->> 'text', ''), ${lineMax + 1}) from ${part} where part ->> 'type' = 'text'), '') as text,
          (select array_agg(distinct part -> 'data' ->> 'file') from ${part} where part ->> 'type' = 'data-action') as files
        from message where app_id = ${appId} and replaced_at is null and number < ${before} order by number desc limit ${linesMax}`,
  );
  const lines: string[] = [];
  for (const [index, { role, text }] of rows.entries()) {
    if (role !== "user") continue;
    // Newest first here: the answer to a request is the row before it.
    const files = rows[index - 1]?.role === "assistant" ? (rows[index - 1]!.files ?? []) : [];
    const said = text.replaceAll(/\s+/g, " ").trim();
    const cut = said.length > lineMax ? `${said.slice(0, lineMax).toWellFormed()}…` : said;
    lines.push(`- “${cut}”${files.length > 0 ? ` → ${files.slice(0, 6).join(", ")}` : ""}`);
  }
  const kept: string[] = [];
  let left = linesCharactersMax;
  for (const line of lines) if ((left -= line.length + 1) >= 0) kept.push(line);
  return `Earlier in this conversation, shortened, the oldest first: what was asked for, and which files were changed for it.\n${kept.toReversed().join("\n")}`;
}
