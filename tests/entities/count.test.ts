import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sql } from "drizzle-orm";
import { rowsOf } from "@/db/open";
import { mintOwnedApp } from "@/db/scope";
import { countWords } from "@/features/rows/limits";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

let world: World;
let owner: Awaited<ReturnType<World["signUp"]>>;
let appId: string;
beforeAll(async () => {
  world = await World.open();
  owner = await world.signUp();
  ({ appId } = await owner.api.apps.create({ name: "Counted" }));
  const schema = { name: "Item", properties: { part: { type: "number" } } };
  await writeVersion(mintOwnedApp(world.db, appId), { kind: "edit" }, () => [
    { path: "entities/Item.json", content: JSON.stringify(schema) },
  ]);
});
afterAll(() => world.close());

/** Rows as an import of the whole table leaves them; `part` goes round 0 to 3. */
const fill = (count: number) =>
  world.db.execute(
    sql`insert into entity_row (app_id, entity, id, creator_id, data) select ${appId}, 'Item', 'r' || gen_random_uuid(), ${owner.accountId}, jsonb_build_object('part', place % 4) from generate_series(1, ${count}) place`,
  );
const count = (query = "") => world.rest(`GET /api/apps/${appId}/entities/Item/count${query}`, { token: owner.token });
const partIs = (part: number) => `?q=${encodeURIComponent(JSON.stringify({ part }))}`;

describe("A count", () => {
  it("is exact up to 10,000 rows, and above that an estimate that says so", async () => {
    await fill(10_000);
    expect((await count()).body).toEqual({ count: 10_000 });
    await fill(40_000);
    expect((await count()).body).toEqual({ count: 50_000, isEstimate: true });
    expect((await count(`?q=${encodeURIComponent('{"part":{"$gte":0}}')}`)).body).toMatchObject({ isEstimate: true });
    const estimated = (await count(partIs(1))).body;
    expect(estimated.isEstimate).toBe(true);
    expect(Math.abs(estimated.count - 12_500)).toBeLessThan(1_500);
    expect((await count(partIs(7))).body).toEqual({ count: 0 });
  });

  it.each([
    [{ count: 9_876 }, "9,876"],
    [{ count: 12_034, isEstimate: true }, "~12,000"],
    [{ count: 1_234_567, isEstimate: true }, "~1,200,000"],
  ])("%o is shown as %s", (counted, words) => expect(countWords(counted)).toBe(words));
});

describe("A list of one's own rows", () => {
  it("is read by an index of its own, however many rows others have", async () => {
    await world.db.execute(sql`analyze entity_row`);
    const plan = await rowsOf<Record<string, string>>(
      world.db,
      sql`explain select id from entity_row where app_id = ${appId} and entity = 'Item' and creator_id = 'u_somebody' and created_at <> '-infinity' order by created_at desc nulls last, id desc nulls last limit 51`,
    );
    expect(plan.map((line) => Object.values(line)[0]).join("\n")).toContain("entity_row_own");
  });
});

describe("The schema refuses what the code never writes", () => {
  const cases: [string, ReturnType<typeof sql>, string][] = [
    ["an unknown kind of app", sql`update app set kind = 'website'`, "23514"],
    ["an unknown kind of version", sql`update version set kind = 'guess'`, "23514"],
    [
      "two versions with one number",
      sql`insert into version (app_id, id, number, sitting, kind, manifest) select app_id, 'v-twin', number, sitting, kind, manifest from version limit 1`,
      "23505",
    ],
    [
      "two live publications of an app",
      sql`insert into publication (app_id, id, version_id, html, files, live) select id, place::text, '', '', '[]', true from app, generate_series(1, 2) place`,
      "23505",
    ],
    [
      "a session of a member who is not there",
      sql`insert into visitor_session (app_id, token_hash, member_id, expires_at) select id, 't', 'u-nobody', now() from app`,
      "23503",
    ],
  ];
  it.each(cases)("%s", async (_, statement, code) => {
    await expect(Promise.resolve(world.db.execute(statement))).rejects.toMatchObject({ cause: { code } });
  });
});
