"use client";
import dynamic from "next/dynamic";
import { Badge, Group, Skeleton, Stack, Text, useComputedColorScheme } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import { Failure } from "@/ui/Failure";
import { Modal } from "@/ui/Modal";
import { failureOf, trpc } from "@/api/client";
import { languageOf, type VersionChange } from "../show-changes";
import classes from "./changes.module.css";

type Props = {
  appId: string;
  versionId: string | undefined;
  /** The version to compare with; default: the one before. */
  since?: string;
  onClose: () => void;
};

/** 'All Changes' of one version against an earlier one. */
export function ChangesDialog({ appId, versionId, since, onClose }: Props) {
  return (
    <Modal
      opened={versionId !== undefined}
      onClose={onClose}
      title="All Changes"
      size="min(1200px, 96vw)"
      classNames={{ body: classes.body }}
    >
      {versionId !== undefined && <Changes appId={appId} versionId={versionId} since={since} />}
    </Modal>
  );
}

function Changes({ appId, versionId, since }: { appId: string; versionId: string; since?: string }) {
  const changes = trpc.versions.changes.useQuery(
    { appId, versionId, ...(since && { since }) },
    { staleTime: Infinity },
  );
  if (changes.error)
    return <Failure message={failureOf(changes.error).message} onRetry={() => void changes.refetch()} />;
  if (!changes.data)
    return (
      <Stack gap={12} role="status" aria-label="Loading changes">
        <Skeleton height={32} />
        <Skeleton height={200} />
      </Stack>
    );
  if (changes.data.length === 0) return <Text c="dimmed">No changes found between versions</Text>;
  return (
    <Stack gap={16}>
      {changes.data.map((change) => (
        <FileChange key={change.path} change={change} />
      ))}
    </Stack>
  );
}

const colors = { added: "green", modified: "blue", deleted: "red" } as const;

const FileDiff = dynamic(() => import("./FileDiff").then((module) => module.FileDiff), {
  ssr: false,
  loading: () => <Skeleton height={120} />,
});

function FileChange({ change }: { change: VersionChange }) {
  const scheme = useComputedColorScheme("light");
  const isMounted = useMounted();
  return (
    <section className={classes.file} aria-label={`${change.path}, ${change.status}`}>
      <Group gap={8} className={classes.fileHead}>
        <code>{change.path}</code>
        <Badge size="sm" radius="sm" variant="light" tt="none" color={colors[change.status]}>
          {change.status}
        </Badge>
      </Group>
      <FileDiff
        before={change.before}
        after={change.after}
        language={languageOf(change.path)}
        isDark={isMounted && scheme === "dark"}
      />
    </section>
  );
}
