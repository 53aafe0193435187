import { Alert } from "@mantine/core";
import { IconAlertCircle } from "@tabler/icons-react";
import { failureOf } from "@/api/client";

/** A refusal above the form that it answers. */
export function Refused({ error }: { error: unknown }) {
  if (!error) return null;
  return (
    <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />} role="alert">
      {failureOf(error).message}
    </Alert>
  );
}
