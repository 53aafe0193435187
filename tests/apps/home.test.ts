import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { eq } from "drizzle-orm";
import { app, member, upload } from "@/db/schema/app";
import { entityRow } from "@/db/schema/entity";
import { mintOwnedApp } from "@/db/scope";
import { previewUrl } from "@/features/apps/address";
import { headFiles, writeVersion } from "@/features/versions/store";
import { World } from "../support/world";

let world: World;
beforeAll(async () => void (world = await World.open()));
afterAll(() => world.close());
beforeEach(() => world.reset());

describe("The list of apps", () => {
  it.each(["updated", "created", "name"] as const)("gives every app once, page by page, sorted by %s", async (sort) => {
    const { api } = await world.signUp();
    const names = Array.from({ length: 23 }, (_, at) => `App ${String((at * 7) % 23).padStart(2, "0")}`);
    for (const name of names) await api.apps.create({ name });
    const seen: string[] = [];
    let cursor: { key: string; id: string } | undefined;
    do {
      const page = await api.apps.search({ sort, limit: 5, cursor });
      expect(page.total).toBe(23);
      seen.push(...page.items.map(({ name }) => name));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual(sort === "name" ? names.toSorted() : names.toReversed());
  });

  it("finds apps by words of their names and descriptions, whatever signs they have, and only one's own", async () => {
    const { api } = await world.signUp();
    const stranger = await world.signUp();
    await stranger.api.apps.create({ name: "Fleet of another" });
    const { appId } = await api.apps.create({ name: "Cars" });
    await api.apps.create({ name: "100% Fleet_x" });
    const { revision } = await api.apps.get({ appId });
    await api.apps.update({ appId, revision, description: "The fleet of our company" });
    const find = async (search: string) => (await api.apps.search({ search })).items.map(({ name }) => name).sort();
    expect(await find("FLEET")).toEqual(["100% Fleet_x", "Cars"]);
    expect(await find("%")).toEqual(["100% Fleet_x"]);
    expect(await find("t_x")).toEqual(["100% Fleet_x"]);
    expect(await find("another")).toEqual([]);
  });

  it("refuses a cursor that no page gave", async () => {
    const { api } = await world.signUp();
    await expect(api.apps.search({ cursor: { key: "soon", id: "a" } })).rejects.toMatchObject({ code: "BAD_REQUEST" });
  });

  it("keeps more than 200 apps in the list that scripts ask for", async () => {
    const { api, accountId } = await world.signUp();
    const ids = Array.from({ length: 205 }, (_, at) => `many-${at}`);
    await world.db
      .insert(app)
      .values(ids.map((id) => ({ id, ownerId: accountId, kind: "gen-app" as const, name: id, slug: id })));
    expect(await api.apps.list()).toHaveLength(205);
  });
});

describe("An app's card", () => {
  it("takes an icon and a description, and gives every app an icon of its own", async () => {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Plants" });
    const before = await api.apps.get({ appId });
    expect(before).toMatchObject({ description: "", icon: { name: "apps" } });
    const icon = { name: "plant", tone: "green" } as const;
    await api.apps.update({ appId, revision: before.revision, icon, description: "What grows where" });
    expect((await api.apps.search({})).items[0]).toMatchObject({
      name: "Plants",
      description: "What grows where",
      icon,
    });
  });
});

describe("A duplicate", () => {
  it("has the code, rows and files of the app, and none of its secrets, members or messages", async () => {
    const { api, account } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Zoo" });
    const owned = mintOwnedApp(world.db, appId);
    const schema = JSON.stringify({ name: "Animal", type: "object", properties: { name: { type: "string" } } });
    await writeVersion(owned, { kind: "edit" }, () => [
      { path: "entities/Animal.json", content: schema },
      { path: "pages/Home.jsx", content: "export default () => null;" },
    ]);
    await api.secrets.update({ appId, secrets: [{ key: "API_KEY", value: "s3cret", instructions: "" }] });
    await world.db.insert(member).values({ appId, id: "m1", email: "ann@example.com", passwordHash: "x" });
    await world.db
      .insert(upload)
      .values({ appId, id: "f1", name: "lion.png", contentType: "image/png", bytes: 3, key: "uploads/x" });
    const address = (id: string) => `${previewUrl(world.platform.env, id)}/files/f1/lion.png`;
    await world.db.insert(entityRow).values([
      { appId, entity: "Animal", id: "r1", creatorId: "m1", data: { name: "Lion", photo: address(appId) } },
      { appId, entity: "Animal", id: "r2", creatorId: account.id, data: { name: 'Owl "Hoot"' } },
    ]);

    const copy = await api.apps.duplicate({ appId });
    expect(copy).toMatchObject({ name: "Copy of Zoo", slug: "copy-of-zoo", isPublished: false });
    expect(await api.apps.duplicate({ appId })).toMatchObject({ name: "Copy of Zoo (2)", slug: "copy-of-zoo-2" });
    const { files } = await headFiles(mintOwnedApp(world.db, copy.appId));
    expect(files.map(({ path }) => path)).toEqual(["entities/Animal.json", "pages/Home.jsx"]);
    const rows = await world.db.select().from(entityRow).where(eq(entityRow.appId, copy.appId)).orderBy(entityRow.id);
    expect(rows).toMatchObject([
      { id: "r1", creatorId: account.id, data: { name: "Lion", photo: address(copy.appId) } },
      { id: "r2", creatorId: account.id, data: { name: 'Owl "Hoot"' } },
    ]);
    expect(await world.db.select().from(upload).where(eq(upload.appId, copy.appId))).toHaveLength(1);
    expect(await api.secrets.list({ appId: copy.appId })).toEqual([]);
    expect(await world.db.select().from(member).where(eq(member.appId, copy.appId))).toEqual([]);
    expect(await api.chat.messages({ appId: copy.appId })).toEqual([]);
    // The original is as it was, and both live on by themselves.
    await api.apps.delete({ appId });
    expect(await world.db.select().from(entityRow).where(eq(entityRow.appId, copy.appId))).toHaveLength(2);
  });
});
