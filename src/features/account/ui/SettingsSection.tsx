import type { ReactNode } from "react";
import { Paper, Stack, Text, Title } from "@mantine/core";

/** One subject of the account's settings. */
export function SettingsSection({ title, text, children }: { title: string; text?: string; children: ReactNode }) {
  return (
    <Paper component="section" withBorder radius="md" p={{ base: 16, xs: 24 }} aria-label={title}>
      <Stack gap={16}>
        <div>
          <Title order={2} size={16}>
            {title}
          </Title>
          {text && (
            <Text c="dimmed" size="sm">
              {text}
            </Text>
          )}
        </div>
        {children}
      </Stack>
    </Paper>
  );
}
