"use client";
import { memo } from "react";
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
};

/** The conversation, oldest first; after it what is being sent and what is being written. */
export function MessageList({ stored, live, pending, isRunning, isReconnecting }: Props) {
  const isWriting = isRunning || pending !== undefined;
  return (
    <>
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
