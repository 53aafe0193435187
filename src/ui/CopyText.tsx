"use client";
import { ActionIcon, Button, CopyButton, Group, TextInput, Tooltip } from "@mantine/core";
import { IconCheck, IconCopy } from "@tabler/icons-react";

/** A button that copies a text which stands beside it. */
export function CopyIcon({ text, label, hint = label }: { text: string; label: string; hint?: string }) {
  return (
    <CopyButton value={text}>
      {({ copied, copy }) => (
        <Tooltip label={copied ? "Copied" : hint} maw={480} multiline>
          <ActionIcon variant="subtle" color={copied ? "green" : "gray"} onClick={copy} aria-label={label}>
            {copied ? <IconCheck size={16} /> : <IconCopy size={16} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

/** A link or a secret that is shown once, to be copied. */
export function CopyLink({ url, label, action = "Copy link" }: { url: string; label: string; action?: string }) {
  return (
    <Group gap={8} align="flex-end" wrap="nowrap">
      <TextInput label={label} readOnly flex={1} value={url} onFocus={(event) => event.target.select()} />
      <CopyButton value={url}>
        {({ copied, copy }) => (
          // It takes the place of the button that made the link.
          <Button autoFocus onClick={copy} leftSection={copied ? <IconCheck size={16} /> : <IconCopy size={16} />}>
            {copied ? "Copied" : action}
          </Button>
        )}
      </CopyButton>
    </Group>
  );
}
