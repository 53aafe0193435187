import "server-only";
import { z } from "zod";
import { openModel } from "@/engines/model/open";
import { ModelError } from "@/engines/model/schema";
import { modelName } from "@/engines/model/sdk";
import type { Platform } from "@/engines/platform";
import { AppError } from "@/errors";
import type { ServiceInput } from "./schema";
import { settingsOf } from "./store";

const tryMs = 30_000;

/** `words` say what failed, or what answered. */
export type Trial = { isReady: boolean; words: string };

/** One small call of each model that a service names. The words never hold the key or the service's own text. */
export async function tryService(platform: Platform, service: ServiceInput): Promise<Trial> {
  const settings = await settingsOf(platform, service).catch((error: unknown) => {
    if (error instanceof AppError) return error;
    throw error;
  });
  if (settings instanceof AppError) return { isReady: false, words: settings.message };
  const env = { ...platform.env, ...settings, MODEL_FALLBACKS: [] };
  const { build, repair, small } = service.names;
  const names = [...new Set([build || modelName(env), repair, small])].filter((name): name is string => !!name);
  const heard: string[] = [];
  for (const name of names) {
    const started = performance.now();
    try {
      for await (const event of openModel(env).stream({
        model: name,
        instructions: "Answer with one word.",
        messages: [{ role: "user", content: "Are you ready?" }],
        // Whether the model takes tools is found out here, and not in somebody's first request.
        tools: { nothing: { description: "Does nothing. Do not call it.", input: z.object({}) } },
        workspace: { files: [], appName: "" },
        signal: AbortSignal.timeout(tryMs),
      }))
        if (event.kind === "finish") heard.push(`${name} answered in ${seconds(performance.now() - started)}`);
    } catch (error) {
      if (!(error instanceof ModelError)) throw error;
      const words = error.message === "Stopped" ? `No answer within ${seconds(tryMs)}` : plain(error.message);
      return { isReady: false, words: `${name}: ${words}` };
    }
  }
  return { isReady: heard.length > 0, words: heard.join(", ") || "The service ended its answer without a word" };
}

const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`;

/** The words of a failure without the names of environment variables. */
const plain = (words: string) =>
  words
    .replace(" in MODEL_API_KEY", "")
    .replace(" for the key", " for this key")
    .replace("Check MODEL_NAME and MODEL_BASE_URL.", "Check the model's name and the address.");
