import "server-only";
import type { Events, Topic } from "@/engines/events";
import { eventResponse } from "./event-stream";

/** Heartbeat: an SSE comment at this interval keeps proxies from closing an idle stream. */
const quietMs = 15_000;

type LogRow = { number: number; event: string; data: unknown };

type Log = {
  /** The reader's position: it gets the events after this number. */
  number: number;
  /** The notification topic. It only wakes the reader; events are read from the table. */
  topic: Topic;
  events: Events;
  after: (number: number) => Promise<LogRow[]>;
  signal: AbortSignal;
};

/**
 * Streams a table of numbered events as SSE. Every event is read from the table, so that a reconnecting browser, a
 * second tab and a second server see the same. Ends after `done`.
 */
export function followLog({ number, topic, events, after, signal }: Log): Response {
  const encoder = new TextEncoder();
  let last = Math.max(0, number);
  let wake: () => void = () => undefined;
  let hasNews = true;
  let isOver = false;
  const notice = () => {
    hasNews = true;
    wake();
  };
  const unsubscribe = events.subscribe(topic, notice);
  signal.addEventListener("abort", notice, { once: true });
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      for (;;) {
        if (signal.aborted) break;
        hasNews = false;
        const rows = await after(last);
        if (isOver) return;
        for (const row of rows)
          controller.enqueue(
            encoder.encode(`id: ${row.number}\nevent: ${row.event}\ndata: ${JSON.stringify(row.data)}\n\n`),
          );
        last = rows.at(-1)?.number ?? last;
        if (rows.at(-1)?.event === "done") break;
        if (rows.length > 0) return;
        if (hasNews) continue;
        const isQuiet = await new Promise<boolean>((resolve) => {
          const timer = setTimeout(() => resolve(true), quietMs);
          wake = () => {
            clearTimeout(timer);
            resolve(false);
          };
        });
        if (isOver) return;
        if (isQuiet) return controller.enqueue(encoder.encode(": still here\n\n"));
      }
      unsubscribe();
      controller.close();
    },
    cancel() {
      isOver = true;
      unsubscribe();
      notice();
    },
  });
  return eventResponse(body);
}
