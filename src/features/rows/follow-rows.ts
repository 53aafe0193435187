import "server-only";
import type { VisitedApp } from "@/db/scope";
import type { Events } from "@/engines/events";
import { reachesOf } from "./rules";
import type { EntitySet } from "./entity";

/**
 * Tells which entities' rows changed, as server-sent events: the entity's name and nothing of the rows. Only entities that the caller
 * may read at all are named; what changed, they read for themselves.
 */
export function followRows(
  { appId, visitor }: VisitedApp,
  { entities }: EntitySet,
  events: Events,
  signal: AbortSignal,
): Response {
  const encoder = new TextEncoder();
  const readable = [...entities.values()].filter(
    ({ permissions }) => reachesOf(permissions, visitor).read !== "nothing",
  );
  let stop: () => void = () => undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      const send = (text: string) => controller.enqueue(encoder.encode(text));
      const unsubscribes = readable.map(({ name }) =>
        events.subscribe(`rows:${appId}:${name}`, () => send(`data: ${name}\n\n`)),
      );
      const beat = setInterval(() => send(": still here\n\n"), 15_000);
      stop = () => {
        clearInterval(beat);
        for (const unsubscribe of unsubscribes) unsubscribe();
      };
      signal.addEventListener(
        "abort",
        () => {
          stop();
          controller.close();
        },
        { once: true },
      );
      send(": following\n\n");
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: { "content-type": "text/event-stream", "cache-control": "no-store, no-transform" },
  });
}
