"use client";
import { useMemo } from "react";
import { failureOf, trpc, whileAppExists } from "@/api/client";
import { notifyFailure } from "@/ui/notify";
import { useLatest } from "@/ui/use-latest";
import { type Decision, isOver } from "../rules";
import type { BuildPlan, PlanChange } from "../schema";
import { useStepChanges } from "./use-step-changes";

/** Polling interval for changes on another device. Tabs of one browser notify each other at once. */
const planPollMs = 15_000;

export type Plans = {
  list: BuildPlan[];
  /** The one that is not over. */
  open: BuildPlan | undefined;
  isSending: boolean;
  change: (plan: BuildPlan, change: PlanChange) => void;
  /** Starts a plan, or goes on with it. */
  start: (plan: BuildPlan, decision?: Decision) => void;
  /** Has the request carried out without the plan. */
  skip: (plan: BuildPlan) => void;
  stop: () => void;
  dismiss: (plan: BuildPlan) => void;
};

/**
 * The plans of an app's chat, with what a person may do with them.
 * @param on `changed`: tell other tabs; `begun`: a turn has begun
 */
export function usePlans(appId: string, on: { changed: () => void; begun: () => void }): Plans {
  const utils = trpc.useUtils();
  const { data } = trpc.chat.plans.useQuery(
    { appId },
    { refetchInterval: whileAppExists(planPollMs), refetchOnWindowFocus: "always", meta: { quiet: true } },
  );
  const onError = (error: unknown) => {
    notifyFailure(failureOf(error).message);
    void utils.chat.plans.invalidate({ appId });
  };
  const settle = async () => {
    await utils.chat.plans.invalidate({ appId });
    on.changed();
  };
  const begin = () => {
    void utils.chat.plans.invalidate({ appId });
    on.begun();
  };
  const quiet = { meta: { quiet: true }, onError };
  const starting = trpc.chat.startPlan.useMutation({ ...quiet, onSuccess: begin });
  const skipping = trpc.chat.skipPlan.useMutation({ ...quiet, onSuccess: begin });
  const stopping = trpc.chat.stopPlan.useMutation({ ...quiet, onSuccess: settle });
  const dismissing = trpc.chat.dismissPlan.useMutation({ ...quiet, onSuccess: settle });
  const { plans, change, whenSent } = useStepChanges(appId, data, on.changed);
  const list = useMemo(() => plans ?? [], [plans]);

  const start = useLatest(
    (plan: BuildPlan, decision?: Decision) =>
      void whenSent().then(() => starting.mutate({ appId, planId: plan.id, ...(decision && { decision }) })),
  );
  const skip = useLatest((plan: BuildPlan) => skipping.mutate({ appId, planId: plan.id }));
  const stop = useLatest(() => stopping.mutate({ appId }));
  const dismiss = useLatest((plan: BuildPlan) => dismissing.mutate({ appId, planId: plan.id }));

  const isSending = starting.isPending || skipping.isPending || stopping.isPending || dismissing.isPending;
  // One identity while nothing changes: the cards of a conversation must not be drawn again for every word.
  return useMemo(
    () => ({
      list,
      open: list.find((plan) => !isOver(plan)),
      isSending,
      change,
      start,
      skip,
      stop,
      dismiss,
    }),
    [list, isSending, change, start, skip, stop, dismiss],
  );
}
