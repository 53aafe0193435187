import type { ReactNode } from "react";
import { Box, Paper, Stack, Text, Title } from "@mantine/core";
import { Logo } from "@/ui/Logo";

/** Frame of all sign-in pages. */
export function AuthCard({ title, text, children }: { title: string; text?: ReactNode; children: ReactNode }) {
  return (
    <Box mih="100dvh" p={16} style={{ display: "grid", placeItems: "center", background: "var(--surface-sunken)" }}>
      <Paper component="main" withBorder p={{ base: 24, xs: 32 }} radius="lg" w="100%" maw={400}>
        <Stack gap={16}>
          <Logo size={36} />
          <div>
            <Title order={1} size={22}>
              {title}
            </Title>
            {text && (
              <Text c="dimmed" size="sm" mt={4} style={{ overflowWrap: "anywhere" }}>
                {text}
              </Text>
            )}
          </div>
          {children}
        </Stack>
      </Paper>
    </Box>
  );
}
