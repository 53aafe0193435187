"use client";
import { useRouter } from "next/navigation";
import { Accordion, Badge, Button, Code, Group, Skeleton, Stack, Text, Title } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { fixMessage } from "@/features/turns/resolve-errors";
import { notify } from "@/ui/notify";
import { shortNumber } from "@/ui/numbers";
import { RelativeTime } from "@/ui/RelativeTime";
import { Failure } from "@/ui/Failure";
import type { Fault } from "../schema";
import classes from "./analytics.module.css";

/** Errors that visitors of the published app met, with their stacks and versions. */
export function FaultList({ appId }: { appId: string }) {
  const faults = trpc.analytics.faults.useQuery({ appId });
  return (
    <section aria-label="Errors of visitors">
      <Title order={2} fz={16} mb={8}>
        Errors of visitors
      </Title>
      {faults.error && !faults.data ? (
        <Failure message={failureOf(faults.error).message} onRetry={() => void faults.refetch()} />
      ) : !faults.data ? (
        <Skeleton height={60} />
      ) : faults.data.length === 0 ? (
        <Text size="sm" c="dimmed">
          No visitor met an error.
        </Text>
      ) : (
        <Accordion variant="separated">
          {faults.data.map((fault) => (
            <Accordion.Item key={fault.key} value={fault.key}>
              <Accordion.Control>
                <Group gap={8} wrap="nowrap">
                  <Badge variant="light" color="red" tt="none" style={{ flex: "none" }}>
                    {shortNumber(fault.count)}×
                  </Badge>
                  <Text size="sm" truncate>
                    {fault.title}
                  </Text>
                </Group>
              </Accordion.Control>
              <Accordion.Panel>
                <FaultDetails appId={appId} fault={fault} />
              </Accordion.Panel>
            </Accordion.Item>
          ))}
        </Accordion>
      )}
    </section>
  );
}

function FaultDetails({ appId, fault }: { appId: string; fault: Fault }) {
  const router = useRouter();
  const { may, refusal } = useRights(appId);
  const utils = trpc.useUtils();
  const refresh = () => utils.analytics.faults.invalidate({ appId });
  const resolve = trpc.chat.send.useMutation({
    onSuccess: () => router.push(`/build/app/${appId}?side=chat`),
  });
  const dismiss = trpc.analytics.dismissFault.useMutation({
    onSuccess: async () => {
      await refresh();
      notify("It comes back when another visitor meets it");
    },
  });
  const { title, details, componentName, versionId } = fault;
  return (
    <Stack gap={12}>
      <Text size="sm">
        On {fault.page}
        {componentName && `, in ${componentName}`}. Version {versionId}. First met <RelativeTime at={fault.firstAt} />,
        last <RelativeTime at={fault.lastAt} />.
      </Text>
      {details && (
        <Code block className={classes.stack}>
          {details}
        </Code>
      )}
      <Group gap={8}>
        <Button
          size="xs"
          loading={resolve.isPending}
          disabled={!may("editor")}
          title={refusal("editor")}
          onClick={() =>
            resolve.mutate({
              appId,
              content: fixMessage([{ title, details, componentName }]),
              systemAction: "resolve-errors",
              seenIn: versionId,
            })
          }
        >
          Resolve with AI
        </Button>
        <Button
          size="xs"
          variant="default"
          loading={dismiss.isPending}
          disabled={!may("editor")}
          onClick={() => dismiss.mutate({ appId, key: fault.key })}
        >
          Dismiss
        </Button>
      </Group>
    </Stack>
  );
}
