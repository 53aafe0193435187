import "server-only";
import type { Env } from "@/engines/env";
import { recoverTurns, watchTurns } from "@/features/chat/recover-turns";
import { runTurn } from "@/features/chat/run-turn";
import { turnJob } from "@/features/chat/schema";
import { openPlatform, setPlatform, type Platform } from "@/engines/platform";

/** Opens every engine, takes up the work that a former process left, and starts the job queue. */
export async function boot(settings: Env): Promise<Platform> {
  const platform = await openPlatform(settings);
  setPlatform(platform);
  await recoverTurns(platform, true);
  const unwatch = watchTurns(platform);
  const close = platform.close.bind(platform);
  platform.close = () => {
    unwatch();
    return close();
  };
  await platform.jobs.start({
    [turnJob]: ({ appId, turnId }) => runTurn(platform, appId!, turnId!),
  });
  return platform;
}
