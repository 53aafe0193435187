import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach } from "vitest";
import type { JobHandler } from "@/engines/jobs";
import { recoverTurns, requeueTurns } from "@/features/turns/recover";
import { runTurn } from "@/features/turns/run";
import { turnJob } from "@/features/turns/limits";
import { ScriptedModel } from "./scripted-model";
import { World } from "./world";

/** The process that takes the jobs of turns: a test of kills puts one that dies into its place. */
export type TurnProcess = { run: (...job: Parameters<typeof runTurn>) => Promise<unknown> };

type Opened = { world: World; model: ScriptedModel; turns: TurnProcess };

/**
 * For the tests of a file or group: a world whose assistant uses a scripted model, both reset before each test.
 * @param use receives them once they are open
 * @param settings environment variables; automatic fixes are off by default, since replies are scripted one by one
 * @param models the model service's list, with its rates
 * @param handlers of jobs beside turns
 */
export function withModel(
  use: (opened: Opened) => void,
  settings: Record<string, string> = {},
  models: unknown[] = [],
  handlers: (world: World) => Record<string, JobHandler> = () => ({}),
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
    const turns: TurnProcess = { run: runTurn };
    await world.platform.jobs.start({
      [turnJob]: async ({ appId, turnId }) => void (await turns.run(world.platform, appId!, turnId!)),
      ...handlers(world),
    });
    opened = { world, model, turns };
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
    opened.turns.run = runTurn;
  });
}

/** What the next start does, a minute after the process of turns was killed. */
export async function restartTurns({ world, turns }: Pick<Opened, "world" | "turns">): Promise<void> {
  const age = sql`update turn set heartbeat_at = now() - interval '1 minute' where status = 'running'`;
  turns.run = runTurn;
  await world.db.execute(age);
  await recoverTurns(world.platform, true);
  // Recovery of a plan begins its next step, whose process is as dead.
  await world.db.execute(age);
  await requeueTurns(world.platform, true);
}
