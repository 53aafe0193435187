import "server-only";
import { sql } from "drizzle-orm";
import { attempt } from "@/db/schema/account";
import { type Database, rowsOf } from "@/db/open";

/**
 * Counts one try under a key and tells whether it is still within the limit. One statement, so that parallel tries cannot slip through.
 * @param key built from server facts only (an id, a procedure, an address the proxy set), never from a free text of the caller alone
 */
export async function withinLimit(db: Database, key: string, limit: number, windowSeconds: number): Promise<boolean> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`insert into ${attempt} (key, count, window_ends_at) values (${key}, 1, clock_timestamp() + ${windowSeconds} * interval '1 second')
        on conflict (key) do update set
          count = case when ${attempt.windowEndsAt} < clock_timestamp() then 1 else ${attempt.count} + 1 end,
          window_ends_at = case when ${attempt.windowEndsAt} < clock_timestamp() then excluded.window_ends_at else ${attempt.windowEndsAt} end
        returning count`,
  );
  return row!.count <= limit;
}

export async function clearLimit(db: Database, key: string): Promise<void> {
  await db.execute(sql`delete from ${attempt} where key = ${key}`);
}
