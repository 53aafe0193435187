import { sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asCaller, deadlinesMs, isCanceled } from "@/db/caller";
import { type OpenDatabase, openDatabase, rowsOf } from "@/db/open";

const { TEST_DATABASE_URL } = process.env;
const sleep = sql`select pg_sleep(60)`;

describe.skipIf(!TEST_DATABASE_URL)("Postgres", () => {
  let database: OpenDatabase;
  beforeAll(async () => void (database = await openDatabase({ DATABASE_URL: TEST_DATABASE_URL!, DATA_DIR: "" })));
  afterAll(() => database.close());

  it("ends a visitor's statement at the deadline, also in a transaction, and not the server's own", async () => {
    const visitor = { lane: "visitor", deadlineMs: deadlinesMs.visitor };
    const since = Date.now();
    const refusals = await asCaller(visitor, () =>
      Promise.allSettled([database.db.execute(sleep), database.db.transaction((tx) => tx.execute(sleep))]),
    );
    expect(refusals.map((one) => one.status === "rejected" && isCanceled(one.reason))).toEqual([true, true]);
    expect(Date.now() - since).toBeLessThan(10_000);
    const own = await rowsOf(database.db, sql`select current_setting('statement_timeout') as value`);
    expect(own[0]).toEqual({ value: "0" });
  });

  it("ends what a caller reads when they hang up", async () => {
    const hangUp = new AbortController();
    const caller = { lane: "leaver", deadlineMs: deadlinesMs.builder, signal: hangUp.signal };
    const since = Date.now();
    const read = asCaller(caller, async () => database.db.execute(sleep));
    setTimeout(() => hangUp.abort(), 200);
    expect(isCanceled(await read.catch((error: unknown) => error))).toBe(true);
    expect(Date.now() - since).toBeLessThan(5_000);
  });
});
