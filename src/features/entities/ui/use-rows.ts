"use client";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { trpc } from "@/doors/client";
import type { EntityRow } from "../schema";

/** Rows of one request while the table scrolls. */
const pageRows = 200;

type Query = { appId: string; entity: string; q: Record<string, unknown> | undefined; sort: string | undefined };

/**
 * The rows of a table, fetched page by page where somebody looks. A change elsewhere marks the pages as old; they stay on screen until
 * their new content has come.
 */
export function useRows({ appId, entity, q, sort }: Query) {
  const utils = trpc.useUtils();
  const count = trpc.entities.count.useQuery({ appId, entity, q });
  const rows = useRef(new Map<number, EntityRow>());
  const asked = useRef(new Set<number>());
  const seen = useRef<[number, number]>([0, pageRows]);
  const [generation, setGeneration] = useState(0);
  const redraw = useCallback(() => setGeneration((value) => value + 1), []);
  const [failure, setFailure] = useState<unknown>();

  const fetchPage = useCallback(
    async (page: number) => {
      if (asked.current.has(page)) return;
      asked.current.add(page);
      try {
        const { items } = await utils.client.entities.list.query({ appId, entity, q, sort, limit: pageRows, offset: page * pageRows });
        for (const [index, row] of items.entries()) rows.current.set(page * pageRows + index, row);
        setFailure(undefined);
        redraw();
      } catch (error) {
        asked.current.delete(page);
        setFailure(error);
      }
    },
    [appId, entity, q, sort, utils.client, redraw],
  );

  const show = useCallback(
    (from: number, to: number) => {
      seen.current = [from, to];
      for (let page = Math.floor(from / pageRows); page <= Math.floor(to / pageRows); page += 1) void fetchPage(page);
    },
    [fetchPage],
  );

  /** Everything may have changed: what is in view is fetched again, the rest when it is looked at. */
  const refresh = useCallback(async () => {
    asked.current.clear();
    await utils.entities.count.invalidate({ appId, entity });
    show(...seen.current);
  }, [appId, entity, show, utils.entities.count]);

  useEffect(() => {
    rows.current.clear();
    asked.current.clear();
    show(0, pageRows - 1);
  }, [show]);

  const hear = useEffectEvent(() => void refresh());
  useEffect(() => {
    const source = new EventSource(`/api/apps/${encodeURIComponent(appId)}/entities/events`);
    source.addEventListener("message", (event) => event.data === entity && hear());
    return () => source.close();
  }, [appId, entity]);

  /** Puts a row's new content in place at once; the server's answer or the next refresh has the last word. */
  const put = useCallback(
    (index: number, row: EntityRow) => {
      rows.current.set(index, row);
      redraw();
    },
    [redraw],
  );
  return { count: count.data?.count, failure: count.error ?? failure, rowAt: (index: number) => rows.current.get(index), show, refresh, put, generation };
}
