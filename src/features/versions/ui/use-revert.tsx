"use client";
import { Text } from "@mantine/core";
import { modals } from "@mantine/modals";
import { failureOf, trpc } from "@/doors/client";
import { notifyFailure, notifySuccess } from "@/ui/notify";

type Target = { versionId: string; messageId: string | null };

/**
 * Asks, then brings the app back to a version. "The response's messages replace the chat from that message on" (2-builder.md §4);
 * the restore is a version of its own, so it can be undone.
 */
export function useRevert(appId: string) {
  const utils = trpc.useUtils();
  const restore = trpc.versions.restore.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await Promise.all([utils.chat.messages.invalidate({ appId }), utils.versions.invalidate(), utils.apps.get.invalidate({ appId }), utils.files.invalidate()]);
      notifySuccess("Reverted. Versions has the state from before, if you want it back.");
    },
    onError: (error) => notifyFailure(failureOf(error).message),
  });
  const confirmRevert = ({ versionId, messageId }: Target) => {
    if (!messageId) return notifyFailure("No message ID found for this version");
    modals.openConfirmModal({
      title: "Revert to this version?",
      children: (
        <Text size="sm">
          Pages, code, entities and permissions go back to this version, and the messages after it leave the chat. Rows stay as they are. The state of now is kept as a version, so you can come back to it.
        </Text>
      ),
      labels: { confirm: "Revert", cancel: "Cancel" },
      onConfirm: () => restore.mutate({ appId, versionId, messageId }),
    });
  };
  return { confirmRevert, isReverting: restore.isPending };
}
