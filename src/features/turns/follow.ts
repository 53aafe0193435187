import "server-only";
import { followLog } from "@/api/follow-log";
import type { OwnedApp } from "@/db/scope";
import type { Events } from "@/engines/events";
import { eventsAfter } from "./store";

/** A turn's events as SSE, after `number`. */
export const followEvents = (
  scope: OwnedApp,
  turnId: string,
  number: number,
  events: Events,
  signal: AbortSignal,
): Response =>
  followLog({ number, topic: `turn:${turnId}`, events, after: (last) => eventsAfter(scope, turnId, last), signal });
