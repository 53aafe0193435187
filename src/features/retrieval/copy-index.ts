import "server-only";
import { sql } from "drizzle-orm";
import type { OwnedApp } from "@/db/scope";

/**
 * Copies everything that retrieval keeps of an app into an app that has no index yet. Chunk numbers are an app's own, so
 * that postings and vectors are copied as they are.
 * @param itemIds ids of the items in the copy, by their ids in the original
 */
export async function copyIndex(
  { db, appId }: OwnedApp,
  copyId: string,
  itemIds: ReadonlyMap<string, string>,
): Promise<void> {
  const renamed = JSON.stringify([...itemIds].map(([was, is]) => ({ was, is })));
  // One writer at a time changes an index: it is copied as it stands between two of them.
  await db.execute(sql`select 1 from chunk_index where app_id = ${appId} for update`);
  await db.execute(sql`insert into chunk_index (app_id, chunks, words, next_number)
    select ${copyId}, chunks, words, next_number from chunk_index where app_id = ${appId}`);
  await db.execute(sql`insert into chunk (app_id, id, item_id, number, position, heading, text, hash, words, is_enabled)
    select ${copyId}, c.id, v."is", c.number, c.position, c.heading, c.text, c.hash, c.words, c.is_enabled
    from chunk c join json_to_recordset(${renamed}::text::json) as v(was text, "is" text) on v.was = c.item_id
    where c.app_id = ${appId}`);
  await db.execute(sql`insert into chunk_term (app_id, term, block, postings)
    select ${copyId}, term, block, postings from chunk_term where app_id = ${appId}`);
  await db.execute(sql`insert into chunk_code (app_id, number, model, code)
    select ${copyId}, number, model, code from chunk_code where app_id = ${appId}`);
  await db.execute(sql`insert into chunk_vector (app_id, number, model, vector)
    select ${copyId}, number, model, vector from chunk_vector where app_id = ${appId}`);
}
