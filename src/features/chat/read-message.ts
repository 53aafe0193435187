import type { ModelUsage } from "@/engines/model/schema";
import { isObject } from "@/engines/protocol/records";
import { type Action, isAction, isWrittenPlan, type WrittenPlan } from "@/engines/protocol/schema";
import { type Guard, isFlag, isNumber, isText, listOf, oneOf, orUndefined, shape } from "@/engines/shape";
import type { StepOf } from "@/features/build-plans/schema";
import { isPicked } from "@/features/runtime/rules";
import type { Picked } from "@/features/runtime/schema";
import type { Held, WayBack } from "@/features/turns/schema";
import type { LiveTurn } from "./follow-turn";

/** A displayable part of a message, independent of the stored shape. */
export type ChatPart =
  | { kind: "text"; text: string }
  | { kind: "reasoning"; text: string }
  | { kind: "source"; title: string; url: string }
  | { kind: "tool"; name: string; state: "running" | "done" | "failed"; input: unknown; output: unknown }
  | { kind: "file"; name: string; contentType: string; url: string }
  | { kind: "action"; action: Action }
  | { kind: "plan"; plan: WrittenPlan };

/** "ContextMetadata" of 2-builder.md §3. */
export type ContextMetadata = {
  retrievedFiles: { filePath: string; retrievalMethods: string[] }[];
  relevantFiles: string[];
  evals: Record<string, { recall: number | null; tokenUsage: number }>;
};

export type MessageMetadata = {
  /** The account that wrote a request, where several build one app. */
  authorId?: string;
  createdAt?: string;
  versionId?: string | undefined;
  usage?: ModelUsage | undefined;
  rating?: { score: number };
  systemActionInfo?: { type: string };
  /** The step of a plan that this request carries out. */
  step?: StepOf;
  /** The element that the person pointed at in the running app. */
  element?: Picked | undefined;
  contextFiles?: string[];
  contextMetadata?: ContextMetadata;
  /** Passages of data sources that the turn was given; its words cite them as [number]. */
  passages?: { number: number; heading: string; text: string }[];
  /** How the turn that wrote this message ended; absent on messages of older releases. */
  status?: "running" | "done" | "stopped" | "failed";
  error?: string | undefined;
  /** The prose is cut, though no action is. */
  isCut?: boolean;
  /** `import_entities` actions that the owner has confirmed. */
  importedActions?: string[];
  /** Held actions, decided ones included. */
  held?: Held[];
  /** Automatic fixes were stopped as a loop; with the version before the errors, if there is one. */
  fixLoop?: Partial<WayBack>;
  /** Result of each action in the turn's version. */
  results?: { actionId: string; status: string; message?: string }[];
};
export type ChatMessage = { id: string; role: "user" | "assistant"; parts: ChatPart[]; metadata: MessageMetadata };

const areRetrieved = listOf(
  shape<ContextMetadata["retrievedFiles"][number]>({ filePath: isText, retrievalMethods: listOf(isText) }),
);

function readContext(stored: Record<string, unknown>): ContextMetadata {
  const { retrievedFiles, relevantFiles, evals } = stored;
  const measured = Object.entries(isObject(evals) ? evals : {}).flatMap(([name, value]) =>
    isObject(value) ? [[name, value] as const] : [],
  );
  return {
    retrievedFiles: areRetrieved(retrievedFiles) ? retrievedFiles : [],
    relevantFiles: listOf(isText)(relevantFiles) ? relevantFiles : [],
    evals: Object.fromEntries(
      measured.map(([name, { recall, tokenUsage }]) => [
        name,
        { recall: isNumber(recall) ? recall : null, tokenUsage: isNumber(tokenUsage) ? tokenUsage : 0 },
      ]),
    ),
  };
}

type Simple = Omit<MessageMetadata, "contextMetadata">;
const guards: { [K in keyof Simple]-?: Guard<NonNullable<Simple[K]>> } = {
  authorId: isText,
  createdAt: isText,
  versionId: isText,
  usage: (value): value is ModelUsage => isObject(value),
  rating: shape<{ score: number }>({ score: isNumber }),
  systemActionInfo: shape<{ type: string }>({ type: isText }),
  step: shape<StepOf>({ planId: isText, stepId: isText, number: isNumber, of: isNumber }),
  element: isPicked,
  contextFiles: listOf(isText),
  passages: listOf(
    shape<NonNullable<MessageMetadata["passages"]>[number]>({ number: isNumber, heading: isText, text: isText }),
  ),
  status: oneOf(["running", "done", "stopped", "failed"]),
  error: isText,
  isCut: isFlag,
  importedActions: listOf(isText),
  held: listOf(
    shape<Held>({
      actionId: isText,
      kind: oneOf(["permissions", "delete", "records"]),
      words: isText,
      state: oneOf(["waiting", "allowed", "declined"]),
    }),
  ),
  fixLoop: shape<Partial<WayBack>>({ versionId: orUndefined(isText), messageId: orUndefined(isText) }),
  results: listOf(
    shape<NonNullable<MessageMetadata["results"]>[number]>({
      actionId: isText,
      status: isText,
      message: orUndefined(isText),
    }),
  ),
};

