import "server-only";
import { followLog } from "@/api/follow-log";
import type { VisitedApp } from "@/db/scope";
import type { Events } from "@/engines/events";
import { eventsAfter, findRun } from "./store";

/** A run's events as Server-Sent Events, from after `number` on. One that is over, and whose events are gone, ends at once. */
export function followRun(
  scope: VisitedApp,
  runId: string,
  number: number,
  events: Events,
  signal: AbortSignal,
): Response {
  const isOwner = scope.visitor?.isBuilder === true;
  const after = async (last: number) => {
    const rows = await eventsAfter(scope, runId, last);
    if (rows.length > 0) return isOwner ? rows : rows.map(withoutPrompt);
    const { status, baseEvent } = await findRun(scope, runId);
    const isOpen = status === "queued" || status === "streaming";
    return isOpen ? [] : [{ number: Math.max(last, baseEvent), event: "done", data: { status } }];
  };
  return followLog({ number, topic: `run:${runId}`, events, after, signal });
}

/** A prompt shows the builder's own words: as viewOf, events keep it from visitors. */
function withoutPrompt<Row extends { data: Record<string, unknown> }>(row: Row): Row {
  const { prompt: _prompt, ...data } = row.data;
  return { ...row, data };
}
