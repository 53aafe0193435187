import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { fieldIndex } from "@/db/schema/entity";
import { rowsOf } from "@/db/open";
import { mintOwnedApp } from "@/db/scope";
import { buildFieldIndex, dropFieldIndexes } from "@/features/entities/index-fields";
import { indexableFields } from "@/features/entities/rules";
import { writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

const schema = {
  properties: {
    name: { type: "string" },
    amount: { type: "number" },
    status: { type: "string" },
    tags: { type: "array", items: { type: "string" } },
  },
};

describe("The fields that an index would serve", () => {
  it.each([
    [{ sort: "amount" }, ["amount"]],
    [{ sort: "-amount", q: { status: "won" } }, ["amount", "status"]],
    [{ sort: "-createdAt" }, []],
    [{ sort: "amount,name" }, []],
    [{ sort: "constructor" }, []],
    [{ q: { amount: { $gte: 5 }, name: { $contains: "a" } } }, ["amount"]],
    [{ q: { tags: "red", status: null } }, ["status"]],
    [{ q: { $or: [{ status: "won" }] } }, []],
    [{ q: "status" }, []],
  ])("of %j are %j", (options, fields) =>
    expect(indexableFields(schema as Parameters<typeof indexableFields>[0], options)).toEqual(fields),
  );
});

describe("An index of a field", () => {
  it("serves pages in order and filters, changes no answer, and goes when nobody uses it", async () => {
    const owner = await world.signUp();
    const { appId } = await owner.api.apps.create({ name: "App" });
    await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
      { path: "entities/Deal.json", content: JSON.stringify(schema) },
    ]);
    const at = { appId, entity: "Deal" };
    await world.db.execute(sql`
      insert into entity_row (app_id, entity, id, data)
      select ${appId}, 'Deal', 'r' || n, jsonb_strip_nulls(jsonb_build_object('name', 'Deal ' || n, 'status', (array['open', 'won', 'lost'])[1 + n % 3],
        'amount', case when n % 50 = 0 then null else n * 7919 % 4001 end))
      from generate_series(1, 6000) n`);
    const pages = async (sort: string, q?: object) => {
      const ids: string[] = [];
      let cursor: string | undefined;
      for (let page = 0; page < 4; page += 1) {
        const { items, nextCursor } = await owner.api.entities.list({ ...at, sort, q, limit: 40, cursor });
        ids.push(...items.map(({ id }) => id));
        if (!nextCursor) break;
        cursor = nextCursor;
      }
      return ids;
    };
    const questions: [string, object?][] = [
      ["amount"],
      ["-amount"],
      ["-amount", { status: "won" }],
      ["-createdAt", { amount: { $gt: 3990 } }],
      ["amount", { amount: { $in: [1, 2, 3] } }],
      ["-amount", { amount: null }],
    ];
    const before = await Promise.all(questions.map((question) => pages(...question)));

    const wanted = { ...at, field: "amount" };
    await world.db.insert(fieldIndex).values(wanted).onConflictDoNothing();
    await buildFieldIndex(world.platform, wanted);
    const indexes = () =>
      rowsOf<{ name: string }>(
        world.db,
        sql`select indexname as name from pg_indexes where starts_with(indexname, 'entity_row_field_')`,
      );
    const [{ name } = { name: "" }, ...others] = await indexes();
    expect(others).toEqual([]);
    expect(await Promise.all(questions.map((question) => pages(...question)))).toEqual(before);
    const plan = await rowsOf(
      world.db,
      sql`explain select id from entity_row where app_id = ${appId} and entity = 'Deal'
          order by coalesce(data -> ${"amount"}, 'null'::jsonb) desc nulls last, id desc nulls last limit 40`,
    );
    expect(JSON.stringify(plan)).toContain(`Index Scan Backward using ${name}`);
    // The newest with a rare value are looked up, and not searched for among all in their order.
    const rare = await rowsOf(
      world.db,
      sql`explain select id from entity_row where app_id = ${appId} and entity = 'Deal' and coalesce(data -> 'amount', 'null'::jsonb) = '17'
          and created_at <> '-infinity' order by created_at desc nulls last, id desc nulls last limit 40`,
    );
    expect(JSON.stringify(rare)).toContain(name);

    expect(await dropFieldIndexes(world.platform, new Date(Date.now() - 60_000))).toBe(0);
    expect(await dropFieldIndexes(world.platform, new Date(Date.now() + 60_000))).toBe(1);
    expect(await indexes()).toEqual([]);
    expect(await world.db.select().from(fieldIndex)).toEqual([]);
  });

  it.skipIf(!process.env.TEST_DATABASE_URL)(
    "is built by one server at a time, the others try again, and all are told (needs TEST_DATABASE_URL)",
    async () => {
      const owner = await world.signUp();
      const { appId } = await owner.api.apps.create({ name: "App" });
      await world.db.execute(sql`
        insert into entity_row (app_id, entity, id, data)
        select ${appId}, 'Deal', 'r' || n, jsonb_build_object('amount', n % 4001, 'status', n % 3) from generate_series(1, 6000) n`);
      const wanted = ["amount", "status"].map((field) => ({ appId, entity: "Deal", field }));
      await world.db.insert(fieldIndex).values(wanted);
      let told = 0;
      const unsubscribe = world.platform.events.subscribe("plans", () => (told += 1));
      const build = async () =>
        (await Promise.allSettled(wanted.map((one) => buildFieldIndex(world.platform, one)))).map((ended) =>
          ended.status === "rejected" ? String(ended.reason) : "built",
        );
      expect((await build()).toSorted()).toEqual(["Error: Another server is building an index", "built"]);
      while ((await build()).some((ended) => ended !== "built"));
      const made = await rowsOf<{ isValid: boolean }>(
        world.db,
        sql`select i.indisvalid as "isValid" from pg_index i join pg_class c on c.oid = i.indexrelid where starts_with(c.relname, 'entity_row_field_')`,
      );
      expect(made).toEqual([{ isValid: true }, { isValid: true }]);
      await expect.poll(() => told).toBe(2);
      unsubscribe();
    },
  );

  it("is not made for a small table", async () => {
    const owner = await world.signUp();
    const { appId } = await owner.api.apps.create({ name: "App" });
    const wanted = { appId, entity: "Task", field: "title" };
    await world.db.insert(fieldIndex).values(wanted).onConflictDoNothing();
    await buildFieldIndex(world.platform, wanted);
    expect(await world.db.select().from(fieldIndex).where(eq(fieldIndex.appId, appId))).toEqual([]);
  });
});
