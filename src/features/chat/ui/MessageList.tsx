"use client";
import { memo, useEffect, useEffectEvent, useRef } from "react";
import { Button } from "@mantine/core";
import { type ChatMessage, messageText } from "../read-message";
import { AssistantMessage } from "./AssistantMessage";
import { useChat } from "./chat-context";
import { Thinking } from "./Thinking";
import { UserMessage } from "./UserMessage";
import classes from "./messages.module.css";

type Props = {
  stored: ChatMessage[];
  live?: ChatMessage;
  pending?: ChatMessage;
  isRunning: boolean;
  isReconnecting: boolean;
  /** What came before, while there is more. */
  earlier?: { isLoading: boolean; load: () => void };
  /** The reader has left the end. */
  isAway: boolean;
};

/** The conversation, oldest first; after it what is being sent and what is being written. */
export function MessageList({ stored, live, pending, isRunning, isReconnecting, earlier, isAway }: Props) {
  const isWriting = isRunning || pending !== undefined;
  return (
    <>
      {earlier && <Earlier {...earlier} isAway={isAway} />}
      <StoredMessages messages={stored} isLastLatest={!isWriting} />
      {pending && <UserMessage message={pending} isPending />}
      {/* Politely: a screen reader hears new words when it has finished the old ones. */}
      <div aria-live="polite" aria-atomic={false} aria-busy={isWriting} className={classes.live}>
        {live && <AssistantMessage message={live} isLive isReconnecting={isReconnecting} isLatest={false} />}
        {isWriting && !live && <Thinking />}
      </div>
    </>
  );
}

/** Earlier messages come when the reader is near the top, or asks. */
function Earlier({ isLoading, load, isAway }: { isLoading: boolean; load: () => void; isAway: boolean }) {
  const button = useRef<HTMLButtonElement>(null);
  const loadMore = useEffectEvent(load);
  useEffect(() => {
    if (!isAway || isLoading) return;
    const root = button.current!.closest("[data-scrolls]");
    const near = new IntersectionObserver((entries) => entries.at(-1)!.isIntersecting && loadMore(), {
      root,
      rootMargin: "600px 0px 0px",
    });
    near.observe(button.current!);
    return () => near.disconnect();
  }, [isLoading, isAway]);
  return (
    <Button ref={button} variant="subtle" size="compact-sm" mx="auto" loading={isLoading} onClick={load}>
      Show earlier messages
    </Button>
  );
}

/** Kept apart, so that a streaming turn does not draw the whole conversation anew for every word. */
const StoredMessages = memo(function StoredMessages({
  messages,
  isLastLatest,
}: {
  messages: ChatMessage[];
  isLastLatest: boolean;
}) {
  const { resend } = useChat();
  return messages.map((message, index) => {
    if (message.role === "user") return <UserMessage key={message.id} message={message} />;
    const request = messages.slice(0, index).findLast(({ role }) => role === "user");
    const isLatest = isLastLatest && index === messages.length - 1;
    return (
      <AssistantMessage
        key={message.id}
        message={message}
        isLive={message.metadata.status === "running"}
        isLatest={isLatest}
        onReload={request && (() => void resend(request.id, messageText(request)))}
      />
    );
  });
});
