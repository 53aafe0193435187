"use client";
import { useState } from "react";
import { Button, Card, Container, Group, Menu, Skeleton, Stack, Text, Title } from "@mantine/core";
import { IconBolt, IconClockPlay, IconPlus, IconWebhook } from "@tabler/icons-react";
import { failureOf, trpc, whileAppExists } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { notify } from "@/ui/notify";
import { schedulesMax, type TriggerView } from "../schema";
import { FunctionTriggers } from "./FunctionTriggers";
import { ScheduleDialog } from "./ScheduleDialog";
import { zoneHere } from "./times";

/** New runs show without a reload. */
const refreshMs = 10_000;

const isUsed = ({ schedule, hasHook }: TriggerView) => schedule !== null || hasHook;

/** Everything that runs without a visitor: schedules and webhooks of the app's functions. */
export function AutomationPanel({ appId }: { appId: string }) {
  const triggers = trpc.triggers.list.useQuery({ appId }, { refetchInterval: whileAppExists(refreshMs) });
  if (triggers.error && !triggers.data)
    return <Failure message={failureOf(triggers.error).message} onRetry={() => void triggers.refetch()} />;
  return (
    <Container size={820} w="100%" py={24} px={24} mx={0}>
      <Group justify="space-between" align="flex-start" mb={16} gap={12}>
        <div>
          <Title order={2}>Schedules and webhooks</Title>
          <Text size="sm" c="dimmed">
            What runs by itself. Times are in your time zone, {zoneHere()}.
          </Text>
        </div>
        {triggers.data && <AddTrigger appId={appId} views={triggers.data} />}
      </Group>
      {triggers.data ? <TriggerList appId={appId} views={triggers.data} /> : <Skeleton height={160} radius="md" />}
    </Container>
  );
}

function TriggerList({ appId, views }: { appId: string; views: TriggerView[] }) {
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const { may } = useRights(appId);
  const used = views.filter(isUsed);
  if (used.length === 0)
    return (
      <EmptyState icon={<IconClockPlay size={22} />} title="Nothing runs by itself yet">
        {views.length === 0
          ? `A schedule or a webhook runs one of the app’s functions, and there is none yet. Ask the assistant for one: “Every Monday at 9, mail me the open tasks”${may("editorAdmin") ? ", or write functions/name.ts in the code editor" : ""}.`
          : "A schedule runs a function at set times, a webhook when another service calls it."}
      </EmptyState>
    );
  return (
    <Stack gap={16}>
      {app && !app.isPublished && (
        <Text size="sm" c="dimmed" role="note">
          The app is not published: nothing runs until it is.
        </Text>
      )}
      {used.map((view) => (
        <Card key={view.name} withBorder radius="md" padding={16} component="section" aria-label={view.name}>
          <Group gap={8} mb={12} wrap="nowrap">
            <IconBolt size={18} stroke={1.75} aria-hidden />
            <Title order={3} fz={15}>
              {view.name}
            </Title>
          </Group>
          <FunctionTriggers appId={appId} view={view} />
        </Card>
      ))}
    </Stack>
  );
}

/** For functions that have none yet. */
function AddTrigger({ appId, views }: { appId: string; views: TriggerView[] }) {
  const { may } = useRights(appId);
  const utils = trpc.useUtils();
  const [isAdding, setIsAdding] = useState(false);
  const create = trpc.triggers.createHook.useMutation({
    onSuccess: async (_url, { name }) => {
      await utils.triggers.invalidate();
      notify(`${name} has an address now`);
    },
  });
  const unscheduled = views.filter(({ schedule }) => schedule === null).map(({ name }) => name);
  const isFull = views.length - unscheduled.length >= schedulesMax;
  const unhooked = views.filter(({ hasHook }) => !hasHook);
  if (views.length === 0) return null;
  return (
    <Group gap={8}>
      {may("editor") && (
        <Button
          size="xs"
          leftSection={<IconPlus size={15} />}
          disabled={unscheduled.length === 0 || isFull}
          title={isFull ? `An app has at most ${schedulesMax} schedules` : undefined}
          onClick={() => setIsAdding(true)}
        >
          New schedule
        </Button>
      )}
      {may("manager") && (
        <Menu position="bottom-end">
          <Menu.Target>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconWebhook size={15} />}
              loading={create.isPending}
              disabled={unhooked.length === 0}
            >
              New webhook
            </Button>
          </Menu.Target>
          <Menu.Dropdown>
            <Menu.Label>It calls the function</Menu.Label>
            {unhooked.map(({ name }) => (
              <Menu.Item key={name} onClick={() => create.mutate({ appId, name })}>
                {name}
              </Menu.Item>
            ))}
          </Menu.Dropdown>
        </Menu>
      )}
      {isAdding && <ScheduleDialog appId={appId} functions={unscheduled} onClose={() => setIsAdding(false)} />}
    </Group>
  );
}
