import "server-only";
import { createAnthropic } from "@ai-sdk/anthropic";
import { createOpenAI } from "@ai-sdk/openai";
import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { createOpenRouter } from "@openrouter/ai-sdk-provider";
import {
  type JSONSchema7,
  jsonSchema,
  type LanguageModel,
  type LanguageModelUsage,
  type ModelMessage,
  streamText,
  tool,
  type ToolSet,
} from "ai";
import { z } from "zod";
import type { Env, ModelService } from "@/engines/env";
import { log } from "@/engines/log";
import { type Rates, ratesOf } from "./rates";
import {
  type FinishReason,
  ModelError,
  type ModelEvent,
  type ModelProvider,
  type ModelRequest,
  type ModelTool,
  type ModelUsage,
} from "./schema";
import { asModelError } from "./sdk-error";
import { refusesTools, withTextTools } from "./text-tools";

/** Attempts per call, and the longest Retry-After that we honour. */
const triesMax = 3;
const waitMaxMs = 30_000;
const firstWaitMs = 500;
// Route the SDK's warnings, which it prints, to our log at debug level.
(
  globalThis as { AI_SDK_LOG_WARNINGS?: (options: { warnings: unknown[]; model?: string }) => void }
).AI_SDK_LOG_WARNINGS = ({ warnings, model }) => log("debug", "model", { model, warnings });

type Settings = ModelService &
  Pick<Env, "MODELS_URL" | "MODEL_TIMEOUT_SECONDS" | "MODEL_NAME_REPAIR" | "MODEL_NAME_SMALL">;

/** Default model of each provider, when MODEL_NAME is not set. */
const defaultNames: Partial<Record<Env["MODEL_PROVIDER"], string>> = {
  anthropic: "claude-sonnet-4-5",
  openai: "gpt-4.1",
  openrouter: "anthropic/claude-sonnet-4.5",
};

/**
 * The services' own addresses. They are always given: the SDKs would take ANTHROPIC_BASE_URL or OPENAI_API_KEY from the
 * environment, which are another program's settings, and could send our key to its address.
 */
const ownAddresses = {
  anthropic: "https://api.anthropic.com/v1",
  openai: "https://api.openai.com/v1",
  openrouter: "https://openrouter.ai/api/v1",
};

/** Only a server of one's own, such as a gateway, may do without a key. */
function keyOf({ MODEL_BASE_URL, MODEL_API_KEY }: Settings): string {
  if (!MODEL_API_KEY && !MODEL_BASE_URL)
    throw new ModelError("This model service needs a key. Enter one in MODEL_API_KEY.", { retryable: false });
  return MODEL_API_KEY ?? "";
}

function languageModel(settings: Settings, name: string): LanguageModel {
  const { MODEL_PROVIDER: kind, MODEL_BASE_URL: baseURL, MODEL_API_KEY: apiKey } = settings;
  switch (kind) {
    case "anthropic":
      return createAnthropic({ apiKey: keyOf(settings), baseURL: baseURL ?? ownAddresses.anthropic })(name);
    case "openai":
      return createOpenAI({ apiKey: keyOf(settings), baseURL: baseURL ?? ownAddresses.openai })(name);
    case "openrouter":
      return createOpenRouter({ apiKey: keyOf(settings), baseURL: baseURL ?? ownAddresses.openrouter })(name);
    case "openai-compatible":
      if (!baseURL)
        throw new ModelError(
          "Set MODEL_BASE_URL to the address of the model server, such as http://localhost:11434/v1",
          { retryable: false },
        );
      return createOpenAICompatible({ name: "model", baseURL, ...(apiKey && { apiKey }), includeUsage: true })(name);
    default:
      throw new ModelError(`${kind} is not a model service`, { retryable: false });
  }
}

/** The model to use when a request names none. */
export const modelName = (settings: Pick<Settings, "MODEL_NAME" | "MODEL_PROVIDER">): string | undefined =>
  settings.MODEL_NAME ?? defaultNames[settings.MODEL_PROVIDER];

