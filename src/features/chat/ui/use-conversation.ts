"use client";
import { useMemo, useState } from "react";
import { failureOf, isAppGone, trpc, whileAppExists } from "@/api/client";
import { notifyFailure } from "@/ui/notify";
import type { Prompt } from "@/features/prompts/queue-prompts";
import { type ChatMessage, readLiveTurn, readMessage } from "../read-message";
import { useFinishedAnswer } from "./use-finished-answer";
import { useFollowedTurn } from "./use-followed-turn";
import type { SendResult } from "@/features/prompts/ui/use-prompt-queue";
import { useTurnNews } from "./use-turn-news";

/** Polling interval for turns begun on another device. Tabs of one browser notify each other at once. */
const turnPollMs = 15_000;

/** Optimistic message until the server's own arrives. */
const pendingMessage = (prompt: Prompt): ChatMessage => ({
  id: prompt.id,
  role: "user",
  parts: [
    { kind: "text", text: prompt.content },
    ...prompt.attachments.map(({ name, contentType, url }) => ({ kind: "file" as const, name, contentType, url })),
  ],
  metadata: { element: prompt.element },
});

type Options = {
  /** The code editor's file: what "here" and "this page" mean. */
  openFile?: string | undefined;
  /** Called when a turn fails. */
  onFailed: () => void;
};

/** Reloads what a turn may have changed in the app. */
function useRefreshApp(appId: string) {
  const utils = trpc.useUtils();
  return () => {
    void utils.versions.invalidate();
    void utils.files.invalidate();
    void utils.entities.invalidate();
    void utils.functions.list.invalidate({ appId });
    void utils.apps.get.invalidate({ appId });
    void utils.chat.suggestions.invalidate({ appId });
  };
}

/** An app's messages, its running turn, and the actions of the chat. */
export function useConversation(appId: string, { openFile, onFailed }: Options) {
  const utils = trpc.useUtils();
  const refreshApp = useRefreshApp(appId);
  const messages = trpc.chat.page.useInfiniteQuery({ appId }, { getNextPageParam: ({ earlier }) => earlier });
  const all = useMemo(() => messages.data?.pages.toReversed().flatMap(({ items }) => items), [messages.data]);
  const turn = trpc.chat.turn.useQuery(
    { appId },
    { refetchInterval: whileAppExists(turnPollMs), refetchOnWindowFocus: "always" },
  );
  const [pending, setPending] = useState<Prompt>();
  const running = turn.data?.status === "running" && !isAppGone(turn.error) ? turn.data : undefined;

  const { announce } = useTurnNews(appId, () => {
    void utils.chat.turn.invalidate({ appId });
    void utils.chat.plans.invalidate({ appId });
  });

  // Load stored messages first, so that the live one is replaced without a gap.
  const settle = async () => {
    void utils.chat.plans.invalidate({ appId });
    await utils.chat.page.invalidate({ appId });
    await utils.chat.turn.invalidate({ appId });
    // The next step of a plan runs already: what the last one made is shown meanwhile.
    if (utils.chat.turn.getData({ appId })) refreshApp();
  };
  useFinishedAnswer({
    messages: all,
    isIdle: turn.data === null && !turn.isFetching && !messages.isFetching,
    onFinished: (hasFailed) => {
      if (hasFailed) onFailed();
      refreshApp();
    },
    onStale: () => void utils.chat.page.invalidate({ appId }),
  });
  const { live, isReconnecting } = useFollowedTurn(appId, running?.turnId, (ended) => {
    if (ended.status === "failed") onFailed();
    void settle();
  });

  /** A new turn: reload its request, and make every tab of this browser follow it. */
  const begin = async () => {
    announce();
    await Promise.all([utils.chat.page.invalidate({ appId }), utils.chat.turn.invalidate({ appId })]);
    if (utils.chat.turn.getData({ appId }) === null) {
      // Over already. Its result decides whether the queue continues.
      await utils.chat.page.invalidate({ appId });
      if (utils.chat.page.getInfiniteData({ appId })?.pages[0]?.items.at(-1)?.metadata.status === "failed") onFailed();
    }
    setPending(undefined);
  };
  const sending = trpc.chat.send.useMutation({ meta: { quiet: true } });
  const resending = trpc.chat.resend.useMutation({
    meta: { quiet: true },
    onSuccess: begin,
    onError: (error) => notifyFailure(failureOf(error).message),
  });
  const stopping = trpc.chat.stop.useMutation();

  /** @returns the result; "busy" when another tab was first */
  const send = async (prompt: Prompt): Promise<SendResult> => {
    setPending(prompt);
    try {
      await sending.mutateAsync({
        appId,
        content: prompt.content,
        attachments: prompt.attachments,
        openFile,
        element: prompt.element,
        ...(prompt.isPlanFirst && { isPlanFirst: true }),
      });
      await begin();
      return "sent";
    } catch (error) {
      setPending(undefined);
      const { reason, message } = failureOf(error);
      if (reason === "turn-running") {
        void utils.chat.turn.invalidate({ appId });
        return "busy";
      }
      notifyFailure(message);
      return "failed";
    }
  };

  // Prefer a completely stored answer over a turn read just before its end: what a person has expanded on it stays so.
  const isStored = all?.some(({ id, metadata }) => id === running?.assistantMessageId && metadata.status !== "running");
  const liveId = live && !isStored ? running?.assistantMessageId : undefined;
  // The running turn's message comes from `live`, which is fresher.
  const stored = useMemo(() => all?.filter(({ id }) => id !== liveId).map(readMessage), [all, liveId]);
  return {
    /** Undefined while loading. */
    messages: stored,
    failure: messages.error ? failureOf(messages.error).message : undefined,
    retry: () => void messages.refetch(),
    /** Loads earlier messages; undefined when there are none. */
    earlier: messages.hasNextPage
      ? { isLoading: messages.isFetchingNextPage, load: () => void messages.fetchNextPage() }
      : undefined,
    live: live && liveId ? readLiveTurn(live, liveId) : undefined,
    pending: pending && pendingMessage(pending),
    isReconnecting,
    isRunning: running !== undefined,
    isBusy: running !== undefined || pending !== undefined || resending.isPending || turn.isPending,
    isStopping: stopping.isPending,
    /** A turn was begun by something else than a message. */
    begin,
    /** Tells the browser's other tabs that the chat has changed. */
    announce,
    send,
    resend: (messageId: string, content: string) =>
      resending.mutateAsync({ appId, messageId, content }).then(
        () => true,
        () => false,
      ),
    stop: () => running && stopping.mutate({ appId, turnId: running.turnId }),
  };
}
