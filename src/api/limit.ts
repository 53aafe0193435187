import "server-only";
import { sql } from "drizzle-orm";
import { attempt } from "@/db/schema/account";
import { type Database, rowsOf } from "@/db/open";

/**
 * Counts one try under a key and tells whether it is still within the limit. One statement, so that parallel tries
 * cannot slip through.
 * @param key built from server facts only (an id, a procedure, an address the proxy set), never from a free text of the
 *   caller alone
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

async function clearLimit(db: Database, key: string): Promise<void> {
  await db.execute(sql`delete from ${attempt} where key = ${key}`);
}

async function isRemembered(db: Database, key: string): Promise<boolean> {
  const query = sql`select 1 from ${attempt} where key = ${key} and window_ends_at > clock_timestamp()`;
  return (await rowsOf(db, query)).length > 0;
}

/**
 * Sign-in tries in a quarter of an hour: at one account from one address, at one account from anywhere, and from one
 * address at any account.
 */
const signInMax = { here: 10, account: 50, address: 300 };
const signInSeconds = 15 * 60;
/** How long an address is remembered as one from which an account was signed in to. */
const knownSeconds = 30 * 86_400;

/**
 * Counts tries to sign in. Addresses without an account count alike, so that the counters tell nobody which ones have
 * one.
 */
export function signInTriesOf(db: Database, area: string, address: string, email: string) {
  const keys = {
    here: `${area}:${address}:${email}`,
    account: `${area}-account:${email}`,
    address: `${area}-address:${address}`,
    known: `${area}-known:${address}:${email}`,
  };
  const isWithin = (kind: keyof typeof signInMax) => withinLimit(db, keys[kind], signInMax[kind], signInSeconds);
  return {
    /**
     * Whether one more is allowed. What one address is refused does not count against the account, or anybody could
     * lock it. Where an account was signed in to before, only its own tries there count: a guesser in the same office
     * shuts nobody else out.
     */
    count: async () =>
      (await isRemembered(db, keys.known))
        ? isWithin("here")
        : (await isWithin("address")) && (await isWithin("here")) && (await isWithin("account")),
    /** After the right password. The address goes on counting: its own account would open all others to it. */
    clear: async () => {
      await withinLimit(db, keys.known, 1, knownSeconds);
      await clearLimit(db, keys.here);
      await clearLimit(db, keys.account);
    },
  };
}