/** Models for other work than building. A service of the admin area has its own; the variables belong to MODEL_NAME's. */
export const namesByRole = ({
  MODEL_NAMES,
  MODEL_NAME_REPAIR: repair,
  MODEL_NAME_SMALL: small,
}: Pick<Settings, "MODEL_NAMES" | "MODEL_NAME_REPAIR" | "MODEL_NAME_SMALL">): NonNullable<Settings["MODEL_NAMES"]> =>
  MODEL_NAMES ?? { repair, small };

/** Models that refused tools since this process began: they are offered to them in their text. */
const toolless = new Set<string>();

/** A provider over the AI SDK. Retries only before the first output, so that a reply never repeats itself. */
export function sdkProvider(settings: Settings): ModelProvider {
  return {
    name: settings.MODEL_PROVIDER,
    async *stream(request) {
      const name = request.model ?? (request.role && namesByRole(settings)[request.role]) ?? modelName(settings);
      if (!name)
        throw new ModelError("Set MODEL_NAME to the model that the assistant should use", { retryable: false });
      // Fetched in parallel, so that a slow list never delays a reply.
      const call = {
        model: languageModel(settings, name),
        name,
        rates: ratesOf(settings.MODELS_URL, name),
        silenceMs: settings.MODEL_TIMEOUT_SECONDS * 1000,
      };
      const place = `${settings.MODEL_PROVIDER} ${settings.MODEL_BASE_URL} ${name}`;
      for (let attempt = 1; ; attempt += 1) {
        let hasSpoken = false;
        try {
          const isByText = toolless.has(place);
          const events = isByText
            ? withTextTools(request, (plain) => streamOnce(call, plain))
            : streamOnce(call, request);
          for await (const event of events) {
            hasSpoken = true;
            yield event;
          }
          return;
        } catch (error) {
          if (!hasSpoken && request.tools && !toolless.has(place) && refusesTools(error)) {
            toolless.add(place);
            attempt -= 1;
            continue;
          }
          const failure = asModelError(error, request.signal);
          const wait = failure.detail.retryAfterMs ?? firstWaitMs * 2 ** (attempt - 1);
          if (hasSpoken || !failure.detail.retryable || attempt === triesMax || wait > waitMaxMs) throw failure;
          await pause(wait, request.signal);
        }
      }
    },
  };
}

/** Anthropic caches only marked prefixes; other providers cache automatically and ignore this. */
const cachedPrefix = {
  anthropic: { cacheControl: { type: "ephemeral" } },
  openrouter: { cacheControl: { type: "ephemeral" } },
} as const;

/** Marks the end of the conversation too: the next call of the same turn begins with all of it. */
const cachedTo = (messages: ModelMessage[]): ModelMessage[] => {
  const last = messages.at(-1);
  return last
    ? [...messages.slice(0, -1), { ...last, providerOptions: { ...last.providerOptions, ...cachedPrefix } }]
    : [];
};

