import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KeptRows } from "@/db/keep-while-true";
import { account } from "@/db/schema/account";
import { World } from "../support/world";

describe("kept rows", () => {
  const answers = () => {
    let asked = 0;
    return { ask: async () => ({ id: "a", turn: (asked += 1) }), ids: ({ id }: { id: string }) => [id] };
  };

  it("are asked for once until one of them changes", async () => {
    const rows = new KeptRows();
    const { ask, ids } = answers();
    expect((await rows.find("key", ask, ids)).turn).toBe(1);
    expect((await rows.find("key", ask, ids)).turn).toBe(1);
    rows.hear('["kept:b",""]');
    expect((await rows.find("key", ask, ids)).turn).toBe(1);
    rows.hear('["kept:a",""]');
    expect((await rows.find("key", ask, ids)).turn).toBe(2);
  });

  it("are not kept when something changed while they were asked for", async () => {
    const rows = new KeptRows();
    const { ask, ids } = answers();
    const slow = async () => {
      const found = await ask();
      rows.hear('["kept:a",""]');
      return found;
    };
    expect((await rows.find("key", slow, ids)).turn).toBe(1);
    expect((await rows.find("key", ask, ids)).turn).toBe(2);
  });

  it("are forgotten when notifications may have been missed", async () => {
    const rows = new KeptRows();
    const { ask, ids } = answers();
    await rows.find("key", ask, ids);
    rows.clear();
    expect((await rows.find("key", ask, ids)).turn).toBe(2);
  });
});

describe("a right that was taken", () => {
  let world: World;
  beforeAll(async () => void (world = await World.open()));
  afterAll(() => world.close());

  it("is gone for the very next request, a hundred times", async () => {
    const { token, account: owner } = await world.signUp();
    const me = async () => (await world.rest("GET /api/apps", { token })).status;
    for (let time = 0; time < 100; time += 1) {
      expect(await me()).toBe(200);
      await world.db
        .update(account)
        .set({ disabledAt: sql`now()` })
        .where(eq(account.id, owner.id));
      expect(await me()).toBe(401);
      await world.db.update(account).set({ disabledAt: null }).where(eq(account.id, owner.id));
    }
  });

  it("is gone with an emptied table, too", async () => {
    const { token } = await world.signUp();
    const me = async () => (await world.rest("GET /api/apps", { token })).status;
    expect(await me()).toBe(200);
    await world.reset();
    expect(await me()).toBe(401);
  });
});
