"use client";
import { useState } from "react";
import { Button, Group } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { trpc, wordsOf } from "@/api/client";
import { dropAllKept } from "@/ui/kept";
import { PasswordDialog } from "./PasswordDialog";
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
        <Button variant="outline" color="red" onClick={() => setIsAsking(true)}>
          Delete my account
        </Button>
      </Group>
      {isAsking && <ConfirmDelete onClose={() => setIsAsking(false)} />}
    </SettingsSection>
  );
}

function ConfirmDelete({ onClose }: { onClose: () => void }) {
  const remove = trpc.account.delete.useMutation({
    meta: { quiet: true },
    onSuccess: () => {
      dropAllKept();
      window.location.replace("/login");
    },
  });
  return (
    <PasswordDialog
      title="Delete my account"
      text="Your account and all your apps are deleted: their code, rows, files, members and chats. Published apps stop working at once. This cannot be undone."
      action="Delete my account"
      color="red"
      isPending={remove.isPending || remove.isSuccess}
      error={wordsOf(remove.error)}
      onPassword={(password) => remove.mutate({ password })}
      onClose={onClose}
    />
  );
}
