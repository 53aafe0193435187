import {
  type Action,
  isOpenedAction,
  isWrittenPlan,
  type ParserEvent,
  type WrittenPlan,
} from "@/engines/protocol/schema";

/** Stored parts of an assistant's message: the AI SDK's shapes, with actions as data parts (design §6). */
export type MessagePart =
  | { type: "text" | "reasoning"; text: string }
  | { type: "source-url"; sourceId: string; url: string; title: string }
  | { type: "data-action"; id: string; data: Action }
  | { type: "data-plan"; id: string; data: WrittenPlan }
  | ToolPart;

/** What the model looked at while it answered. */
export type ToolPart = {
  type: `tool-${string}`;
  toolCallId: string;
  state: "input-available" | "output-available" | "output-error";
  input: unknown;
  output?: unknown;
  errorText?: string;
};

export const isToolPart = (part: MessagePart): part is ToolPart => part.type.startsWith("tool-");

export type TurnEventName =
  | "text"
  | "reasoning"
  | "source"
  | "action-open"
  | "action-delta"
  | "action-close"
  | "plan"
  | "tool-call"
  | "tool-result"
  | "version"
  | "usage"
  | "error"
  | "done";

const text = (value: unknown): string => (typeof value === "string" ? value : "");

/**
 * The one reducer of a turn's events, for the stored message, for recovery and for the browser. Unrelated and malformed
 * events are ignored.
 */
export function takeEvent(parts: MessagePart[], name: string, data: Record<string, unknown>): MessagePart[] {
  switch (name) {
    case "text":
    case "reasoning": {
      const last = parts.at(-1);
      if (last?.type === name) return parts.with(parts.length - 1, { type: name, text: last.text + text(data.text) });
      return [...parts, { type: name, text: text(data.text) }];
    }
    case "source":
      return [...parts, { type: "source-url", sourceId: text(data.url), url: text(data.url), title: text(data.title) }];
    case "action-open": {
      if (!isOpenedAction(data)) return parts;
      const { id, type, title, file, permissions } = data;
      const started: Action = { id, type, title, file, content: "", isComplete: false, isTruncated: false };
      if (permissions) started.permissions = permissions;
      return [...parts, { type: "data-action", id: started.id, data: started }];
    }
    case "action-delta":
      return changeAction(parts, data.id, (action) => ({ ...action, content: action.content + text(data.text) }));
    case "action-close":
      return changeAction(parts, data.id, (action) => ({
        ...action,
        isComplete: data.isComplete === true,
        isTruncated: data.isTruncated === true,
      }));
    case "plan": {
      if (!isWrittenPlan(data)) return parts;
      const { title, steps, isComplete } = data;
      const part: MessagePart = { type: "data-plan", id: "plan", data: { title, steps, isComplete } };
      const at = parts.findIndex(({ type }) => type === "data-plan");
      return at < 0 ? [...parts, part] : parts.with(at, part);
    }
    case "tool-call":
      return [
        ...parts,
        { type: `tool-${text(data.name)}`, toolCallId: text(data.id), state: "input-available", input: data.input },
      ];
    case "tool-result":
      return parts.map((part) =>
        isToolPart(part) && part.toolCallId === data.id
          ? typeof data.errorText === "string"
            ? { ...part, state: "output-error", errorText: data.errorText }
            : { ...part, state: "output-available", output: data.output }
          : part,
      );
    default:
      return parts;
  }
}

/** A parser event as the stored and streamed turn event. */
export function eventOf(event: ParserEvent): { name: TurnEventName; data: Record<string, unknown> } {
  switch (event.kind) {
    case "text":
      return { name: "text", data: { text: event.text } };
    case "open":
      return { name: "action-open", data: event.action };
    case "delta":
      return { name: "action-delta", data: { id: event.id, text: event.text } };
    case "close": {
      const { id, isComplete, isTruncated } = event;
      return { name: "action-close", data: { id, isComplete, isTruncated } };
    }
  }
}

/** Rebuilds a message from stored events: what its followers saw. */
export const messageFromEvents = (events: { event: string; data: Record<string, unknown> }[]): MessagePart[] =>
  events.reduce<MessagePart[]>((parts, { event, data }) => takeEvent(parts, event, data), []);

/** A continued action is reopened under its own id: the last one with that id is the growing one. */
function changeAction(parts: MessagePart[], id: unknown, change: (action: Action) => Action): MessagePart[] {
  const index = parts.findLastIndex((part) => part.type === "data-action" && part.id === id);
  const part = parts[index];
  return part?.type === "data-action" ? parts.with(index, { ...part, data: change(part.data) }) : parts;
}

export const actionsOf = (parts: unknown[]): Action[] =>
  parts.flatMap((part) =>
    typeof part === "object" && part !== null && "type" in part && part.type === "data-action" && "data" in part
      ? [part.data as Action]
      : [],
  );

/** The plan that a message proposes. */
export const planOf = (parts: MessagePart[]): WrittenPlan | undefined =>
  parts.flatMap((part) => (part.type === "data-plan" ? [part.data] : []))[0];

/** Marks the open action of an incomplete message as cut, to be continued; a look without an answer has none. */
export const cutOpenParts = (parts: MessagePart[]): MessagePart[] =>
  parts.map((part) =>
    isToolPart(part)
      ? part.state === "input-available"
        ? { ...part, state: "output-error", errorText: "Stopped before it was looked at" }
        : part
      : part.type === "data-action" && !part.data.isComplete && !part.data.isTruncated
        ? { ...part, data: { ...part.data, isTruncated: true } }
        : part,
  );

export const textOf = (parts: unknown[]): string =>
  parts
    .flatMap((part) =>
      typeof part === "object" && part !== null && "type" in part && part.type === "text" && "text" in part
        ? [String(part.text)]
        : [],
    )
    .join("");
