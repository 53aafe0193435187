import type { ModelMessage } from "ai";

/** Who is served, as far as an answer depends on it. `entities` are read only of the apps that the message names. */
export type Person = { isAdmin: boolean; apps: { appId: string; name: string; entities: string[] }[] };

/** What a turn hands to a provider. */
export type ModelRequest = {
  instructions: string;
  messages: ModelMessage[];
  /**
   * The whole bundle. The offline builder reads it directly; model providers get what `instructions` and `messages`
   * quote of it.
   */
  workspace: { files: { path: string; content: string }[]; appName: string; person?: Person | undefined };
  /** Undefined: the configured default. */
  model?: string;
  temperature?: number;
  signal: AbortSignal;
};

/** Tokens and price of one call: providers.md §4. Rates are USD per 1M tokens. */
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
  /** False where no rate of the model is known, so that a cost of 0 is not taken for free. */
  isPriced?: boolean;
};

/** "unknown" of a stream that just ended: what stands open in it is not whole, and its words may be. */
export type FinishReason = "stop" | "length" | "content-filter" | "unknown" | "error" | "aborted";

export type ModelEvent =
  | { kind: "text"; text: string }
  | { kind: "reasoning"; text: string }
  | { kind: "source"; url: string; title: string }
  | { kind: "finish"; reason: FinishReason; usage: ModelUsage };

/** A provider streams a reply; text holds the action tags of facts/assistant.md §1. Errors are thrown as ModelError. */
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
