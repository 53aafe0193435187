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
  /** Earlier messages, while there are more. */
  earlier?: { isLoading: boolean; load: () => void };
  /** The reader has scrolled away from the end. */
  isAway: boolean;
};

/** The conversation, oldest first, then the pending and the live message. */
export function MessageList({ stored, live, pending, isRunning, isReconnecting, earlier, isAway }: Props) {
  const isWriting = isRunning || pending !== undefined;
  return (
    <>
      {earlier && <Earlier {...earlier} isAway={isAway} />}
      <StoredMessages messages={stored} isLastLatest={!isWriting} />
      {pending && <UserMessage message={pending} isPending />}
      {/* aria-live="polite": a screen reader finishes its sentence first. */}
      <div aria-live="polite" aria-atomic={false} aria-busy={isWriting} className={classes.live}>
        {live && <AssistantMessage message={live} isLive isReconnecting={isReconnecting} isLatest={false} />}
        {isWriting && !live && <Thinking />}
      </div>
    </>
  );
}

/** Loads earlier messages when the reader scrolls near the top, or on click. */
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

/** Memoized, so that streaming does not re-render the conversation for every word. */
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
    const isOwn = request !== undefined && !request.metadata.step;
    const isLatest = isLastLatest && index === messages.length - 1;
    return (
      <AssistantMessage
        key={message.id}
        message={message}
        isLive={message.metadata.status === "running"}
        isLatest={isLatest}
        isStep={request?.metadata.step !== undefined}
        onReload={isOwn ? () => void resend(request.id, messageText(request)) : undefined}
      />
    );
  });
});
