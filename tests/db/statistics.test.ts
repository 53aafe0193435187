import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, it } from "vitest";
import { rowsOf } from "@/db/open";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());

it.skipIf(process.env.TEST_DATABASE_URL)(
  "The planner knows how many rows an entity has once its table has grown, so that it sorts none of them for a page",
  async () => {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "App" });
    await world.db.execute(
      sql`insert into entity_row (app_id, entity, id, data) select ${appId}, 'Note', 'r' || n, '{}' from generate_series(1, 5000) as n`,
    );
    const explain = async (rest: ReturnType<typeof sql>) => {
      const lines = await rowsOf<Record<string, string>>(
        world.db,
        sql`explain select * from entity_row where app_id = ${appId} and entity = 'Note' and created_at <> '-infinity' ${rest}`,
      );
      return lines.map((line) => Object.values(line)[0]).join("\n");
    };
    const guess = async () => Number(/rows=(\d+)/.exec(await explain(sql``))![1]);
    await expect.poll(guess, { timeout: 10_000 }).toBeGreaterThan(4_000);
    const page = await explain(sql`order by created_at desc nulls last, id desc nulls last limit 21`);
    expect(page).toContain("entity_row_created");
    expect(page).not.toContain("Sort");
  },
);

it.skipIf(process.env.TEST_DATABASE_URL)(
  "A table that nobody changes is not looked through again and again",
  async () => {
    const analyzed = async () => {
      const rows = await rowsOf<{ times: number }>(
        world.db,
        sql`select analyze_count::int as times from pg_stat_user_tables where relname = 'entity_row'`,
      );
      return rows[0]!.times;
    };
    await expect.poll(analyzed, { timeout: 10_000 }).toBeGreaterThan(0);
    const before = await analyzed();
    for (let second = 0; second < 3; second += 1) {
      await world.db.execute(sql`update account set email = email`);
      await new Promise((resolve) => setTimeout(resolve, 1_200));
    }
    expect(await analyzed()).toBe(before);
  },
);
