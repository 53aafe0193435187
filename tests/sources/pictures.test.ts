import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { mintOwnedApp } from "@/db/scope";
import { modelUsage } from "@/db/schema/chat";
import { queryContext } from "@/features/retrieval/query-context";
import { ScriptedModel } from "../support/scripted-model";
import { type SourcesScene, withSources } from "../support/sources";
import type { Json } from "../support/world";

let model: ScriptedModel;
const settings: Record<string, string> = {};
beforeAll(async () => {
  model = await ScriptedModel.start();
  Object.assign(settings, {
    MODEL_PROVIDER: "openai-compatible",
    MODEL_BASE_URL: model.url,
    MODEL_NAME: "scripted",
    MODELS_URL: `${model.url}/models`,
  });
});
afterAll(() => model.close());
let scene: SourcesScene;
withSources((next) => (scene = next), settings);
beforeEach(() => {
  model.reset();
  scene.world.platform.env.MODEL_VISION = "on";
});

const png = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const read = async (name = "menu.png", bytes: Uint8Array = png) => {
  const { body } = await scene.upload(name, bytes);
  await scene.sync(body.contextItemId);
  return scene.item(body.contextItemId);
};

describe("A picture as a data source", () => {
  it("is read by the model, and its text answers like any document's", async () => {
    model.reply("# Menu\n\n| Dish | Price |\n|---|---|\n| Lentil soup | 6.50 |\n\nClosed on Mondays.");
    const item = await read();
    expect(item).toMatchObject({ type: "image", status: "synced", name: "menu.png", error: null });
    const content = (model.requests[0] as Json).messages.at(-1).content;
    expect(content[1].image_url.url).toMatch(/^data:image\/png;base64,/);
    const [passage] = await queryContext(
      scene.world.platform,
      mintOwnedApp(scene.world.db, scene.appId),
      "What does lentil soup cost?",
    );
    expect(passage!.text).toContain("6.50");
    expect(await scene.world.db.select().from(modelUsage)).toMatchObject([{ appId: scene.appId }]);
  });

  it("waits in words for a model that can see, and is read when there is one", async () => {
    scene.world.platform.env.MODEL_VISION = "off";
    const item = await read();
    expect(item).toMatchObject({
      status: "error",
      error: expect.stringContaining("read by a model that can see, and none is connected") as string,
    });
    expect(model.requests).toEqual([]);
    scene.world.platform.env.MODEL_VISION = "on";
    model.reply("Closed on Mondays.");
    await scene.owner.api.sources.sync({ appId: scene.appId, itemId: item.id });
    await scene.sync(item.id);
    expect(await scene.item(item.id)).toMatchObject({ status: "synced", numOfChunks: 1 });
  });

  it.each([
    ["without text", png, "NO TEXT.", "There is no text in this picture."],
    ["that is none", Buffer.from("GARBAGE\0"), "", "This file is damaged and cannot be read."],
  ])("%s ends in words", async (_what, bytes, reply, error) => {
    if (reply) model.reply(reply);
    expect(await read("photo.png", bytes)).toMatchObject({ status: "error", error });
  });

  it("is tried again when the service is overloaded, and ends in words when it refuses", async () => {
    model.fail({ status: 400, message: "no pictures" });
    expect(await read()).toMatchObject({ status: "error" });
    for (let tries = 0; tries < 3; tries += 1) model.fail({ status: 503, message: "busy" });
    expect(await read("busy.png")).toMatchObject({ status: "pending", stage: "queued" });
  });
});
