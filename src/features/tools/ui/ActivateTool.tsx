"use client";
import { Badge, Button, Group, Stack, Switch, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { trpc } from "@/api/client";
import { Modal } from "@/ui/Modal";
import { notifyFailure, notifySuccess } from "@/ui/notify";
import { hasHeader } from "../rules";
import type { ToolEntry } from "../schema";

type Props = {
  appId: string;
  tool: ToolEntry;
  isPublished: boolean;
  /** Saves what is typed first. */ before?: () => Promise<boolean>;
};

/** "Tool status moves draft to active and back through a toggle" (2-builder.md §4). Activating is asked, a draft is not. */
export function ActivateTool({ appId, tool, isPublished, before }: Props) {
  const utils = trpc.useUtils();
  const [isAsking, asking] = useDisclosure(false);
  const isActive = tool.status === "active";
  const set = trpc.tools.setStatus.useMutation({
    onSuccess: async ({ status }) => {
      asking.close();
      await Promise.all([utils.tools.list.invalidate({ appId }), utils.tools.get.invalidate({ appId })]);
      notifySuccess(status === "active" ? "The tool is live" : "The tool is a draft again");
    },
    onError: () => asking.close(),
  });
  const change = async (status: "active" | "draft") => {
    if (before && !(await before())) return;
    set.mutate({ appId, toolId: tool.toolId, status });
  };
  const name = tool.title || tool.path;
  return (
    <>
      <Group gap={8} wrap="nowrap">
        <Switch
          size="sm"
          aria-label={`Activate ${name}`}
          checked={isActive}
          disabled={set.isPending}
          onChange={({ currentTarget }) => {
            if (!currentTarget.checked) return void change("draft");
            if (!hasHeader(tool)) return notifyFailure("Your tool should have a header before it is activated.");
            asking.open();
          }}
        />
        <Badge variant="light" tt="none" color={isActive ? "green" : "gray"}>
          {isActive ? "Active" : "Draft"}
        </Badge>
      </Group>
      <Modal opened={isAsking} onClose={asking.close} title={`Activate ${name}`}>
        <Stack gap={16}>
          <Text size="sm">
            {isPublished
              ? `Everybody who has the link can use it from now on.`
              : "It counts as live, and people can use it once you publish the app."}
          </Text>
          <Group justify="flex-end" gap={8}>
            <Button variant="default" onClick={asking.close}>
              Cancel
            </Button>
            <Button loading={set.isPending} onClick={() => void change("active")} data-autofocus>
              Activate
            </Button>
          </Group>
        </Stack>
      </Modal>
    </>
  );
}
