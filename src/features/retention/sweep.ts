import "server-only";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { type Kept, kept } from "./kept";

export const sweepJob = "sweep";

/** Hourly at minute 17, on one of the servers that share a database. */
export const sweepCron = "17 * * * *";

/** Time limit of one sweep; the next one continues. */
const sweepMs = 10 * 60 * 1000;

/** Applies every rule in bounded batches. A rule that fails does not stop the others. */
export async function sweep(platform: Platform, rules: Kept[] = kept, now = new Date()): Promise<void> {
  const end = Date.now() + sweepMs;
  for (const { what, hours, drop } of rules) {
    const age = hours(platform.env);
    if (age === null) continue;
    const before = new Date(now.getTime() - age * 3_600_000);
    try {
      let removed = 0;
      for (let batch = -1; batch !== 0 && Date.now() < end; removed += batch) batch = await drop(platform, before);
      if (removed > 0) log("info", "sweep", { what, removed });
    } catch (error) {
      log("error", "sweep", { what, error });
    }
  }
}
