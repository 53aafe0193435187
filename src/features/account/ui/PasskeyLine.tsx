"use client";
import { useState } from "react";
import { Group, Menu, Text, TextInput } from "@mantine/core";
import { IconFingerprint } from "@tabler/icons-react";
import { trpc, wordsOf } from "@/api/client";
import { ActionsMenu } from "@/ui/ActionsMenu";
import { FormDialog } from "@/ui/FormDialog";
import type { PasskeyView } from "@/features/factors/schema";
import { RelativeTime } from "@/ui/RelativeTime";

export function PasskeyLine({ passkey, onRemove }: { passkey: PasskeyView; onRemove: () => void }) {
  const [isRenaming, setIsRenaming] = useState(false);
  const { name, isSynced, createdAt, lastUsedAt } = passkey;
  return (
    <Group component="li" gap={12} wrap="nowrap" justify="space-between">
      <Group gap={12} wrap="nowrap" miw={0}>
        <IconFingerprint size={20} aria-hidden style={{ flexShrink: 0 }} />
        <div style={{ minWidth: 0 }}>
          <Text size="sm" fw={500} style={{ overflowWrap: "anywhere" }}>
            {name}
          </Text>
          <Text size="xs" c="dimmed">
            {isSynced ? "Synced · added " : "Added "}
            <RelativeTime at={createdAt} />
            {lastUsedAt ? (
              <>
                , used <RelativeTime at={lastUsedAt} />
              </>
            ) : (
              ", not used yet"
            )}
          </Text>
        </div>
      </Group>
      <ActionsMenu label={`Actions for the passkey ${name}`}>
        <Menu.Item onClick={() => setIsRenaming(true)}>Rename</Menu.Item>
        <Menu.Item c="var(--mantine-color-red-text)" onClick={onRemove}>
          Remove
        </Menu.Item>
      </ActionsMenu>
      {isRenaming && <Rename passkey={passkey} onClose={() => setIsRenaming(false)} />}
    </Group>
  );
}

function Rename({ passkey, onClose }: { passkey: PasskeyView; onClose: () => void }) {
  const [name, setName] = useState(passkey.name);
  const utils = trpc.useUtils();
  const rename = trpc.account.renamePasskey.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      await utils.account.security.invalidate();
      onClose();
    },
  });
  return (
    <FormDialog
      title="Rename the passkey"
      action="Rename"
      isReady={name.trim() !== ""}
      isPending={rename.isPending}
      error={wordsOf(rename.error)}
      onSubmit={() => rename.mutate({ passkeyId: passkey.passkeyId, name })}
      onClose={onClose}
    >
      <TextInput
        label="Name"
        maxLength={60}
        data-autofocus
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
