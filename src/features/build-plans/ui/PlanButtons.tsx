"use client";
import { Button, Group } from "@mantine/core";
import { IconPlayerPlay, IconPlayerTrackNext, IconRefresh } from "@tabler/icons-react";
import { nextStep, openStep } from "../rules";
import type { BuildPlan } from "../schema";
import type { Plans } from "./use-plans";

type Props = { plan: BuildPlan; plans: Plans; isBusy: boolean };

/** What a person may do with a plan that waits for them. */
export function PlanButtons({ plan, plans, isBusy }: Props) {
  const open = openStep(plan.steps);
  const isDisabled = isBusy || plans.isSending;
  if (plan.state === "proposed")
    return (
      <Group gap={8}>
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={14} />}
          disabled={isDisabled || !nextStep(plan.steps)}
          onClick={() => plans.start(plan)}
        >
          Start
        </Button>
        <Button size="xs" variant="default" disabled={isDisabled} onClick={() => plans.skip(plan)}>
          Just do it
        </Button>
        <SetAside plan={plan} plans={plans} isDisabled={isDisabled} />
      </Group>
    );
  if (plan.state !== "paused") return null;
  return (
    <Group gap={8}>
      {open?.state === "failed" ? (
        <>
          <Button
            size="xs"
            leftSection={<IconRefresh size={14} />}
            disabled={isDisabled}
            onClick={() => plans.start(plan, "retry")}
          >
            Try again
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlayerTrackNext size={14} />}
            disabled={isDisabled}
            onClick={() => plans.start(plan, "skip")}
          >
            Leave it out
          </Button>
        </>
      ) : (
        <Button
          size="xs"
          leftSection={<IconPlayerPlay size={14} />}
          disabled={isDisabled}
          onClick={() => plans.start(plan)}
        >
          Continue
        </Button>
      )}
      <SetAside plan={plan} plans={plans} isDisabled={isDisabled} />
    </Group>
  );
}

function SetAside({ plan, plans, isDisabled }: Pick<Props, "plan" | "plans"> & { isDisabled: boolean }) {
  return (
    <Button size="xs" variant="subtle" color="gray" disabled={isDisabled} onClick={() => plans.dismiss(plan)}>
      Set aside
    </Button>
  );
}
