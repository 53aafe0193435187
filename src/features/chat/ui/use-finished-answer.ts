"use client";
import { useEffect, useEffectEvent, useRef } from "react";

type Said = { id: string; role: string; metadata: Record<string, unknown> };

type Options = {
  messages: Said[] | undefined;
  /** Nothing runs and nothing is being fetched. */
  isIdle: boolean;
  /** A new answer is complete or failed: the app may have changed. */
  onFinished: (hasFailed: boolean) => void;
  /** An answer looks unfinished although no turn runs: the data is stale. */
  onStale: () => void;
};

/**
 * Detects finished answers, whoever asked: this chat, another panel, another tab. A quick turn can end before anybody
 * sees it run, so following turns alone would miss it.
 */
export function useFinishedAnswer({ messages, isIdle, onFinished, onStale }: Options): void {
  const finished = useEffectEvent(onFinished);
  const stale = useEffectEvent(onStale);
  const last = messages?.at(-1);
  const isLoaded = messages !== undefined;
  const writingId = last?.role === "assistant" && last.metadata.status === "running" ? last.id : undefined;
  const hasFailed = last?.metadata.status === "failed";
  const wholeId = last?.role === "assistant" && !writingId ? last.id : undefined;

  const seen = useRef<{ id: string | undefined }>(null);
  useEffect(() => {
    if (!isLoaded) return;
    const isNew = seen.current !== null && wholeId !== undefined && wholeId !== seen.current.id;
    seen.current = { id: wholeId };
    if (isNew) finished(hasFailed);
  }, [isLoaded, wholeId, hasFailed]);

  // Once per answer: one whose end was never written would be refetched endlessly.
  const asked = useRef<string>(undefined);
  useEffect(() => {
    if (!isIdle || writingId === undefined || asked.current === writingId) return;
    asked.current = writingId;
    stale();
  }, [isIdle, writingId]);
}
