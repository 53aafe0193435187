"use client";
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from "react";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "@/api/client";
import { RowPages, type RowSource } from "./row-pages";

type Query = { appId: string; entity: string; q: Record<string, unknown> | undefined; sort: string | undefined };

export type RowTable = ReturnType<typeof useRows>;

/** Rows of a query, reloaded whenever they may have changed. */
export function useRows({ appId, entity, q, sort }: Query) {
  const utils = trpc.useUtils();
  const { client } = utils;
  const source = useMemo(
    (): RowSource => ({
      list: (offset, limit) => client.entities.list.query({ appId, entity, q, sort, limit, offset }),
      count: () => client.entities.count.query({ appId, entity, q }),
    }),
    [client, appId, entity, q, sort],
  );
  const [rows] = useState(() => new RowPages(source));
  useEffect(() => rows.turnTo(source), [rows, source]);
  const shown = useSyncExternalStore(rows.subscribe, rows.shown, rows.shown);

  const refresh = async () => {
    rows.refresh();
    await utils.entities.count.invalidate({ appId, entity });
  };

  // A dummy query that observes invalidation: only the query client knows that a turn of the assistant or a column
  // change made the entities' data stale, or that the window regained focus. The cache's events are no substitute: they
  // omit invalidations during a fetch.
  useQuery({
    queryKey: [["entities", "rowsInView"], { appId, entity }],
    queryFn: async () => (await refresh(), null),
    initialData: null,
    staleTime: Infinity,
    refetchOnWindowFocus: "always",
  });

  const hear = useEffectEvent(() => void refresh());
  useEffect(() => {
    const news = new EventSource(`/api/apps/${encodeURIComponent(appId)}/entities/events`);
    let wasCut = false;
    news.addEventListener("message", ({ data }) => data === entity && hear());
    news.addEventListener("error", () => void (wasCut = true));
    news.addEventListener("open", () => {
      // Events during the disconnection were missed: reload.
      if (wasCut) hear();
      wasCut = false;
    });
    return () => news.close();
  }, [appId, entity]);

  const { show, load, places, hold } = rows;
  return { ...shown, show, load, refresh, places, hold };
}
