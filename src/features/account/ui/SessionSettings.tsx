"use client";
import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconDeviceDesktop } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { Failure } from "@/ui/Failure";
import { RelativeTime } from "@/ui/RelativeTime";
import type { SessionView } from "../schema";
import { SettingsSection } from "./SettingsSection";

/** The account's sign-ins, each with a button to end it. */
export function SessionSettings() {
  const sessions = trpc.account.listSessions.useQuery();
  const utils = trpc.useUtils();
  const onSuccess = () => utils.account.listSessions.invalidate();
  const others = trpc.account.revokeOtherSessions.useMutation({ onSuccess });
  return (
    <SettingsSection
      title="Sessions"
      text="Where you are signed in. End what you do not know, then change your password."
    >
      {sessions.error && !sessions.data ? (
        <Failure message={failureOf(sessions.error).message} onRetry={() => void sessions.refetch()} />
      ) : sessions.data ? (
        <>
          <Stack gap={12} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
            {sessions.data.map((session) => (
              <SessionLine key={session.sessionId} session={session} />
            ))}
          </Stack>
          {sessions.data.length > 1 && (
            <div>
              <Button variant="default" loading={others.isPending} onClick={() => others.mutate()}>
                End all other sessions
              </Button>
            </div>
          )}
        </>
      ) : (
        <Skeleton height={64} />
      )}
    </SettingsSection>
  );
}

function SessionLine({ session }: { session: SessionView }) {
  const utils = trpc.useUtils();
  const end = trpc.account.revokeSession.useMutation({ onSettled: () => utils.account.listSessions.invalidate() });
  return (
    <Group component="li" gap={12} wrap="nowrap" justify="space-between">
      <Group gap={12} wrap="nowrap" miw={0}>
        <IconDeviceDesktop size={20} aria-hidden style={{ flexShrink: 0 }} />
        <div style={{ minWidth: 0 }}>
          <Group gap={8}>
            <Text size="sm" fw={500}>
              {session.device}
            </Text>
            {session.isCurrent && (
              <Badge tt="none" variant="light" size="sm">
                This session
              </Badge>
            )}
          </Group>
          <Text size="xs" c="dimmed">
            {session.address} · signed in <RelativeTime at={session.signedInAt} />
            {session.method && ` ${session.method}`}, seen <RelativeTime at={session.lastSeenAt} />
          </Text>
        </div>
      </Group>
      {!session.isCurrent && (
        <Button
          size="compact-sm"
          variant="subtle"
          color="red"
          flex="none"
          loading={end.isPending}
          onClick={() => end.mutate({ sessionId: session.sessionId })}
        >
          End
        </Button>
      )}
    </Group>
  );
}
