"use client";
import dynamic from "next/dynamic";
import { Button } from "@mantine/core";
import { IconArrowBackUp, IconPlayerTrackNext, IconRefresh } from "@tabler/icons-react";
import { RelativeTime } from "@/ui/RelativeTime";
import { CitablePassages } from "@/features/retrieval/ui/CitedText";
import { useRevert } from "@/features/versions/ui/use-revert";
import { VersionLine } from "@/features/versions/ui/VersionLine";
import { groupActions } from "../group-actions";
import { type ChatMessage, citedPassages, cutOf, cutTexts, failureOfAction, heldOfAction } from "../read-message";
import { type WayBack } from "@/features/turns/schema";
import { continueMessage } from "@/features/turns/limits";
import { ActionGroup } from "./ActionGroup";
import { useChat } from "./chat-context";
import { ContextLink } from "./ContextDialog";
import { MessagePart } from "./MessageParts";
import { RateButton } from "./RateButton";
import { Thinking } from "./Thinking";
import { ToolCalls } from "./ToolCall";
import { UsageCard } from "./UsageCard";
import classes from "./messages.module.css";

const CitedPassages = dynamic(
  () => import("@/features/retrieval/ui/CitedPassages").then((file) => file.CitedPassages),
  {
    ssr: false,
  },
);

// For admins alone (2-builder.md §6).
const TesterToolbar = dynamic(
  () => import("@/features/validation/ui/TesterToolbar").then((file) => file.TesterToolbar),
  {
    ssr: false,
  },
);

const noPassages: never[] = [];

type CutProps = { reason: keyof typeof cutTexts; text?: string | undefined; canGoOn: boolean };

function CutNotice({ reason, text = cutTexts[reason], canGoOn }: CutProps) {
  const { say, isBusy } = useChat();
  return (
    <div className={classes.notice} data-tone={reason === "stopped" ? undefined : "cut"} role="status">
      <p className={classes.noticeText}>{text}</p>
      {canGoOn && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerTrackNext size={14} />}
          disabled={isBusy}
          onClick={() => say(continueMessage)}
        >
          Let's keep going
        </Button>
      )}
    </div>
  );
}

/** Notice that automatic fixes were stopped as a loop, with a link back to the last good version. */
function LoopNotice({ versionId, messageId }: Partial<WayBack>) {
  const { appId, isBusy } = useChat();
  const { confirmRevert, revertingId } = useRevert(appId);
  return (
    <div className={classes.notice} data-tone="failure" role="alert">
      <p className={classes.noticeText}>
        The errors came back, so automatic fixing has stopped. Describe the problem in your own words
        {versionId ? ", or go back." : "."}
      </p>
      {versionId && messageId && (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconArrowBackUp size={14} />}
          disabled={isBusy || revertingId !== undefined}
          onClick={() => confirmRevert({ versionId, messageId })}
        >
          {revertingId === versionId ? "Reverting..." : "Go back to the last good version"}
        </Button>
      )}
    </div>
  );
}

function FailureNotice({ message, onRetry }: { message: string; onRetry?: () => void }) {
  const { isBusy } = useChat();
  return (
    <div className={classes.notice} data-tone="failure" role="alert">
      <p className={classes.noticeText}>{message}</p>
      {onRetry && (
        <Button size="xs" variant="default" leftSection={<IconRefresh size={14} />} disabled={isBusy} onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}

type Props = {
  message: ChatMessage;
  /** A turn is still writing this message. */
  isLive?: boolean;
  isReconnecting?: boolean;
  /** The last message: only it can be continued or retried. */
  isLatest: boolean;
  /** It carries out a step of a plan, which is continued and retried by the plan. */
  isStep?: boolean;
  /** Retries the request; absent without one. */
  onReload?: (() => void) | undefined;
};

/** The assistant's answer: prose, actions, and below them the version and its cost. */
export function AssistantMessage({
  message,
  isLive = false,
  isReconnecting = false,
  isLatest,
  isStep = false,
  onReload,
}: Props) {
  const { appId, isAdmin, isReadOnly, isBusy, onOpenFile } = useChat();
  const { parts, metadata } = message;
  const last = parts.length - 1;
  const cut = cutOf(message);
  // A stopped answer can be continued, also when a server restart stopped it; a failed one is retried.
  const hasFailed = metadata.error !== undefined && cut !== "stopped";
  const newest = parts[last];
  const summaryAt = parts.findLastIndex((part) => part.kind === "text" && part.text.trim() !== "");
  // Growing text or cards are progress enough.
  const isWaiting =
    isLive &&
    (!newest ||
      (newest.kind === "action" && newest.action.isComplete) ||
      (newest.kind === "tool" && newest.state !== "running"));
  return (
    <div className={classes.assistant} data-answer>
      <CitablePassages value={metadata.passages ?? noPassages}>
        {groupActions(
          parts,
          isLive,
          (id) => failureOfAction(message, id) !== undefined || heldOfAction(message, id) !== undefined,
        ).map((block) =>
          // Parts never change order; a growing part keeps its index.
          block.kind === "files" ? (
            <ActionGroup key={block.index} actions={block.actions} onOpenFile={onOpenFile} />
          ) : block.kind === "looks" ? (
            <ToolCalls key={block.index} parts={block.parts} />
          ) : (
            <div key={block.index} className={classes.part} data-summary={block.index === summaryAt || undefined}>
              <MessagePart part={block.part} message={message} isGrowing={isLive && block.index === last} />
            </div>
          ),
        )}
      </CitablePassages>
      {!isLive && metadata.passages && <CitedPassages passages={citedPassages(message)} />}
      {isReconnecting ? <Thinking label="Reconnecting" /> : isWaiting && <Thinking />}
      {!isLive && isLatest && cut && !hasFailed && <CutNotice reason={cut} text={metadata.error} canGoOn={!isStep} />}
      {!isLive && hasFailed && (
        <FailureNotice message={metadata.error ?? ""} onRetry={isLatest ? onReload : undefined} />
      )}
      {!isLive && isLatest && metadata.fixLoop && <LoopNotice {...metadata.fixLoop} />}
      {!isLive && metadata.versionId && (
        <VersionLine
          appId={appId}
          versionId={metadata.versionId}
          messageId={message.id}
          isAdmin={isAdmin}
          isBusy={isBusy}
        />
      )}
      {!isLive && isLatest && isAdmin && !isReadOnly && (
        <TesterToolbar
          appId={appId}
          messageId={message.id}
          messageContent={parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("\n")}
        />
      )}
      {!isLive && (
        <div className={classes.foot}>
          {metadata.createdAt && <RelativeTime at={metadata.createdAt} />}
          <ContextLink context={metadata.contextMetadata} files={metadata.contextFiles} />
          {!hasFailed && <RateButton message={message} />}
          {isLatest && onReload && !hasFailed && <ReloadButton onReload={onReload} />}
        </div>
      )}
      {!isLive && isAdmin && metadata.usage && <UsageCard usage={metadata.usage} />}
    </div>
  );
}

function ReloadButton({ onReload }: { onReload: () => void }) {
  const { isBusy } = useChat();
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      color="gray"
      disabled={isBusy}
      leftSection={<IconRefresh size={13} />}
      onClick={onReload}
      title="Answer the last request again"
    >
      Reload
    </Button>
  );
}
