"use client";
import { useState } from "react";
import dynamic from "next/dynamic";
import { Button, Code, Group } from "@mantine/core";
import { IconArrowBackUp, IconGitCompare } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { notify } from "@/ui/notify";
import { useRevert } from "./use-revert";
import { VersionDebug } from "./VersionDebug";

// Lazy, with the diff viewer.
const ChangesDialog = dynamic(() => import("./ChangesDialog").then((file) => file.ChangesDialog), { ssr: false });

type Props = { appId: string; versionId: string; messageId: string; isAdmin: boolean; isBusy: boolean };

/** A message's version: its changes and the revert button. Admins see the version's id. */
export function VersionLine({ appId, versionId, messageId, isAdmin, isBusy }: Props) {
  const [shown, setShown] = useState<string>();
  const { confirmRevert, revertingId } = useRevert(appId);
  const utils = trpc.useUtils();
  const view = () => {
    if (isBusy) return notify("Wait for the changes to complete before viewing the diff");
    void utils.versions.changes.prefetch({ appId, versionId });
    setShown(versionId);
  };
  return (
    <Group gap={4} wrap="wrap">
      <Button size="compact-xs" variant="default" leftSection={<IconGitCompare size={13} />} onClick={view}>
        View changes
      </Button>
      <Button
        size="compact-xs"
        variant="subtle"
        color="gray"
        leftSection={<IconArrowBackUp size={13} />}
        disabled={isBusy || revertingId !== undefined}
        onClick={() => confirmRevert({ versionId, messageId })}
      >
        {revertingId === versionId ? "Reverting..." : "Revert"}
      </Button>
      {isAdmin && (
        <Group gap={2} wrap="nowrap">
          <Code fz={11}>{versionId}</Code>
          <VersionDebug appId={appId} versionId={versionId} />
        </Group>
      )}
      {shown && <ChangesDialog appId={appId} versionId={shown} onClose={() => setShown(undefined)} />}
    </Group>
  );
}
