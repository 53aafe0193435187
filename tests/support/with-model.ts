import { afterAll, beforeAll, beforeEach } from "vitest";
import { runTurn } from "@/features/turns/run";
import { turnJob } from "@/features/turns/schema";
import { ScriptedModel } from "./scripted-model";
import { World } from "./world";

type Opened = { world: World; model: ScriptedModel };

/**
 * For the tests of a file or group: a world whose assistant uses a scripted model, both reset before each test.
 * @param use receives them once they are open
 * @param settings environment variables; automatic fixes are off by default, since replies are scripted one by one
 * @param models the model service's list, with its rates
 */
export function withModel(
  use: (opened: Opened) => void,
  settings: Record<string, string> = {},
  models: unknown[] = [],
): void {
  let opened: Opened;
  beforeAll(async () => {
    const model = await ScriptedModel.start();
    model.models = models;
    const world = await World.open({
      MODEL_PROVIDER: "openai-compatible",
      MODEL_BASE_URL: model.url,
      MODEL_NAME: "scripted",
      MODEL_API_KEY: "key",
      MODELS_URL: `${model.url}/models`,
      MODEL_AUTO_FIXES: "0",
      ...settings,
    });
    await world.platform.jobs.start({ [turnJob]: ({ appId, turnId }) => runTurn(world.platform, appId!, turnId!) });
    opened = { world, model };
    use(opened);
  });
  afterAll(async () => {
    await opened.world.platform.jobs.stop();
    await opened.world.close();
    await opened.model.close();
  });
  beforeEach(async () => {
    await opened.world.reset();
    opened.model.reset();
  });
}