/** Metadata of this and older releases: fields of another shape are left out. */
function readMetadata(stored: unknown): MessageMetadata {
  if (!isObject(stored)) return {};
  const { contextMetadata } = stored;
  const read = Object.entries<Guard<unknown>>(guards).flatMap(([name, isField]) =>
    isField(stored[name]) ? [[name, stored[name]] as const] : [],
  );
  return {
    ...Object.fromEntries(read),
    ...(isObject(contextMetadata) && { contextMetadata: readContext(contextMetadata) }),
  };
}

/** A stored message: the AI SDK's UIMessage (design §6). */
export type StoredMessage = { id: string; role: "user" | "assistant"; parts: readonly unknown[]; metadata?: unknown };

const toolState = (state: string) =>
  state === "output-available" ? "done" : state === "output-error" || state === "output-denied" ? "failed" : "running";

/** A stored part as it is shown; undefined for one of an unknown kind. */
function readPart(part: unknown): ChatPart | undefined {
  if (!isObject(part)) return undefined;
  const { type, text, data, url, title, mediaType, filename, state, input, output, errorText } = part;
  switch (type) {
    case "text":
    case "reasoning":
      return isText(text) ? { kind: type, text } : undefined;
    case "data-action":
      return isAction(data) ? { kind: "action", action: data } : undefined;
    case "data-plan":
      return isWrittenPlan(data) ? { kind: "plan", plan: data } : undefined;
    case "file":
      return isText(mediaType) && isText(url)
        ? { kind: "file", name: isText(filename) ? filename : "Attachment", contentType: mediaType, url }
        : undefined;
    case "source-url":
      return isText(url) ? { kind: "source", title: isText(title) ? title : url, url } : undefined;
    default: {
      if (!isText(type) || !type.startsWith("tool-") || !isText(state)) return undefined;
      const name = type.slice("tool-".length);
      return { kind: "tool", name, state: toolState(state), input, output: errorText ?? output };
    }
  }
}

/** Memoized by part, so that only the growing one re-renders. */
const drawn = new WeakMap<object, ChatPart>();

function partOf(part: unknown): ChatPart[] {
  if (!isObject(part)) return [];
  const read = drawn.get(part) ?? readPart(part);
  if (!read) return [];
  drawn.set(part, read);
  return [read];
}

/** Reads a stored message. Parts of unknown kinds are left out. */
export const readMessage = ({ id, role, parts, metadata }: StoredMessage): ChatMessage => ({
  id,
  role,
  parts: parts.flatMap(partOf),
  metadata: readMetadata(metadata),
});

/** The message of a running turn, shaped like a stored one. */
export const readLiveTurn = (turn: LiveTurn, messageId: string): ChatMessage => ({
  id: messageId,
  role: "assistant",
  parts: turn.parts.flatMap(partOf),
  metadata: { versionId: turn.versionId, usage: turn.usage, status: turn.status, error: turn.error },
});

export const messageText = (message: ChatMessage): string =>
  message.parts.flatMap((part) => (part.kind === "text" ? [part.text] : [])).join("");

/** The passages that a message cites. */
export function citedPassages(message: ChatMessage): NonNullable<MessageMetadata["passages"]> {
  const text = messageText(message);
  return (message.metadata.passages ?? []).filter(({ number }) => text.includes(`[${number}]`));
}

/** Why a message ends in the middle, if it does. A person who pressed Stop knows why, and needs no talk of length. */
export function cutOf({ parts, metadata }: ChatMessage): "stopped" | "too-long" | undefined {
  if (metadata.status === "stopped") return "stopped";
  return metadata.isCut || parts.some((part) => part.kind === "action" && part.action.isTruncated)
    ? "too-long"
    : undefined;
}

/** Why an action was not applied, if so. */
export const failureOfAction = ({ metadata }: ChatMessage, actionId: string): string | undefined =>
  metadata.results?.flatMap(({ actionId: id, status, message }) =>
    id === actionId && status === "failed" ? [message ?? "This action could not be applied"] : [],
  )[0];

/** The state of a held action. */
export const heldOfAction = ({ metadata }: ChatMessage, actionId: string): Held | undefined =>
  metadata.held?.find((held) => held.actionId === actionId);

export const cutTexts = { "too-long": "The output was too long for one iteration", stopped: "You stopped this answer" };

/** "A message that the product detected some issues and will try to auto fix them" (2-builder.md §8). */
export const autoFixNotice = "Joinery detected some issues and will try to auto fix them";
