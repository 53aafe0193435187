"use client";
import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import {
  emptyQueue,
  nextPrompt,
  type Prompt,
  type PromptAttachment,
  type PromptQueue,
  type QueueAction,
  queuePrompts,
} from "../queue-prompts";
import { isFlag, isText, listOf, orUndefined, shape } from "@/engines/shape";
import { isPicked } from "@/features/runtime/rules";
import { useKept } from "@/ui/kept";

const isPrompt = shape<Prompt>({
  id: isText,
  content: isText,
  attachments: listOf(shape<PromptAttachment>({ name: isText, url: isText, contentType: isText })),
  element: orUndefined(isPicked),
  isPlanFirst: orUndefined(isFlag),
});
const isQueue = shape<PromptQueue>({ prompts: listOf(isPrompt), isPaused: isFlag });

export type SendResult = "sent" | "busy" | "failed";

/**
 * The queue, kept in sessionStorage: per tab, because two tabs draining one queue would send prompts twice, and across
 * reloads.
 */
export function usePromptQueue(appId: string) {
  const [queue, setQueue] = useKept("session", `joinery.chat.queue.${appId}`, isQueue, emptyQueue);
  const dispatch = useCallback(
    (action: QueueAction) => setQueue((current) => queuePrompts(current, action)),
    [setQueue],
  );
  return { queue, dispatch };
}

type Line = ReturnType<typeof usePromptQueue>;

/** Drains the queue one prompt at a time whenever the assistant is idle. Failed prompts return to its head. */
export function useSendInTurn(
  { queue, dispatch }: Line,
  isBusy: boolean,
  send: (prompt: Prompt) => Promise<SendResult>,
): (prompt: Prompt) => void {
  const isSending = useRef(false);

  const sendNow = async (prompt: Prompt) => {
    isSending.current = true;
    dispatch({ type: "sent", id: prompt.id });
    const result = await send(prompt);
    isSending.current = false;
    if (result !== "sent") dispatch({ type: "return", prompt, isPaused: result === "failed" });
  };

  const next = nextPrompt(queue, isBusy);
  const drain = useEffectEvent((prompt: Prompt) => {
    if (!isSending.current) void sendNow(prompt);
  });
  useEffect(() => {
    if (next) drain(next);
  }, [next]);

  return (prompt) => (isBusy || isSending.current ? dispatch({ type: "add", prompt }) : void sendNow(prompt));
}
