"use client";
import { useState } from "react";
import { Alert, Badge, Button, Group, Menu, Stack, Text } from "@mantine/core";
import {
  IconClock,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconPlayerSkipForward,
  IconTrash,
} from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { ActionsMenu } from "@/ui/ActionsMenu";
import { notify } from "@/ui/notify";
import { rhythmOf, rhythmWords } from "../rules";
import type { TriggerView } from "../schema";
import { ScheduleDialog } from "./ScheduleDialog";
import { timeHere, zoneHere } from "./times";
import { useRunNow } from "./use-run-now";

type Props = { appId: string; view: TriggerView };

/** When a function runs by itself: in words, its next run, and what one can do about it. */
export function ScheduleSection({ appId, view }: Props) {
  const { may } = useRights(appId);
  const [isEditing, setIsEditing] = useState(false);
  const { name, schedule, isPaused, runsAt } = view;
  return (
    <Stack gap={6} component="section" aria-label={`Schedule of ${name}`}>
      <Group gap={8} wrap="nowrap" justify="space-between" mih={28}>
        <Group gap={8}>
          <IconClock size={16} stroke={1.75} aria-hidden />
          <Text size="sm" fw={600}>
            {schedule && !schedule.problem ? rhythmWords(rhythmOf(schedule.cron)) : "Schedule"}
          </Text>
          {schedule && !schedule.problem && <State view={view} />}
        </Group>
        {schedule ? (
          <Actions appId={appId} view={view} onEdit={() => setIsEditing(true)} />
        ) : (
          may("editor") && (
            <Button size="compact-sm" variant="default" onClick={() => setIsEditing(true)}>
              Set a schedule
            </Button>
          )
        )}
      </Group>
      {!schedule && (
        <Text size="xs" c="dimmed">
          It runs only when it is called.
        </Text>
      )}
      {schedule?.problem && (
        <Alert color="red" variant="light" py={8}>
          {schedule.problem}
        </Alert>
      )}
      {schedule && !schedule.problem && (
        <Text size="xs" c="dimmed">
          {isPaused
            ? "Paused: it does not run until it is resumed."
            : `Next: ${timeHere(runsAt ?? schedule.next[0] ?? "")}`}
          {schedule.timeZone !== zoneHere() && ` · set in ${schedule.timeZone}`}
        </Text>
      )}
      {isEditing && (
        <ScheduleDialog
          appId={appId}
          functions={[name]}
          {...(schedule && { schedule })}
          onClose={() => setIsEditing(false)}
        />
      )}
    </Stack>
  );
}

function State({ view: { isPaused, runsAt } }: Pick<Props, "view">) {
  const [color, words] = isPaused
    ? ["gray", "Paused"]
    : runsAt
      ? ["green", "Runs"]
      : ["yellow", "Runs once this version is published"];
  return (
    // In two lines on a phone: cut short it would not say when.
    <Badge
      size="sm"
      variant="light"
      tt="none"
      color={color}
      h="auto"
      mih={18}
      styles={{ label: { whiteSpace: "normal" } }}
    >
      {words}
    </Badge>
  );
}

function Actions({ appId, view, onEdit }: Props & { onEdit: () => void }) {
  const { name, schedule, isPaused } = view;
  const { may, refusal } = useRights(appId);
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const utils = trpc.useUtils();
  const refresh = () =>
    Promise.all([
      utils.triggers.invalidate(),
      utils.apps.get.invalidate({ appId }),
      utils.files.list.invalidate({ appId }),
    ]);
  const run = useRunNow();
  const pause = trpc.triggers.setPaused.useMutation({ onSuccess: refresh });
  const write = trpc.triggers.setSchedule.useMutation({ onSuccess: refresh });
  const remove = () => {
    if (!schedule) return;
    const { cron, timeZone } = schedule;
    write.mutate(
      { appId, name, schedule: null },
      {
        onSuccess: () =>
          notify(`${name} has no schedule any more. It stops once this version is published.`, {
            action: { label: "Undo", onClick: () => write.mutate({ appId, name, schedule: { cron, timeZone } }) },
          }),
      },
    );
  };
  if (!may("editor")) return null;
  return (
    <Group gap={4} wrap="nowrap">
      <Button
        size="compact-sm"
        variant="default"
        leftSection={<IconPlayerSkipForward size={14} />}
        loading={run.isPending}
        disabled={!may("manager") || !app?.isPublished}
        title={refusal("manager") ?? (app?.isPublished ? undefined : "Publish the app first")}
        onClick={() => run.mutate({ appId, name, kind: "schedule" })}
      >
        Run now
      </Button>
      <ActionsMenu label={`Actions for the schedule of ${name}`}>
        <Menu.Item leftSection={<IconPencil size={16} />} onClick={onEdit}>
          Edit
        </Menu.Item>
        {may("manager") && (
          <Menu.Item
            leftSection={isPaused ? <IconPlayerPlay size={16} /> : <IconPlayerPause size={16} />}
            onClick={() => pause.mutate({ appId, name, isPaused: !isPaused })}
          >
            {isPaused ? "Resume" : "Pause"}
          </Menu.Item>
        )}
        <Menu.Item c="var(--mantine-color-red-text)" leftSection={<IconTrash size={16} />} onClick={remove}>
          Delete
        </Menu.Item>
      </ActionsMenu>
    </Group>
  );
}
