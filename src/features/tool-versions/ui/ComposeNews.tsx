"use client";
import { Alert, List, Stack, Text } from "@mantine/core";
import { IconInfoCircle } from "@tabler/icons-react";
import type { ToolVersionSummary } from "../schema";

/** What was made of the sentence, in plain words: above all what was not understood. */
export function ComposeNews({ version: { request, notes } }: { version: ToolVersionSummary }) {
  const parts = [
    { title: "Made", lines: notes.made },
    { title: "Assumed", lines: notes.assumed },
    { title: "Not done", lines: notes.left },
  ].filter(({ lines }) => lines.length > 0);
  return (
    <Alert
      variant="light"
      color={notes.left.length > 0 ? "yellow" : "gray"}
      icon={<IconInfoCircle size={18} />}
      title={`“${request.length > 120 ? `${request.slice(0, 120).trimEnd()}…` : request}”`}
      role="status"
    >
      <Stack gap={8}>
        {parts.map(({ title, lines }) => (
          <div key={title}>
            <Text size="xs" fw={600}>
              {title}
            </Text>
            <List size="xs" spacing={4}>
              {lines.map((line) => (
                <List.Item key={line}>{line}</List.Item>
              ))}
            </List>
          </div>
        ))}
      </Stack>
    </Alert>
  );
}
