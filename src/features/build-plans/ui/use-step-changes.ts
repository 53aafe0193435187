"use client";
import { useRef, useState } from "react";
import { failureOf, trpc } from "@/api/client";
import { notifyFailure } from "@/ui/notify";
import { useLatest } from "@/ui/use-latest";
import { changeSteps } from "../rules";
import type { BuildPlan, PlanChange } from "../schema";

/**
 * Optimistic changes of a plan's steps. They are shown instead of what the server says until it has taken the last of
 * them: a list that it answers in between lacks the later changes, and for a moment a click would hit another step.
 * @param plans as the server knows them
 * @param onChanged the server has taken all changes
 */
export function useStepChanges(appId: string, plans: BuildPlan[] | undefined, onChanged: () => void) {
  const utils = trpc.useUtils();
  const [ahead, setAhead] = useState<BuildPlan[]>();
  const editing = trpc.chat.editPlan.useMutation({
    meta: { quiet: true },
    onError: (error) => notifyFailure(failureOf(error).message),
  });
  // One after the other: a step must be there before it can be moved.
  const sent = useRef(Promise.resolve());
  const unsent = useRef(0);

  const send = async (plan: BuildPlan, made: PlanChange) => {
    try {
      const { steps } = await editing.mutateAsync({ appId, planId: plan.id, change: made });
      utils.chat.plans.setData({ appId }, (list) => list?.map((one) => (one.id === plan.id ? { ...one, steps } : one)));
    } catch {
      // Told by onError.
    }
    unsent.current -= 1;
    if (unsent.current > 0) return;
    await utils.chat.plans.invalidate({ appId });
    onChanged();
    if (unsent.current === 0) setAhead(undefined);
  };
  const change = useLatest((plan: BuildPlan, made: PlanChange) => {
    unsent.current += 1;
    setAhead((list = plans) =>
      list?.map((one) => (one.id === plan.id ? { ...one, steps: changeSteps(one.steps, made) ?? one.steps } : one)),
    );
    sent.current = sent.current.then(() => send(plan, made));
  });
  return { plans: ahead ?? plans, change, whenSent: useLatest(() => sent.current) };
}
