"use client";
import { IconListNumbers } from "@tabler/icons-react";
import type { WrittenPlan } from "@/engines/protocol/schema";
import { countDone, isOver } from "../rules";
import type { BuildPlan, Step } from "../schema";
import { PlanButtons } from "./PlanButtons";
import { PlanSteps } from "./PlanSteps";
import type { Plans } from "./use-plans";
import classes from "./plan.module.css";

type Props = {
  /** The plan as the assistant wrote it. */
  written: WrittenPlan;
  /** The answer that proposes it. */
  messageId: string;
  plans: Plans;
  /** The assistant is still writing it. */
  isGrowing: boolean;
  /** A turn runs. */
  isBusy: boolean;
  isReadOnly: boolean;
};

/** The plan that an answer proposes, in its place in the chat. */
export function PlanCard({ written, messageId, plans, isGrowing, isBusy, isReadOnly }: Props) {
  const plan = plans.list.find((one) => one.messageId === messageId);
  const steps = plan?.steps ?? written.steps.map(asWritten);
  const canEdit = plan !== undefined && !isOver(plan) && !isReadOnly;
  return (
    <section className={classes.card} aria-label={`Plan: ${written.title || "steps"}`} data-state={plan?.state}>
      <header className={classes.head}>
        <IconListNumbers size={16} aria-hidden />
        <span className={classes.title}>{written.title || "Plan"}</span>
        <span className={classes.progress}>{progressOf(plan, steps, isGrowing)}</span>
      </header>
      <PlanSteps steps={steps} onChange={canEdit ? (change) => plans.change(plan, change) : undefined} />
      {canEdit && <PlanButtons plan={plan} plans={plans} isBusy={isBusy} />}
    </section>
  );
}

const asWritten = (text: string, index: number): Step => ({ id: String(index), text, state: "waiting", starts: 0 });

function progressOf(plan: BuildPlan | undefined, steps: Step[], isGrowing: boolean): string {
  const count = steps.length === 1 ? "1 step" : `${steps.length} steps`;
  if (isGrowing) return "Planning…";
  if (!plan || plan.state === "proposed") return count;
  if (plan.state === "dismissed") return "Set aside";
  return plan.state === "done" ? "Done" : `${countDone(steps)} of ${steps.length}`;
}
