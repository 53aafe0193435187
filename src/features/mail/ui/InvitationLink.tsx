"use client";
import { Stack, Text } from "@mantine/core";
import { trpc } from "@/api/client";
import { CopyLink } from "@/ui/CopyText";

type Props = {
  invitation: { url: string; isMailed: boolean };
  days: number;
  /** What else is to be known. */
  more?: string | false;
};

/** The link of an invitation that was just made. It is shown once: the server keeps only its hash. */
export function InvitationLink({ invitation: { url, isMailed }, days, more }: Props) {
  const mail = trpc.mail.state.useQuery();
  return (
    <Stack gap={8}>
      <CopyLink url={url} label="Invitation link" />
      <Text size="sm" c="dimmed" role="status">
        {isMailed && mail.data?.kind === "outbox" && "No mail server is configured: pass the link on yourself. "}
        {isMailed && mail.data?.kind === "smtp" && "The link is on its way by mail, too. "}
        It works once, for {days} days, and is not shown again.
        {more && ` ${more}`}
      </Text>
    </Stack>
  );
}
