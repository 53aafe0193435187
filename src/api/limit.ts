import "server-only";
import { sql } from "drizzle-orm";
import { attempt } from "@/db/schema/account";
import { type Database, rowsOf } from "@/db/open";

/**
 * Counts an attempt under a key, or several at once. @returns whether it is within the limit. One statement, so that parallel attempts
 * cannot slip through.
 * @param key built from facts that the server knows (an id, a procedure, the proxy's address), never from free text of
 * the caller alone
 */
export async function withinLimit(
  db: Database,
  key: string,
  limit: number,
  windowSeconds: number,
  tries = 1,
): Promise<boolean> {
  const [row] = await rowsOf<{ count: number }>(
    db,
    sql`insert into ${attempt} (key, count, window_ends_at) values (${key}, ${tries}::int, clock_timestamp() + ${windowSeconds} * interval '1 second')
        on conflict (key) do update set
          count = case when ${attempt.windowEndsAt} < clock_timestamp() then excluded.count else ${attempt.count} + excluded.count end,
          window_ends_at = case when ${attempt.windowEndsAt} < clock_timestamp() then excluded.window_ends_at else ${attempt.windowEndsAt} end
        returning count`,
  );
  return row!.count <= limit;
}

export async function clearLimit(db: Database, key: string): Promise<void> {
  await db.execute(sql`delete from ${attempt} where key = ${key}`);
}

async function isRemembered(db: Database, key: string): Promise<boolean> {
  const query = sql`select 1 from ${attempt} where key = ${key} and window_ends_at > clock_timestamp()`;
  return (await rowsOf(db, query)).length > 0;
}

/** Sign-in attempts in 15 minutes: per account and address, per account, and per address. */
const signInMax = { here: 10, account: 50, address: 300 };
const signInSeconds = 15 * 60;
/** How long an address is remembered as one from which the account has signed in. */
const knownSeconds = 30 * 86_400;

/**
 * Rate limit of sign-in attempts. Addresses without an account count the same, so that the limit reveals no accounts.
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
     * Counts an attempt; false when it is refused. What one address is refused does not count against the account, or
     * anybody could lock it. From an address that has signed in to this account before, only attempts on this account
     * count, so that a guesser behind the same NAT locks nobody else out.
     */
    count: async () =>
      (await isRemembered(db, keys.known))
        ? isWithin("here")
        : (await isWithin("address")) && (await isWithin("here")) && (await isWithin("account")),
    /**
     * After the right password. The address's own counter stays: otherwise an attacker could reset it by signing in to
     * an account of their own.
     */
    clear: async () => {
      await withinLimit(db, keys.known, 1, knownSeconds);
      await clearLimit(db, keys.here);
      await clearLimit(db, keys.account);
    },
  };
}
