import { type Action, actionSchema } from "@/engines/protocol/schema";
import type { ModelUsage } from "@/engines/model/schema";

/** One event of a turn's stream, as `GET …/chat/turns/{turnId}/events` sends it. `number` is the SSE id and counts up within a turn. */
export type TurnEvent = { number: number; name: string; data: unknown };

export type LivePart =
  | { kind: "text"; text: string }
  | { kind: "reasoning"; text: string }
  | { kind: "source"; title: string; url: string }
  | { kind: "action"; action: Action };

export type TurnStatus = "running" | "done" | "stopped" | "failed";

/** What a browser knows of a turn from its events alone. */
export type LiveTurn = {
  turnId: string;
  lastNumber: number;
  status: TurnStatus;
  parts: LivePart[];
  versionId?: string;
  usage?: ModelUsage;
  /** What a person should read about a turn that failed. */
  error?: string;
};

export const startFollowing = (turnId: string): LiveTurn => ({ turnId, lastNumber: 0, status: "running", parts: [] });

const opened = actionSchema.pick({ id: true, type: true, title: true, file: true, permissions: true });

const fields = (data: unknown): Record<string, unknown> =>
  data && typeof data === "object" ? (data as Record<string, unknown>) : {};
const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

/** Text joins the last part of its kind, so that a thousand deltas are one paragraph. */
function appendText(parts: LivePart[], kind: "text" | "reasoning", text: string): LivePart[] {
  const last = parts.at(-1);
  return last?.kind === kind ? [...parts.slice(0, -1), { kind, text: last.text + text }] : [...parts, { kind, text }];
}

function changeAction(parts: LivePart[], id: unknown, change: (action: Action) => Action): LivePart[] {
  // A continued action is opened again under its own id, so the last one with that id is the one that still grows.
  const index = parts.findLastIndex((part) => part.kind === "action" && part.action.id === id);
  const part = parts[index];
  return part?.kind === "action" ? parts.with(index, { kind: "action", action: change(part.action) }) : parts;
}

/** The stream ends inside an action when a turn is stopped or fails: such an action was never finished. */
const cutOpenActions = (parts: LivePart[]): LivePart[] =>
  parts.map((part) =>
    part.kind === "action" && !part.action.isComplete && !part.action.isTruncated
      ? { kind: "action", action: { ...part.action, isTruncated: true } }
      : part,
  );

function end(turn: LiveTurn, status: TurnStatus): LiveTurn {
  return { ...turn, status, parts: cutOpenActions(turn.parts) };
}

function take(turn: LiveTurn, name: string, data: Record<string, unknown>): LiveTurn {
  const { parts } = turn;
  switch (name) {
    case "text":
    case "reasoning":
      return { ...turn, parts: appendText(parts, name, textOf(data.text)) };
    case "source":
      return { ...turn, parts: [...parts, { kind: "source", title: textOf(data.title), url: textOf(data.url) }] };
    case "action-open": {
      const action = opened.safeParse(data.action ?? data);
      return action.success
        ? {
            ...turn,
            parts: [
              ...parts,
              { kind: "action", action: { ...action.data, content: "", isComplete: false, isTruncated: false } },
            ],
          }
        : turn;
    }
    case "action-delta":
      return {
        ...turn,
        parts: changeAction(parts, data.id, (action) => ({ ...action, content: action.content + textOf(data.text) })),
      };
    case "action-close":
      return {
        ...turn,
        parts: changeAction(parts, data.id, (action) => ({
          ...action,
          isComplete: data.isComplete === true,
          isTruncated: data.isTruncated === true,
        })),
      };
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
      return turn;
  }
}

/** Folds one event in. An event that was seen already (a resumed stream repeats its edge) changes nothing. */
export function followTurn(turn: LiveTurn, event: TurnEvent): LiveTurn {
  if (event.number <= turn.lastNumber) return turn;
  return { ...take(turn, event.name, fields(event.data)), lastNumber: event.number };
}
