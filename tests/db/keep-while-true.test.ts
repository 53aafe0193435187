import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { KeptRows } from "@/db/keep-while-true";
import { keptTables } from "@/db/clear-after-writes";
import { rowsOf } from "@/db/open";
import { account } from "@/db/schema/account";
import { member, visitorSession } from "@/db/schema/app";
import { appPayment } from "@/db/schema/membership";
import { visitorActor } from "@/doors/actor";
import { World } from "../support/world";
import { tokenHash } from "@/engines/token";

describe("kept rows", () => {
  const answers = () => {
    let asked = 0;
    return { ask: async () => ({ id: "a", turn: (asked += 1) }), ids: ({ id }: { id: string }) => [id] };
  };

  it("are asked for once until one of them changes", async () => {
    const rows = new KeptRows(60_000);
    const { ask, ids } = answers();
    expect((await rows.find("key", ask, ids)).turn).toBe(1);
    expect((await rows.find("key", ask, ids)).turn).toBe(1);
    rows.hear('["kept:b",""]');
    expect((await rows.find("key", ask, ids)).turn).toBe(1);
    rows.hear('["kept:a",""]');
    expect((await rows.find("key", ask, ids)).turn).toBe(2);
  });

  it("are not kept when something changed while they were asked for", async () => {
    const rows = new KeptRows(60_000);
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
    const rows = new KeptRows(60_000);
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

  it("is gone for the very next request when it is taken in a transaction", async () => {
    const { token, account: owner } = await world.signUp();
    const me = async () => (await world.rest("GET /api/apps", { token })).status;
    const setDisabled = (disabledAt: Date | null) =>
      world.db.transaction((tx) =>
        tx.transaction((inner) => inner.update(account).set({ disabledAt }).where(eq(account.id, owner.id))),
      );
    for (let time = 0; time < 20; time += 1) {
      expect(await me()).toBe(200);
      await setDisabled(new Date());
      expect(await me()).toBe(401);
      await setDisabled(null);
    }
  });

  it("is gone when access begins to be sold", async () => {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Paid" });
    const [one] = await world.db
      .insert(member)
      .values({ appId, id: "m1", email: "m@example.com", role: "user", passwordHash: "" })
      .returning();
    const token = "visitor-token";
    const expiresAt = new Date(Date.now() + 60_000);
    await world.db.insert(visitorSession).values({ appId, tokenHash: tokenHash(token), memberId: one!.id, expiresAt });
    const headers = new Headers({ authorization: `Bearer ${token}` });
    const isUnpaid = async () => {
      const actor = await visitorActor(world.platform, appId, headers);
      return actor.kind === "visitor" && actor.isUnpaid;
    };
    expect(await isUnpaid()).toBe(false);
    await world.db.insert(appPayment).values({ appId, sealedToken: "", isEnabled: true, connectedAt: new Date() });
    expect(await isUnpaid()).toBe(true);
    await world.db.update(appPayment).set({ isEnabled: false }).where(eq(appPayment.appId, appId));
    expect(await isUnpaid()).toBe(false);
  });

  it("is heard of from each table that the kept rows are read from", async () => {
    const found = await rowsOf<{ name: string }>(
      world.db,
      sql`select distinct event_object_table as name from information_schema.triggers where trigger_name = 'kept' order by 1`,
    );
    expect(found.map(({ name }) => name)).toEqual(keptTables);
  });
});
