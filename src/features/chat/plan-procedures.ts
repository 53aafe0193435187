import "server-only";
import { z } from "zod";
import { appInput, editorProcedure, viewerProcedure } from "@/api/procedures";
import { inTransaction, type OwnedApp } from "@/db/scope";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import { changeSteps, decide, nextStep, settled } from "@/features/build-plans/rules";
import { planChangeSchema } from "@/features/build-plans/schema";
import { dismissOpenPlan, listPlans, lockOpenPlan, lockPlan, savePlan } from "@/features/build-plans/store";
import { beginTurn } from "@/features/turns/begin";
import { requestOf, runStep } from "@/features/turns/carry-on-plan";
import { stopTurn } from "@/features/turns/stop";
import { findTurn } from "@/features/turns/store";

const planInput = <Shape extends z.ZodRawShape>(shape: Shape) =>
  appInput({ planId: z.string().min(1).max(60), ...shape });

/** Pauses the plan that runs, so that no step begins after the one whose turn is stopped. */
export async function stopPlan(platform: Platform, owned: OwnedApp): Promise<void> {
  const turnId = await inTransaction(owned, async (locked) => {
    const plan = await lockOpenPlan(locked);
    if (plan?.state !== "running") return undefined;
    await savePlan(locked, plan.id, { state: "paused" });
    return plan.steps.find(({ state }) => state === "running")?.turnId;
  });
  if (turnId === undefined) return;
  const row = await findTurn(owned, turnId);
  if (row.status === "running") await stopTurn(platform, row);
}

/** Plans of the chat: a short list of steps that a person edits and starts; each becomes a version of its own. */
export const planProcedures = {
  /** The plans of the chat's messages, newest first. At most one is open. */
  plans: viewerProcedure.input(appInput({})).query(({ ctx }) => listPlans(ctx.owned)),

  /** One change of the steps that wait. @returns the steps as they are then */
  editPlan: editorProcedure.input(planInput({ change: planChangeSchema })).mutation(({ ctx, input }) =>
    inTransaction(ctx.owned, async (owned) => {
      const plan = await lockPlan(owned, input.planId);
      const steps = changeSteps(plan.steps, input.change);
      if (!steps) throw new AppError("plan-changed");
      // Whoever takes the last step that waited out of a paused plan has ended it.
      await savePlan(owned, plan.id, { steps, ...(plan.state === "paused" && { state: settled(steps, false) }) });
      return { steps };
    }),
  ),

  /** Starts a plan or goes on with it. `decision`: about the step that failed; without one it is tried again. */
  startPlan: editorProcedure
    .input(planInput({ decision: z.enum(["retry", "skip"]).optional() }))
    .mutation(({ ctx, input }) =>
      inTransaction(ctx.owned, async (owned) => {
        const plan = await lockPlan(owned, input.planId);
        if (plan.state === "running") throw new AppError("turn-running");
        const steps = decide(plan.steps, input.decision);
        const next = nextStep(steps);
        if (!next && plan.state === "proposed") throw new AppError("plan-empty");
        await savePlan(owned, plan.id, { steps, state: "paused", startedBy: ctx.account.id });
        if (!next) {
          await savePlan(owned, plan.id, { state: settled(steps, false) });
          return { turnId: null };
        }
        return runStep(ctx.platform, owned, { ...plan, steps }, { stepId: next.id, authorId: ctx.account.id });
      }),
    ),

  /** Stops the step that runs, and the plan with it. */
  stopPlan: editorProcedure.input(appInput({})).mutation(async ({ ctx }) => {
    await stopPlan(ctx.platform, ctx.owned);
    return {};
  }),

  /** Sets a plan aside. What its steps have done stays. */
  dismissPlan: editorProcedure.input(planInput({})).mutation(({ ctx, input }) =>
    inTransaction(ctx.owned, async (owned) => {
      const plan = await lockPlan(owned, input.planId);
      if (plan.state === "running") throw new AppError("turn-running");
      await savePlan(owned, plan.id, { state: "dismissed" });
      return {};
    }),
  ),

  /** Asks for the same again without a plan: "just do it". */
  skipPlan: editorProcedure.input(planInput({})).mutation(({ ctx, input }) =>
    inTransaction(ctx.owned, async (owned) => {
      const plan = await lockPlan(owned, input.planId);
      if (plan.state !== "proposed") throw new AppError("plan-over");
      const { parts, metadata } = await requestOf(owned, plan.messageId);
      await dismissOpenPlan(owned);
      const { openFile, element } = metadata;
      return beginTurn(ctx.platform, owned, parts, {
        authorId: ctx.account.id,
        isAtOnce: true,
        ...(openFile ? { openFile } : {}),
        ...(element ? { element } : {}),
      });
    }),
  ),
};
