"use client";
import { useCallback, useEffect, useEffectEvent, useRef, useState } from "react";
import { trpc } from "@/doors/client";
import type { EntityRow } from "../schema";

/** Rows of one request while the table scrolls. */
const pageRows = 200;
/** Requests at once. A wheel that flies past a thousand pages asks for those where it stops. */
const requestsMax = 4;

type Query = { appId: string; entity: string; q: Record<string, unknown> | undefined; sort: string | undefined };
type Page = { number: number; isAsked: boolean; coming: Promise<void> };

export type RowTable = ReturnType<typeof useRows>;

/**
 * The rows of a table, fetched page by page where somebody looks. A change elsewhere marks the pages as old; they stay on screen until
 * their new content has come.
 */
export function useRows({ appId, entity, q, sort }: Query) {
  const utils = trpc.useUtils();
  const count = trpc.entities.count.useQuery({ appId, entity, q }, { placeholderData: (last) => last });
  const rows = useRef(new Map<number, EntityRow>());
  const pages = useRef(new Map<number, Page>());
  const seen = useRef<[number, number]>([0, pageRows]);
  const running = useRef(0);
  const catchUp = useRef<() => void>(() => undefined);
  /** What is being saved, by row: an answer that was on its way before does not take it from the screen. */
  const unsaved = useRef(new Map<string, Record<string, unknown>>());
  const [generation, setGeneration] = useState(0);
  const redraw = useCallback(() => setGeneration((value) => value + 1), []);
  const [failure, setFailure] = useState<unknown>();

  const fetchPage = useCallback(
    (at: number): Promise<void> => {
      const known = pages.current.get(at);
      if (known?.isAsked) return known.coming;
      const page: Page = { number: (known?.number ?? 0) + 1, isAsked: true, coming: Promise.resolve() };
      const all = pages.current;
      const fetch = async () => {
        running.current += 1;
        try {
          const { items } = await utils.client.entities.list.query({ appId, entity, q, sort, limit: pageRows, offset: at * pageRows });
          // An answer to an older question, or of another query, is no news.
          if (pages.current !== all || all.get(at) !== page) return;
          for (const [index, row] of items.entries()) rows.current.set(at * pageRows + index, row);
          setFailure(undefined);
          redraw();
        } catch (error) {
          if (all.get(at) !== page) return;
          page.isAsked = false;
          setFailure(error);
          throw error;
        } finally {
          running.current -= 1;
        }
      };
      all.set(at, page);
      page.coming = fetch();
      page.coming.then(() => catchUp.current(), () => undefined);
      return page.coming;
    },
    [appId, entity, q, sort, utils.client, redraw],
  );

  const show = useCallback(
    (from: number, to: number) => {
      seen.current = [from, to];
      for (let page = Math.floor(from / pageRows); page <= Math.floor(to / pageRows); page += 1) if (running.current < requestsMax) void fetchPage(page);
    },
    [fetchPage],
  );
  useEffect(() => void (catchUp.current = () => show(...seen.current)), [show]);

  /** Everything may have changed: what is in view is fetched again, the rest when it is looked at. */
  const refresh = useCallback(async () => {
    for (const page of pages.current.values()) page.isAsked = false;
    show(...seen.current);
    await utils.entities.count.invalidate({ appId, entity });
  }, [appId, entity, show, utils.entities.count]);

  useEffect(() => {
    rows.current.clear();
    pages.current = new Map();
    show(0, pageRows - 1);
  }, [show]);

  const hear = useEffectEvent(() => void refresh());
  useEffect(() => {
    const source = new EventSource(`/api/apps/${encodeURIComponent(appId)}/entities/events`);
    source.addEventListener("message", (event) => event.data === entity && hear());
    return () => source.close();
  }, [appId, entity]);

  const rowAt = useCallback(
    (index: number): EntityRow | undefined => {
      const row = rows.current.get(index);
      const fields = row && unsaved.current.get(row.id);
      return fields ? { ...row, ...fields } : row;
    },
    // A new function for new content: who draws rows draws them again.
    // oxlint-disable-next-line react/exhaustive-deps -- the generation stands for what the refs hold
    [generation],
  );

  /** The rows from one to another, both included, also those that nobody has looked at yet. */
  const load = useCallback(
    async (from: number, to: number): Promise<(EntityRow | undefined)[]> => {
      const first = Math.floor(from / pageRows);
      const last = Math.floor(to / pageRows);
      for (let page = first; page <= last; page += 1) await fetchPage(page);
      return Array.from({ length: to - from + 1 }, (_, place) => rows.current.get(from + place));
    },
    [fetchPage],
  );

  /** Where the rows stand that have been looked at. */
  const places = useCallback(() => new Map([...rows.current].map(([index, row]) => [row.id, index])), []);

  /** Shows what is being saved until it is. @returns to call when the server has answered */
  const hold = useCallback(
    (changes: { id: string; data: Record<string, unknown> }[]) => {
      for (const { id, data } of changes) unsaved.current.set(id, { ...unsaved.current.get(id), ...data });
      redraw();
      return (saved: EntityRow[]) => {
        const known = places();
        for (const row of saved) if (known.has(row.id)) rows.current.set(known.get(row.id)!, row);
        for (const { id, data } of changes) {
          const left = Object.fromEntries(Object.entries(unsaved.current.get(id) ?? {}).filter(([field, value]) => data[field] !== value));
          if (Object.keys(left).length > 0) unsaved.current.set(id, left);
          else unsaved.current.delete(id);
        }
        redraw();
      };
    },
    [places, redraw],
  );
  return { count: count.data?.count, failure: count.error ?? failure, rowAt, places, show, load, refresh, hold };
}
