"use client";
import { useState } from "react";
import dynamic from "next/dynamic";
import { ActionIcon, Badge, Button, Group, Popover, ScrollArea, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowBackUp, IconGitCompare, IconHistory } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { notify } from "@/ui/notify";
import { RelativeTime } from "@/ui/RelativeTime";
import type { VersionKind, VersionSummary } from "../schema";
import { useRevert } from "./use-revert";
import classes from "./versions-menu.module.css";

// Lazy, with the diff viewer.
const ChangesDialog = dynamic(() => import("./ChangesDialog").then((file) => file.ChangesDialog), { ssr: false });

/** "Version history: at most 10 entries, newest first" (2-builder.md §9). */
export function VersionsMenu({ appId }: { appId: string }) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const [shown, setShown] = useState<string>();
  const turn = trpc.chat.turn.useQuery({ appId });
  const { confirmRevert, revertingId } = useRevert(appId);
  const { may } = useRights(appId);
  const isReverting = revertingId !== undefined;
  const isBusy = turn.data?.status === "running" || isReverting;
  const view = (version: VersionSummary) => {
    if (isBusy) return notify("Wait for the changes to complete before viewing the diff");
    close();
    setShown(version.id);
  };
  const revert = (version: VersionSummary) => {
    close();
    confirmRevert({ versionId: version.id, messageId: version.messageId, kind: version.kind });
  };
  return (
    <>
      <Popover opened={isOpen} onChange={toggle} position="bottom-end" width={360} trapFocus>
        <Popover.Target>
          <Button
            variant="default"
            size="xs"
            leftSection={<IconHistory size={15} />}
            onClick={toggle}
            aria-haspopup="dialog"
            aria-label={isReverting ? "Reverting..." : "Versions"}
            classNames={{ section: classes.icon }}
          >
            <span className={classes.label}>{isReverting ? "Reverting..." : "Versions"}</span>
          </Button>
        </Popover.Target>
        <Popover.Dropdown p={0} aria-label="Versions">
          <Versions appId={appId} isBusy={isBusy} onView={view} onRevert={may("editor") ? revert : undefined} />
        </Popover.Dropdown>
      </Popover>
      {shown && <ChangesDialog appId={appId} versionId={shown} onClose={() => setShown(undefined)} />}
    </>
  );
}

type ListProps = {
  appId: string;
  isBusy: boolean;
  onView: (version: VersionSummary) => void;
  /** Undefined for whoever may not. */
  onRevert: ((version: VersionSummary) => void) | undefined;
};

function Versions({ appId, isBusy, onView, onRevert }: ListProps) {
  const versions = trpc.versions.list.useQuery({ appId });
  if (versions.error && !versions.data) return <Text p={16}>{failureOf(versions.error).message}</Text>;
  if (!versions.data)
    return (
      <Stack p={12} gap={8}>
        {[1, 2, 3].map((key) => (
          <Skeleton key={key} height={40} />
        ))}
      </Stack>
    );
  return (
    <ScrollArea.Autosize mah={440} type="auto">
      <ol className={classes.list}>
        {versions.data.map((version, index) => (
          <VersionRow
            key={version.id}
            version={version}
            isCurrent={index === 0}
            isBusy={isBusy}
            onView={() => onView(version)}
            onRevert={onRevert && (() => onRevert(version))}
          />
        ))}
      </ol>
    </ScrollArea.Autosize>
  );
}

const kindLabels: Record<VersionKind, string> = {
  create: "Created the app",
  turn: "Assistant",
  edit: "Code edit",
  restore: "Revert",
  repair: "Repair",
};

type RowProps = {
  version: VersionSummary;
  isCurrent: boolean;
  isBusy: boolean;
  onView: () => void;
  onRevert: (() => void) | undefined;
};

function VersionRow({ version, isCurrent, isBusy, onView, onRevert }: RowProps) {
  const kind = kindLabels[version.kind];
  const title = version.userRequest || version.description || kind;
  return (
    <li className={classes.row}>
      <div className={classes.words}>
        <Text size="sm" lineClamp={2}>
          {title}
        </Text>
        <Group gap={6}>
          <Text size="xs" c="dimmed">
            {title !== kind && `${kind} · `}
            <RelativeTime at={version.timestamp} />
          </Text>
          {isCurrent && (
            <Badge size="xs" variant="light" tt="none">
              Current
            </Badge>
          )}
        </Group>
      </div>
      <ActionIcon
        variant="subtle"
        color="gray"
        aria-label={`View changes of version ${version.number}`}
        title="View changes"
        onClick={onView}
      >
        <IconGitCompare size={16} />
      </ActionIcon>
      {!isCurrent && onRevert && (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={`Revert to version ${version.number}`}
          title="Revert"
          disabled={isBusy}
          onClick={onRevert}
        >
          <IconArrowBackUp size={16} />
        </ActionIcon>
      )}
    </li>
  );
}
