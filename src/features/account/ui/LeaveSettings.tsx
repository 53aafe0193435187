"use client";
import { useState } from "react";
import { Button, Group, Modal, PasswordInput, Stack, Text } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { dropAllKept } from "@/ui/kept";
import { Refused } from "./Refused";
import { SettingsSection } from "./SettingsSection";

/** Export and deletion of the account. */
export function LeaveSettings() {
  const [isAsking, setIsAsking] = useState(false);
  return (
    <SettingsSection
      title="Your data"
      text="Your account, your apps with their code, rows and chats, as one JSON file."
    >
      <Group>
        <Button
          component="a"
          href="/api/account/export"
          download
          variant="default"
          leftSection={<IconDownload size={16} />}
        >
          Export my data
        </Button>
        <Button variant="subtle" color="red" onClick={() => setIsAsking(true)}>
          Delete my account
        </Button>
      </Group>
      {isAsking && <ConfirmDelete onClose={() => setIsAsking(false)} />}
    </SettingsSection>
  );
}

function ConfirmDelete({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState("");
  const remove = trpc.account.delete.useMutation({
    meta: { quiet: true },
    onSuccess: () => {
      dropAllKept();
      window.location.replace("/login");
    },
  });
  return (
    <Modal opened onClose={onClose} title="Delete my account">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          remove.mutate({ password });
        }}
      >
        <Stack gap={16}>
          <Text size="sm">
            Your account and all your apps are deleted: their code, rows, files, members and chats. Published apps stop
            working at once. This cannot be undone.
          </Text>
          <Refused error={remove.error} />
          <PasswordInput
            label="Password, to confirm"
            autoComplete="current-password"
            data-autofocus
            value={password}
            onChange={(event) => setPassword(event.currentTarget.value)}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" color="red" disabled={password === ""} loading={remove.isPending || remove.isSuccess}>
              Delete my account
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
}
