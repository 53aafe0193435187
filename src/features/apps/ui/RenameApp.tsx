"use client";
import { Button, Group, Modal, Stack, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { trpc } from "@/api/client";
import { notifySuccess } from "@/ui/notify";
import { appNameSchema, nameMax } from "../schema";

export function RenameApp({ app, onClose }: { app: { appId: string; name: string }; onClose: () => void }) {
  const utils = trpc.useUtils();
  const current = trpc.apps.get.useQuery({ appId: app.appId });
  const form = useForm({
    initialValues: { name: app.name },
    validate: { name: (value) => appNameSchema.safeParse(value).error?.issues[0]?.message ?? null },
  });
  const update = trpc.apps.update.useMutation({
    onSuccess: async ({ name }) => {
      await Promise.all([utils.apps.list.invalidate(), utils.apps.get.invalidate({ appId: app.appId })]);
      notifySuccess(`Renamed to ${name}`);
      onClose();
    },
  });
  return (
    <Modal opened onClose={onClose} title="Rename app">
      <form
        onSubmit={form.onSubmit(
          ({ name }) => current.data && update.mutate({ appId: app.appId, revision: current.data.revision, name }),
        )}
      >
        <Stack gap={16}>
          <TextInput label="Name" data-autofocus maxLength={nameMax} {...form.getInputProps("name")} />
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={update.isPending} disabled={!current.data}>
              Rename
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
