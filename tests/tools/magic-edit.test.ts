import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ScriptedModel } from "../support/scripted-model";
import { World } from "../support/world";

describe("Magic edit", () => {
  let world: World;
  let model: ScriptedModel;
  beforeAll(async () => {
    model = await ScriptedModel.start();
    world = await World.open({
      MODEL_PROVIDER: "openai-compatible",
      MODEL_BASE_URL: model.url,
      MODEL_NAME: "scripted",
      MODELS_URL: `${model.url}/models`,
    });
  });
  afterAll(async () => {
    await world.close();
    await model.close();
  });

  const edit = async () => {
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Meals", kind: "tool" });
    return api.tools.magicEdit({ appId, text: "Tell {{name}} what to eat", wish: "Friendlier" });
  };

  it("answers the rewritten text, and saves nothing", async () => {
    model.reply("Dear {{name}}, here is a lovely plan\n");
    expect(await edit()).toEqual({ text: "Dear {{name}}, here is a lovely plan" });
    expect(JSON.stringify(model.requests.at(-1))).toMatch(/Friendlier/);
  });

  it.each<[string, () => void]>([
    ["refuses", () => model.fail({ status: 400 })],
    ["answers nothing", () => model.reply(" ")],
    ["stops in the middle, since half a text is none", () => model.reply("Dear {{na", { finish: "length" })],
    ["breaks off", () => model.reply("Dear {{na", { finish: "drop" })],
  ])("fails in the specification's words where the model %s", async (_, script) => {
    model.reset();
    script();
    await expect(edit()).rejects.toThrow("Magic edit failed");
  });
});

describe("Magic edit without a model", () => {
  it("says that it needs one", async () => {
    const world = await World.open();
    const { api } = await world.signUp();
    const { appId } = await api.apps.create({ name: "Meals", kind: "tool" });
    await expect(api.tools.magicEdit({ appId, text: "x", wish: "y" })).rejects.toMatchObject({ reason: "no-model" });
    await world.close();
  });
});
