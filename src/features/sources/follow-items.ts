import "server-only";
import { pushEvents } from "@/api/event-stream";
import type { OwnedApp } from "@/db/scope";
import type { Events } from "@/engines/events";
import { topicOf } from "./store";

/** Server-sent events that say when an app's items changed; what changed is read from the list. */
export const followItems = ({ appId }: OwnedApp, events: Events, signal: AbortSignal): Response =>
  pushEvents(signal, (send) => {
    send("event: change\ndata: {}\n\n");
    return events.subscribe(topicOf(appId), () => send("event: change\ndata: {}\n\n"));
  });
