"use client";
import { ActionIcon, Collapse, Progress, Tooltip, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconChevronUp, IconPlayerStopFilled } from "@tabler/icons-react";
import { countDone, nextStep, openStep } from "../rules";
import type { BuildPlan } from "../schema";
import { PlanButtons } from "./PlanButtons";
import { PlanSteps } from "./PlanSteps";
import type { Plans } from "./use-plans";
import classes from "./plan.module.css";

type Props = {
  /** The plan that was started. */
  plan: BuildPlan;
  plans: Plans;
  isBusy: boolean;
  isReadOnly: boolean;
};

/** The progress of the plan that was started, above the composer: in view wherever the chat is scrolled to. */
export function PlanBar({ plan, plans, isBusy, isReadOnly }: Props) {
  const [isExpanded, { toggle }] = useDisclosure(false);
  const done = countDone(plan.steps);
  const count = plan.steps.length;
  return (
    <section className={classes.bar} aria-label="Plan in progress" data-state={plan.state}>
      <div className={classes.barHead}>
        <UnstyledButton className={classes.barTitle} aria-expanded={isExpanded} onClick={toggle}>
          <IconChevronUp size={14} className={classes.chevron} data-open={isExpanded || undefined} aria-hidden />
          <span className={classes.barState} aria-live="polite">
            {stateOf(plan)}
          </span>
          <span className={classes.barStep}>{stepOf(plan)}</span>
        </UnstyledButton>
        <span className={classes.progress}>
          {done} of {count}
        </span>
        {plan.state === "running" && !isReadOnly && (
          <Tooltip label="Stop the plan">
            <ActionIcon
              size={24}
              variant="default"
              aria-label="Stop the plan"
              disabled={plans.isSending}
              onClick={plans.stop}
            >
              <IconPlayerStopFilled size={12} />
            </ActionIcon>
          </Tooltip>
        )}
      </div>
      <Progress
        size={3}
        value={(done / Math.max(1, count)) * 100}
        color={plan.state === "paused" ? "yellow" : undefined}
        aria-label={`${done} of ${count} steps done`}
      />
      <Collapse expanded={isExpanded}>
        <div className={classes.barSteps}>
          <PlanSteps steps={plan.steps} onChange={isReadOnly ? undefined : (change) => plans.change(plan, change)} />
        </div>
      </Collapse>
      {!isReadOnly && <PlanButtons plan={plan} plans={plans} isBusy={isBusy} />}
    </section>
  );
}

function stateOf({ state, steps }: BuildPlan): string {
  if (state === "running") return `Step ${steps.findIndex((step) => step.state === "running") + 1}`;
  const open = openStep(steps);
  if (!open) return "Plan paused";
  return `Step ${steps.indexOf(open) + 1} ${open.state === "failed" ? "failed" : "needs your OK"}`;
}

function stepOf({ state, steps }: BuildPlan): string {
  const open = openStep(steps);
  if (state === "running") return steps.find((step) => step.state === "running")?.text ?? "";
  return open ? (open.reason ?? open.text) : `Next: ${nextStep(steps)?.text ?? ""}`;
}
