import { sql } from "drizzle-orm";
import { beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "@/db/open";
import { claimItem, requeueItems } from "@/features/sources/claim";
import { syncItem } from "@/features/sources/sync-item";
import { ownedByServer } from "@/api/gates";
import { mortal } from "../support/mortal";
import { type SourcesScene, withSources } from "../support/sources";

let scene: SourcesScene;
withSources((next) => (scene = next));
beforeEach(() => scene.world.db.execute("update account set plan = 'monetizer'"));

const items = (words: string) =>
  `Name,Words\n${Array.from({ length: 12 }, (_, index) => `${words} ${index},${"tea ".repeat(240)}\n`).join("")}`;

/** What a new process does at its start: whoever synced before is gone. */
async function restart(): Promise<void> {
  await scene.world.db.execute(sql`update context_item set heartbeat_at = now() - interval '5 minutes'`);
  await requeueItems(scene.world.platform, true);
}

async function textsOf(itemId: string): Promise<string[]> {
  const chunks = await scene.chunks(itemId);
  expect(chunks.map(({ position }) => position)).toEqual(chunks.map((_, index) => index));
  return chunks.map(({ text }) => text);
}

/** What the index says there is, counted from its rows and kept in its counter. */
async function indexed(): Promise<{ kept: number; counted: number }> {
  const [row] = await rowsOf<{ kept: number; counted: number }>(
    scene.world.db,
    sql`select (select chunks from chunk_index where app_id = ${scene.appId}) as kept, (select count(*)::int from chunk where app_id = ${scene.appId}) as counted`,
  );
  return row!;
}

describe("A sync whose process is killed", () => {
  it("between any two steps is finished after the restart, without a missing or doubled chunk", async () => {
    const { body } = await scene.upload("items.csv", items("old"));
    const id: string = body.contextItemId;
    await scene.sync(id);
    const old = await textsOf(id);
    const { body: other } = await scene.upload("expected.csv", items("new"));
    await scene.sync(other.contextItemId);
    const fresh = await textsOf(other.contextItemId);
    expect(old.length).toBeGreaterThan(2);

    const { platform } = scene.world;
    const { fileKey: keyOfNew } = (await claimable(other.contextItemId))!;
    const { fileKey: keyOfOld } = (await claimable(id))!;
    let isThrough = false;
    let steps = 0;
    for (; !isThrough; steps += 1) {
      const isNew = steps % 2 === 0;
      await scene.world.db.execute(
        sql`update context_item set file_key = ${isNew ? keyOfNew : keyOfOld} where id = ${id}`,
      );
      await scene.owner.api.sources.sync({ appId: scene.appId, itemId: id });
      const dying = mortal(platform, steps);
      await syncItem(dying.platform, scene.appId, id).catch(() => undefined);
      isThrough = !dying.isDead();
      const [before, after] = isNew ? [old, fresh] : [fresh, old];
      // Whole in any case: what was there before, or what came.
      expect([before, after]).toContainEqual(await textsOf(id));
      await restart();
      await scene.sync(id);
      expect(await scene.item(id)).toMatchObject({ status: "synced", numOfChunks: after.length });
      expect(await textsOf(id)).toEqual(after);
      const { kept, counted } = await indexed();
      expect(kept).toBe(counted);
    }
    expect(steps).toBeGreaterThan(20);
  }, 120_000);

  it("again and again ends in Error with words", async () => {
    const { body } = await scene.upload("items.csv", items("x"));
    const owned = ownedByServer(scene.world.db, scene.appId);
    for (let tries = 0; tries < 5; tries += 1) {
      expect(await claimItem(owned, body.contextItemId)).toBeDefined();
      await restart();
    }
    expect(await scene.item(body.contextItemId)).toMatchObject({
      status: "error",
      error: "The server stopped several times while it synced this. Try again.",
    });
    await scene.owner.api.sources.sync({ appId: scene.appId, itemId: body.contextItemId });
    await scene.sync(body.contextItemId);
    expect(await scene.item(body.contextItemId)).toMatchObject({ status: "synced", error: null });
  });

  it("is claimed by one process only while that lives", async () => {
    const { body } = await scene.upload("items.csv", items("x"));
    const owned = ownedByServer(scene.world.db, scene.appId);
    const claims = await Promise.all(Array.from({ length: 5 }, () => claimItem(owned, body.contextItemId)));
    expect(claims.filter(Boolean)).toHaveLength(1);
    await requeueItems(scene.world.platform);
    expect(await claimItem(owned, body.contextItemId)).toBeUndefined();
  });

  it("writes nothing more once its item was deleted", async () => {
    const { body } = await scene.upload("items.csv", items("x"));
    const sync = scene.sync(body.contextItemId);
    await scene.owner.api.sources.delete({ appId: scene.appId, itemId: body.contextItemId });
    await sync;
    expect(await scene.chunks(body.contextItemId)).toEqual([]);
  });
});

const claimable = (id: string) =>
  scene.world.db.query.contextItem.findFirst({ where: (row, { eq }) => eq(row.id, id) });
