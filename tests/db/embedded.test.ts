import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asCaller, queryCanceled } from "@/db/caller";
import { EmbeddedClient } from "@/db/embedded";

const folder = mkdtempSync(join(tmpdir(), "joinery-embedded-"));
let client: EmbeddedClient;

beforeAll(async () => {
  client = await EmbeddedClient.open(join(folder, "database"));
  await client.exec("create table note (text text)");
});
afterAll(async () => {
  await client.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Billions of rows that ask for the time, as filters do, and as nothing that ignores its deadline does. */
const pairs = (count: number) => `from generate_series(1, ${count}) as a, generate_series(1, ${count}) as b`;
const heeding = `select count(*)::int as count ${pairs(50_000)} where clock_timestamp() is not null`;
const heedless = `select count(*)::int as count ${pairs(50_000)} where (a + b) % 7 = 8`;

const visitor = { lane: "visitor", deadlineMs: 300 };
const notes = async () =>
  (await client.query("select text from note order by text")).rows.map((row) => (row as { text: string }).text);

describe("the embedded database", () => {
  it("ends a caller's statement at its deadline and goes on with the others", async () => {
    const since = Date.now();
    const slow = asCaller(visitor, () => client.query(heeding));
    const other = client.query("select 1 as one");
    await expect(slow).rejects.toMatchObject({ code: queryCanceled });
    expect(Date.now() - since).toBeLessThan(2_500);
    expect((await other).rows).toEqual([{ one: 1 }]);
  });

  it("replaces a worker whose statement heeds no deadline, and keeps what was written before and asked after", async () => {
    await client.query("insert into note values ('before')");
    const slow = asCaller(visitor, () => client.query(heedless));
    const after = client.query("insert into note values ('after')");
    const heard = new Promise((resolve) => void client.listen("news", resolve));
    await expect(slow).rejects.toMatchObject({ code: queryCanceled });
    await after;
    expect(await notes()).toEqual(["after", "before"]);
    await client.query("select pg_notify('news', 'heard')");
    expect(await heard).toBe("heard");
  });

  it("rolls back the transaction whose worker was replaced, and says so", async () => {
    const broken = asCaller(visitor, () =>
      client.transaction(async (tx) => {
        await tx.query("insert into note values ('never')");
        await tx.query(heedless);
      }),
    );
    await expect(broken).rejects.toMatchObject({ code: queryCanceled });
    expect(await notes()).not.toContain("never");
    await client.transaction((tx) => tx.query("insert into note values ('next')"));
    expect(await notes()).toContain("next");
  });

  it("ends what a caller reads when they hang up, running or waiting, and never what they write", async () => {
    const hangUp = new AbortController();
    const caller = { lane: "leaver", deadlineMs: 60_000, signal: hangUp.signal };
    const [running, next, waiting, write] = asCaller(caller, () => [
      client.query(heeding),
      client.query(heeding),
      client.query("select 1"),
      client.query("insert into note values ('written')"),
    ]);
    setTimeout(() => hangUp.abort(), 100);
    const all = Promise.allSettled([running, next, waiting]);
    await expect(running).rejects.toMatchObject({ code: queryCanceled });
    await expect(waiting).rejects.toMatchObject({ code: queryCanceled });
    await expect(next).rejects.toMatchObject({ code: queryCanceled });
    await all;
    await write;
    expect(await notes()).toContain("written");
  });

  it("lets callers take turns: a crowd of long statements does not keep others waiting", async () => {
    const long = `select count(*)::int as count ${pairs(300)} where clock_timestamp() is not null`;
    const crowd = Array.from({ length: 8 }, () =>
      asCaller({ lane: "crowd", deadlineMs: 60_000 }, () => client.query(long)),
    );
    const waits: number[] = [];
    for (let turn = 0; turn < 10; turn += 1) {
      const since = performance.now();
      await asCaller({ lane: "neighbour", deadlineMs: 60_000 }, () => client.query("select 1"));
      waits.push(performance.now() - since);
    }
    const answers = await Promise.all(crowd);
    expect(answers.every(({ rows }) => (rows[0] as { count: number }).count === 90_000)).toBe(true);
    expect(Math.max(...waits)).toBeLessThan(2_000);
  });

  it("hands over JSON of any depth", async () => {
    const deep = `${"[".repeat(3_000)}${"]".repeat(3_000)}`;
    const { rows } = await client.query("select $1::jsonb as value", [deep]);
    expect(JSON.stringify((rows[0] as { value: unknown }).value)).toBe(deep);
  });

  it("keeps its statistics true and gives dead rows back, as nobody else does for it", async () => {
    await client.exec("create table fact (number int primary key, text text)");
    await client.query("insert into fact select n, md5(n::text) from generate_series(1, 5000) n");
    await client.query("update fact set text = 'changed' where number <= 3000");
    const state = async () =>
      (
        await client.query(
          "select reltuples::int as rows, n_dead_tup::int as dead from pg_class join pg_stat_user_tables s on s.relid = oid where s.relname = 'fact'",
        )
      ).rows[0];
    await expect.poll(state, { timeout: 10_000 }).toEqual({ rows: 5000, dead: 0 });
  });
});
