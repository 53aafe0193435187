"use client";
import { useState } from "react";
import { ActionIcon, Button, Group, Spoiler, Textarea, Tooltip } from "@mantine/core";
import { IconPencil, IconPointer } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { nameOf } from "@/features/collaborators/rules";
import { RelativeTime } from "@/ui/RelativeTime";
import { autoFixNotice, type ChatMessage, messageText } from "../read-message";
import type { StepOf } from "@/features/build-plans/schema";
import { nameOfPicked } from "@/features/runtime/rules";
import { requestMax } from "@/features/turns/limits";
import { AttachmentList } from "./AttachmentList";
import { useChat } from "./chat-context";
import classes from "./messages.module.css";

/** Longer messages are collapsed to this height, px. */
const shownMax = 240;

/** A person's message. Editing it replaces what came after it. */
export function UserMessage({ message, isPending = false }: { message: ChatMessage; isPending?: boolean }) {
  const { isBusy } = useChat();
  const [isEditing, setIsEditing] = useState(false);
  const text = messageText(message);
  if (isEditing) return <EditMessage messageId={message.id} text={text} onClose={() => setIsEditing(false)} />;
  if (message.metadata.systemActionInfo?.type === "autofix")
    return <div className={classes.notice}>{autoFixNotice}</div>;
  if (message.metadata.step) return <StepHeading step={message.metadata.step} text={text} />;
  const files = message.parts.flatMap((part) => (part.kind === "file" ? [part] : []));
  return (
    <div className={classes.user} data-pending={isPending || undefined}>
      {files.length > 0 && <AttachmentList files={files} />}
      {message.metadata.element && (
        <span className={classes.pointed}>
          <IconPointer size={13} aria-hidden /> {nameOfPicked(message.metadata.element)}
        </span>
      )}
      {text && (
        <div className={classes.bubble}>
          <Spoiler maxHeight={shownMax} showLabel="Show more" hideLabel="Show less" transitionDuration={0}>
            {text}
          </Spoiler>
        </div>
      )}
      <div className={classes.meta}>
        {!isPending && !isBusy && (
          <Tooltip label="Edit and resend">
            <ActionIcon
              size="sm"
              variant="subtle"
              color="gray"
              aria-label="Edit and resend"
              className={classes.quiet}
              onClick={() => setIsEditing(true)}
            >
              <IconPencil size={14} />
            </ActionIcon>
          </Tooltip>
        )}
        {message.metadata.authorId && <Author id={message.metadata.authorId} />}
        {isPending ? "Sending…" : message.metadata.createdAt && <RelativeTime at={message.metadata.createdAt} />}
      </div>
    </div>
  );
}

/** The beginning of a plan's step. The person approved its words with the plan, so that they are no message of theirs. */
function StepHeading({ step: { number, of }, text }: { step: StepOf; text: string }) {
  return (
    <div className={classes.step}>
      <span className={classes.stepNumber}>
        Step {number} of {of}
      </span>
      <span className={classes.stepText}>{text}</span>
    </div>
  );
}

/** Who wrote a message, where it was somebody else. */
function Author({ id }: { id: string }) {
  const { appId } = useChat();
  const { data: me } = trpc.account.current.useQuery();
  const isOther = me !== undefined && id !== me.accountId;
  const { data: list } = trpc.collaborators.list.useQuery({ appId }, { enabled: isOther, staleTime: 60_000 });
  const email = [list?.owner, ...(list?.collaborators ?? [])].find((person) => person?.accountId === id)?.email;
  return isOther && email ? <span title={email}>{nameOf(email)}</span> : null;
}

function EditMessage({ messageId, text, onClose }: { messageId: string; text: string; onClose: () => void }) {
  const { resend, isBusy } = useChat();
  const [draft, setDraft] = useState(text);
  const [isSending, setIsSending] = useState(false);
  const submit = async () => {
    if (!draft.trim() || isBusy || isSending) return;
    setIsSending(true);
    // Keep the draft when sending fails.
    if (await resend(messageId, draft.trim())) onClose();
    setIsSending(false);
  };
  return (
    <div className={classes.edit}>
      <Textarea
        autosize
        minRows={2}
        maxRows={12}
        maxLength={requestMax}
        aria-label="Edit your message"
        data-autofocus
        autoFocus
        readOnly={isSending}
        value={draft}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          void submit();
        }}
      />
      <p className={classes.hint}>
        The messages after this one are replaced. You can bring the app back to an earlier version at any time.
      </p>
      <Group justify="flex-end" gap={8}>
        <Button size="xs" variant="default" onClick={onClose}>
          Cancel
        </Button>
        <Button size="xs" onClick={() => void submit()} loading={isSending} disabled={!draft.trim() || isBusy}>
          Resend
        </Button>
      </Group>
    </div>
  );
}
