"use client";
import { type MouseEvent, useState } from "react";
import Link from "next/link";
import { ActionIcon, Alert, Anchor, Badge, Button, Group, List, Stack, Text } from "@mantine/core";
import { IconAlertCircle, IconChartBar, IconExternalLink, IconHistory } from "@tabler/icons-react";
import { z } from "zod";
import { failureOf, type RouterOutputs } from "@/api/client";
import { PublishCheck } from "@/features/validation/ui/PublishCheck";
import { PublishChanges } from "./PublishChanges";
import { RelativeTime } from "@/ui/RelativeTime";
import { CopyIcon } from "@/ui/CopyText";

const problemsSchema = z.object({
  problems: z.array(z.object({ file: z.string(), line: z.number().optional(), message: z.string() })),
});

type Props = {
  app: RouterOutputs["apps"]["get"];
  isPublishing: boolean;
  isUnpublishing: boolean;
  /** Why the last publish failed. */
  error: unknown;
  onPublish: (options: { allowWiderAccess: boolean }) => void;
  onUnpublish: () => void;
  onHistory: () => void;
};

/** What 'Publish' opens: what is live, what would change, and the checks before it. */
export function PublishPanel({ app, isPublishing, isUnpublishing, error, onPublish, onUnpublish, onHistory }: Props) {
  const { appId } = app;
  const [isAllowed, setIsAllowed] = useState(true);
  const [allowWiderAccess, setAllowWiderAccess] = useState(false);
  const isNewest = app.publishedVersionId === app.versionId;
  // "Published state shows 'Not published' or 'Saving...'" (1-platform.md §4).
  const isSaving = isPublishing || isUnpublishing;
  const state = !app.isPublished ? "Not published" : isNewest ? "Up to date" : "Changes not published";
  return (
    <Stack gap={12}>
      <Group justify="space-between" gap={8}>
        <Text fw={600}>{app.isPublished ? "Your app is live" : "Publish your app"}</Text>
        <Badge variant="light" color={app.isPublished ? "green" : "gray"} tt="none">
          {isSaving ? "Saving..." : state}
        </Badge>
      </Group>
      {app.isPublished && <Address url={app.url} />}
      <Group justify="space-between" gap={8} wrap="nowrap">
        <Text size="sm" c="dimmed">
          {app.publishedAt ? (
            <>
              Last published <RelativeTime at={app.publishedAt} />
            </>
          ) : (
            "Anybody with the address can open it."
          )}
        </Text>
        <Button
          variant="subtle"
          color="gray"
          size="compact-sm"
          flex="none"
          leftSection={<IconHistory size={15} />}
          onClick={onHistory}
        >
          History
        </Button>
      </Group>
      {!isNewest && (
        <PublishCheck appId={appId} isFirst={!app.isPublished} onChange={setIsAllowed} onAgree={setAllowWiderAccess} />
      )}
      {!isNewest && app.publishedVersionId && app.versionId && (
        <PublishChanges appId={appId} head={app.versionId} live={app.publishedVersionId} />
      )}
      {error !== null && <Problems error={error} />}
      <AnalyticsButton appId={appId} isPublished={app.isPublished} />
      <Group justify="flex-end" gap={8}>
        {app.isPublished && (
          <Button variant="default" color="gray" onClick={keepFocus(onUnpublish)} loading={isUnpublishing}>
            Unpublish
          </Button>
        )}
        <Button
          onClick={keepFocus(() => onPublish({ allowWiderAccess }))}
          loading={isPublishing}
          disabled={!isAllowed || (app.isPublished && isNewest)}
        >
          {app.isPublished ? "Publish changes" : "Publish"}
        </Button>
      </Group>
    </Stack>
  );
}

/** Runs an action whose button is disabled meanwhile: moves the focus to the dialog, or the page itself would get it. */
const keepFocus =
  (act: () => void) =>
  ({ currentTarget }: MouseEvent<HTMLElement>) => {
    currentTarget.closest<HTMLElement>("[role=dialog]")?.focus({ preventScroll: true });
    act();
  };

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
