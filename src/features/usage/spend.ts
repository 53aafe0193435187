import "server-only";
import { eq, sql } from "drizzle-orm";
import { app } from "@/db/schema/app";
import { modelUsage } from "@/db/schema/chat";
import { type Database, rowsOf } from "@/db/open";
import type { OwnedApp } from "@/db/scope";
import type { ModelUsage } from "@/engines/model/schema";
import { AppError } from "@/errors";

/** USD that an account has spent on models since the first of this month, UTC. */
export async function spentThisMonth(db: Database, accountId: string): Promise<number> {
  const month = sql`date_trunc('month', now() at time zone 'utc') at time zone 'utc'`;
  const [row] = await rowsOf<{ spent: number }>(
    db,
    sql`select coalesce(sum(cost_usd), 0)::float8 as spent from model_usage where account_id = ${accountId} and created_at >= ${month}`,
  );
  return row!.spent;
}

/**
 * Refuses a call that the month's budget has no room for. Checked before each call, whose cost is only known after it: the budget may be
 * overshot by at most one call.
 * @param more what the running turn has cost so far
 */
export async function checkBudget(
  db: Database,
  accountId: string,
  capUsd: number | undefined,
  more = 0,
): Promise<void> {
  if (capUsd === undefined) return;
  const spentUsd = (await spentThisMonth(db, accountId)) + more;
  if (spentUsd >= capUsd) throw new AppError("usage-cap", { spentUsd, capUsd });
}

/** Books one call, or all of one turn, on an account, once. */
export async function bookCall(
  db: Database,
  { accountId, callId, appId = "" }: { accountId: string; callId: string; appId?: string },
  usage: Pick<ModelUsage, "modelInfo" | "totalTokens" | "totalCost">,
): Promise<void> {
  const values = {
    accountId,
    turnId: callId,
    appId,
    model: usage.modelInfo.model,
    tokens: usage.totalTokens,
    costUsd: usage.totalCost,
  };
  await db.insert(modelUsage).values(values).onConflictDoNothing();
}

/** Books a turn on the account of the app's owner, once. Call it for what the owner is to pay for. */
export async function bookUsage({ db, appId }: OwnedApp, turnId: string, usage: ModelUsage): Promise<void> {
  const [owner] = await db.select({ id: app.ownerId }).from(app).where(eq(app.id, appId));
  if (owner) await bookCall(db, { accountId: owner.id, callId: turnId, appId }, usage);
}
