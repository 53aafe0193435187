import "server-only";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { type Kept, kept } from "./kept";

export const sweepJob = "sweep";

/** Seventeen minutes past each hour, on one server of all that share the database. */
export const sweepCron = "17 * * * *";

/** A sweep that finds more than this leaves the rest to the next one. */
const sweepMs = 10 * 60 * 1000;

/**
 * Removes what nobody needs any more, rule by rule and in bounded batches. A rule that fails keeps no other from its
 * turn.
 */
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
