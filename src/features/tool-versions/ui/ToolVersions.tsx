"use client";
import { ActionIcon, Badge, Button, Group, Popover, ScrollArea, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowBackUp, IconHistory } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { useDraft } from "@/features/tool-editor/ui/DraftProvider";
import { notifySuccess } from "@/ui/notify";
import { RelativeTime } from "@/ui/RelativeTime";
import type { ToolVersionKind, ToolVersionSummary } from "../schema";
import { type ToolInput, useReload } from "./use-reload";

const kindLabels: Record<ToolVersionKind, string> = {
  composed: "Made from a sentence",
  edited: "Edited by hand",
  restored: "Put back",
};

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

/** "Version history: at most 10 entries, newest first" (2-builder.md §9). */
export function ToolVersions({
  toolInput,
  versions,
}: {
  toolInput: ToolInput;
  versions: ToolVersionSummary[] | undefined;
}) {
  const [isOpen, { toggle, close }] = useDisclosure(false);
  const { status, force } = useDraft();
  const reload = useReload(toolInput);
  const restore = trpc.toolVersions.restore.useMutation({
    onSuccess: async (_, { number }) => {
      await reload();
      notifySuccess(`Put version ${number} back, as a new version`);
    },
  });
  if (!versions || versions.length === 0) return null;
  const putBack = async (number: number) => {
    close();
    if (status !== "saved" && !(await force())) return;
    restore.mutate({ ...toolInput, number });
  };
  return (
    <Popover opened={isOpen} onChange={toggle} position="bottom-end" width={340} trapFocus>
      <Popover.Target>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconHistory size={15} />}
          aria-haspopup="dialog"
          loading={restore.isPending}
          onClick={toggle}
        >
          Versions
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={0} aria-label="Versions">
        <ScrollArea.Autosize mah={360} type="auto">
          <Stack gap={0} p={8} component="ol" m={0} style={{ listStyle: "none" }}>
            {versions.map(({ number, kind, title, request, fieldCount, blockCount, createdAt, isCurrent }) => (
              <Group key={number} component="li" gap={8} wrap="nowrap" p={8}>
                <div style={{ flex: 1, minWidth: 0 }}>
                  <Text size="sm" lineClamp={2}>
                    {request || title}
                  </Text>
                  <Text size="xs" c="dimmed">
                    {kindLabels[kind]} · {counted(fieldCount, "field")}, {counted(blockCount, "result")} ·{" "}
                    <RelativeTime at={createdAt} />
                  </Text>
                  {isCurrent && (
                    <Badge size="xs" variant="light" tt="none" mt={4}>
                      Current
                    </Badge>
                  )}
                </div>
                {!isCurrent && (
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Put version ${number} back`}
                    title="Put back"
                    onClick={() => void putBack(number)}
                  >
                    <IconArrowBackUp size={16} />
                  </ActionIcon>
                )}
              </Group>
            ))}
          </Stack>
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  );
}
