import "server-only";
import type { Env } from "@/engines/env";
import { offlineProvider } from "@/offline/provider";
import { replayProvider } from "./replay";
import type { ModelProvider } from "./schema";
import { sdkProvider } from "./sdk";

/** Opens the model provider of the settings. */
export function openModel(settings: Env): ModelProvider {
  if (settings.MODEL_PROVIDER === "offline") return offlineProvider;
  if (settings.MODEL_PROVIDER === "replay") return replayProvider(settings.MODEL_NAME);
  return sdkProvider(settings);
}
