import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { asCaller, deadlinesMs } from "@/db/caller";
import { sharedLimits } from "@/db/for-callers";
import { type OpenDatabase, openDatabase, rowByKey, rowsOf } from "@/db/open";
import { writeTogether } from "@/db/write-together";

const url = process.env.TEST_DATABASE_URL;

/** Long enough for the other one to take its first lock, and shorter than a shared connection's limits. */
const pauseSeconds = 0.03;

describe.skipIf(!url)("A batch of writes, which gives a lock up before Postgres looks for deadlocks", () => {
  let opened: OpenDatabase;
  let beside: postgres.Sql;
  beforeAll(async () => {
    opened = await openDatabase({ DATABASE_URL: url!, DATA_DIR: "" });
    beside = postgres(url!, { max: 1, onnotice: () => undefined });
    await beside`drop table if exists locked_row`;
    await beside`create table locked_row (id text primary key, value int)`;
  });
  beforeEach(async () => {
    await beside`truncate locked_row`;
    await beside`insert into locked_row select id, 0 from unnest(array['a', 'b', 'c']) id`;
  });
  afterAll(async () => {
    await beside`drop table if exists locked_row`;
    await beside.end();
    await opened.close();
  });

  type Written = { id: string; value: number };
  const updated = (id: string) => sql`update locked_row set value = value + 1 where id = ${id}`;
  /** Adds one to each row of a batch, pausing after the first lock. @param isDescending locks in the wrong order */
  const adder = (isDescending: boolean) => {
    const batches: string[][] = [];
    const add = writeTogether<{ id: string }, Written>({
      one: (db, { id }) => rowByKey<Written>(db, sql`${updated(id)} returning *`),
      many: async (db, items) => {
        const ids = items.map(({ id }) => id);
        batches.push(ids);
        const [first, last] = isDescending ? ids.toReversed() : ids;
        const rows = await rowsOf<Written>(
          db,
          sql`with one as (${updated(first!)} returning *), pause as materialized (select pg_sleep(${pauseSeconds}), id from one),
            two as (${updated(last!)} and (select count(*) from pause) = 1 returning *) select * from one union all select * from two`,
        );
        return new Map(rows.map((row) => [row.id, row]));
      },
    });
    return {
      batches,
      add: (line: string, id: string) =>
        asCaller({ lane: "app", deadlineMs: deadlinesMs.visitor }, () => add(opened.db, line, { id })),
    };
  };
  const values = async () =>
    Object.fromEntries(
      (await beside<Written[]>`select * from locked_row order by id`).map(({ id, value }) => [id, value]),
    );
  const deadlocks = async () =>
    (
      await beside<
        { count: string }[]
      >`select deadlocks as count from pg_stat_database where datname = current_database()`
    )[0]!.count;

  it("has limits far below the time after which Postgres looks", async () => {
    const [{ ms }] =
      (await beside`select setting::int as ms from pg_settings where name = 'deadlock_timeout'`) as unknown as [
        { ms: number },
      ];
    expect(sharedLimits.lock_timeout * 4).toBeLessThan(ms);
    expect(sharedLimits.statement_timeout).toBeLessThan(ms);
  });

  it("ends well beside another that locks the same rows in the other order, and each row is written twice", async () => {
    const before = await deadlocks();
    const [rising, falling] = [adder(false), adder(true)];
    const ended = await Promise.all([
      rising.add("rising", "a"),
      rising.add("rising", "b"),
      falling.add("falling", "a"),
      falling.add("falling", "b"),
    ]);
    expect([rising.batches, falling.batches]).toEqual([[["a", "b"]], [["a", "b"]]]);
    expect(ended.map((row) => row?.id)).toEqual(["a", "b", "a", "b"]);
    expect(await values()).toEqual({ a: 2, b: 2, c: 0 });
    expect(await deadlocks()).toBe(before);
  });

  it("never has a transaction fail that holds one of its rows and waits for another", async () => {
    const before = await deadlocks();
    const { batches, add } = adder(false);
    let writing: Promise<unknown> = Promise.resolve();
    await beside.begin(async (tx) => {
      await tx`update locked_row set value = value + 10 where id = 'b'`;
      writing = Promise.all([add("rising", "a"), add("rising", "b")]);
      // The batch holds "a" by now, and waits for "b".
      await tx`select pg_sleep(${pauseSeconds})`;
      await tx`update locked_row set value = value + 10 where id = 'a'`;
    });
    await writing;
    expect(batches).toEqual([["a", "b"]]);
    expect(await values()).toEqual({ a: 11, b: 11, c: 0 });
    expect(await deadlocks()).toBe(before);
  });
});
