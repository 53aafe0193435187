"use client";
import { Group, Stack, Text } from "@mantine/core";
import { IconCheck } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import type { Access } from "@/features/rows/rules";
import { accessLines } from "../rules";

/** `preset` is what the database panel calls the table's permissions, ticked there and here. */
type Table = { name: string; access: Access; preset: string };

/**
 * Before a first publication: who can become a member, and what strangers, members and admins may do with each table.
 */
export function AccessInWords({ appId, tables }: { appId: string; tables: Table[] }) {
  const { data: signup } = trpc.members.signup.useQuery({ appId });
  return (
    <Stack gap={8} mah={280} style={{ overflowY: "auto" }} tabIndex={0} role="group" aria-label="Who may do what">
      {signup && (
        <Text size="sm">
          {signup.isSignupEnabled
            ? "Anybody can sign up and become a member."
            : "Members come by your invitation only (App details)."}
        </Text>
      )}
      {tables.map(({ name, access, preset }) => (
        <div key={name}>
          <Text size="sm" fw={600}>
            {name}
          </Text>
          <Group gap={4} wrap="nowrap" c="green">
            <IconCheck size={14} aria-hidden />
            <Text size="xs">{preset}</Text>
          </Group>
          {accessLines(access).map(({ who, may }) => (
            <Text key={who} size="xs">
              {who}: {may}
            </Text>
          ))}
        </div>
      ))}
    </Stack>
  );
}
