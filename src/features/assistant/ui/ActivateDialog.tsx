"use client";
import { Button, Group, Stack, Text } from "@mantine/core";
import type { RouterOutputs } from "@/api/client";
import { Modal } from "@/ui/Modal";

type Props = {
  opened: boolean;
  reads: RouterOutputs["assistant"]["settings"]["reads"];
  onClose: () => void;
  onActivate: () => void;
};

/** "Activate chat assistant" (2-builder.md §2): shows beforehand what it will tell whom. */
export function ActivateDialog({ opened, reads, onClose, onActivate }: Props) {
  const open = reads.filter(({ isOpen }) => isOpen).map(({ entity }) => entity);
  return (
    <Modal opened={opened} onClose={onClose} title="Activate chat assistant" size="md">
      <Stack gap={12}>
        <Text size="sm">
          People who use your app can ask it questions. It answers from the rows that the person asking may read, quotes
          them, and changes nothing.
        </Text>
        <Text size="sm">
          {open.length === 0
            ? "Nobody gets an answer from a row without signing in."
            : `Anybody, also without signing in, can ask about ${new Intl.ListFormat("en-US").format(open)}.`}
        </Text>
        <Text size="sm" c="dimmed">
          With an AI model, its answers count towards your monthly budget.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button onClick={onActivate} data-autofocus>
            Activate
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
