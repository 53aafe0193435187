import "server-only";
import { lookingRole } from "@/api/app-role";
import { findVisitingBuilder } from "@/api/gates";
import type { OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { beginStep, endStep, nextStep, refuseStep, type StepEnd } from "@/features/build-plans/rules";
import type { BuildPlan } from "@/features/build-plans/schema";
import { dismissOpenPlan, lockOpenPlan, proposePlan, savePlan } from "@/features/build-plans/store";
import { beginTurn } from "./begin";
import { type MessagePart, planOf } from "./message";
import { findMessage, type TurnRow } from "./store";

type Plan = Pick<BuildPlan, "id" | "messageId" | "steps">;

/** A turn's end, as plans see it. */
export type TurnEnd = Omit<StepEnd, "messageId"> & { parts: MessagePart[] };

/**
 * Takes a turn's end into the app's plan, in the transaction that ends the turn: its next step begins with it, so that
 * a crash falls before both or after both. A plan that the answer proposes is stored; one that waits to be started is
 * set aside when an answer changes the app without it.
 */
export async function carryOnPlan(platform: Platform, owned: OwnedApp, row: TurnRow, end: TurnEnd): Promise<void> {
  const written = planOf(end.parts);
  if (written && end.status === "done" && !end.isCut && written.steps.length > 0)
    return proposePlan(owned, row.assistantMessageId, written);
  const plan = await lockOpenPlan(owned);
  if (!plan) return;
  const ended = endStep(plan, row.id, { ...end, messageId: row.assistantMessageId });
  if (!ended) {
    if (plan.state === "proposed" && end.versionId) await dismissOpenPlan(owned);
    return;
  }
  await savePlan(owned, plan.id, ended);
  const next = ended.state === "running" ? nextStep(ended.steps) : undefined;
  if (!next) return;
  try {
    await checkStarter(platform, owned, plan.startedBy);
    await runStep(platform, owned, { ...plan, ...ended }, { stepId: next.id, authorId: plan.startedBy! });
  } catch (error) {
    // Nothing was written for the next step yet: a budget that is used up leaves it waiting with its reason.
    if (!(error instanceof AppError)) throw error;
    await savePlan(owned, plan.id, refuseStep(ended, next.id, error.message));
  }
}

/** A collaborator who was removed in the meantime asks for nothing any more. */
async function checkStarter(platform: Platform, owned: OwnedApp, startedBy: string | null): Promise<void> {
  const here = { ...platform, db: owned.db };
  const starter = startedBy === null ? null : await findVisitingBuilder(here, owned.appId, startedBy);
  if (!starter || starter.role === lookingRole) throw new AppError("plan-starter");
}

/**
 * Begins a step's turn: call it in a transaction.
 * @throws turn-running, usage-cap
 */
export async function runStep(
  platform: Platform,
  owned: OwnedApp,
  plan: Plan,
  { stepId, authorId }: { stepId: string; authorId: string },
): Promise<{ turnId: string }> {
  const number = plan.steps.findIndex(({ id }) => id === stepId) + 1;
  const { turnId } = await beginTurn(
    platform,
    owned,
    [{ type: "text", text: plan.steps[number - 1]!.text }, ...(await filesOfRequest(owned, plan))],
    { authorId, step: { planId: plan.id, stepId, number, of: plan.steps.length } },
  );
  await savePlan(owned, plan.id, beginStep(plan, stepId, turnId));
  return { turnId };
}

/** What was attached to the request that the plan answers: every step may need it. */
async function filesOfRequest(owned: OwnedApp, { messageId }: Plan): Promise<unknown[]> {
  const { parts } = await requestOf(owned, messageId);
  return parts.filter((part) => typeof part === "object" && part !== null && "type" in part && part.type === "file");
}

/**
 * The request that an answer belongs to.
 * @throws message-not-found
 */
export async function requestOf(owned: OwnedApp, messageId: string) {
  const { previousId } = await findMessage(owned, messageId);
  return findMessage(owned, previousId ?? "");
}
