"use client";
import { Stack, Text } from "@mantine/core";
import { trpc } from "@/api/client";
import type { TriggerView } from "../schema";
import { HookSection } from "./HookSection";
import { RunList } from "./RunList";
import { ScheduleSection } from "./ScheduleSection";

/** A function's schedule, its webhook, and what ran. */
export function FunctionTriggers({ appId, view }: { appId: string; view: TriggerView }) {
  const { data: functions } = trpc.functions.list.useQuery({ appId });
  const isMissing = functions && !functions.some(({ name, deployedAt }) => name === view.name && deployedAt);
  return (
    <Stack gap={20}>
      {isMissing && (
        <Text size="sm" c="red" role="note">
          This function is not deployed, so nothing can run it. Deploy it below its code.
        </Text>
      )}
      <ScheduleSection appId={appId} view={view} />
      <HookSection appId={appId} view={view} />
      <RunList events={view.events} />
    </Stack>
  );
}
