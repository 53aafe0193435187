"use client";
import { useCallback, useEffect, useEffectEvent, useRef } from "react";
import { z } from "zod";
import {
  emptyQueue,
  nextPrompt,
  type Prompt,
  type PromptQueue,
  type QueueAction,
  queuePrompts,
} from "../queue-prompts";
import { pickedSchema } from "@/features/runtime/schema";
import { useKept } from "@/ui/kept";

const attachment = z.object({ name: z.string(), url: z.string(), contentType: z.string() });
const queueSchema: z.ZodType<PromptQueue> = z.object({
  prompts: z.array(
    z.object({
      id: z.string(),
      content: z.string(),
      attachments: z.array(attachment),
      element: pickedSchema.optional(),
      isPlanFirst: z.boolean().optional(),
    }),
  ),
  isPaused: z.boolean(),
});

export type SendResult = "sent" | "busy" | "failed";

/**
 * The queue, kept in sessionStorage: per tab, because two tabs draining one queue would send prompts twice, and across
 * reloads.
 */
export function usePromptQueue(appId: string) {
  const [queue, setQueue] = useKept("session", `joinery.chat.queue.${appId}`, queueSchema, emptyQueue);
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
