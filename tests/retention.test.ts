import { readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type SQL, sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import { mintOwnedApp } from "@/db/scope";
import { kept } from "@/features/retention/kept";
import { sweep } from "@/features/retention/sweep";
import { writeVersion } from "@/features/versions/store";
import { type Json, World } from "./support/world";

let world: World;
beforeAll(async () => void (world = await World.open({ ROW_HISTORY_DAYS: "30" })));
afterAll(() => world.close());
beforeEach(() => world.reset());

const run = (query: SQL) => world.db.execute(query);
const read = (query: SQL) => rowsOf<Record<string, Json>>(world.db, query);
const column = async (query: SQL) => (await read(query)).map((row) => Object.values(row)[0]);

async function start() {
  const owner = await world.signUp();
  const { appId } = await owner.api.apps.create({ name: "Swept" });
  return { ...owner, appId, scope: mintOwnedApp(world.db, appId) };
}

describe("What is kept, and how long", () => {
  it("stands in docs/reliability.md, line by line", () => {
    const lines = readFileSync("docs/reliability.md", "utf8").match(/^\| (?!what |---).*\|$/gm);
    expect(lines).toEqual(kept.map((rule) => `| ${rule.what} | ${rule.kept} |`));
  });

  it("goes on with the other rules when one fails, and works in bounded batches", async () => {
    const dropped: string[] = [];
    const batches = [1_000, 1_000, 3, 0];
    const rule = (what: string, drop: () => Promise<number>) => ({ what, kept: "", hours: () => 0, drop });
    await sweep(world.platform, [
      rule("broken", () => Promise.reject(new Error("No"))),
      rule("whole", () => (dropped.push("whole"), Promise.resolve(batches.shift()!))),
      { ...rule("for ever", () => (dropped.push("for ever"), Promise.resolve(0))), hours: () => null },
    ]);
    expect(dropped).toEqual(["whole", "whole", "whole", "whole"]);
  });
});

describe("A sweep", () => {
  it("removes the events of a turn a day after it ended, but for its first and last, and none of one that runs", async () => {
    const { appId } = await start();
    for (const [id, status, hours] of [
      ["old", "done", 25],
      ["new", "done", 23],
      ["runs", "running", 25],
    ] as const) {
      const finished = status === "running" ? null : sql`now() - ${hours} * interval '1 hour'`;
      await run(
        sql`insert into turn (app_id, id, status, user_message_id, assistant_message_id, finished_at) values (${appId}, ${id}, ${status}, 'u', 'a', ${finished})`,
      );
      for (const [number, event] of ["start", "text", "text", "done"].entries())
        await run(
          sql`insert into turn_event (app_id, turn_id, number, event, data) values (${appId}, ${id}, ${number}, ${event}, '{}')`,
        );
    }
    await sweep(world.platform);
    expect(
      await read(
        sql`select turn_id, array_agg(number order by number) as numbers from turn_event group by 1 order by 1`,
      ),
    ).toEqual([
      { turn_id: "new", numbers: [0, 1, 2, 3] },
      { turn_id: "old", numbers: [0, 3] },
      { turn_id: "runs", numbers: [0, 1, 2, 3] },
    ]);
  });

  it("removes expired sessions and ended limits, and leaves the others", async () => {
    const { appId, accountId, token } = await start();
    await run(sql`delete from attempt`);
    for (const [name, time] of [
      ["past", sql`now() - interval '1 minute'`],
      ["future", sql`now() + interval '1 minute'`],
    ] as const) {
      await run(
        sql`insert into account_session (id, user_id, expires_at, sign_in_id) values (${name}, ${accountId}, ${time}, ${name})`,
      );
      await run(
        sql`insert into visitor_session (app_id, token_hash, account_id, expires_at) values (${appId}, ${name}, ${accountId}, ${time})`,
      );
      await run(sql`insert into attempt (key, count, window_ends_at) values (${name}, 1, ${time})`);
    }
    await sweep(world.platform);
    expect(await column(sql`select id from account_session where id in ('past', 'future')`)).toEqual(["future"]);
    expect(await column(sql`select token_hash from visitor_session`)).toEqual(["future"]);
    expect(await column(sql`select key from attempt`)).toEqual(["future"]);
    expect((await world.rest("GET /api/apps", { token })).status).toBe(200);
  });

  it("removes what rows were once it is older than ROW_HISTORY_DAYS; a revert with rows to before that is refused in words", async () => {
    const { appId, api } = await start();
    for (const days of [29, 31])
      await run(
        sql`with created as (insert into entity_rows_created (app_id, entity, row_ids, change_id, changed_at) values (${appId}, 'Task', array[${`r${days}`}], 'c', now() - ${days} * interval '1 day'))
          insert into entity_row_history (app_id, entity, row_id, change_id, changed_at) values (${appId}, 'Task', ${`r${days}`}, 'c', now() - ${days} * interval '1 day')`,
      );
    await sweep(world.platform);
    expect(await column(sql`select unnest(row_ids) from entity_rows_created`)).toEqual(["r29"]);
    expect(await column(sql`select row_id from entity_row_history`)).toEqual(["r29"]);
    const [version] = await api.versions.list({ appId });
    expect(await api.entities.rowsThen({ appId, versionId: version!.id })).toEqual([]);
    await run(sql`update version set created_at = now() - interval '31 days'`);
    await expect(api.entities.rowsThen({ appId, versionId: version!.id })).rejects.toMatchObject({
      message: "What the rows were at that time is no longer kept",
    });
  });

  it("removes what turns cost after 400 days", async () => {
    const { appId, accountId } = await start();
    for (const days of [399, 401])
      await run(
        sql`insert into model_usage (account_id, turn_id, app_id, model, tokens, cost_usd, created_at) values (${accountId}, ${`t${days}`}, ${appId}, 'm', 1, 1, now() - ${days} * interval '1 day')`,
      );
    await sweep(world.platform);
    expect(await column(sql`select turn_id from model_usage`)).toEqual(["t399"]);
  });

  it("removes an import with its faults and its file when its app is gone", async () => {
    const { platform } = world;
    await platform.blobs.put("imports/left", new Uint8Array([1]), "text/csv");
    await run(
      sql`insert into csv_import (app_id, id, entity, account_id, file_name, file_key, bytes, change_id, state) values ('gone', 'i', 'Task', 'a', 'a.csv', 'imports/left', 1, 'c', 'done')`,
    );
    await run(sql`insert into csv_import_fault (app_id, import_id, number, faults) values ('gone', 'i', 1, '[]')`);
    await sweep(platform);
    expect(await column(sql`select id from csv_import`)).toEqual([]);
    expect(await column(sql`select number from csv_import_fault`)).toEqual([]);
    expect(await platform.blobs.get("imports/left")).toBeNull();
  });

  it("keeps the live publication and the newest ten of an app, however old", async () => {
    const { appId } = await start();
    await run(
      sql`insert into publication (app_id, id, version_id, html, files, live, created_at) select ${appId}, place::text, 'v', '', '[]', place = 1, now() - interval '200 days' + place * interval '1 day' from generate_series(1, 14) place`,
    );
    await sweep(world.platform);
    expect(await column(sql`select id::int as id from publication order by 1`)).toEqual([
      1, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14,
    ]);
  });

  it("removes the contents that autosaves left behind, and none that a version names", async () => {
    const { appId, api, scope } = await start();
    const path = "services/a.js";
    await writeVersion(scope, { kind: "turn" }, () => [{ path, content: "said" }]);
    for (const content of ["one", "two", "three"]) await api.files.update({ appId, file: { id: path, content } });
    await sweep(world.platform);
    expect(await column(sql`select content from blob order by content`)).toEqual(["said", "three"]);
  });

  it.each([
    ["published", "publication"],
    ["uploads", "upload"],
    ["attachments", "upload"],
    ["functions", "deployment"],
  ])("removes %s that nothing refers to after a day, and keeps those that a row of %s names", async (kind) => {
    const { appId } = await start();
    const { blobs, env } = world.platform;
    const key = (name: string) => `${kind}/${name}`;
    for (const name of ["named", "named.br", "left", "left.br", "young"])
      await blobs.put(key(name), new Uint8Array([1]), "text/plain");
    const yesterday = Date.now() / 1_000 - 25 * 3_600;
    for (const name of ["named", "named.br", "left", "left.br"])
      utimesSync(join(env.DATA_DIR, "blobs", key(name)), yesterday, yesterday);
    const files = JSON.stringify([{ path: "/a.js", forms: { br: { key: key("named") } } }]);
    const named: Record<string, SQL> = {
      published: sql`insert into publication (app_id, id, version_id, html, files) values (${appId}, 'p', 'v', '', ${files}::jsonb)`,
      functions: sql`insert into deployment (app_id, name, hash, sources, source_hash) values (${appId}, 'f', 'named', '[]', '')`,
    };
    await run(
      named[kind] ??
        sql`insert into upload (app_id, id, name, content_type, bytes, key) values (${appId}, 'f', 'a', 'text/plain', 1, ${key("named")})`,
    );
    await sweep(world.platform);
    const left = await Promise.all(
      ["named", "named.br", "left", "left.br", "young"].map(async (name) => (await blobs.get(key(name))) !== null),
    );
    expect(left).toEqual([true, true, false, false, true]);
  });
});
