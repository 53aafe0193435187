import { setTimeout } from "node:timers/promises";
import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Database, rowsOf, sqlState } from "@/db/open";
import { app, entityRow } from "@/db/schema";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

/** Longer than the other one needs to arrive at its lock. */
const pauseMs = 150;

const startApp = async () => (await (await world.signUp()).api.apps.create({ name: "Fleet" })).appId;
const addRows = (db: Database, ...appIds: string[]) =>
  db.insert(entityRow).values(appIds.map((appId, at) => ({ appId, entity: "Truck", id: `r${at}`, data: {} })));
const appsWithRows = async () =>
  (await rowsOf<{ id: string }>(world.db, sql`select distinct app_id as id from entity_row order by app_id`)).map(
    ({ id }) => id,
  );
const refused = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: unknown) => sqlState(error),
  );

describe("A row belongs to an app that exists", () => {
  it("and is refused without one, also beside rows of another", async () => {
    const appId = await startApp();
    expect(await refused(addRows(world.db, "a-gone"))).toBe("23503");
    expect(await refused(addRows(world.db, appId, "a-gone"))).toBe("23503");
    expect(await appsWithRows()).toEqual([]);
  });

  it("and goes with it, and no other app's row does", async () => {
    const [gone, kept] = [await startApp(), await startApp()];
    await addRows(world.db, gone, kept);
    await world.db.delete(app).where(eq(app.id, gone));
    expect(await appsWithRows()).toEqual([kept]);
  });

  it("also when it is written while the app is being deleted", async () => {
    const appId = await startApp();
    const deleting = world.db.transaction(async (db) => {
      await db.delete(app).where(eq(app.id, appId));
      await setTimeout(pauseMs);
    });
    await setTimeout(pauseMs / 3);
    expect(await refused(addRows(world.db, appId))).toBe("23503");
    await deleting;
    expect(await appsWithRows()).toEqual([]);
  });

  it("also when the app is deleted before its writer has ended", async () => {
    const appId = await startApp();
    const writing = world.db.transaction(async (db) => {
      await addRows(db, appId);
      await setTimeout(pauseMs);
    });
    await setTimeout(pauseMs / 3);
    await world.db.delete(app).where(eq(app.id, appId));
    await writing;
    expect(await appsWithRows()).toEqual([]);
  });
});
