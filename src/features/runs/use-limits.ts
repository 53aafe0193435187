import "server-only";
import { sql } from "drizzle-orm";
import { toolRunUse } from "@/db/schema/run";
import { rowsOf } from "@/db/open";
import type { VisitedApp } from "@/db/scope";
import { AppError } from "@/errors";
import { limitWords, type Period, periodEnd, periodKey } from "./rules";
import type { RunSettings } from "./schema";

/**
 * Counts a run of a visitor in its day and its week, each by one conditional statement: of any number of runs that begin
 * at once, only as many pass as the limit has left. Call it in the transaction that stores the run.
 * @throws run-limit
 */
export async function countRun(scope: VisitedApp, visitor: string, settings: RunSettings, now: Date): Promise<void> {
  await count(scope, visitor, { period: "day", limit: settings.dailyUserLimit, credits: settings.creditsPerRun, now });
  await count(scope, visitor, {
    period: "week",
    limit: settings.weeklyUserLimit,
    credits: settings.creditsPerRun,
    now,
  });
}

type Counted = { period: Period; limit: number | undefined; credits: number; now: Date };

async function count({ db, appId }: VisitedApp, visitor: string, { period, limit, credits, now }: Counted) {
  const isOpen = limit === undefined ? sql`true` : sql`${toolRunUse.runs} < ${limit}`;
  const counted = await rowsOf(
    db,
    sql`insert into ${toolRunUse} (app_id, visitor, period, runs, credits)
        values (${appId}, ${visitor}, ${periodKey(period, now)}, 1, ${credits})
        on conflict (app_id, visitor, period) do update
          set runs = ${toolRunUse.runs} + 1, credits = ${toolRunUse.credits} + excluded.credits, updated_at = now()
          where ${isOpen}
        returning runs`,
  );
  if (counted.length === 0 && limit !== undefined)
    throw new AppError(
      "run-limit",
      { period, limit, resetsAt: periodEnd(period, now).toISOString() },
      limitWords(period, limit),
    );
}

/** Gives a run back that answered nothing: not one of its blocks. */
export async function returnRun(
  { db, appId }: Pick<VisitedApp, "db" | "appId">,
  { visitor, credits, createdAt }: { visitor: string; credits: number; createdAt: Date },
): Promise<void> {
  await db.execute(
    sql`update ${toolRunUse} set runs = greatest(runs - 1, 0), credits = greatest(credits - ${credits}, 0)
        where app_id = ${appId} and visitor = ${visitor} and period in (${periodKey("day", createdAt)}, ${periodKey("week", createdAt)})`,
  );
}
