"use client";
import { Stack, Text } from "@mantine/core";
import { CopyLink } from "@/ui/CopyText";
import { Modal } from "@/ui/Modal";

type Props = { name: string; url: string; isActive: boolean; isPublished: boolean; onClose: () => void };

/** The "copy-tool-link" modal (2-builder.md §2): a tool's public link, and whom it opens for. */
export function CopyToolLink({ name, url, isActive, isPublished, onClose }: Props) {
  return (
    <Modal opened onClose={onClose} title={`Link to ${name}`}>
      <Stack gap={12}>
        <CopyLink url={url} label="Public link" />
        <Text size="sm" c="dimmed">
          {!isPublished
            ? "It opens for others once you publish the app."
            : isActive
              ? "Everybody who has it can use the tool."
              : "The tool is a draft: the link opens for others once it is active."}
        </Text>
      </Stack>
    </Modal>
  );
}
