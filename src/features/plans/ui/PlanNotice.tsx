"use client";
import { Alert, Button, Stack, Text } from "@mantine/core";
import { IconLock } from "@tabler/icons-react";
import { offerUpgrade } from "@/api/offer-upgrade";
import type { Refusal } from "../rules";

/** Says beforehand what the plan does not allow, with the way to the plans that do. */
export function PlanNotice({ gate, message }: Pick<Refusal, "gate" | "message">) {
  return (
    <Alert color="iris" variant="light" icon={<IconLock size={18} />}>
      <Stack gap={8} align="flex-start">
        <Text size="sm">{message}</Text>
        <Button size="xs" onClick={() => offerUpgrade(gate)}>
          Show plans
        </Button>
      </Stack>
    </Alert>
  );
}
