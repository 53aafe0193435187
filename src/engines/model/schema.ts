import type { ModelMessage } from "ai";
import type { z } from "zod";
import type { SourceFile } from "@/shipped/contract";

/** What an answer may depend on about the person. `entities` are loaded only for apps that the message names. */
export type Person = { isAdmin: boolean; apps: { appId: string; name: string; entities: string[] }[] };

/** A read-only question that the model may ask in the middle of its answer, by a call that the caller answers. */
export type ModelTool = { description: string; input: z.ZodType };

/**
 * An app before its last changes. `undone`: what was asked for with each of them, newest first; fewer than were asked for
 * where there are no more. `addedRows`: the request of the last message, where it added rows and changed no file;
 * `didNothing`: the same, where it changed nothing at all.
 */
export type Earlier = {
  files: SourceFile[];
  undone: string[];
  addedRows?: string | undefined;
  didNothing?: string | undefined;
};

/** A turn's request to a provider. */
export type ModelRequest = {
  instructions: string;
  messages: ModelMessage[];
  /** Tools by name; absent for none. Providers without a model of their own ignore them. */
  tools?: Record<string, ModelTool>;
  /**
   * The whole bundle. The offline builder reads it directly; for models, `instructions` and `messages` quote the
   * relevant part.
   */
  workspace: {
    files: SourceFile[];
    appName: string;
    person?: Person | undefined;
    /** Loads the app before its last changes, for the offline builder: models undo with what they see of the chat. */
    earlier?: ((count: number) => Promise<Earlier>) | undefined;
  };
  /** Undefined: the configured default. */
  model?: string;
  /** What the answer is for, where the settings name a model for it; default: building. */
  role?: "repair" | "small";
  temperature?: number;
  /** The person wants a plan, no changes. Models are told so in their request; the offline builder reads this. */
  isPlanFirst?: boolean;
  signal: AbortSignal;
};

/** Tokens and cost of one call: providers.md §4. Rates are USD per 1M tokens. */
export type ModelUsage = {
  promptTokens: number;
  promptCost: number;
  promptRate: number;
  completionTokens: number;
  completionCost: number;
  completionRate: number;
  cacheReadTokens: number;
  cacheReadCost: number;
  cacheReadRate: number;
  cacheWriteTokens: number;
  cacheWriteCost: number;
  cacheWriteRate: number;
  totalTokens: number;
  totalCost: number;
  finishReason: FinishReason;
  timestamp: string;
  modelInfo: { model: string };
  /** False when no rate is known, so that a cost of 0 is not mistaken for free. */
  isPriced?: boolean;
};

/** "unknown": the stream ended without a reason; an open action is incomplete, and prose may be. */
export type FinishReason = "stop" | "length" | "content-filter" | "unknown" | "error" | "aborted";

export type ModelEvent =
  | { kind: "text"; text: string }
  | { kind: "reasoning"; text: string }
  | { kind: "source"; url: string; title: string }
  | { kind: "call"; call: ToolCall }
  /** `messages`: the reply with its calls as the provider wants it back, such as with signed reasoning. */
  | { kind: "finish"; reason: FinishReason; usage: ModelUsage; messages?: ModelMessage[] };

/** A tool's call. `fault`: why its input could not be read. */
export type ToolCall = { id: string; name: string; input: unknown; fault?: string };

/** Streams a reply; its text contains the action tags of facts/assistant.md §1. Errors are thrown as ModelError. */
export type ModelProvider = { name: string; stream(request: ModelRequest): AsyncIterable<ModelEvent> };

export class ModelError extends Error {
  override name = "ModelError";
  constructor(
    message: string,
    readonly detail: { retryable: boolean; status?: number; retryAfterMs?: number },
  ) {
    super(message);
  }
}
