import "server-only";
import { eq, sql } from "drizzle-orm";
import type { Account } from "@/api/actor";
import { planEdit } from "@/db/schema/admin";
import { type Database, rowsOf } from "@/db/open";
import type { Env } from "@/engines/env";
import { AppError } from "@/errors";
import type { PlanUse, Refusal, Standing } from "./rules";
import { firstPlans, type Plan, type PlanChange } from "./schema";

/** All plans in ascending order, with the administrator's edits. */
export async function listPlans(db: Database): Promise<Plan[]> {
  const edits = new Map((await db.select().from(planEdit)).map(({ id, data }) => [id, data]));
  return firstPlans.map((plan) => ({ ...plan, ...edits.get(plan.id) }));
}

/** Updates the given fields. @returns the plan afterwards */
export async function updatePlan(db: Database, { plan: id, ...change }: PlanChange): Promise<Plan> {
  const data = JSON.parse(JSON.stringify(change)) as Record<string, unknown>;
  await db
    .insert(planEdit)
    .values({ id, data })
    .onConflictDoUpdate({
      target: planEdit.id,
      set: { data: sql`${planEdit.data} || excluded.data`, updatedAt: sql`now()` },
    });
  const [row] = await db.select().from(planEdit).where(eq(planEdit.id, id));
  return { ...firstPlans.find((plan) => plan.id === id)!, ...row!.data };
}

export const standingOf = (env: Env, { plan, isAdmin }: Pick<Account, "plan" | "isAdmin">): Standing => ({
  plan,
  arePlansOn: env.PLANS === "on",
  isAdmin,
});

/**
 * Throws a gate's refusal.
 * @throws upgrade-required with gate and limit: the web app opens the upgrade dialog
 */
export function checkPlan(refusal: Refusal | undefined): void {
  if (!refusal) return;
  const { message, ...details } = refusal;
  throw new AppError("upgrade-required", details, message);
}

/** Use of limited things by app, most tools first. */
export async function usesOf(db: Database, accountId: string): Promise<PlanUse[]> {
  return rowsOf<PlanUse>(
    db,
    sql`select app.id as "appId", app.name, count(*)::int as tools,
          (count(*) filter (where tool.status = 'active'))::int as "liveTools"
        from app join tool on tool.app_id = app.id where app.owner_id = ${accountId}
        group by app.id, app.name order by 3 desc, app.name limit 50`,
  );
}
