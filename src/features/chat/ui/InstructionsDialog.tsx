"use client";
import { Anchor, Text } from "@mantine/core";
import { failureOf, trpc } from "@/api/client";
import { standingMax, standingSaved } from "@/features/turns/limits";
import { Modal } from "@/ui/Modal";
import { SavedText } from "@/ui/SavedText";

/** What the assistant is to keep to in this app. */
export function InstructionsDialog({ appId, onClose }: { appId: string; onClose: () => void }) {
  const utils = trpc.useUtils();
  const stored = trpc.chat.instructions.useQuery({ appId }, { refetchOnWindowFocus: false });
  const save = trpc.chat.setInstructions.useMutation({
    onSuccess: (next) => {
      utils.chat.instructions.setData({ appId }, next);
      onClose();
    },
  });
  const failure = save.error ?? stored.error;
  return (
    <Modal opened onClose={onClose} title="Instructions for this app" size={560}>
      <Text size="sm" c="dimmed" mb={12}>
        The assistant keeps to them in every answer. For all of your apps there are{" "}
        <Anchor href="/settings" size="sm" underline="always">
          instructions in your settings
        </Anchor>
        .
      </Text>
      <SavedText
        label="Instructions"
        placeholder="Say “members”, never “users”. Every list is sorted by name."
        maxLength={standingMax}
        savedWords={standingSaved}
        value={stored.data?.instructions ?? (stored.error ? "" : undefined)}
        isSaving={save.isPending}
        failure={failure ? failureOf(failure).message : undefined}
        onSave={(instructions, onSuccess) => save.mutate({ appId, instructions }, { onSuccess })}
      />
    </Modal>
  );
}
