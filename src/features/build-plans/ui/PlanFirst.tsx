"use client";
import { Button, Tooltip } from "@mantine/core";
import { IconListNumbers } from "@tabler/icons-react";

/** Asks for a plan with the next request. */
export function PlanFirst({ isOn, onChange }: { isOn: boolean; onChange: (isOn: boolean) => void }) {
  return (
    <Tooltip label={isOn ? "Nothing changes until you start the plan" : "See a plan before anything changes"}>
      <Button
        size="compact-sm"
        variant={isOn ? "light" : "subtle"}
        color={isOn ? undefined : "gray"}
        leftSection={<IconListNumbers size={15} />}
        aria-pressed={isOn}
        onClick={() => onChange(!isOn)}
      >
        Plan first
      </Button>
    </Tooltip>
  );
}
