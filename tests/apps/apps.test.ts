import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { appHost } from "@/db/schema/app";
import { entityRow, entityRowHistory, entityRowsCreated } from "@/db/schema/entity";
import { mintOwnedApp } from "@/db/scope";
import { chatMenuOf, menuOf } from "@/features/apps/menu";
import { findByHost } from "@/features/apps/store";
import { nameApp } from "@/features/apps/name-app";
import { isReservedSlug, nameFromRequest, slugOf } from "@/features/apps/rules";
import { writeVersion } from "@/features/versions/store";
import { isSidebarKey, isSidebarOpen, sidebarCookieLine } from "@/ui/sidebar";
import { conversation } from "../support/offline";
import { World } from "../support/world";

describe("An app's name and address", () => {
  it.each([
    ["My CRM (draft)!", "my-crm-draft"],
    ["Café Zürich", "cafe-zurich"],
    ["  --  ", ""],
    ["日本", ""],
    ["x".repeat(80), "x".repeat(40)],
    ["Quote calculator for my painting business", "quote-calculator-for-my-painting"],
  ])("%s → %s", (name, slug) => expect(slugOf(name)).toBe(slug));

  it("keeps the platform's own labels free", () =>
    expect(["api", "www", "localhost", "crm"].map(isReservedSlug)).toEqual([true, true, true, false]));

  it.each([
    ["A CRM with contacts (name, email), deals", "CRM"],
    ["An app for my bakery with orders and customers", "Bakery"],
    ["Build me a habit tracker. It has habits.", "Habit tracker"],
    ["please create an app for renting boats to tourists", "Renting boats to tourists"],
    ["", "New app"],
  ])("takes a working title from %j: %s", (request, name) => expect(nameFromRequest(request)).toBe(name));

  it.each(["Inventory for my bakery", "Build me a habit tracker. It has habits.", "a CRM called Northwind"])(
    "is the same in the builder and in the app: %s",
    (request) => {
      const ours = conversation(nameApp(request));
      ours.say(request);
      expect(ours.read("services/app.js")).toContain(`"name": ${JSON.stringify(nameApp(request))}`);
    },
  );

  it.each([
    ["Inventory for my bakery", "Bakery Inventory"],
    ["a CRM called Northwind", "Northwind"],
    ["A price list with products (name, price)", "Price List"],
    ["something to track my plants", "Plant Care"],
    ["hello", "Hello"],
    ["members can book the sauna", "Saunas"],
  ])("is what the assistant would call it: %s → %s", (request, name) => expect(nameApp(request)).toBe(name));

  it("stays as its owner chose it", () => {
    const ours = conversation("Ovenly");
    ours.say("Inventory for my bakery");
    expect(ours.read("services/app.js")).toContain('"name": "Ovenly"');
  });
});

describe("The menu by app type (2-builder.md §2)", () => {
  const builder = { isAdmin: false, plan: "lite", arePlansOn: true };
  it("gives a tool app texts, branding, custom fields, results layout, call to action, data sources, settings", () => {
    expect(menuOf("tool", builder)).toEqual(["texts", "branding", "fields", "results", "cta", "data", "settings"]);
  });
  it("gives a generated app texts, branding, tools; app chat to admins alone", () => {
    expect(menuOf("gen-app", builder)).toEqual(expect.arrayContaining(["texts", "branding", "tools"]));
    expect(menuOf("gen-app", builder)).not.toContain("chat-settings");
    expect(menuOf("gen-app", { isAdmin: true, plan: "lite", arePlansOn: true })).toContain("chat-settings");
  });
  it.each([true, false])("shows the code of what is generated as code to its owner, admin %s", (isAdmin) => {
    const menus = (["gen-app", "space", "tool", "app"] as const).map((kind) =>
      menuOf(kind, { isAdmin, plan: "lite", arePlansOn: true }).includes("code"),
    );
    expect(menus).toEqual([true, true, false, false]);
  });
  it("gives a space app details and database, beside its preview, settings, automations and code", () =>
    expect(menuOf("space", builder)).toEqual(["preview", "database", "details", "settings", "triggers", "code"]));
  it("offers data sources alone in the chat view", () => {
    expect([chatMenuOf("gen-app"), chatMenuOf("space")]).toEqual([["data"], ["data"]]);
    expect(menuOf("gen-app", builder)).not.toContain("data");
    // A tool's own menu has them, and it has no chat.
    expect(chatMenuOf("tool")).toEqual([]);
  });
  it.each([
    ["lite", false, false],
    ["explorer", false, false],
    ["moon", false, true],
    ["monetizer", false, true],
    ["lite", true, true],
  ])("shows app settings of a generated app on plan %s, admin %s: %s", (plan, isAdmin, shows) =>
    expect(menuOf("gen-app", { plan, isAdmin, arePlansOn: true }).includes("settings")).toBe(shows),
  );
  it("always shows app settings of a space app", () => expect(menuOf("space", builder)).toContain("settings"));
});

