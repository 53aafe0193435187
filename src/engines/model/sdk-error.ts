import "server-only";
import { APICallError } from "ai";
import { ModelError } from "./schema";

/** A message that a builder can act on; never the service's own body, which may quote the key or the prompt. */
export function asModelError(error: unknown, signal: AbortSignal): ModelError {
  if (signal.aborted) return new ModelError("Stopped", { retryable: false });
  if (error instanceof ModelError) return error;
  if (!APICallError.isInstance(error))
    return new ModelError("The model service could not be reached, or its answer could not be read", {
      retryable: true,
    });
  const status = error.statusCode;
  const retryAfterMs = retryAfter(error.responseHeaders?.["retry-after"]);
  const detail = {
    retryable: status === undefined || status === 429 || status >= 500,
    ...(status !== undefined && { status }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  };
  return new ModelError(
    messages[status ?? 0] ??
      (status && status >= 500
        ? "The model service has a problem. Try again in a moment."
        : "The model service refused the request"),
    detail,
  );
}

const messages: Record<number, string> = {
  0: "The model service could not be reached",
  401: "The model service does not accept the key in MODEL_API_KEY",
  402: "The account at the model service has no credit left",
  403: "The model service does not allow this model for the key in MODEL_API_KEY",
  404: "The model service does not know this model. Check MODEL_NAME and MODEL_BASE_URL.",
  413: "The conversation is too long for this model",
  429: "The model service is busy. Try again in a moment.",
};

/** Retry-After: seconds or an HTTP date. */
function retryAfter(header: string | undefined): number | undefined {
  if (!header) return undefined;
  const seconds = Number(header);
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - Date.now();
  return Number.isNaN(ms) ? undefined : Math.max(0, ms);
}
