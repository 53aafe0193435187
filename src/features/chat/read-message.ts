import { z } from "zod";
import type { ModelUsage } from "@/engines/model/schema";
import type { LiveTurn } from "./follow-turn";
import { type Action, actionSchema, type WrittenPlan, writtenPlanSchema } from "@/engines/protocol/schema";
import { stepOfSchema } from "@/features/build-plans/schema";
import type { MessagePart } from "@/features/turns/message";
import { pickedSchema } from "@/features/runtime/schema";
import { type Held, heldSchema, wayBackSchema } from "@/features/turns/schema";

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
const contextSchema = z.object({
  retrievedFiles: z.array(z.object({ filePath: z.string(), retrievalMethods: z.array(z.string()) })).catch([]),
  relevantFiles: z.array(z.string()).catch([]),
  evals: z
    .record(z.string(), z.object({ recall: z.number().nullable().catch(null), tokenUsage: z.number().catch(0) }))
    .catch({}),
});
export type ContextMetadata = z.infer<typeof contextSchema>;

const metadataSchema = z.object({
  /** The account that wrote a request, where several build one app. */
  authorId: z.string().optional().catch(undefined),
  createdAt: z.string().optional().catch(undefined),
  versionId: z.string().optional().catch(undefined),
  usage: z
    .custom<ModelUsage>((value) => typeof value === "object" && value !== null)
    .optional()
    .catch(undefined),
  rating: z.object({ score: z.number() }).optional().catch(undefined),
  systemActionInfo: z.object({ type: z.string() }).optional().catch(undefined),
  /** The step of a plan that this request carries out. */
  step: stepOfSchema.optional().catch(undefined),
  /** The element that the person pointed at in the running app. */
  element: pickedSchema.optional().catch(undefined),
  contextFiles: z.array(z.string()).optional().catch(undefined),
  contextMetadata: contextSchema.optional().catch(undefined),
  /** Passages of data sources that the turn was given; its words cite them as [number]. */
  passages: z
    .array(z.object({ number: z.number(), heading: z.string(), text: z.string() }))
    .optional()
    .catch(undefined),
  /** How the turn that wrote this message ended; absent on messages of older releases. */
  status: z.enum(["running", "done", "stopped", "failed"]).optional().catch(undefined),
  error: z.string().optional().catch(undefined),
  /** The prose is cut, though no action is. */
  isCut: z.boolean().optional().catch(undefined),
  /** `import_entities` actions that the owner has confirmed. */
  importedActions: z.array(z.string()).optional().catch(undefined),
  /** Held actions, decided ones included. */
  held: z.array(heldSchema).optional().catch(undefined),
  /** Automatic fixes were stopped as a loop; with the version before the errors, if there is one. */
  fixLoop: wayBackSchema.partial().optional().catch(undefined),
  /** Result of each action in the turn's version. */
  results: z
    .array(z.object({ actionId: z.string(), status: z.string(), message: z.string().optional() }))
    .optional()
    .catch(undefined),
});

export type MessageMetadata = z.infer<typeof metadataSchema>;
export type ChatMessage = { id: string; role: "user" | "assistant"; parts: ChatPart[]; metadata: MessageMetadata };

/** A stored message: the AI SDK's UIMessage (design §6). */
export type StoredMessage = { id: string; role: "user" | "assistant"; parts: readonly unknown[]; metadata?: unknown };

const storedPart = z.union([
  z.object({ type: z.literal("text"), text: z.string() }).transform(({ text }): ChatPart => ({ kind: "text", text })),
  z
    .object({ type: z.literal("reasoning"), text: z.string() })
    .transform(({ text }): ChatPart => ({ kind: "reasoning", text })),
  z
    .object({ type: z.literal("data-action"), data: actionSchema })
    .transform(({ data }): ChatPart => ({ kind: "action", action: data })),
  z
    .object({ type: z.literal("data-plan"), data: writtenPlanSchema })
    .transform(({ data }): ChatPart => ({ kind: "plan", plan: data })),
  z
    .object({ type: z.literal("file"), mediaType: z.string(), url: z.string(), filename: z.string().optional() })
    .transform(({ mediaType, url, filename }): ChatPart => ({
      kind: "file",
      name: filename ?? "Attachment",
      contentType: mediaType,
      url,
    })),
  z
    .object({ type: z.literal("source-url"), url: z.string(), title: z.string().optional() })
    .transform(({ url, title }): ChatPart => ({ kind: "source", title: title ?? url, url })),
  z
    .object({
      type: z.string().startsWith("tool-"),
      state: z.string(),
      input: z.unknown().optional(),
      output: z.unknown().optional(),
      errorText: z.string().optional(),
    })
    .transform(({ type, state, input, output, errorText }): ChatPart => ({
      kind: "tool",
      name: type.slice("tool-".length),
      state:
        state === "output-available"
          ? "done"
          : state === "output-error" || state === "output-denied"
            ? "failed"
            : "running",
      input,
      output: errorText ?? output,
    })),
]);

/** Parses a stored message. Parts of unknown kinds are left out. */
export function readMessage({ id, role, parts, metadata }: StoredMessage): ChatMessage {
  const known = parts.flatMap((part) => {
    const read = storedPart.safeParse(part);
    return read.success ? [read.data] : [];
  });
  return { id, role, parts: known, metadata: metadataSchema.catch({}).parse(metadata ?? {}) };
}

/** Memoized by part, so that only the growing one re-renders. */
const drawn = new WeakMap<MessagePart, ChatPart>();

function partOf(part: MessagePart): ChatPart {
  const known = drawn.get(part) ?? storedPart.parse(part);
  drawn.set(part, known);
  return known;
}

/** The message of a running turn, shaped like a stored one. */
export const readLiveTurn = (turn: LiveTurn, messageId: string): ChatMessage => ({
  id: messageId,
  role: "assistant",
  parts: turn.parts.map(partOf),
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