describe("The sidebar (2-builder.md §2)", () => {
  const key = (over: Partial<KeyboardEvent>) =>
    isSidebarKey({ key: "b", ctrlKey: false, metaKey: false, altKey: false, shiftKey: false, ...over });
  it("toggles by Ctrl or Cmd plus B, and by nothing near it", () => {
    expect([key({ ctrlKey: true }), key({ metaKey: true }), key({ ctrlKey: true, key: "B" })]).toEqual([
      true,
      true,
      true,
    ]);
    expect([
      key({}),
      key({ ctrlKey: true, shiftKey: true }),
      key({ ctrlKey: true, altKey: true }),
      key({ ctrlKey: true, key: "v" }),
    ]).toEqual([false, false, false, false]);
  });
  it("keeps its state in a cookie for 7 days", () =>
    expect(sidebarCookieLine(false)).toMatch(/^sidebar_state=false; .*max-age=604800/));
  it("is open unless the cookie says otherwise", () =>
    expect([undefined, "true", "false"].map(isSidebarOpen)).toEqual([true, true, false]));
});

describe("Apps by REST", () => {
  let world: World;
  beforeAll(async () => void (world = await World.open()));
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  it("creates a generated app from the spec's body and gives it with its bundle", async () => {
    const { token } = await world.signUp();
    const created = await world.rest("POST /api/apps", {
      token,
      body: { appType: "gen-app", genApp: { header: "Fleet", description: "Cars", appBuilderVersion: 4 } },
    });
    expect(created).toMatchObject({ status: 200, body: { slug: "fleet" } });
    const shown = await world.rest(`GET /api/apps/${created.body.appId}`, { token });
    expect(shown.body).toMatchObject({
      id: created.body.appId,
      versionId: created.body.versionId,
      header: "Fleet",
      description: "Cars",
      appBuilderVersion: 4,
      pages: [],
      functionNames: [],
      entities: {},
      userEntity: null,
    });
  });

  it("saves texts over the ones it has, and only of the owner's app", async () => {
    const { token } = await world.signUp();
    const { body: app } = await world.rest("POST /api/apps", {
      token,
      body: { appType: "AI tool", app: { header: "Namer", inputLabel: "Idea", examples: ["a", "", "b"] } },
    });
    const save = { appType: "AI tool", appId: app.appId, app: { description: "Finds names" } };
    expect(await world.rest("POST /api/apps", { token, body: save })).toMatchObject({ status: 200 });
    expect((await world.rest(`GET /api/apps/${app.appId}`, { token })).body).toMatchObject({
      header: "Namer",
      inputLabel: "Idea",
      description: "Finds names",
      examples: ["a", "b"],
    });
    const stranger = await world.signUp();
    expect(await world.rest("POST /api/apps", { token: stranger.token, body: save })).toMatchObject({
      status: 404,
      body: { error: { code: "app-not-found" } },
    });
  });

  it.each([
    ["an unknown kind", { appType: "website", app: {} }],
    ["an owner", { appType: "gen-app", genApp: { header: "X", ownerId: "me" } }],
    ["a link that runs code", { appType: "AI app", app: { header: "X", ctaLink: "javascript:alert(1)" } }],
    ["no body", {}],
    ["a list", []],
  ])("refuses %s", async (_name, body) => {
    const { token } = await world.signUp();
    expect(await world.rest("POST /api/apps", { token, body })).toMatchObject({
      status: 400,
      body: { error: { code: "invalid-input" } },
    });
  });

  it("gives two apps of one name two addresses, also at the same moment", async () => {
    const { api } = await world.signUp();
    const slugs = (await Promise.all([1, 2, 3].map(() => api.apps.create({ name: "Fleet" })))).map(({ slug }) => slug);
    expect(new Set(slugs).size).toBe(3);
    expect(slugs).toContain("fleet");
  });

  it("refuses a rename that was based on an older state, and says what stands now", async () => {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Fleet" });
    await api.apps.update({ appId, revision: 1, name: "Fleet 2" });
    await expect(api.apps.update({ appId, revision: 1, name: "Fleet 3" })).rejects.toMatchObject({
      reason: "stale-revision",
      details: { name: "Fleet 2" },
    });
  });

  it("refuses an address that is taken or the platform's own", async () => {
    const { api } = await world.signUp();
    await api.apps.create({ name: "Fleet" });
    const { appId } = await api.apps.create({ name: "Other" });
    for (const slug of ["fleet", "api"])
      await expect(api.apps.update({ appId, revision: 1, slug })).rejects.toMatchObject({ reason: "slug-taken" });
  });

  it("lets nobody take a name that leads to another app: its id, its address or its domain", async () => {
    const [{ api: victim }, { api: attacker }] = [await world.signUp(), await world.signUp()];
    const theirs = await victim.apps.create({ name: "Fleet" });
    const { appId } = await attacker.apps.create({ name: "Trap" });
    await expect(attacker.apps.update({ appId, revision: 1, slug: theirs.appId })).rejects.toThrow(
      "An address cannot look like an app's id",
    );
    await expect(attacker.apps.update({ appId, revision: 1, slug: "fleet" })).rejects.toMatchObject({
      reason: "slug-taken",
    });
    expect((await findByHost(world.db, theirs.appId))!.id).toBe(theirs.appId);
    // The database itself holds it, whichever way somebody writes.
    for (const name of [theirs.appId, "fleet"])
      for (const kind of ["slug", "domain"] as const)
        await expect(
          world.db
            .insert(appHost)
            .values({ name, appId, kind })
            .onConflictDoUpdate({ target: [appHost.appId, appHost.kind], set: { name } }),
        ).rejects.toThrow();
    // A name that looks like an id becomes an address that does not.
    expect((await attacker.apps.create({ name: theirs.appId })).slug).toMatch(new RegExp(`^${theirs.appId}-`));
  });

  it("is found by its new address, no longer by the one before, and always by its id", async () => {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Fleet" });
    await api.apps.update({ appId, revision: 1, slug: "trucks" });
    const found = await Promise.all(["trucks", "fleet", appId].map((name) => findByHost(world.db, name)));
    expect(found.map((row) => row?.id)).toEqual([appId, undefined, appId]);
    expect((await api.apps.create({ name: "Fleet" })).slug).toBe("fleet");
  });

  it("deletes an app with all it has, also what its rows were before", async () => {
    const { api, token } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Fleet" });
    await writeVersion(mintOwnedApp(world.db, appId), { kind: "turn" }, () => [
      { path: "entities/Truck.json", content: '{"properties":{"name":{"type":"string"}}}' },
    ]);
    const { items } = await api.entities.bulkCreate({ appId, entity: "Truck", rows: [{ name: "Big" }] });
    await api.entities.update({ appId, entity: "Truck", id: items[0]!.id, data: { name: "Bigger" } });
    const history = async () => [
      ...(await world.db.select().from(entityRowHistory)),
      ...(await world.db.select().from(entityRowsCreated)),
    ];
    const rows = () => world.db.select().from(entityRow);
    expect(await history()).toHaveLength(2);
    expect(await rows()).toHaveLength(1);
    await world.rest(`DELETE /api/apps/${appId}`, { token });
    expect(await api.apps.list()).toEqual([]);
    expect(await world.rest(`GET /api/apps/${appId}`, { token })).toMatchObject({ status: 404 });
    expect(await history()).toEqual([]);
    expect(await rows()).toEqual([]);
  });
});
