"use client";
import { useEffect, useEffectEvent, useMemo, useState, useSyncExternalStore } from "react";
import { useQuery } from "@tanstack/react-query";
import { trpc } from "@/api/client";
import { RowPages, type RowSource } from "./row-pages";

type Query = { appId: string; entity: string; q: Record<string, unknown> | undefined; sort: string | undefined };

export type RowTable = ReturnType<typeof useRows>;

/** The rows of a table that answer a search, read anew whenever somebody may have changed them. */
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

  // A query without an answer of its own. Only the query client knows that somebody made the answers about entities
  // old, such as a turn of the assistant or a changed column, and that the window is looked at again. It tells queries,
  // and nobody else reliably: the events of its cache leave out what is made old once more while it is being fetched.
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
      // What changed meanwhile was told to nobody.
      if (wasCut) hear();
      wasCut = false;
    });
    return () => news.close();
  }, [appId, entity]);

  const { show, load, places, hold } = rows;
  return { ...shown, show, load, refresh, places, hold };
}
