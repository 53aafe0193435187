"use client";
import { useState } from "react";
import { Alert, Badge, Button, Skeleton, Stack, Table, Text, UnstyledButton } from "@mantine/core";
import { IconAlertCircle, IconInbox } from "@tabler/icons-react";
import { failureOf, type RouterOutputs, trpc } from "@/api/client";
import { EmptyState } from "@/ui/EmptyState";
import { Failure } from "@/ui/Failure";
import { Modal } from "@/ui/Modal";
import { notifySuccess } from "@/ui/notify";
import { RelativeTime } from "@/ui/RelativeTime";
import { mailStateWords } from "../schema";

type MailLine = RouterOutputs["mail"]["list"]["items"][number];

const colors: Record<MailLine["state"], string> = {
  outbox: "gray",
  queued: "blue",
  sent: "green",
  refused: "red",
  failed: "red",
};

/** All mails, for admins: to be read without a mail server, to be monitored with one. */
export function Outbox() {
  const mails = trpc.mail.list.useInfiniteQuery({}, { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined });
  const [openId, setOpenId] = useState<string>();
  const pages = mails.data?.pages;
  const lines = pages?.flatMap(({ items }) => items) ?? [];
  const [first] = pages ?? [];
  if (mails.error && !pages)
    return <Failure message={failureOf(mails.error).message} onRetry={() => void mails.refetch()} />;
  if (!first) return <Skeleton height={240} />;
  return (
    <Stack gap={16}>
      {first.kind === "outbox" && (
        <Alert color="gray" variant="light" icon={<IconInbox size={18} />}>
          No mail server is configured, so mails wait here: pass their links on yourself, or set SMTP_URL. Each link
          opens an account, so pass it on to nobody but its owner.
        </Alert>
      )}
      {first.unsent > 0 && (
        <Alert color="red" variant="light" icon={<IconAlertCircle size={18} />}>
          {first.unsent === 1 ? "One mail was not sent." : `${first.unsent} mails were not sent.`} Open one to read what
          the mail server said.
        </Alert>
      )}
      {lines.length === 0 ? (
        <EmptyState icon={<IconInbox size={22} />} title="No mails yet">
          Mails about accounts and from apps show up here.
        </EmptyState>
      ) : (
        <Table.ScrollContainer minWidth={560}>
          <Table verticalSpacing={8} highlightOnHover>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>Subject</Table.Th>
                <Table.Th>To</Table.Th>
                <Table.Th>State</Table.Th>
                <Table.Th>Written</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {lines.map((mail) => (
                <Table.Tr key={mail.id} onClick={() => setOpenId(mail.id)} style={{ cursor: "pointer" }}>
                  <Table.Td>
                    <UnstyledButton fz="sm" fw={500} onClick={() => setOpenId(mail.id)}>
                      {mail.subject}
                    </UnstyledButton>
                  </Table.Td>
                  <Table.Td style={{ overflowWrap: "anywhere" }}>{mail.to}</Table.Td>
                  <Table.Td>
                    <Badge tt="none" variant="light" color={colors[mail.state]}>
                      {mailStateWords[mail.state]}
                    </Badge>
                  </Table.Td>
                  <Table.Td style={{ whiteSpace: "nowrap" }}>
                    <RelativeTime at={mail.createdAt} />
                  </Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
      {mails.hasNextPage && (
        <div>
          <Button variant="default" loading={mails.isFetchingNextPage} onClick={() => void mails.fetchNextPage()}>
            Show older mails
          </Button>
        </div>
      )}
      {openId !== undefined && <MailDialog mailId={openId} onClose={() => setOpenId(undefined)} />}
    </Stack>
  );
}

/** A mail as text with links. Its HTML would run in the builder's origin. */
function MailDialog({ mailId, onClose }: { mailId: string; onClose: () => void }) {
  const mail = trpc.mail.get.useQuery({ mailId });
  const utils = trpc.useUtils();
  const resend = trpc.mail.resend.useMutation({
    onSuccess: async () => {
      notifySuccess("The mail is on its way");
      await utils.mail.invalidate();
      onClose();
    },
  });
  const state = trpc.mail.state.useQuery();
  const { data } = mail;
  const mayResend = data && data.text !== null && data.state !== "queued" && state.data?.kind === "smtp";
  return (
    <Modal opened onClose={onClose} title={data?.subject ?? "Mail"} size="lg">
      {mail.error ? (
        <Failure message={failureOf(mail.error).message} onRetry={() => void mail.refetch()} />
      ) : data ? (
        <Stack gap={12}>
          <Text size="sm" c="dimmed">
            To {data.to} · {mailStateWords[data.state]}
            {data.tries > 0 && ` · ${data.tries === 1 ? "1 try" : `${data.tries} tries`}`}
          </Text>
          {data.answer && (
            <Text size="sm" ff="monospace" style={{ overflowWrap: "anywhere" }}>
              {data.answer}
            </Text>
          )}
          <Text component="pre" size="sm" m={0} style={{ whiteSpace: "pre-wrap", overflowWrap: "anywhere" }}>
            {data.text === null ? "Its text was removed when the mail server took it." : <Linked text={data.text} />}
          </Text>
          {mayResend && (
            <div>
              <Button loading={resend.isPending} onClick={() => resend.mutate({ mailId })}>
                Send now
              </Button>
            </div>
          )}
        </Stack>
      ) : (
        <Skeleton height={160} />
      )}
    </Modal>
  );
}

/** Turns URLs into links. */
function Linked({ text }: { text: string }) {
  return text.split(/(https?:\/\/\S+)/).map((part, index) =>
    index % 2 === 1 ? (
      <a key={index} href={part} rel="noreferrer" style={{ color: "var(--mantine-color-anchor)" }}>
        {part}
      </a>
    ) : (
      part
    ),
  );
}
