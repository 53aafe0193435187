import type { Action, ParserEvent } from "@/engines/protocol/schema";

/** The stored parts of an assistant's message: the AI SDK's shapes, actions as its data parts (docs of design §6). */
export type MessagePart =
  | { type: "text" | "reasoning"; text: string }
  | { type: "source-url"; sourceId: string; url: string; title: string }
  | { type: "data-action"; id: string; data: Action };

/** Folds what the parser reports into a message's parts. */
export function addToMessage(
  parts: MessagePart[],
  event: ParserEvent | { kind: "reasoning"; text: string } | { kind: "source"; url: string; title: string },
): MessagePart[] {
  switch (event.kind) {
    case "text":
    case "reasoning": {
      const last = parts.at(-1);
      if (last?.type === event.kind) return [...parts.slice(0, -1), { type: event.kind, text: last.text + event.text }];
      return [...parts, { type: event.kind, text: event.text }];
    }
    case "source":
      return [...parts, { type: "source-url", sourceId: event.url, url: event.url, title: event.title }];
    case "open":
      return [
        ...parts,
        {
          type: "data-action",
          id: event.action.id,
          data: { ...event.action, content: "", isComplete: false, isTruncated: false },
        },
      ];
    case "delta":
      return changeAction(parts, event.id, (action) => ({ ...action, content: action.content + event.text }));
    case "close":
      return changeAction(parts, event.id, (action) => ({
        ...action,
        isComplete: event.isComplete,
        isTruncated: event.isTruncated,
      }));
  }
}

/** The message that a turn's stored events tell of: what its followers saw. */
export function messageFromEvents(events: { event: string; data: Record<string, unknown> }[]): MessagePart[] {
  return events.reduce<MessagePart[]>((parts, { event, data }) => {
    if (event === "text" || event === "reasoning") return addToMessage(parts, { kind: event, text: String(data.text) });
    if (event === "source")
      return addToMessage(parts, { kind: "source", url: String(data.url), title: String(data.title) });
    if (event === "action-open")
      return addToMessage(parts, {
        kind: "open",
        action: data as Omit<Action, "content" | "isComplete" | "isTruncated">,
      });
    if (event === "action-delta")
      return addToMessage(parts, { kind: "delta", id: String(data.id), text: String(data.text) });
    if (event === "action-close")
      return addToMessage(parts, {
        kind: "close",
        id: String(data.id),
        isComplete: data.isComplete === true,
        isTruncated: data.isTruncated === true,
      });
    return parts;
  }, []);
}

function changeAction(parts: MessagePart[], id: string, change: (action: Action) => Action): MessagePart[] {
  return parts.map((part) =>
    part.type === "data-action" && part.id === id ? { ...part, data: change(part.data) } : part,
  );
}

export const actionsOf = (parts: unknown[]): Action[] =>
  parts.flatMap((part) =>
    typeof part === "object" && part !== null && "type" in part && part.type === "data-action" && "data" in part
      ? [part.data as Action]
      : [],
  );

/** A message that ends in the middle: what was open is cut, and stays to be continued. */
export const cutOpenActions = (parts: MessagePart[]): MessagePart[] =>
  parts.map((part) =>
    part.type === "data-action" && !part.data.isComplete && !part.data.isTruncated
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
