"use client";
import { useState } from "react";
import { Button, Group, Text } from "@mantine/core";
import { isAppGone } from "@/api/client";
import { Modal } from "@/ui/Modal";

/** Over an editor whose app somebody has deleted or stopped sharing meanwhile: what was typed stays, to be copied. */
export function GoneApp({ error }: { error: unknown }) {
  const [isRead, setIsRead] = useState(false);
  return (
    <Modal opened={isAppGone(error) && !isRead} onClose={() => setIsRead(true)} title="This app is gone">
      <Text size="sm">
        It was deleted, or is no longer shared with you. Nothing on this page can be saved any more, but you can still
        copy what you typed.
      </Text>
      <Group justify="flex-end" gap={8} mt={16}>
        <Button variant="default" onClick={() => setIsRead(true)}>
          Stay here
        </Button>
        <Button component="a" href="/home" data-autofocus>
          Back to your apps
        </Button>
      </Group>
    </Modal>
  );
}
