import "server-only";
import { eq } from "drizzle-orm";
import { app } from "@/db/schema/app";
import type { OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { checkBudget } from "@/features/usage/spend";
import { turnJob } from "./limits";
import { insertTurn } from "./store";

/**
 * Stores a request and enqueues its turn atomically: call it in a transaction.
 * @throws turn-running, usage-cap
 */
export async function beginTurn(
  platform: Platform,
  owned: OwnedApp,
  parts: unknown[],
  metadata: Record<string, unknown> = {},
): Promise<{ turnId: string; messageId: string }> {
  const [owner] = await owned.db.select({ id: app.ownerId }).from(app).where(eq(app.id, owned.appId));
  if (owner && platform.env.MODEL_PROVIDER !== "offline" && metadata.builder !== "offline")
    await checkBudget(owned.db, owner.id, platform.env.MODEL_MONTHLY_USD_MAX);
  const started = await insertTurn(owned, parts, metadata);
  // While a process starts, `requeueTurns` sends the jobs of turns that go on from before.
  if (platform.jobs.isStarted)
    await platform.jobs.send(owned.db, turnJob, { appId: owned.appId, turnId: started.turnId });
  return started;
}
