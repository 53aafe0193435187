import { sql } from "drizzle-orm";
import postgres from "postgres";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asCaller, deadlinesMs, isCanceled } from "@/db/caller";
import { type OpenDatabase, openDatabase, rowByKey, rowsOf } from "@/db/open";

const url = process.env.TEST_DATABASE_URL;

describe.skipIf(!url)("Statements on one row by its key, on connections that they share", () => {
  let opened: OpenDatabase;
  let beside: postgres.Sql;
  const visit = <T>(lane: string, work: () => T): T => asCaller({ lane, deadlineMs: deadlinesMs.visitor }, work);

  beforeAll(async () => {
    opened = await openDatabase({ DATABASE_URL: url!, DATA_DIR: "" });
    beside = postgres(url!, { max: 1, onnotice: () => undefined });
    await beside`drop table if exists shared_row`;
    await beside`create table shared_row (id int primary key, value int)`;
    await beside`insert into shared_row select n, 0 from generate_series(1, 100) n`;
  });
  afterAll(async () => {
    await beside`drop table if exists shared_row`;
    await beside.end();
    await opened.close();
  });

  const read = (lane: string, id: number) =>
    visit(lane, () =>
      rowByKey<{ id: number; value: number }>(opened.db, sql`select * from shared_row where id = ${id}`),
    );
  const add = (lane: string, id: number) =>
    visit(lane, () =>
      rowByKey<{ value: number }>(
        opened.db,
        sql`update shared_row set value = value + 1 where id = ${id} returning value`,
      ),
    );

  it("answer each caller with its own row, hundreds at once", async () => {
    const ids = Array.from({ length: 400 }, (_, at) => (at % 100) + 1);
    const found = await Promise.all(ids.map((id, at) => read(`lane ${at % 5}`, id)));
    expect(found.map((row) => row?.id)).toEqual(ids);
    expect(await read("lane 1", 1000)).toBeUndefined();
  });

  it("fail alone: those before and behind a wrong one are answered", async () => {
    const wrong = visit("a", () => rowByKey(opened.db, sql`select 1 / (id - 7) as no from shared_row where id = ${7}`));
    const others = Promise.all([read("a", 1), read("b", 2), read("a", 3)]);
    await expect(wrong).rejects.toThrow();
    expect((await others).map((row) => row?.id)).toEqual([1, 2, 3]);
  });

  it("leave them when they must wait for a lock, change their row once, and hold up nobody behind them", async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => (release = resolve));
    const holding = beside.begin(async (tx) => {
      await tx`update shared_row set value = 10 where id = 50`;
      await held;
    });
    await expect.poll(() => lockedRows(opened)).toBeGreaterThan(0);
    const waiting = Array.from({ length: 6 }, () => add("waits", 50));
    const began = performance.now();
    expect((await read("other", 3))?.id).toBe(3);
    expect(performance.now() - began).toBeLessThan(1_500);
    release();
    await holding;
    const values = (await Promise.all(waiting)).map((row) => row!.value).sort((left, right) => left - right);
    expect(values).toEqual([11, 12, 13, 14, 15, 16]);
  });

  it("end at the caller's deadline, not at the shorter one of the connection", async () => {
    const slow = (seconds: number) =>
      visit("slow", () => rowByKey(opened.db, sql`select pg_sleep(${seconds}) from shared_row where id = ${1}`));
    // As many as have no connection of their own.
    expect(await Promise.all([1, 2, 3, 4, 5, 6].map(() => slow(0.4)))).not.toContain(undefined);
    const error = await slow(4).catch((reason: unknown) => reason);
    expect(isCanceled(error)).toBe(true);
  });
});

const lockedRows = async ({ db }: OpenDatabase): Promise<number> =>
  (
    await rowsOf<{ count: number }>(
      db,
      sql`select count(*)::int as count from pg_locks where mode = 'RowExclusiveLock' and relation = 'shared_row'::regclass`,
    )
  )[0]!.count;
