import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { rowsOf } from "@/db/open";
import { sql } from "drizzle-orm";
import { openModel } from "@/engines/model/open";
import { namesByRole } from "@/engines/model/sdk";
import { applyChoice } from "@/features/models/store";
import type { ChoiceInput, ServiceInput } from "@/features/models/schema";
import { ScriptedModel } from "../support/scripted-model";
import { type Json, World } from "../support/world";

const key = "key-canary-5512";
let world: World;
let first: ScriptedModel;
let second: ScriptedModel;
beforeAll(async () => {
  [world, first, second] = await Promise.all([
    World.open({ MODEL_NAME_REPAIR: "mender-of-variables" }),
    ScriptedModel.start(),
    ScriptedModel.start(),
  ]);
});
afterAll(async () => {
  await Promise.all([world.close(), first.close(), second.close()]);
});
beforeEach(async () => {
  await world.reset();
  await applyChoice(world.platform);
  first.reset();
  second.reset();
});

const service = (url: string, more: Partial<ServiceInput> = {}): ServiceInput => ({
  id: "one",
  provider: "openai-compatible",
  baseUrl: url,
  key,
  names: { build: "big", repair: "mender", small: "" },
  ...more,
});
const limits = { monthlyUsdMax: null, autoFixes: null, timeoutSeconds: null };
const choice = (...services: ServiceInput[]): ChoiceInput => ({ services, limits });

async function ask(more: Record<string, unknown> = {}): Promise<string> {
  let text = "";
  for await (const event of openModel(world.platform.env).stream({
    instructions: "",
    messages: [{ role: "user", content: "Hi" }],
    workspace: { files: [], appName: "" },
    signal: new AbortController().signal,
    ...more,
  }))
    if (event.kind === "text") text += event.text;
  return text;
}

describe("The administrators' choice of models", () => {
  it("comes before the environment, holds at once and after a start, and leaves with its last service", async () => {
    const { api } = await world.signUp();
    expect(await api.models.get()).toMatchObject({ services: [], environment: { provider: "offline", name: null } });
    await api.models.save({ ...choice(service(first.url)), limits: { ...limits, autoFixes: 1, monthlyUsdMax: 5 } });
    expect(world.platform.env).toMatchObject({
      MODEL_PROVIDER: "openai-compatible",
      MODEL_NAME: "big",
      MODEL_AUTO_FIXES: 1,
      MODEL_MONTHLY_USD_MAX: 5,
    });
    expect(namesByRole(world.platform.env)).toEqual({ repair: "mender", small: undefined });
    first.reply("Hello");
    expect(await ask()).toBe("Hello");
    world.platform.env.MODEL_PROVIDER = "offline";
    await applyChoice(world.platform);
    expect(world.platform.env.MODEL_PROVIDER).toBe("openai-compatible");
    await api.models.save(choice());
    expect(world.platform.env).toMatchObject({ MODEL_PROVIDER: "offline", MODEL_AUTO_FIXES: 2 });
    expect(world.platform.env.MODEL_API_KEY).toBeUndefined();
    expect(namesByRole(world.platform.env)).toEqual({ repair: "mender-of-variables", small: undefined });
  });

  it("keeps keys sealed, never shows them, and never sends one to another address than it was entered for", async () => {
    const { api } = await world.signUp();
    const saved = await api.models.save(choice(service(first.url)));
    expect(saved.services).toEqual(
      [{ ...service(first.url), key: undefined, hasKey: true }].map(({ key: _key, ...rest }) => rest),
    );
    const stored = JSON.stringify(await rowsOf(world.db, sql`select * from model_choice, audit_entry`));
    expect(stored).toContain("sealed");
    expect(stored).not.toContain(key);
    const { key: _key, ...kept } = service(first.url);
    await api.models.save(choice({ ...kept, names: { ...kept.names, build: "bigger" } }));
    expect(world.platform.env).toMatchObject({ MODEL_API_KEY: key, MODEL_NAME: "bigger" });
    await expect(api.models.save(choice({ ...kept, baseUrl: second.url }))).rejects.toThrow("Enter the key again");
    expect(await api.models.test({ ...kept, baseUrl: second.url })).toEqual({
      isReady: false,
      words: "Enter the key again: the service or its address has changed",
    });
    expect(second.requests).toEqual([]);
  });

  it("has a model by role, and asks the next service when one fails, by that one's own names", async () => {
    const { api } = await world.signUp();
    await api.models.save(
      choice(service(first.url), service(second.url, { id: "two", names: { build: "spare", repair: "", small: "" } })),
    );
    first.reply("Mended");
    await ask({ role: "repair" });
    first.reply("Small");
    await ask({ role: "small" });
    expect(first.requests.map((request) => (request as Json).model)).toEqual(["mender", "big"]);
    first.fail({ status: 401 });
    second.reply("I stand in.");
    expect(await ask({ model: "chosen" })).toBe("I stand in.");
    expect((second.requests[0] as Json).model).toBe("spare");
    first.reply("Half of", { finish: "drop" });
    await expect(ask()).rejects.toThrow();
    expect(second.requests).toHaveLength(1);
  });

  it.each([
    [401, "big: The model service does not accept the key"],
    [402, "big: The account at the model service has no credit left"],
    [404, "big: The model service does not know this model. Check the model's name and the address."],
  ])("is tested by a call that says in words what failed: %i", async (status, words) => {
    const { api } = await world.signUp();
    first.fail({ status, message: `no ${key}` });
    expect(await api.models.test(service(first.url))).toEqual({ isReady: false, words });
  });

  it("is tested with each model that it names, stored or not", async () => {
    const { api } = await world.signUp();
    first.reply("Ready");
    first.reply("Ready");
    expect(await api.models.test(service(first.url))).toMatchObject({
      isReady: true,
      words: expect.stringMatching(/^big answered in \d\.\d s, mender answered in \d\.\d s$/),
    });
    expect(await api.models.test(service("http://127.0.0.1:1"))).toMatchObject({
      isReady: false,
      words: expect.stringContaining("could not be reached"),
    });
    expect((await api.models.get()).services).toEqual([]);
  });

  it("refuses a server without an address or a model", async () => {
    const { api } = await world.signUp();
    await expect(api.models.save(choice(service("")))).rejects.toThrow("Enter the address of the model server");
    await expect(api.models.save(choice(service("ftp://x")))).rejects.toThrow("http");
    await expect(
      api.models.save(choice(service(first.url, { names: { build: "", repair: "", small: "" } }))),
    ).rejects.toThrow("Enter the name of a model");
  });
});
