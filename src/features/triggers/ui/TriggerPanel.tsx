"use client";
import { Alert, Badge, Button, Code, Group, Skeleton, Stack, Table, Text } from "@mantine/core";
import { reaches } from "@/api/app-role";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { RelativeTime } from "@/ui/RelativeTime";
import { CopyIcon } from "@/ui/CopyText";

type View = RouterOutputs["triggers"]["get"];

/** New runs show without a reload. */
const refreshMs = 10_000;

const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone || "UTC";

/** What runs a function without a visitor: its schedule, its webhook, and what ran. */
export function TriggerPanel({ appId, name }: { appId: string; name: string }) {
  const triggers = trpc.triggers.get.useQuery({ appId, name }, { refetchInterval: refreshMs });
  if (triggers.error && !triggers.data)
    return <Failure message={failureOf(triggers.error).message} onRetry={() => void triggers.refetch()} />;
  if (!triggers.data) return <Skeleton m={12} height={120} />;
  const { schedule, runsAt, hookUrl, events } = triggers.data;
  return (
    <Stack gap={16} p={12}>
      <Schedule schedule={schedule} runsAt={runsAt} />
      <Webhook appId={appId} name={name} url={hookUrl} />
      <Events events={events} />
    </Stack>
  );
}

function Schedule({ schedule, runsAt }: Pick<View, "schedule" | "runsAt">) {
  const line = `export const config = { schedule: "0 9 * * 1-5", timeZone: ${JSON.stringify(zoneHere())} };`;
  return (
    <Stack gap={6} component="section" aria-label="Schedule">
      <Group gap={8}>
        <Text size="sm" fw={600}>
          Schedule
        </Text>
        {schedule && !schedule.problem && (
          <Badge size="sm" variant="light" tt="none" color={runsAt ? "green" : "yellow"}>
            {runsAt ? "Runs" : "Runs once this version is published"}
          </Badge>
        )}
      </Group>
      {!schedule && (
        <>
          <Text size="xs" c="dimmed">
            To run by itself, the function’s file says when: minute, hour, day of month, month, day of week.
          </Text>
          <Group gap={8} wrap="nowrap">
            <Code style={{ overflowWrap: "anywhere" }}>{line}</Code>
            <CopyIcon text={line} label="Copy the line" />
          </Group>
        </>
      )}
      {schedule?.problem && (
        <Alert color="red" variant="light" py={8}>
          {schedule.problem}
        </Alert>
      )}
      {schedule && !schedule.problem && (
        <Text size="xs">
          <Code>{schedule.cron}</Code> {schedule.timeZone} · next{" "}
          {schedule.next
            .map((at) =>
              new Date(at).toLocaleString("en-US", {
                timeZone: schedule.timeZone,
                weekday: "short",
                month: "short",
                day: "numeric",
                hour: "2-digit",
                minute: "2-digit",
              }),
            )
            .join(" · ")}
        </Text>
      )}
    </Stack>
  );
}

function Webhook({ appId, name, url }: { appId: string; name: string; url: string | null }) {
  const utils = trpc.useUtils();
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const onSuccess = () => utils.triggers.get.invalidate({ appId, name });
  const create = trpc.triggers.createHook.useMutation({ onSuccess });
  const remove = trpc.triggers.deleteHook.useMutation({ onSuccess });
  if (!app || !reaches(app.role, "admin")) return null;
  return (
    <Stack gap={6} component="section" aria-label="Webhook">
      <Text size="sm" fw={600}>
        Webhook
      </Text>
      <Text size="xs" c="dimmed">
        {url
          ? "Give this address to the service that should call. Check its signature with verifyWebhook from “@/api/webhooks”."
          : "An address of its own, by which another service calls this function."}
        {url && !app.isPublished && " It works once the app is published."}
      </Text>
      {url ? (
        <Group gap={8}>
          <Group gap={8} wrap="nowrap" w="100%">
            <Code style={{ overflowWrap: "anywhere" }}>{url}</Code>
            <CopyIcon text={url} label="Copy the webhook’s address" />
          </Group>
          <Button
            size="compact-xs"
            variant="default"
            loading={create.isPending}
            onClick={() => create.mutate({ appId, name })}
          >
            New address
          </Button>
          <Button
            size="compact-xs"
            variant="subtle"
            color="red"
            loading={remove.isPending}
            onClick={() => remove.mutate({ appId, name })}
          >
            Remove
          </Button>
        </Group>
      ) : (
        <div>
          <Button
            size="compact-sm"
            variant="default"
            loading={create.isPending}
            onClick={() => create.mutate({ appId, name })}
          >
            Create an address
          </Button>
        </div>
      )}
    </Stack>
  );
}

const kindWords = { schedule: "Schedule", webhook: "Webhook", mail: "Mail" };

function Events({ events }: Pick<View, "events">) {
  return (
    <Stack gap={6} component="section" aria-label="What ran">
      <Text size="sm" fw={600}>
        What ran
      </Text>
      {events.length === 0 ? (
        <Text size="xs" c="dimmed">
          Nothing yet. Runs by schedule and webhook, and mails that functions sent, are listed here.
        </Text>
      ) : (
        <Table fz="xs" verticalSpacing={4}>
          <Table.Tbody>
            {events.map(({ id, kind, status, durationMs, detail, at }) => (
              <Table.Tr key={id}>
                <Table.Td>
                  <RelativeTime at={at} />
                </Table.Td>
                <Table.Td>{kindWords[kind]}</Table.Td>
                <Table.Td>
                  {kind !== "mail" && (
                    <Badge
                      size="xs"
                      variant="light"
                      tt="none"
                      color={status !== null && status < 400 ? "green" : "red"}
                    >
                      {status ?? "Failed"}
                    </Badge>
                  )}
                </Table.Td>
                <Table.Td>{kind === "mail" ? detail : detail || `${durationMs} ms`}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  );
}
