"use client";
import dynamic from "next/dynamic";
import { Skeleton } from "@mantine/core";
import { modals } from "@mantine/modals";
import { useMutationState } from "@tanstack/react-query";
import { getMutationKey } from "@trpc/react-query";
import { failureOf, trpc } from "@/api/client";
import { notifyFailure, notifySuccess } from "@/ui/notify";
import { needsMessage } from "../rules";
import type { VersionKind } from "../schema";

const RevertQuestion = dynamic(() => import("./RevertQuestion").then((file) => file.RevertQuestion), {
  ssr: false,
  loading: () => <Skeleton height={64} />,
});

type Target = { versionId: string; messageId: string | null; kind?: VersionKind };

/** "'Failed to restore version'" (2-builder.md §8); refusals that a person can act on keep their own message. */
function failureWords(error: unknown): string {
  const { reason, message } = failureOf(error);
  if (reason === "internal") return "Failed to restore version";
  return reason === "offline" ? `Failed to restore version. ${message}` : message;
}

/** The version being restored from anywhere on this page. */
function useRevertingId(): string | undefined {
  const select = ({ state }: { state: { variables?: unknown } }) =>
    (state.variables as { versionId: string }).versionId;
  const plain = useMutationState({
    filters: { mutationKey: getMutationKey(trpc.versions.restore), status: "pending" },
    select,
  });
  const withRows = useMutationState({
    filters: { mutationKey: getMutationKey(trpc.entities.restoreWithRows), status: "pending" },
    select,
  });
  return plain[0] ?? withRows[0];
}

/**
 * Confirms and restores a version. "The response's messages replace the chat from that message on" (2-builder.md §4);
 * the restore is a version of its own and can be undone. Rows stay unless the builder opts in.
 */
export function useRevert(appId: string) {
  const utils = trpc.useUtils();
  const refresh = () =>
    Promise.all([
      utils.chat.page.invalidate({ appId }),
      utils.versions.invalidate(),
      utils.apps.get.invalidate({ appId }),
      utils.files.invalidate(),
      utils.entities.invalidate(),
    ]);
  const onError = (error: unknown) => notifyFailure(failureWords(error));
  const restore = trpc.versions.restore.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await refresh();
      notifySuccess("Reverted. Versions has the state from before, if you want it back.");
    },
    onError,
  });
  const undo = trpc.entities.undo.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await refresh();
      notifySuccess("The rows are as they were before the revert");
    },
    onError: (error) => notifyFailure(failureOf(error).message),
  });
  const restoreWithRows = trpc.entities.restoreWithRows.useMutation({
    meta: { quiet: true },
    trpc: { context: { isSlow: true } },
    onSuccess: async ({ changeId, rows }) => {
      await refresh();
      const words = `Reverted, with ${rows.toLocaleString("en-US")} ${rows === 1 ? "row" : "rows"} of that time`;
      // Rows have no version history: keep the undo toast until it is dismissed.
      notifySuccess(
        words,
        rows === 0
          ? {}
          : { autoClose: false, action: { label: "Undo rows", onClick: () => undo.mutate({ appId, changeId }) } },
      );
    },
    onError,
  });
  const confirmRevert = ({ versionId, messageId, kind = "turn" }: Target) => {
    if (!messageId && needsMessage({ kind, messageId })) return notifyFailure("No message ID found for this version");
    let withRows = false;
    modals.openConfirmModal({
      title: "Revert to this version?",
      children: <RevertQuestion appId={appId} versionId={versionId} onChange={(isTicked) => (withRows = isTicked)} />,
      labels: { confirm: "Revert", cancel: "Cancel" },
      onConfirm: () =>
        (withRows ? restoreWithRows : restore).mutate({ appId, versionId, messageId: messageId ?? undefined }),
    });
  };
  return { confirmRevert, revertingId: useRevertingId() };
}
