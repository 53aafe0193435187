import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { categoryIssue, contrastHints, foreignSettings } from "@/features/settings/rules";
import { settingsSchema, styleSchema } from "@/features/settings/schema";
import { World } from "../support/world";

describe("Settings", () => {
  it.each([
    ["dailyUserLimit", 1, true],
    ["dailyUserLimit", 100, true],
    ["dailyUserLimit", 0, false],
    ["dailyUserLimit", 101, false],
    ["dailyUserLimit", 1.5, false],
    ["dailyUserLimit", null, true],
    ["weeklyUserLimit", 101, false],
    ["creditsPerRun", 0, true],
    ["creditsPerRun", 20, true],
    ["creditsPerRun", 21, false],
    ["creditsPerRun", -1, false],
    ["modelTemperature", 0, true],
    ["modelTemperature", 2, true],
    ["modelTemperature", 2.1, false],
    ["modelTemperature", 0.7, true],
    ["modelTemperature", 0.75, false],
    ["modelTemperature", 0.1 + 0.2, true],
    ["aiQueryMethod", "words", true],
    ["aiQueryMethod", "magic", false],
    ["numOfChunks", 1, true],
    ["numOfChunks", 50, true],
    ["numOfChunks", 0, false],
    ["numOfChunks", 51, false],
    ["ownerId", "me", false],
  ])("%s %j: %s", (key, value, isFine) => expect(settingsSchema.safeParse({ [key]: value }).success).toBe(isFine));

  it.each([
    ["", [], "Category name cannot be empty"],
    ["  ", [], "Category name cannot be empty"],
    ["Food", ["food "], "Category already exists"],
    ["Food", ["Sport"], undefined],
  ])("a category %j beside %j: %j", (name, others, issue) => expect(categoryIssue(name, others)).toBe(issue));

  it.each([
    [{ isAdmin: false, keepsTemplates: false }, ["aiModel", "creditsPerRun", "templateCategory"]],
    [{ isAdmin: true, keepsTemplates: false }, ["templateCategory"]],
    [{ isAdmin: false, keepsTemplates: true }, ["aiModel", "creditsPerRun"]],
    [{ isAdmin: true, keepsTemplates: true }, []],
  ])("%j may not change %j", (editor, closed) => {
    const change = { aiModel: "x", creditsPerRun: 2, dailyUserLimit: 4, templateCategory: "Food" };
    expect(foreignSettings(change, editor)).toEqual(closed);
  });
});

describe("A style", () => {
  it.each([
    [{ backgroundColor: "#fff" }, true],
    [{ backgroundColor: "#ffffff" }, true],
    [{ backgroundColor: "red" }, false],
    [{ backgroundColor: "url(x)" }, false],
    [{ backgroundImage: "javascript:alert(1)" }, false],
    [{ backgroundImage: "https://a.example/x.png" }, true],
    [{ logoUrl: '/files/f1/a"b' }, false],
    [{ styleName: "neon" }, false],
  ])("%j: %s", (style, isFine) => expect(styleSchema.safeParse(style).success).toBe(isFine));

  it("tells which of its colours are hard to read", () => {
    expect(contrastHints({ styleName: "light" })).toEqual([]);
    expect(contrastHints({ styleName: "dark" })).toEqual([]);
    expect(contrastHints({ styleName: "colorful" })).toEqual([]);
    expect(contrastHints({ styleName: "light", headerTextColor: "#fff" })).toMatchObject([{ of: "header" }]);
    expect(contrastHints({ buttonBackgroundColor: "#ffff00", buttonTextColor: "#ffffff" })).toEqual([
      { of: "onButton", ratio: 1.1 },
    ]);
  });
});

describe("The server", () => {
  let world: World;
  beforeAll(async () => void (world = await World.open({ PLANS: "on", MODELS_URL: "http://127.0.0.1:9/models" })));
  afterAll(() => world.close());
  beforeEach(() => world.reset());

  const build = async () => {
    await world.signUp();
    const owner = await world.signUp();
    const as = (plan: string, isAdmin: boolean) =>
      world.as({ kind: "account", account: { ...owner.account, plan, isAdmin }, token: owner.token });
    const { appId } = await as("moon", false).apps.create({ name: "Meals", kind: "tool" });
    return { appId, as };
  };

  it("keeps what only admins may set from everybody else", async () => {
    const { appId, as } = await build();
    await expect(
      as("moon", false).settings.save({ appId, appSettings: { creditsPerRun: 0, dailyUserLimit: 3 } }),
    ).rejects.toMatchObject({ reason: "admin-only", details: { settings: ["creditsPerRun"] } });
    await expect(
      as("moon", false).settings.saveStyle({ appId, appStyle: { hideBuildAI: true } }),
    ).rejects.toMatchObject({ reason: "admin-only" });
    expect((await as("moon", true).settings.save({ appId, appSettings: { creditsPerRun: 0 } })).data).toEqual({
      creditsPerRun: 0,
    });
    expect((await as("moon", true).settings.saveStyle({ appId, appStyle: { hideBuildAI: true } })).data).toEqual({
      hideBuildAI: true,
    });
  });

  it("keeps settings from the lowest plan, with words", async () => {
    const { appId, as } = await build();
    await expect(as("lite", false).settings.save({ appId, appSettings: { dailyUserLimit: 3 } })).rejects.toMatchObject({
      reason: "upgrade-required",
      message: "Tool settings are part of the paid plans. Upgrade your plan to change them.",
    });
  });

  it("lets the keeper of the template library alone fill it", async () => {
    const { appId, as } = await build();
    const change = { appId, appSettings: { templateCategories: ["Food", "food"] } };
    await expect(as("moon", true).settings.save(change)).rejects.toMatchObject({ reason: "admin-only" });
  });

  it("takes a limit away with null, and refuses a stale save with what is there", async () => {
    const { appId, as } = await build();
    const api = as("moon", false);
    const { settings } = await api.settings.get({ appId });
    await api.settings.save({
      appId,
      appSettings: { dailyUserLimit: 3, weeklyUserLimit: 9 },
      revision: settings.revision,
    });
    await expect(
      api.settings.save({ appId, appSettings: { dailyUserLimit: 4 }, revision: settings.revision }),
    ).rejects.toMatchObject({ reason: "stale-revision", details: { data: { dailyUserLimit: 3 } } });
    const { data } = await api.settings.save({ appId, appSettings: { dailyUserLimit: null } });
    expect(data).toEqual({ weeklyUserLimit: 9 });
  });

  it("offers the shipped models where the list cannot be reached", async () => {
    const { as } = await build();
    const { source, models } = await as("lite", false).settings.models();
    expect(source).toBe("shipped");
    expect(models).toContainEqual(
      expect.objectContaining({ id: "openai/gpt-4o-mini", contextLength: 128_000, promptPrice: 0.15 }),
    );
  });
});
