import { eq } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { account } from "@/db/schema";
import { openToStrangers } from "../support/members";
import { type Json, World } from "../support/world";

let world: World;
let owner: Awaited<ReturnType<World["signUp"]>>;
let appId: string;

const onPlan = async (plan: string, isAdmin = false) => {
  await world.db.update(account).set({ plan }).where(eq(account.id, owner.accountId));
  return world.as({ kind: "account", account: { ...owner.account, plan, isAdmin }, token: owner.token });
};

beforeAll(async () => void (world = await World.open({ PLANS: "on" })));
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  await world.signUp();
  owner = await world.signUp();
  ({ appId } = await owner.api.apps.create({ name: "Meals", kind: "app" }));
});

describe("The tools collection", () => {
  it("creates drafts with paths of their own, and keeps them in the order that is given", async () => {
    const api = await onPlan("explorer");
    const first = await api.tools.create({ appId, title: "Planner" });
    const second = await api.tools.create({ appId, title: "Planner" });
    expect([first, second]).toMatchObject([
      { title: "Planner", path: "planner", status: "draft" },
      { path: "planner-2", status: "draft" },
    ]);
    await api.tools.order({ appId, toolIds: [second.toolId, "nothing", first.toolId] });
    expect((await api.tools.list({ appId })).tools.map(({ toolId }) => toolId)).toEqual([second.toolId, first.toolId]);
  });

  it("duplicates a tool with its texts and fields, as a draft", async () => {
    const api = await onPlan("explorer");
    const { toolId } = await api.tools.create({ appId, title: "Planner" });
    await api.tools.save({ appId, toolId, tool: { description: "Plans", fields: [{ name: "diet", type: "text" }] } });
    await api.tools.setStatus({ appId, toolId, status: "active" });
    const copy = await api.tools.duplicate({ appId, toolId });
    expect(copy).toMatchObject({ title: "Planner (copy)", path: "planner-copy", status: "draft" });
    expect((await api.tools.get({ appId, toolId: copy.toolId })).data).toMatchObject({
      description: "Plans",
      fields: [{ name: "diet", type: "text" }],
    });
  });

  it("refuses a path with other signs, and one that another tool or the app has", async () => {
    const api = await onPlan("explorer");
    const { toolId } = await api.tools.create({ appId, title: "Planner" });
    await api.tools.create({ appId, title: "Other" });
    const words = "Path should contain only letters, numbers, and dashes. It cannot be empty.";
    await expect(api.tools.update({ appId, toolId, path: "a b" })).rejects.toThrow(words);
    await expect(api.tools.update({ appId, toolId, path: "" })).rejects.toThrow(words);
    await expect(api.tools.update({ appId, toolId, path: "OTHER" })).rejects.toThrow(
      "Another tool has this path already",
    );
    await expect(api.tools.update({ appId, toolId, path: "meals" })).rejects.toThrow(
      "Another tool has this path already",
    );
    expect(await api.tools.update({ appId, toolId, path: "plan-7" })).toMatchObject({ path: "plan-7" });
  });

  it("has at most as many tools and live tools as the plan includes, also when all come at once", async () => {
    const api = await onPlan("lite");
    const made = await Promise.allSettled(
      [1, 2, 3, 4, 5].map((number) => api.tools.create({ appId, title: `T${number}` })),
    );
    expect(made.filter(({ status }) => status === "fulfilled")).toHaveLength(3);
    expect(made.find(({ status }) => status === "rejected")).toMatchObject({
      reason: {
        message:
          "You have reached the maximum number of tools allowed per app (3), please delete some tools before adding more",
      },
    });
    const { tools } = await api.tools.list({ appId });
    const live = await Promise.allSettled(
      tools.map(({ toolId }) => api.tools.setStatus({ appId, toolId, status: "active" })),
    );
    expect(live.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    expect(live.find(({ status }) => status === "rejected")).toMatchObject({
      reason: {
        message:
          "Your plan includes 1 live AI tools. To activate more tools, you can put other tools in draft mode or upgrade your plan.",
      },
    });
  });

  it("activates a tool with a header only", async () => {
    const api = await onPlan("explorer");
    const { toolId } = await api.tools.create({ appId });
    const words = "Your tool should have a header before it is activated.";
    await expect(api.tools.setStatus({ appId, toolId, status: "active" })).rejects.toThrow(words);
    await api.tools.save({ appId, toolId, tool: { header: "Planner" } });
    expect(await api.tools.setStatus({ appId, toolId, status: "active" })).toMatchObject({ status: "active" });
    await expect(api.tools.save({ appId, toolId, tool: { header: " " } })).rejects.toThrow(words);
    expect(await api.tools.setStatus({ appId, toolId, status: "draft" })).toMatchObject({ status: "draft" });
  });

  it("reads and does not change the newest tools above the limit after a downgrade", async () => {
    const paid = await onPlan("explorer");
    const ids: string[] = [];
    for (const title of ["A", "B", "C", "D"]) ids.push((await paid.tools.create({ appId, title })).toolId);
    const lite = await onPlan("lite");
    expect(await lite.tools.get({ appId, toolId: ids[3]! })).toMatchObject({ title: "D" });
    await expect(lite.tools.save({ appId, toolId: ids[3]!, tool: { description: "x" } })).rejects.toMatchObject({
      reason: "upgrade-required",
      details: { gate: "tool-changes", limit: 3 },
      message: expect.stringContaining("can be read and not changed") as string,
    });
    expect((await lite.tools.list({ appId })).aboveLimit).toEqual([ids[3]]);
    await lite.tools.save({ appId, toolId: ids[0]!, tool: { description: "x" } });
    await lite.tools.delete({ appId, toolId: ids[3]! });
  });

  it("is another owner's business alone", async () => {
    const api = await onPlan("explorer");
    const { toolId } = await api.tools.create({ appId, title: "Planner" });
    const { appId: otherApp } = await api.apps.create({ name: "Other", kind: "app" });
    await expect(api.tools.get({ appId: otherApp, toolId })).rejects.toMatchObject({ reason: "tool-gone" });
    await expect(api.tools.save({ appId: otherApp, toolId, tool: {} })).rejects.toMatchObject({ reason: "tool-gone" });
    await api.tools.delete({ appId: otherApp, toolId });
    expect((await api.tools.list({ appId })).tools).toHaveLength(1);
  });

  it("goes along when the app is duplicated", async () => {
    const api = await onPlan("explorer", true);
    const { toolId } = await api.tools.create({ appId, title: "Planner" });
    await api.settings.save({ appId, appSettings: { dailyUserLimit: 3, creditsPerRun: 2 } });
    await openToStrangers(world, { ...owner, api }, appId);
    const copy = await api.apps.duplicate({ appId });
    expect((await api.tools.list({ appId: copy.appId })).tools).toMatchObject([{ toolId, path: "planner" }]);
    expect((await api.settings.get({ appId: copy.appId })).settings.data).toEqual({
      dailyUserLimit: 3,
      creditsPerRun: 2,
    });
  });
});

describe("A save", () => {
  it("names the revision that it was based on; a stale one is refused with the newer content", async () => {
    const api = await onPlan("explorer");
    const { toolId } = await api.tools.create({ appId, title: "Planner" });
    const { revision } = await api.tools.get({ appId, toolId });
    const saved = await api.tools.save({ appId, toolId, tool: { description: "one" }, revision });
    expect(saved.revision).toBe(revision + 1);
    await expect(api.tools.save({ appId, toolId, tool: { description: "two" }, revision })).rejects.toMatchObject({
      reason: "stale-revision",
      details: { revision: saved.revision, data: { description: "one" } },
    });
    const app = await api.tools.get({ appId });
    const body: Json = { appType: "AI app", app: { description: "one" } };
    await api.apps.save({ appId, body, revision: app.revision });
    await expect(api.apps.save({ appId, body, revision: app.revision })).rejects.toMatchObject({
      reason: "stale-revision",
      details: { data: { description: "one" } },
    });
  });

  it("of two at once with the same revision lets one through", async () => {
    const api = await onPlan("explorer");
    const { toolId } = await api.tools.create({ appId, title: "Planner" });
    const { revision } = await api.tools.get({ appId, toolId });
    const all = await Promise.allSettled(
      ["a", "b", "c"].map((description) => api.tools.save({ appId, toolId, tool: { description }, revision })),
    );
    expect(all.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  it("keeps to the rules of fields, for a tool and for an app that is one", async () => {
    const api = await onPlan("lite");
    const { toolId } = await api.tools.create({ appId, title: "Planner" });
    const twice = {
      fields: [
        { name: "diet", type: "text" as const },
        { name: "Diet", type: "text" as const },
      ],
    };
    await expect(api.tools.save({ appId, toolId, tool: twice })).rejects.toThrow("Field already exists");
    await expect(api.apps.save({ appId, body: { appType: "AI app", app: twice } })).rejects.toThrow(
      "Field already exists",
    );
    const photo = { fields: [{ name: "face", type: "photo" as const }] };
    await expect(api.tools.save({ appId, toolId, tool: photo })).rejects.toMatchObject({ reason: "upgrade-required" });
    await expect(api.apps.create({ appType: "AI tool", app: { header: "X", ...twice } })).rejects.toThrow(
      "Field already exists",
    );
  });

  it("by the documented paths: tool, style and settings", async () => {
    await onPlan("explorer");
    const { token } = owner;
    const made = await world.rest(`POST /api/apps/${appId}/tools`, { token, body: { title: "Planner" } });
    expect(made).toMatchObject({ status: 200, body: { path: "planner" } });
    const at = `/api/apps/${appId}/tools/${made.body.toolId}`;
    expect(await world.rest(`POST ${at}`, { token, body: { tool: { inputLabel: "Idea" } } })).toMatchObject({
      status: 200,
    });
    expect(await world.rest(`PATCH ${at}`, { token, body: { path: "x y" } })).toMatchObject({
      status: 400,
      body: { error: { code: "tool-path" } },
    });
    expect(await world.rest(`POST ${at}/status`, { token, body: { status: "active" } })).toMatchObject({ status: 200 });
    expect(await world.rest(`POST ${at}/duplicate`, { token, body: {} })).toMatchObject({ status: 200 });
    const style = await world.rest(`POST /api/apps/${appId}/style`, {
      token,
      body: { appStyle: { styleName: "dark" } },
    });
    expect(style).toMatchObject({ status: 200, body: { data: { styleName: "dark" } } });
    const settings = { appSettings: { dailyUserLimit: 5 } };
    expect(await world.rest(`POST /api/apps/${appId}/settings`, { token, body: settings })).toMatchObject({
      status: 200,
    });
    const { body } = await world.rest(`GET /api/apps/${appId}/tools`, { token });
    expect(body).toMatchObject({
      tools: [{ path: "planner", status: "active" }, { path: "planner-copy" }],
      toolsMax: 10,
      liveToolsMax: 5,
    });
    expect(await world.rest(`DELETE ${at}`, { token })).toMatchObject({ status: 200 });
    expect((await world.rest(`GET /api/apps/${appId}`, { token })).body.tools).toHaveLength(1);
  });
});
