"use client";
import { type Ref, useState } from "react";
import Link from "next/link";
import { ActionIcon, Alert, Anchor, Badge, Button, Group, List, Popover, Stack, Text } from "@mantine/core";
import { useDisclosure, useHotkeys } from "@mantine/hooks";
import { IconAlertCircle, IconChartBar, IconExternalLink, IconHistory, IconWorld } from "@tabler/icons-react";
import { z } from "zod";
import { failureOf, trpc } from "@/api/client";
import { PublishCheck } from "@/features/validation/ui/PublishCheck";
import { PublicationHistory } from "./PublicationHistory";
import { PublishChanges } from "./PublishChanges";
import { notify, notifySuccess } from "@/ui/notify";
import { RelativeTime } from "@/ui/RelativeTime";
import { CopyIcon } from "@/ui/CopyText";

const problemsSchema = z.object({
  problems: z.array(z.object({ file: z.string(), line: z.number().optional(), message: z.string() })),
});

/** 'Publish': what is live, whether it is the newest, and the way to change that. */
export function PublishButton({ appId, buttonRef }: { appId: string; buttonRef?: Ref<HTMLButtonElement> }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  // A button that publishes is disabled meanwhile and loses the focus, so that the popover would not hear the key.
  useHotkeys([["Escape", close]]);
  const [isAllowed, setIsAllowed] = useState(true);
  const [allowWiderAccess, setAllowWiderAccess] = useState(false);
  const [isHistoryOpen, history] = useDisclosure(false);
  const utils = trpc.useUtils();
  const { data: app } = trpc.apps.get.useQuery({ appId });
  const refresh = () =>
    Promise.all([
      utils.apps.get.invalidate({ appId }),
      utils.apps.search.invalidate(),
      utils.runtime.publications.invalidate({ appId }),
      utils.members.settings.invalidate({ appId }),
      utils.memberships.settings.invalidate({ appId }),
    ]);
  const publish = trpc.runtime.publish.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await refresh();
      notifySuccess("Published");
    },
  });
  const unpublish = trpc.runtime.unpublish.useMutation({
    onSuccess: async () => {
      await refresh();
      close();
      notify("The app is no longer published", {
        action: { label: "Publish again", onClick: () => publish.mutate({ appId }) },
      });
    },
  });
  const isNewest = app?.publishedVersionId === app?.versionId;
  const label = publish.isPending
    ? "Publishing..."
    : app?.isPublished && isNewest
      ? "Published"
      : app?.isPublished
        ? "Publish changes"
        : "Publish";
  // "Published state shows 'Not published' or 'Saving...'" (1-platform.md §4).
  const isSaving = publish.isPending || unpublish.isPending;
  const state = !app?.isPublished ? "Not published" : isNewest ? "Up to date" : "Changes not published";
  return (
    <>
      {isHistoryOpen && <PublicationHistory appId={appId} onClose={history.close} />}
      <Popover opened={isOpen} onChange={toggle} position="bottom-end" width={360} trapFocus>
        <Popover.Target>
          <Button
            ref={buttonRef}
            size="xs"
            leftSection={<IconWorld size={15} />}
            onClick={toggle}
            loading={publish.isPending}
            disabled={!app}
            aria-haspopup="dialog"
          >
            {label}
          </Button>
        </Popover.Target>
        <Popover.Dropdown aria-label="Publish">
          <Stack gap={12}>
            <Group justify="space-between" gap={8}>
              <Text fw={600}>{app?.isPublished ? "Your app is live" : "Publish your app"}</Text>
              <Badge variant="light" color={app?.isPublished ? "green" : "gray"} tt="none">
                {isSaving ? "Saving..." : state}
              </Badge>
            </Group>
            {app?.isPublished ? (
              <Address url={app.url} />
            ) : (
              <Text size="sm" c="dimmed">
                Anybody with the address can open it.
              </Text>
            )}
            {app?.publishedAt && (
              <Text size="xs" c="dimmed">
                Last published <RelativeTime at={app.publishedAt} />
              </Text>
            )}
            {!isNewest && (
              <PublishCheck
                appId={appId}
                isFirst={app?.isPublished === false}
                onChange={setIsAllowed}
                onAgree={setAllowWiderAccess}
              />
            )}
            {!isNewest && app?.publishedVersionId && app.versionId && (
              <PublishChanges appId={appId} head={app.versionId} live={app.publishedVersionId} />
            )}
            {publish.error && <Problems error={publish.error} />}
            <AnalyticsButton appId={appId} isPublished={app?.isPublished === true} />
            <Group justify="flex-end" gap={8}>
              <Button
                variant="subtle"
                color="gray"
                mr="auto"
                px={8}
                leftSection={<IconHistory size={15} />}
                onClick={() => {
                  close();
                  history.open();
                }}
              >
                History
              </Button>
              {app?.isPublished && (
                <Button
                  variant="default"
                  color="gray"
                  onClick={() => unpublish.mutate({ appId })}
                  loading={unpublish.isPending}
                >
                  Unpublish
                </Button>
              )}
              <Button
                onClick={() => publish.mutate({ appId, allowWiderAccess })}
                loading={publish.isPending}
                disabled={!isAllowed || (app?.isPublished && isNewest)}
              >
                {app?.isPublished ? "Publish changes" : "Publish"}
              </Button>
            </Group>
          </Stack>
        </Popover.Dropdown>
      </Popover>
    </>
  );
}

/** "When not published it shows 'Publish your app to access analytics'" (1-platform.md §2). */
function AnalyticsButton({ appId, isPublished }: { appId: string; isPublished: boolean }) {
  const icon = <IconChartBar size={15} />;
  if (!isPublished)
    return (
      <Button variant="default" size="xs" leftSection={icon} disabled>
        Publish your app to access analytics
      </Button>
    );
  return (
    <Button variant="default" size="xs" leftSection={icon} component={Link} href={`/analytics/app/${appId}`}>
      App analytics
    </Button>
  );
}

function Address({ url }: { url: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Anchor href={url} target="_blank" rel="noopener" size="sm" truncate flex={1}>
        {new URL(url).host}
      </Anchor>
      <CopyIcon text={url} label="Copy link" />
      <ActionIcon
        variant="subtle"
        color="gray"
        component="a"
        href={url}
        target="_blank"
        rel="noopener"
        aria-label="Open the published app"
      >
        <IconExternalLink size={16} />
      </ActionIcon>
    </Group>
  );
}

function Problems({ error }: { error: unknown }) {
  const { message, details } = failureOf(error);
  const problems = problemsSchema.safeParse(details).data?.problems ?? [];
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} title={message}>
      <List size="xs" spacing={4}>
        {problems.slice(0, 5).map(({ file, line, message: words }) => (
          <List.Item key={`${file}${line}${words}`}>
            {file}
            {line ? `:${line}` : ""} {words}
          </List.Item>
        ))}
      </List>
    </Alert>
  );
}
