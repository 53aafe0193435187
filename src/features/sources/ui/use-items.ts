"use client";
import { useEffect, useEffectEvent } from "react";
import { trpc } from "@/api/client";
import { notifyFailure } from "@/ui/notify";
import { isOpen } from "../rules";

export const fetchFailedWords = "Error fetching data items, try again later";

/** News may come for each of many items; the list is asked for at most this often. */
const quietMs = 400;

/** The app's items, a page after the other. Changes come by a subscription while some item is on its way. */
export function useItems(appId: string, search: string) {
  const utils = trpc.useUtils();
  const input = { appId, ...(search && { search }) };
  const list = trpc.sources.list.useInfiniteQuery(input, {
    getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
    placeholderData: (before) => before,
  });
  const items = list.data?.pages.flatMap(({ contextItems }) => contextItems) ?? [];
  const isFailed = list.isError;
  useEffect(() => {
    // "Data items fetch fails: … (toast)" (2-builder.md §8).
    if (isFailed) notifyFailure(fetchFailedWords);
  }, [isFailed]);

  /** Of a long list only the pages that can have changed, unless items came or went. */
  async function refreshList(): Promise<void> {
    const before = utils.sources.list.getInfiniteData(input);
    const wanted = (before?.pages ?? []).flatMap(({ contextItems }, index) =>
      index === 0 || contextItems.some(({ status }) => isOpen(status)) ? [index] : [],
    );
    const pages = new Map(
      await Promise.all(
        wanted.map(async (index) => {
          const cursor = before!.pageParams[index];
          return [index, await utils.client.sources.list.query({ ...input, ...(cursor && { cursor }) })] as const;
        }),
      ),
    );
    const isSame = [...pages].every(([index, { nextCursor }]) => nextCursor === before!.pages[index]!.nextCursor);
    if (!isSame || before !== utils.sources.list.getInfiniteData(input))
      return utils.sources.list.invalidate({ appId });
    utils.sources.list.setInfiniteData(
      input,
      (data) => data && { ...data, pages: data.pages.map((page, index) => pages.get(index) ?? page) },
    );
  }
  const refresh = useEffectEvent(async () => {
    // What is open of one item: its pages and passages.
    void utils.sources.get.invalidate();
    void utils.sources.chunks.invalidate();
    await refreshList().catch(() => utils.sources.list.invalidate({ appId }));
  });

  const isWaiting = items.some(({ status }) => isOpen(status));
  useEffect(() => {
    if (!isWaiting) return;
    let timer: number | undefined;
    let [isAsking, isNews, isOver] = [false, false, false];
    const ask = () => {
      isNews = true;
      if (isAsking) return;
      timer ??= window.setTimeout(() => {
        timer = undefined;
        [isAsking, isNews] = [true, false];
        void refresh().finally(() => {
          isAsking = false;
          if (isNews && !isOver) ask();
        });
      }, quietMs);
    };
    const news = new EventSource(`/api/apps/${encodeURIComponent(appId)}/context/events`);
    news.addEventListener("change", ask);
    return () => {
      isOver = true;
      window.clearTimeout(timer);
      news.close();
    };
  }, [appId, isWaiting]);
  return { list, items, hasReachedDataLimit: list.data?.pages[0]?.hasReachedDataLimit ?? false };
}
