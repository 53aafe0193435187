"use client";
import { Alert } from "@mantine/core";
import { IconInbox } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { noServerHint } from "@/features/mail/schema";

/** Tells where to find a mail on an installation that sends none. */
export function MailHint() {
  const mail = trpc.mail.state.useQuery(undefined, { staleTime: Infinity });
  if (mail.data?.kind !== "outbox") return null;
  return (
    <Alert color="gray" variant="light" icon={<IconInbox size={18} />}>
      {noServerHint}
    </Alert>
  );
}
