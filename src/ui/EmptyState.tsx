import type { ReactNode } from "react";
import { Stack, Text, ThemeIcon } from "@mantine/core";

/** Empty state of a list: what would be here, and how to add it. */
export function EmptyState({ icon, title, children }: { icon: ReactNode; title: string; children?: ReactNode }) {
  return (
    <Stack align="center" justify="center" gap={8} p={32} mih={200} ta="center">
      <ThemeIcon size={44} radius="md" variant="light">
        {icon}
      </ThemeIcon>
      <Text fw={600}>{title}</Text>
      {typeof children === "string" ? (
        <Text c="dimmed" size="sm" maw={360}>
          {children}
        </Text>
      ) : (
        children
      )}
    </Stack>
  );
}
