import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asCaller, queryCanceled } from "@/db/caller";
import { EmbeddedClient } from "@/db/embedded";

let client: EmbeddedClient;

beforeAll(async () => {
  client = await EmbeddedClient.open(undefined);
  await client.exec("create table item (id int primary key, name text, data jsonb, tags text[], at timestamptz)");
});
afterAll(() => client.close());

/** Statements are prepared at their third use (db/prepare.ts). */
const uses = [1, 2, 3, 4, 5, 6, 7];

describe("Statements that recur on the embedded database", () => {
  it("take and answer every kind of value as their first use did", async () => {
    const sql =
      "select $1::int as whole, $2::float8 as part, $3::boolean as flag, $4::text as text, $5::jsonb as json, $6::text[] as list, $7::timestamptz as at, $8::bytea as bytes, $9::bigint as large, null as nothing";
    const values = [7, 1.5, true, 'quote " and ü', { a: [1, null] }, ["x", "y,z"], "2026-11-26T10:00:00Z"];
    const all = [...values, new Uint8Array([0, 255]), 9_007_199_254];
    const answers = [];
    for (let left = uses.length; left > 0; left -= 1) answers.push(await client.query(sql, all));
    for (const answer of answers) expect(answer).toEqual(answers[0]);
    expect(answers[0]!.rows[0]).toMatchObject({ whole: 7, flag: true, json: { a: [1, null] }, list: ["x", "y,z"] });
  });

  it("answer as rows of cells where that is asked for, without parameters' values from before", async () => {
    for (const use of uses)
      expect(
        (await client.query("select $1::int as a, $2::text as b", [use, null], { rowMode: "array" })).rows,
      ).toEqual([[use, null]]);
  });

  it("say how many rows they changed", async () => {
    for (const use of uses)
      expect(
        (await client.query("insert into item (id, name) values ($1, $2)", [use, `item ${use}`])).affectedRows,
      ).toBe(1);
    for (const use of uses)
      expect((await client.query("update item set name = name where id <= $1", [use])).affectedRows).toBe(use);
  });

  it("fail with the engine's own error, and work afterwards", async () => {
    const insert = () => client.query("insert into item (id, name) values ($1, 'twin')", [1]);
    for (let left = uses.length; left > 0; left -= 1)
      await expect(insert()).rejects.toMatchObject({ code: "23505", constraint: "item_pkey" });
    for (let left = uses.length; left > 0; left -= 1)
      await expect(client.query("select * from nowhere where id = $1", [1])).rejects.toMatchObject({ code: "42P01" });
    expect((await client.query("select count(*)::int as count from item where id > $1", [0])).rows).toEqual([
      { count: uses.length },
    ]);
  });

  it("belong to the transaction that they run in, and outlive its end", async () => {
    const rename = "update item set name = $2 where id = $1";
    for (const use of uses) {
      const kept = client.transaction((tx) => tx.query(rename, [use, `kept ${use}`]));
      await expect(kept).resolves.toMatchObject({ affectedRows: 1 });
      const undone = client.transaction(async (tx) => {
        await tx.query(rename, [use, "undone"]);
        await tx.query("insert into item (id, name) values ($1, 'twin')", [1]);
      });
      await expect(undone).rejects.toMatchObject({ code: "23505" });
      expect((await client.query("select name from item where id = $1", [use])).rows).toEqual([
        { name: `kept ${use}` },
      ]);
    }
  });

  it("see the columns that a table got and lost since", async () => {
    const find = () => client.query("select * from item where id = $1", [1]);
    for (let left = uses.length; left > 0; left -= 1) await find();
    await client.exec("alter table item add column more int default 5, drop column tags");
    for (let left = uses.length; left > 0; left -= 1) {
      const [row] = (await find()).rows as Record<string, unknown>[];
      expect(row).toMatchObject({ id: 1, more: 5 });
      expect(row).not.toHaveProperty("tags");
    }
  });

  it("use an index that was built since, though they were planned for all values before", async () => {
    await client.exec(`create table part (app text, number int primary key, kind int, text text);
      insert into part select 'a', n, n * 7919 % 10007, repeat('x', 200) from generate_series(1, 20000) n; analyze part`);
    const find = () =>
      client.query("select * from part where app = $1 and kind = $2 order by number limit $3", ["a", 4711, 50]);
    for (let left = 3 * uses.length; left > 0; left -= 1) await find();
    await client.exec("create index part_kind on part (kind) where app = 'a'");
    expect((await find()).rows).toHaveLength(2);
    await client.exec("select pg_stat_force_next_flush()");
    const [used] = (await client.query("select idx_scan from pg_stat_user_indexes where indexrelname = 'part_kind'"))
      .rows as { idx_scan: number }[];
    expect(used!.idx_scan).toBeGreaterThan(0);
  });

  it("are heard where they notify", async () => {
    const heard: string[] = [];
    await client.listen("news", (payload) => heard.push(payload));
    for (const use of uses) await client.query("select pg_notify('news', $1)", [String(use)]);
    await expect.poll(() => heard).toEqual(uses.map(String));
  });

  it("end at their caller's deadline, and answer the next one", async () => {
    const sql =
      "select count(*)::int as count from generate_series(1, $1::int) as a, generate_series(1, $1::int) as b where clock_timestamp() is not null";
    for (let left = uses.length; left > 0; left -= 1)
      expect((await client.query(sql, [2])).rows).toEqual([{ count: 4 }]);
    const slow = asCaller({ lane: "visitor", deadlineMs: 200 }, () => client.query(sql, [50_000]));
    await expect(slow).rejects.toMatchObject({ code: queryCanceled });
    expect((await client.query(sql, [3])).rows).toEqual([{ count: 9 }]);
  });
});
