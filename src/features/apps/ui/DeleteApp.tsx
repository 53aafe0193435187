"use client";
import { useState } from "react";
import { Button, Group, Modal, Stack, Text, TextInput } from "@mantine/core";
import { trpc } from "@/api/client";
import { notifySuccess } from "@/ui/notify";

/** Confirms an irreversible deletion by typing the app's name. */
export function DeleteApp({
  app,
  onClose,
  onDeleted,
}: {
  app: { appId: string; name: string };
  onClose: () => void;
  onDeleted?: () => void;
}) {
  const [typed, setTyped] = useState("");
  const utils = trpc.useUtils();
  const remove = trpc.apps.delete.useMutation({
    onSuccess: async () => {
      await utils.apps.search.invalidate();
      notifySuccess(`Deleted ${app.name}`);
      onClose();
      onDeleted?.();
    },
  });
  return (
    <Modal opened onClose={onClose} title={`Delete ${app.name}?`}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (typed === app.name) remove.mutate({ appId: app.appId });
        }}
      >
        <Stack gap={16}>
          <Text size="sm">
            Its code, versions, data, members and published address are deleted. This cannot be undone.
          </Text>
          <TextInput
            label={`Type ${app.name} to confirm`}
            data-autofocus
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
          />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" disabled={typed !== app.name} loading={remove.isPending}>
              Delete app
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
