import { cutOpenParts, type MessagePart, takeEvent } from "@/features/turns/message";
import type { ModelUsage } from "@/engines/model/schema";

/**
 * One event of a turn's stream (`GET …/chat/turns/{turnId}/events`). `number` is the SSE id and increases within a
 * turn.
 */
export type TurnEvent = { number: number; name: string; data: unknown };

export type TurnStatus = "running" | "done" | "stopped" | "failed";

/** State of a turn, derived from its events. */
export type LiveTurn = {
  turnId: string;
  lastNumber: number;
  status: TurnStatus;
  parts: MessagePart[];
  versionId?: string;
  usage?: ModelUsage;
  /** Error message of a failed turn. */
  error?: string;
};

export const startFollowing = (turnId: string): LiveTurn => ({ turnId, lastNumber: 0, status: "running", parts: [] });

const fields = (data: unknown): Record<string, unknown> =>
  data && typeof data === "object" ? (data as Record<string, unknown>) : {};
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

function end(turn: LiveTurn, status: TurnStatus): LiveTurn {
  return { ...turn, status, parts: cutOpenParts(turn.parts) };
}

function take(turn: LiveTurn, name: string, data: Record<string, unknown>): LiveTurn {
  switch (name) {
    case "version":
      return { ...turn, versionId: textOf(data.versionId) || turn.versionId };
    case "usage":
      return { ...turn, usage: data as ModelUsage };
    case "error":
      return { ...turn, error: textOf(data.message) };
    case "done":
      return end(
        turn,
        data.status === "stopped" || data.status === "failed" ? data.status : turn.error ? "failed" : "done",
      );
    default:
      return { ...turn, parts: takeEvent(turn.parts, name, data) };
  }
}

/** Reducer. Duplicate events (a resumed stream repeats its edge) are ignored. */
export function followTurn(turn: LiveTurn, event: TurnEvent): LiveTurn {
  if (event.number <= turn.lastNumber) return turn;
  return { ...take(turn, event.name, fields(event.data)), lastNumber: event.number };
}
