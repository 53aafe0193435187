import { eq, sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account, entityRow } from "@/db/schema";
import { ownedByServer } from "@/api/gates";
import { describeError } from "@/api/procedures";
import { headFiles, writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

type Builder = Awaited<ReturnType<World["signUp"]>>;

let world: World;
let owner: Builder;
let friend: Builder;
let appId: string;
beforeAll(async () => void (world = await World.open({ PLANS: "on" })));
afterAll(() => world.close());

const table = (name: string, read: string) => ({
  path: `entities/${name}.json`,
  content: JSON.stringify({
    name,
    type: "object",
    properties: { title: { type: "string" } },
    "x-accessControl": { permissions: { read, write: "admin" } },
  }),
});
const page = (text: string) => ({
  path: "pages/Home.jsx",
  content: `export default function Home() { return <p>${text}</p>; }\n`,
});
const write = (text: string) =>
  writeVersion(ownedByServer(world.db, appId), { kind: "turn" }, () => [
    table("Menu", "anonymous"),
    table("Order", "admin"),
    page(text),
  ]);
const reasonOf = (work: Promise<unknown>) =>
  work.then(
    () => "done",
    (error: Error) => describeError(error).reason,
  );
const publish = () => world.db.execute(sql`update app set published_version_id = head_version_id where id = ${appId}`);

beforeEach(async () => {
  await world.reset();
  owner = await world.signUp();
  owner = {
    ...owner,
    api: world.as({ kind: "account", account: { ...owner.account, plan: "moon" }, token: owner.token }),
  };
  friend = await world.signUp();
  ({ appId } = await owner.api.apps.create({ name: "Café" }));
  await write("published");
});

describe("A template", () => {
  it("is an app that is published and whose admin offers it", async () => {
    expect(await friend.api.templates.list()).toEqual([]);
    await owner.api.settings.save({ appId, appSettings: { isAppTemplate: true } });
    expect(await friend.api.templates.list()).toEqual([]);
    await publish();
    expect(await friend.api.templates.list()).toMatchObject([{ appId, name: "Café", category: "", isPro: false }]);
    await owner.api.settings.save({ appId, appSettings: { isAppTemplate: false } });
    expect(await reasonOf(friend.api.templates.open({ templateId: appId }))).toBe("template-not-found");
  });

  it("is offered by admins of the installation only", async () => {
    const other = await friend.api.apps.create({ name: "Mine" });
    await world.db.update(account).set({ plan: "moon" }).where(eq(account.id, friend.accountId));
    const paying = world.as({
      kind: "account",
      account: { ...friend.account, plan: "monetizer" },
      token: friend.token,
    });
    expect(await reasonOf(paying.settings.save({ appId: other.appId, appSettings: { isAppTemplate: true } }))).toBe(
      "admin-only",
    );
  });

  it("opens as a copy of what is published, with the rows that every stranger may read and nothing else", async () => {
    await owner.api.entities.bulkCreate({ appId, entity: "Menu", rows: [{ title: "Soup" }, { title: "Bread" }] });
    await owner.api.entities.create({ appId, entity: "Order", data: { title: "Table 4" } });
    await owner.api.settings.save({ appId, appSettings: { isAppTemplate: true, dailyUserLimit: 5 } });
    await publish();
    await write("not yet published");
    const copy = await friend.api.templates.open({ templateId: appId });
    expect(copy.appId).not.toBe(appId);
    const { files } = await headFiles(ownedByServer(world.db, copy.appId));
    expect(files.find(({ path }) => path === "pages/Home.jsx")!.content).toContain("<p>published</p>");
    const rows = await world.db.select().from(entityRow).where(eq(entityRow.appId, copy.appId));
    expect(rows.map(({ entity, creatorId }) => [entity, creatorId])).toEqual([
      ["Menu", friend.accountId],
      ["Menu", friend.accountId],
    ]);
    expect((await friend.api.settings.get({ appId: copy.appId })).settings.data).toEqual({ dailyUserLimit: 5 });
    expect((await friend.api.apps.get({ appId: copy.appId })).isPublished).toBe(false);
    expect(await friend.api.templates.list()).toHaveLength(1);
  });

  it("for paid plans asks a free account to upgrade", async () => {
    await publish();
    await world.db.execute(
      sql`update app_settings set data = '{"isToolTemplate": true, "isProTool": true, "templateCategory": "Food"}' where app_id = ${appId}`,
    );
    expect(await friend.api.templates.list()).toMatchObject([{ category: "Food", isPro: true }]);
    expect(await reasonOf(friend.api.templates.open({ templateId: appId }))).toBe("upgrade-required");
    expect(await reasonOf(owner.api.templates.open({ templateId: appId }))).toBe("done");
  });
});
