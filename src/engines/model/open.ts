import "server-only";
import type { Env } from "@/engines/env";
import { log } from "@/engines/log";
import { offlineProvider } from "@/offline/provider";
import { replayProvider } from "./replay";
import { ModelError, type ModelProvider } from "./schema";
import { sdkProvider } from "./sdk";

/** Opens the model provider of the settings, with those that stand in for it. */
export function openModel(settings: Env): ModelProvider {
  if (settings.MODEL_PROVIDER === "offline") return offlineProvider(settings.OFFLINE_REPLY_SECONDS * 1_000);
  if (settings.MODEL_PROVIDER === "replay") return replayProvider(settings.MODEL_NAME);
  const others = (settings.MODEL_FALLBACKS ?? []).map((service) => ({ ...settings, MODEL_NAMES: {}, ...service }));
  return others.length === 0 ? sdkProvider(settings) : firstOf([settings, ...others].map(sdkProvider));
}

/**
 * Asks the next provider when one fails before its first output. A request's own choice of a model holds for the first:
 * others do not know its name.
 */
function firstOf(providers: ModelProvider[]): ModelProvider {
  return {
    name: providers[0]!.name,
    async *stream(request) {
      const { model: _model, ...open } = request;
      for (const [index, provider] of providers.entries()) {
        let hasSpoken = false;
        try {
          for await (const event of provider.stream(index === 0 ? request : open)) {
            hasSpoken = true;
            yield event;
          }
          return;
        } catch (error) {
          const isLast = index === providers.length - 1;
          if (hasSpoken || isLast || request.signal.aborted || !(error instanceof ModelError)) throw error;
          log("warn", "model-fallback", { provider: provider.name, error: error.message });
        }
      }
    },
  };
}
