"use client";
import { useMemo, useState } from "react";
import { failureOf, trpc } from "@/api/client";
import { notifyFailure } from "@/ui/notify";
import type { Prompt } from "@/features/prompts/queue-prompts";
import { type ChatMessage, readLiveTurn, readMessage } from "../read-message";
import { useFinishedAnswer } from "./use-finished-answer";
import { useFollowedTurn } from "./use-followed-turn";
import type { SendResult } from "@/features/prompts/ui/use-prompt-queue";
import { useTurnNews } from "./use-turn-news";

/** How long a tab may miss that another device began a turn. Tabs of one browser tell each other at once. */
const turnPollMs = 15_000;

/** A prompt as it will stand in the chat, until the server's own message takes its place. */
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
  /** The file of the code editor: what "here" and "this page" mean. */
  openFile?: string | undefined;
  /** Gets a turn that ended badly. */
  onFailed: () => void;
};

/** The messages of an app's chat, the turn that runs, and what can be said. */
export function useConversation(appId: string, { openFile, onFailed }: Options) {
  const utils = trpc.useUtils();
  const messages = trpc.chat.page.useInfiniteQuery({ appId }, { getNextPageParam: ({ earlier }) => earlier });
  const all = useMemo(() => messages.data?.pages.toReversed().flatMap(({ items }) => items), [messages.data]);
  const turn = trpc.chat.turn.useQuery({ appId }, { refetchInterval: turnPollMs, refetchOnWindowFocus: "always" });
  const [pending, setPending] = useState<Prompt>();
  const running = turn.data?.status === "running" ? turn.data : undefined;

  const { announce } = useTurnNews(appId, () => void utils.chat.turn.invalidate({ appId }));

  // The stored messages come first, so that the live one gives way to its final form without a gap.
  const settle = async () => {
    await utils.chat.page.invalidate({ appId });
    await utils.chat.turn.invalidate({ appId });
  };
  const refreshApp = () => {
    void utils.versions.invalidate();
    void utils.files.invalidate();
    void utils.entities.invalidate();
    void utils.functions.list.invalidate({ appId });
    void utils.apps.get.invalidate({ appId });
    void utils.chat.suggestions.invalidate({ appId });
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

  /** A new turn: its request becomes a stored message, and every tab of this browser follows it. */
  const begin = async () => {
    announce();
    await Promise.all([utils.chat.page.invalidate({ appId }), utils.chat.turn.invalidate({ appId })]);
    if (utils.chat.turn.getData({ appId }) === null) {
      // Over already. How it ended decides whether the next prompt of the queue may go.
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

  /** @returns what became of the prompt; "busy" when another tab was first */
  const send = async (prompt: Prompt): Promise<SendResult> => {
    setPending(prompt);
    try {
      await sending.mutateAsync({
        appId,
        content: prompt.content,
        attachments: prompt.attachments,
        openFile,
        element: prompt.element,
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

  // An answer that is stored whole stays, though the turn was read a moment before its end: what a person opened on it stays open.
  const isStored = all?.some(({ id, metadata }) => id === running?.assistantMessageId && metadata.status !== "running");
  const liveId = live && !isStored ? running?.assistantMessageId : undefined;
  // The running turn's own message is left to `live`, which knows more of it.
  const stored = useMemo(() => all?.filter(({ id }) => id !== liveId).map(readMessage), [all, liveId]);
  return {
    /** Undefined until the first answer. */
    messages: stored,
    failure: messages.error ? failureOf(messages.error).message : undefined,
    retry: () => void messages.refetch(),
    /** The messages before these; undefined when these are all. */
    earlier: messages.hasNextPage
      ? { isLoading: messages.isFetchingNextPage, load: () => void messages.fetchNextPage() }
      : undefined,
    live: live && liveId ? readLiveTurn(live, liveId) : undefined,
    pending: pending && pendingMessage(pending),
    isReconnecting,
    isRunning: running !== undefined,
    isBusy: running !== undefined || pending !== undefined || resending.isPending || turn.isPending,
    isStopping: stopping.isPending,
    send,
    resend: (messageId: string, content: string) =>
      resending.mutateAsync({ appId, messageId, content }).then(
        () => true,
        () => false,
      ),
    stop: () => running && stopping.mutate({ appId, turnId: running.turnId }),
  };
}
