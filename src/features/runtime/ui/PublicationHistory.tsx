"use client";
import { Badge, Button, Group, Skeleton, Stack, Text } from "@mantine/core";
import { IconHistory } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { Modal } from "@/ui/Modal";
import { notifyFailure, notifySuccess } from "@/ui/notify";
import { RelativeTime } from "@/ui/RelativeTime";
import type { PublicationEntry } from "../schema";

type Change = { publicationId: string; allowWiderAccess?: boolean };

/** Every publication that is kept, and the way back to it: one click, which can be undone by one more. */
export function PublicationHistory({ appId, onClose }: { appId: string; onClose: () => void }) {
  const utils = trpc.useUtils();
  const publications = trpc.runtime.publications.useQuery({ appId });
  const live = publications.data?.find(({ isLive }) => isLive);
  const restore = trpc.runtime.restorePublication.useMutation({ meta: { quiet: true } });
  const go = (change: Change, undoTo?: string) =>
    restore.mutate(
      { appId, ...change },
      {
        onSuccess: async () => {
          await Promise.all([utils.apps.get.invalidate({ appId }), utils.runtime.publications.invalidate({ appId })]);
          notifySuccess("Visitors now see this publication", {
            ...(undoTo && {
              action: { label: "Undo", onClick: () => go({ publicationId: undoTo, allowWiderAccess: true }) },
            }),
          });
        },
        onError: (error) => {
          const { reason, message } = failureOf(error);
          notifyFailure(message, {
            ...(reason === "access-wider" && {
              action: { label: "Roll back anyway", onClick: () => go({ ...change, allowWiderAccess: true }, undoTo) },
            }),
          });
        },
      },
    );
  return (
    <Modal opened onClose={onClose} title="Publications" size="lg">
      {publications.error && !publications.data ? (
        <Failure message={failureOf(publications.error).message} onRetry={() => void publications.refetch()} />
      ) : !publications.data ? (
        <Skeleton height={160} />
      ) : publications.data.length === 0 ? (
        <EmptyState icon={<IconHistory size={22} />} title="Nothing published yet">
          Each time you publish, what visitors see is kept here, to go back to it.
        </EmptyState>
      ) : (
        <Stack gap={0} component="ul" m={0} p={0} style={{ listStyle: "none" }}>
          {publications.data.map((entry) => (
            <Entry
              key={entry.id}
              entry={entry}
              isBusy={restore.isPending && restore.variables.publicationId === entry.id}
              isDisabled={restore.isPending}
              onRestore={() => go({ publicationId: entry.id }, live?.id)}
            />
          ))}
        </Stack>
      )}
    </Modal>
  );
}

type EntryProps = { entry: PublicationEntry; isBusy: boolean; isDisabled: boolean; onRestore: () => void };

function Entry({ entry, isBusy, isDisabled, onRestore }: EntryProps) {
  return (
    <Group
      component="li"
      justify="space-between"
      wrap="nowrap"
      gap={12}
      py={12}
      style={{ borderBottom: "1px solid var(--mantine-color-default-border)" }}
    >
      <div style={{ minWidth: 0 }}>
        <Text size="sm" truncate>
          {entry.description || "Published version"}
        </Text>
        <Text size="xs" c="dimmed">
          <RelativeTime at={entry.createdAt} />
        </Text>
      </div>
      {entry.isLive ? (
        <Badge variant="light" color="green" tt="none" style={{ flex: "none" }}>
          Live
        </Badge>
      ) : (
        <Button
          size="xs"
          variant="default"
          style={{ flex: "none" }}
          loading={isBusy}
          disabled={isDisabled}
          onClick={onRestore}
        >
          Roll back
        </Button>
      )}
    </Group>
  );
}
