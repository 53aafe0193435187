import { beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { chunkTerm } from "@/db/schema/chunk";
import { mintOwnedApp } from "@/db/scope";
import { queryContext } from "@/features/retrieval/query-context";
import { syncItem } from "@/features/sources/sync-item";
import { type SourcesScene, withSources } from "../support/sources";

let scene: SourcesScene;
withSources((next) => (scene = next), { PLANS: "on" });
beforeEach(() => scene.world.db.execute("update account set plan = 'monetizer'"));

const itemsOf = async (appId: string) => (await scene.owner.api.sources.list({ appId })).contextItems;
const ask = (appId: string, question: string) =>
  queryContext(scene.world.platform, mintOwnedApp(scene.world.db, appId), question);
const duplicate = (plan = "monetizer") => {
  const { account, token } = scene.owner;
  const api = scene.world.as({
    kind: "account",
    account: { ...account, plan, isAdmin: false },
    token,
  });
  return api.apps.duplicate({ appId: scene.appId });
};

describe("The data sources of a duplicated app", () => {
  it("answer in the copy, and go on when the original is deleted", async () => {
    const { body: returns } = await scene.upload("returns.txt", "Goods go back within 30 days.");
    await scene.sync(returns.contextItemId);
    const { body: waiting } = await scene.upload("menu.txt", "Soup of the day");
    const copy = await duplicate();
    expect(copy.dataItemsLeftOut).toBe(0);

    const copied = await itemsOf(copy.appId);
    expect(copied).toMatchObject([
      { name: "menu.txt", status: "unsynced", numOfChunks: 0 },
      { name: "returns.txt", status: "synced", numOfChunks: 1 },
    ]);
    expect(copied.map(({ id }) => id)).not.toContain(returns.contextItemId);
    expect(copied.map(({ id }) => id)).not.toContain(waiting.contextItemId);
    await scene.owner.api.apps.delete({ appId: scene.appId });

    expect(await ask(copy.appId, "When do goods go back?")).toMatchObject([
      { contextItemId: copied[1]!.id, text: "Goods go back within 30 days." },
    ]);
    // The copy has its own file: what waits is synced from it, and what is synced can be synced again.
    await syncItem(scene.world.platform, copy.appId, copied[0]!.id);
    expect(await ask(copy.appId, "soup")).toMatchObject([{ text: "Soup of the day" }]);
    await scene.owner.api.sources.sync({ appId: copy.appId, itemId: copied[1]!.id });
    await syncItem(scene.world.platform, copy.appId, copied[1]!.id);
    expect(await scene.owner.api.sources.get({ appId: copy.appId, itemId: copied[1]!.id })).toMatchObject({
      status: "synced",
      numOfChunks: 1,
    });
    // What is taken out of the copy is taken out of its index whole.
    for (const { id } of copied) await scene.owner.api.sources.delete({ appId: copy.appId, itemId: id });
    expect(await scene.world.db.select().from(chunkTerm).where(eq(chunkTerm.appId, copy.appId))).toEqual([]);
  });

  it("tell whose place they take, with a template file and instructions: 'originalContextItemId, templateFileUrl, instructionsUrl'", async () => {
    const { body } = await scene.upload("prices.csv", "name,price\nSoup,4");
    await scene.sync(body.contextItemId);
    const guide = {
      templateFileUrl: "https://example.com/prices.csv",
      instructionsUrl: "https://example.com/how",
    };
    const { token } = scene.owner;
    const change = (change: object) =>
      scene.world.rest(`PATCH /api/context/${body.contextItemId}`, { token, body: change });
    expect((await change({ templateFileUrl: "javascript:alert(1)" })).status).toBe(400);
    expect((await change(guide)).body).toMatchObject({ name: "prices.csv", originalContextItemId: null, ...guide });
    const { appId } = await duplicate();
    const [copied] = await itemsOf(appId);
    expect(copied).toMatchObject({ originalContextItemId: body.contextItemId, ...guide });
    // What its owner puts in its place is for the same.
    const own = await scene.owner.api.sources.ingestText({ appId, context: "Tea, 2", replaceItemId: copied!.id });
    await syncItem(scene.world.platform, appId, own.id);
    expect(await itemsOf(appId)).toMatchObject([
      { id: own.id, originalContextItemId: body.contextItemId, ...guide, replacesId: null },
    ]);
  });

  it("are left out where the plan has no room for them, and that is said", async () => {
    await scene.world.db.execute("update account set plan = 'lite'");
    const { body } = await scene.upload("returns.txt", "Goods go back within 30 days.");
    await scene.sync(body.contextItemId);
    const copy = await duplicate("lite");
    expect(copy.dataItemsLeftOut).toBe(1);
    expect(await itemsOf(copy.appId)).toEqual([]);
    expect(await itemsOf(scene.appId)).toHaveLength(1);
  });
});
