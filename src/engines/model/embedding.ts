import "server-only";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { APICallError, embedMany, type EmbeddingModel, RetryError } from "ai";
import type { Env } from "@/engines/env";
import { ratesOf } from "./rates";
import { ModelError } from "./schema";

type Settings = Pick<Env, "EMBEDDING_BASE_URL" | "EMBEDDING_API_KEY" | "EMBEDDING_MODEL" | "MODELS_URL">;

/** Vectors in the order of the texts, with the tokens that the service billed. */
export type Embedded = { vectors: number[][]; tokens: number; costUsd: number };

export type Embedder = { model: string; embed(texts: string[], signal: AbortSignal): Promise<Embedded> };

/** Retries with exponential backoff, or after the service's Retry-After. */
const retriesMax = 4;
/** A text of this length that is still refused is not refused for its length. */
const shortest = 200;

/** The configured embedding service; undefined without one, and retrieval uses words (BM25) alone. */
export function openEmbedder(settings: Settings): Embedder | undefined {
  const { EMBEDDING_MODEL: name, EMBEDDING_BASE_URL: baseURL, EMBEDDING_API_KEY: apiKey } = settings;
  if (!name) return undefined;
  const model = createOpenAICompatible({ name: "embedding", baseURL, ...(apiKey && { apiKey }) }).embeddingModel(name);
  return {
    model: name,
    async embed(texts, signal) {
      const { vectors, tokens } = await embedFitting(model, texts, signal);
      const { prompt } = await ratesOf(settings.MODELS_URL, name);
      return { vectors, tokens, costUsd: (tokens * prompt) / 1e6 };
    },
  };
}

/** Halves what the service rejects as too large: first the batch, then the text. Models differ in their limits. */
async function embedFitting(
  model: EmbeddingModel,
  texts: string[],
  signal: AbortSignal,
): Promise<Omit<Embedded, "costUsd">> {
  try {
    const { embeddings, usage } = await embedMany({
      model,
      values: texts,
      maxRetries: retriesMax,
      maxParallelCalls: 2,
      abortSignal: signal,
    });
    if (embeddings.length !== texts.length || embeddings.some((vector) => !isVector(vector)))
      throw new ModelError("The embedding service answered something else than vectors", { retryable: false });
    return { vectors: embeddings, tokens: Number.isFinite(usage.tokens) ? usage.tokens : 0 };
  } catch (error) {
    const failure = asModelError(error, signal);
    const [only] = texts;
    if (![400, 413, 422].includes(failure.detail.status ?? 0) || only === undefined) throw failure;
    if (texts.length === 1 && only.length <= shortest) throw failure;
    if (texts.length === 1) return embedFitting(model, [only.slice(0, only.length / 2)], signal);
    const half = Math.ceil(texts.length / 2);
    const first = await embedFitting(model, texts.slice(0, half), signal);
    const second = await embedFitting(model, texts.slice(half), signal);
    return { vectors: [...first.vectors, ...second.vectors], tokens: first.tokens + second.tokens };
  }
}

const isVector = (vector: number[]) => vector.length > 0 && vector.every(Number.isFinite);

const messages: Record<number, string> = {
  401: "The embedding service does not accept the key in EMBEDDING_API_KEY",
  402: "The account at the embedding service has no credit left",
  403: "The embedding service does not allow this model for the key in EMBEDDING_API_KEY",
  404: "The embedding service does not know this model. Check EMBEDDING_MODEL and EMBEDDING_BASE_URL.",
  429: "The embedding service is busy. Try again in a moment.",
};

/** A message for people; never the service's own, which may quote the text or the key. */
function asModelError(error: unknown, signal: AbortSignal): ModelError {
  if (signal.aborted) return new ModelError("Stopped", { retryable: false });
  if (error instanceof ModelError) return error;
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  const status = APICallError.isInstance(cause) ? cause.statusCode : undefined;
  if (status === undefined)
    return new ModelError("The embedding service could not be reached, or its answer could not be read", {
      retryable: true,
    });
  const isTemporary = status === 429 || status >= 500;
  const words =
    messages[status] ??
    (status >= 500
      ? "The embedding service has a problem. Try again in a moment."
      : "The embedding service refused the text");
  return new ModelError(words, { retryable: isTemporary, status });
}
