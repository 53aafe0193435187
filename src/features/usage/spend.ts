import "server-only";
import { eq, sql } from "drizzle-orm";
import { app } from "@/db/schema/app";
import { modelUsage } from "@/db/schema/chat";
import { type Database, rowsOf } from "@/db/open";
import type { OwnedApp } from "@/db/scope";
import type { ModelUsage } from "@/engines/model/schema";
import { AppError } from "@/errors";

/** An account's model costs in USD since the first of this month, UTC. */
export async function spentThisMonth(db: Database, accountId: string): Promise<number> {
  const month = sql`date_trunc('month', now() at time zone 'utc') at time zone 'utc'`;
  const [row] = await rowsOf<{ spent: number }>(
    db,
    sql`select coalesce(sum(cost_usd), 0)::float8 as spent from model_usage where account_id = ${accountId} and created_at >= ${month}`,
  );
  return row!.spent;
}

/**
 * Budget check before each call, whose cost is only known afterwards: the budget may be overshot by at most one call.
 * @param more cost of the running turn so far
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

/** Books one call, or a whole turn, on an account. Idempotent. */
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

/** Books a turn on its app's owner. Idempotent. Not for failures that the owner should not pay for. */
export async function bookUsage({ db, appId }: OwnedApp, turnId: string, usage: ModelUsage): Promise<void> {
  const [owner] = await db.select({ id: app.ownerId }).from(app).where(eq(app.id, appId));
  if (owner) await bookCall(db, { accountId: owner.id, callId: turnId, appId }, usage);
}
