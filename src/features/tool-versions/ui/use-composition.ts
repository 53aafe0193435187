"use client";
import { useEffect, useEffectEvent, useRef } from "react";
import { isAppGone, trpc } from "@/api/client";
import type { Composition } from "../schema";
import type { ToolInput } from "./use-reload";

const pollMs = 1_500;

/**
 * Follows a model that makes this tool, also one that was begun before this page was opened.
 * @param onDone the tool is there
 * @param onSentence the sentence of one that is open or has failed, so that it can be seen and tried again
 */
export function useComposition(
  toolInput: ToolInput,
  onDone: () => Promise<void>,
  onSentence: (sentence: string) => void,
) {
  const utils = trpc.useUtils();
  const isOpenIn = (status: string | undefined) => status === "queued" || status === "running";
  const query = trpc.toolVersions.composition.useQuery(toolInput, {
    refetchInterval: ({ state }) => (isOpenIn(state.data?.status) && !isAppGone(state.error) ? pollMs : false),
  });
  const follow = () => utils.toolVersions.composition.invalidate(toolInput);
  const stopping = trpc.toolVersions.stopComposing.useMutation({ onSettled: follow });
  // The one that is no news: what was over when this page was opened. One may be over before it is first asked about.
  const told = useRef<string>(undefined);
  const tell = useEffectEvent((latest: Composition | null) => {
    told.current ??= latest && !isOpenIn(latest.status) ? latest.compositionId : "";
    if (!latest) return;
    if (latest.status !== "done") return onSentence(latest.sentence);
    if (told.current === latest.compositionId) return;
    told.current = latest.compositionId;
    void onDone();
  });
  const latest = query.data;
  useEffect(() => {
    if (latest !== undefined) tell(latest);
  }, [latest]);
  return {
    isOpen: isOpenIn(latest?.status),
    error: latest?.status === "failed" ? latest.error : undefined,
    isStopping: stopping.isPending,
    follow,
    stop: () => stopping.mutate(toolInput),
  };
}
