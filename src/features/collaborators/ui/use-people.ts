"use client";
import { useEffect, useEffectEvent, useState } from "react";
import { trpc } from "@/api/client";
import { isText, listOf, shape } from "@/engines/shape";
import type { PresentPerson } from "../schema";

const arePeople = listOf(shape<PresentPerson>({ accountId: isText, email: isText }));

/** Many changes may come at once; the editor reads them this often at most. */
const quietMs = 500;

type News = { people: unknown } | { change: true };

/**
 * Who has this app's editor open. All tabs of a browser share one stream, since HTTP/1.1 allows six per host: the tab
 * that holds the lock listens and tells the others, and the next one takes over when it closes.
 */
export function usePeople(appId: string): PresentPerson[] {
  const utils = trpc.useUtils();
  const [people, setPeople] = useState<PresentPerson[]>([]);
  const refresh = useEffectEvent(() => {
    void utils.apps.get.invalidate({ appId });
    void utils.chat.turn.invalidate({ appId });
    void utils.chat.page.invalidate({ appId });
    void utils.files.invalidate();
    void utils.entities.schemas.invalidate({ appId });
    void utils.versions.invalidate();
    void utils.runtime.publications.invalidate({ appId });
  });
  // Somebody may have come by an invitation, while the dialog that lists them is open.
  const refreshList = useEffectEvent(() => void utils.collaborators.list.invalidate({ appId }));
  useEffect(() => {
    const leaving = new AbortController();
    const name = `joinery.people.${appId}`;
    const channel = new BroadcastChannel(name);
    let timer: number | undefined;
    let source: EventSource | undefined;
    const take = (news: News) => {
      if ("people" in news) {
        if (arePeople(news.people)) setPeople(news.people);
        refreshList();
        return;
      }
      timer ??= window.setTimeout(() => {
        timer = undefined;
        refresh();
      }, quietMs);
    };
    const tell = (news: News) => {
      // The stream may still deliver what was on its way when the editor was left, and the channel is closed by then.
      if (leaving.signal.aborted) return;
      take(news);
      channel.postMessage(news);
    };
    channel.addEventListener("message", ({ data }) => {
      // A tab that has just opened asks the listening one.
      if (data === "who") source?.dispatchEvent(new Event("asked"));
      else take(data as News);
    });
    channel.postMessage("who");
    let last: unknown = [];
    const listen = () => {
      if (leaving.signal.aborted) return;
      source = new EventSource(`/api/apps/${encodeURIComponent(appId)}/people/events`);
      source.addEventListener("people", ({ data }: MessageEvent<string>) => {
        last = JSON.parse(data) as unknown;
        tell({ people: last });
      });
      source.addEventListener("change", () => tell({ change: true }));
      // Closed for good: the app is gone, or no longer shared with this person.
      source.addEventListener("error", () => source?.readyState === EventSource.CLOSED && tell({ change: true }));
      source.addEventListener("asked", () => channel.postMessage({ people: last }));
    };
    // Only secure contexts have locks: elsewhere each tab listens for itself.
    if ("locks" in navigator)
      navigator.locks
        .request(name, { signal: leaving.signal }, () => {
          listen();
          return new Promise<void>((resolve) => {
            // The lock may be granted after the editor was left: an abort that has happened fires no event.
            if (leaving.signal.aborted) resolve();
            leaving.signal.addEventListener("abort", () => resolve());
          });
        })
        .catch(() => undefined);
    else listen();
    return () => {
      leaving.abort();
      source?.close();
      window.clearTimeout(timer);
      channel.close();
    };
  }, [appId]);
  return people;
}
