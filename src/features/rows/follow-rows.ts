import "server-only";
import { pushEvents } from "@/api/event-stream";
import type { VisitedApp } from "@/db/scope";
import type { Events } from "@/engines/events";
import { reachesOf } from "./rules";
import type { EntitySet } from "./entity";

/**
 * SSE of changed entities, by name only: clients re-read the rows under their own permissions. Entities that the caller
 * may not read at all are left out.
 */
export function followRows(
  { appId, visitor }: VisitedApp,
  { entities }: EntitySet,
  events: Events,
  signal: AbortSignal,
): Response {
  const readable = [...entities.values()].filter(({ access }) => reachesOf(access, visitor).read !== "nothing");
  return pushEvents(signal, (send) => {
    send(": following\n\n");
    const unsubscribes = readable.map(({ name }) =>
      events.subscribe(`rows:${appId}:${name}`, () => send(`data: ${name}\n\n`)),
    );
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  });
}
