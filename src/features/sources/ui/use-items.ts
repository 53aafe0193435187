"use client";
import { useEffect, useEffectEvent } from "react";
import { trpc } from "@/api/client";
import { isOpen } from "../rules";

/** News may come for each of many items; the list is asked for at most this often. */
const quietMs = 400;

/** The app's items, a page after the other. Changes come by a subscription while some item is on its way. */
export function useItems(appId: string, search: string) {
  const utils = trpc.useUtils();
  const list = trpc.sources.list.useInfiniteQuery(
    { appId, ...(search && { search }) },
    { getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined, placeholderData: (before) => before },
  );
  const items = list.data?.pages.flatMap(({ contextItems }) => contextItems) ?? [];
  const isWaiting = items.some(({ status }) => isOpen(status));
  const refresh = useEffectEvent(() => {
    void utils.sources.list.invalidate({ appId });
    // What is open of one item: its pages and passages.
    void utils.sources.get.invalidate();
    void utils.sources.chunks.invalidate();
  });
  useEffect(() => {
    if (!isWaiting) return;
    let timer: number | undefined;
    const news = new EventSource(`/api/apps/${encodeURIComponent(appId)}/context/events`);
    news.addEventListener("change", () => {
      timer ??= window.setTimeout(() => {
        timer = undefined;
        refresh();
      }, quietMs);
    });
    return () => {
      window.clearTimeout(timer);
      news.close();
    };
  }, [appId, isWaiting]);
  return { list, items, hasReachedDataLimit: list.data?.pages[0]?.hasReachedDataLimit ?? false };
}