/** @param call.silenceMs idle timeout: a dead connection must not block a turn */
async function* streamOnce(
  { model, name, rates, silenceMs }: { model: LanguageModel; name: string; rates: Promise<Rates>; silenceMs: number },
  request: ModelRequest,
): AsyncGenerator<ModelEvent> {
  const silence = new AbortController();
  let timer = setTimeout(() => silence.abort(), silenceMs);
  const result = streamText({
    model,
    instructions: { role: "system", content: request.instructions, providerOptions: cachedPrefix },
    messages: cachedTo(request.messages),
    ...(request.tools && { tools: toolSet(request.tools) }),
    ...(request.temperature !== undefined && { temperature: request.temperature }),
    maxRetries: 0,
    abortSignal: AbortSignal.any([request.signal, silence.signal]),
    // Errors arrive as stream parts, handled below; without this the SDK prints them.
    onError: () => undefined,
  });
  let end: Extract<ModelEvent, { kind: "finish" }> | undefined;
  try {
    for await (const part of result.stream) {
      clearTimeout(timer);
      timer = setTimeout(() => silence.abort(), silenceMs);
      if (part.type === "text-delta") yield { kind: "text", text: part.text };
      else if (part.type === "reasoning-delta") yield { kind: "reasoning", text: part.text };
      else if (part.type === "source" && part.sourceType === "url")
        yield { kind: "source", url: part.url, title: part.title || part.url };
      else if (part.type === "tool-call")
        yield {
          kind: "call",
          call: {
            id: part.toolCallId,
            name: part.toolName,
            input: part.input,
            ...(part.invalid && { fault: "The input is no JSON object, or there is no such tool" }),
          },
        };
      else if (part.type === "error") throw part.error;
      else if (part.type === "abort")
        throw silence.signal.aborted ? silent(silenceMs) : new ModelError("Stopped", { retryable: false });
      else if (part.type === "finish") {
        if (part.finishReason === "error")
          throw new ModelError("The model service failed in the middle of its answer", { retryable: true });
        const reason = reasonOf(part.finishReason);
        end = { kind: "finish", reason, usage: usageOf(part.totalUsage, name, await rates, reason) };
      }
    }
    if (end) yield { ...end, messages: await repliedBy(result) };
  } catch (error) {
    throw silence.signal.aborted && !request.signal.aborted ? silent(silenceMs) : error;
  } finally {
    clearTimeout(timer);
  }
}

/** Without `execute` and validation: the SDK hands calls on, and the caller says in words what is wrong with one. */
const toolSet = (tools: Record<string, ModelTool>): ToolSet =>
  Object.fromEntries(
    Object.entries(tools).map(([name, { description, input }]) => [
      name,
      tool({ description, inputSchema: jsonSchema(z.toJSONSchema(input, { io: "input" }) as JSONSchema7) }),
    ]),
  );

/** The reply's own messages. Answers to calls that could not be read are left out: the caller answers every call. */
async function repliedBy(result: { responseMessages: PromiseLike<ModelMessage[]> }): Promise<ModelMessage[]> {
  return (await result.responseMessages).filter(({ role }) => role === "assistant");
}

const silent = (ms: number) =>
  new ModelError(`The model did not answer within ${Math.max(1, Math.round(ms / 1000))} seconds`, { retryable: true });

function reasonOf(reason: string): FinishReason {
  if (reason === "other" || reason === "unknown") return "unknown";
  return reason === "length" || reason === "content-filter" || reason === "error" ? reason : "stop";
}

/**
 * The usage record of 2-builder.md §3. Cached tokens are billed at their own rates and not counted as prompt tokens
 * again.
 */
export function usageOf(
  usage: LanguageModelUsage,
  model: string,
  rates: Rates,
  finishReason: FinishReason,
): ModelUsage {
  const cacheReadTokens = usage.inputTokenDetails.cacheReadTokens ?? 0;
  const cacheWriteTokens = usage.inputTokenDetails.cacheWriteTokens ?? 0;
  const promptTokens = Math.max(0, (usage.inputTokens ?? 0) - cacheReadTokens - cacheWriteTokens);
  const completionTokens = usage.outputTokens ?? 0;
  const cost = (tokens: number, rate: number) => (tokens * rate) / 1e6;
  const costs = {
    promptCost: cost(promptTokens, rates.prompt),
    completionCost: cost(completionTokens, rates.completion),
    cacheReadCost: cost(cacheReadTokens, rates.cacheRead),
    cacheWriteCost: cost(cacheWriteTokens, rates.cacheWrite),
  };
  return {
    promptTokens,
    completionTokens,
    cacheReadTokens,
    cacheWriteTokens,
    ...costs,
    promptRate: rates.prompt,
    completionRate: rates.completion,
    cacheReadRate: rates.cacheRead,
    cacheWriteRate: rates.cacheWrite,
    totalTokens: promptTokens + completionTokens + cacheReadTokens + cacheWriteTokens,
    totalCost: Object.values(costs).reduce((sum, value) => sum + value, 0),
    finishReason,
    timestamp: new Date().toISOString(),
    modelInfo: { model },
    isPriced: rates.isPriced,
  };
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new ModelError("Stopped", { retryable: false }));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}
