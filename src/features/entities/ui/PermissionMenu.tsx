"use client";
import { Box, Button, Menu, Text } from "@mantine/core";
import { IconCheck, IconLock } from "@tabler/icons-react";
import { failureOf, trpc } from "@/api/client";
import { accessLines } from "@/features/members/rules";
import type { Access } from "@/features/rows/rules";
import { permissionRequest, permissionTexts } from "@/features/turns/permission-request";
import { notify, notifyFailure } from "@/ui/notify";
import { permissionPresets, rowRulesName } from "../rules";
import classes from "./permission-menu.module.css";

type Props = {
  appId: string;
  entity: string;
  /** The current permissions' name and description. */
  current: string;
  access: Access;
  className: string | undefined;
};

/**
 * Who may read and write an entity. A choice becomes a chat request to the assistant, so that pages and permissions
 * stay in step.
 */
export function PermissionMenu({ appId, entity, current, access, className }: Props) {
  const utils = trpc.useUtils();
  const turn = trpc.chat.turn.useQuery({ appId });
  const send = trpc.chat.send.useMutation({
    meta: { quiet: true },
    onSuccess: async () => {
      // On a phone the chat is hidden behind the database: confirm by toast.
      notify(permissionTexts.asked(entity));
      await Promise.all([utils.chat.turn.invalidate({ appId }), utils.chat.page.invalidate({ appId })]);
    },
    // Race: another tab or person may have been first.
    onError: (error) =>
      failureOf(error).reason === "turn-running" ? notify(permissionTexts.busy) : notifyFailure(permissionTexts.failed),
  });
  const choose = (preset: (typeof permissionPresets)[number]) => {
    if (turn.data || send.isPending) return notify(permissionTexts.busy);
    send.mutate({ appId, content: permissionRequest(entity, preset) });
  };
  return (
    <Menu position="bottom-end" width={300}>
      <Menu.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconLock size={14} />}
          maw={220}
          className={className}
          classNames={{ label: classes.cutShort }}
        >
          {current}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label>Who can see and change {entity} rows</Menu.Label>
        <Box px={12} pb={8}>
          {accessLines(access).map(({ who, may }) => (
            <Text key={who} size="xs">
              <b>{who}</b>: {may}
            </Text>
          ))}
        </Box>
        <Menu.Divider />
        <Menu.Label>{current === rowRulesName ? "In place of these rules" : "Change to"}</Menu.Label>
        {permissionPresets.map((preset) => (
          <Menu.Item
            key={preset.name}
            rightSection={preset.name === current && <IconCheck size={14} />}
            onClick={() => choose(preset)}
          >
            <Text size="sm">{preset.name}</Text>
            <Text size="xs" c="dimmed">
              {preset.meaning}
            </Text>
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
