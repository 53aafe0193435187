"use client";
import { useState } from "react";
import { Text, TextInput } from "@mantine/core";
import { trpc } from "@/api/client";
import { FormDialog } from "@/ui/FormDialog";
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
    <FormDialog
      title={`Delete ${app.name}?`}
      action="Delete app"
      color="red"
      isReady={typed === app.name}
      isPending={remove.isPending}
      onSubmit={() => remove.mutate({ appId: app.appId })}
      onClose={onClose}
    >
      <Text size="sm">Its code, versions, data, members and published address are deleted. This cannot be undone.</Text>
      <TextInput
        label={`Type ${app.name} to confirm`}
        data-autofocus
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
