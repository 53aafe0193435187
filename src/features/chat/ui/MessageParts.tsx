"use client";
import dynamic from "next/dynamic";
import { Collapse, Skeleton, UnstyledButton } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconBrain, IconChevronRight, IconLink } from "@tabler/icons-react";
import { type ChatMessage, type ChatPart, failureOfAction, heldOfAction } from "../read-message";
import { shortLink } from "../short-link";
import { ActionCard } from "./ActionCard";
import { AttachmentList } from "./AttachmentList";
import { useChat } from "./chat-context";
import { Markdown } from "./Markdown";
import { ToolCall } from "./ToolCall";
import classes from "./messages.module.css";

// Lazy: rarely needed.
const ImportEntities = dynamic(() => import("./ImportEntities").then((file) => file.ImportEntities), { ssr: false });
const PlanCard = dynamic(() => import("@/features/build-plans/ui/PlanCard").then((file) => file.PlanCard), {
  ssr: false,
  loading: () => <Skeleton height={180} />,
});
const SecretsForm = dynamic(() => import("./SecretsForm").then((file) => file.SecretsForm), { ssr: false });

type Of<Kind extends ChatPart["kind"]> = Extract<ChatPart, { kind: Kind }>;

function Reasoning({ text, isGrowing }: { text: string; isGrowing: boolean }) {
  const [isOpen, { toggle }] = useDisclosure(false);
  return (
    <div className={classes.aside}>
      <UnstyledButton className={classes.asideHead} aria-expanded={isOpen} onClick={toggle}>
        <IconBrain size={14} aria-hidden />
        {isGrowing ? "Reasoning…" : "Reasoning"}
        <IconChevronRight size={12} className={classes.asideChevron} data-open={isOpen || undefined} aria-hidden />
      </UnstyledButton>
      <Collapse expanded={isOpen}>
        <div className={classes.asideBody}>
          <Markdown text={text} />
        </div>
      </Collapse>
    </div>
  );
}

function Source({ part }: { part: Of<"source"> }) {
  const isWeb = /^https?:/i.test(part.url);
  return (
    <a
      className={classes.source}
      href={isWeb ? part.url : undefined}
      target="_blank"
      rel="noopener noreferrer nofollow"
    >
      <IconLink size={14} aria-hidden />
      {shortLink(part.title)}
    </a>
  );
}

type Props = { part: ChatPart; message: ChatMessage; isGrowing: boolean };

/** One part of an assistant's message. `isGrowing`: still being written. */
export function MessagePart({ part, message, isGrowing }: Props) {
  const { onOpenFile, plans, isBusy, isReadOnly } = useChat();
  switch (part.kind) {
    case "text":
      return part.text.trim() === "" ? null : <Markdown text={part.text} />;
    case "reasoning":
      return <Reasoning text={part.text} isGrowing={isGrowing} />;
    case "source":
      return <Source part={part} />;
    case "tool":
      return <ToolCall part={part} />;
    case "file":
      return <AttachmentList files={[part]} />;
    case "plan":
      return (
        <PlanCard
          written={part.plan}
          messageId={message.id}
          plans={plans}
          isGrowing={isGrowing && !part.plan.isComplete}
          isBusy={isBusy}
          isReadOnly={isReadOnly ?? false}
        />
      );
    case "action": {
      const { action } = part;
      const failure = failureOfAction(message, action.id);
      const isAsking = action.isComplete && failure === undefined;
      if (isAsking && action.type === "request_secrets") return <SecretsForm action={action} message={message} />;
      if (isAsking && action.type === "import_entities") return <ImportEntities action={action} message={message} />;
      return (
        <ActionCard
          action={action}
          failure={failure}
          held={heldOfAction(message, action.id)}
          messageId={message.id}
          onOpenFile={onOpenFile}
        />
      );
    }
  }
}
