import "server-only";
import { and, desc, eq, inArray, isNull, ne } from "drizzle-orm";
import { newId } from "@/db/id";
import { buildPlan } from "@/db/schema/build-plan";
import { message } from "@/db/schema/chat";
import type { OwnedApp } from "@/db/scope";
import type { WrittenPlan } from "@/engines/protocol/schema";
import { AppError } from "@/errors";
import { withoutUndone } from "./rules";
import type { BuildPlan, PlanState, Step } from "./schema";

/** Plans that the chat shows with their state; older ones are shown as they were proposed. */
const shownMax = 50;

const openStates: PlanState[] = ["proposed", "running", "paused"];

const columns = {
  id: buildPlan.id,
  messageId: buildPlan.messageId,
  title: buildPlan.title,
  state: buildPlan.state,
  steps: buildPlan.steps,
  startedBy: buildPlan.startedBy,
};
export type PlanRow = BuildPlan & { startedBy: string | null };

const isOpen = ({ appId }: OwnedApp) => and(eq(buildPlan.appId, appId), inArray(buildPlan.state, openStates));

/** Those of these messages that are in the chat: a restore takes others out of it. */
async function standingOf({ db, appId }: OwnedApp, plans: BuildPlan[]): Promise<Set<string>> {
  const ids = plans.flatMap(({ messageId, steps }) => [messageId, ...steps.flatMap((step) => step.messageId ?? [])]);
  if (ids.length === 0) return new Set();
  const rows = await db
    .select({ id: message.id })
    .from(message)
    .where(and(eq(message.appId, appId), inArray(message.id, ids), isNull(message.replacedAt)));
  return new Set(rows.map(({ id }) => id));
}

/** The plans of the chat's current messages, newest first: a restore takes a plan away with its message. */
export async function listPlans(owned: OwnedApp): Promise<BuildPlan[]> {
  const { db, appId } = owned;
  const rows = await db
    .select(columns)
    .from(buildPlan)
    .where(eq(buildPlan.appId, appId))
    .orderBy(desc(buildPlan.createdAt))
    .limit(shownMax);
  const standing = await standingOf(owned, rows);
  return rows
    .filter(({ messageId }) => standing.has(messageId))
    .map(({ startedBy: _startedBy, ...plan }) => withoutUndone(plan, standing));
}

/** The plan that is not over. Locks it: call it in the transaction that changes it. */
export async function lockOpenPlan(owned: OwnedApp): Promise<PlanRow | undefined> {
  const [row] = await owned.db.select(columns).from(buildPlan).where(isOpen(owned)).for("update");
  return row;
}

/**
 * Locks a plan, in the transaction that changes it.
 * @throws plan-over when it is done, set aside, or gone with its message
 */
export async function lockPlan(owned: OwnedApp, planId: string): Promise<PlanRow> {
  const row = await lockOpenPlan(owned);
  if (row?.id !== planId) throw new AppError("plan-over");
  const standing = await standingOf(owned, [row]);
  if (!standing.has(row.messageId)) throw new AppError("plan-over");
  return withoutUndone(row, standing);
}

export async function findPlan({ db, appId }: OwnedApp, planId: string): Promise<BuildPlan | undefined> {
  const [row] = await db
    .select(columns)
    .from(buildPlan)
    .where(and(eq(buildPlan.appId, appId), eq(buildPlan.id, planId)));
  return row;
}

/** Stores what an answer proposes. It takes the place of a plan that was not over. */
export async function proposePlan(owned: OwnedApp, messageId: string, { title, steps }: WrittenPlan): Promise<void> {
  await dismissOpenPlan(owned);
  await owned.db.insert(buildPlan).values({
    appId: owned.appId,
    id: newId("p"),
    messageId,
    title,
    state: "proposed",
    steps: steps.map((text): Step => ({ id: newId("s"), text, state: "waiting", starts: 0 })),
  });
}

/** Sets aside the plan that is not over and does not run. */
export async function dismissOpenPlan(owned: OwnedApp): Promise<void> {
  await owned.db
    .update(buildPlan)
    .set({ state: "dismissed" })
    .where(and(isOpen(owned), ne(buildPlan.state, "running")));
}

export async function savePlan(
  { db, appId }: OwnedApp,
  planId: string,
  change: { state?: PlanState; steps?: Step[]; startedBy?: string },
): Promise<void> {
  await db
    .update(buildPlan)
    .set(change)
    .where(and(eq(buildPlan.appId, appId), eq(buildPlan.id, planId)));
}
