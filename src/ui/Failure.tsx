import { Button, Stack, Text, ThemeIcon } from "@mantine/core";
import { IconAlertTriangle } from "@tabler/icons-react";

/** Error state of a failed load, with a retry. */
export function Failure({ message, onRetry }: { message: string; onRetry?: () => void }) {
  return (
    <Stack align="center" justify="center" gap={12} p={32} mih={200} role="alert" ta="center">
      <ThemeIcon size={44} radius="md" variant="light" color="red">
        <IconAlertTriangle size={22} />
      </ThemeIcon>
      <Text size="sm" maw={360}>
        {message}
      </Text>
      {onRetry && (
        <Button variant="default" onClick={onRetry}>
          Try again
        </Button>
      )}
    </Stack>
  );
}
