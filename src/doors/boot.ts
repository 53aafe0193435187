import "server-only";
import type { Env } from "@/engines/env";
import { openPlatform, setPlatform, type Platform } from "@/engines/platform";

/** Opens every engine, takes up the work that a former process left, and starts the job queue. */
export async function boot(settings: Env): Promise<Platform> {
  const platform = await openPlatform(settings);
  setPlatform(platform);
  await platform.jobs.start({});
  return platform;
}
