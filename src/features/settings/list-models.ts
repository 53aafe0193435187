import "server-only";
import { z } from "zod";
import { listModels } from "@/engines/model/rates";
import type { Platform } from "@/engines/platform";
import shipped from "./shipped-models.json";

const choiceSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Tokens. */
  contextLength: z.number().nullable(),
  /** USD per 1M tokens; null when unknown. */
  promptPrice: z.number().nullable(),
  completionPrice: z.number().nullable(),
});
export type ModelChoice = z.infer<typeof choiceSchema>;

const keptKey = "model-list.json";

/**
 * OpenRouter's public model list (1-platform.md §7); when unreachable, the last one fetched, else the one shipped.
 * @returns sorted by name; `source` tells which of the three
 */
export async function listModelChoices({
  env,
  blobs,
}: Pick<Platform, "env" | "blobs">): Promise<{ source: "router" | "kept" | "shipped"; models: ModelChoice[] }> {
  const listed = await listModels(env.MODELS_URL);
  if (listed.length > 0) {
    const models = listed
      .map(({ id, name, contextLength, rates }) => ({
        id,
        name,
        contextLength,
        promptPrice: rates.isPriced ? rates.prompt : null,
        completionPrice: rates.isPriced ? rates.completion : null,
      }))
      .sort((left, right) => left.name.localeCompare(right.name));
    await blobs.put(keptKey, new TextEncoder().encode(JSON.stringify(models)), "application/json");
    return { source: "router", models };
  }
  const bytes = await blobs.get(keptKey).catch(() => undefined);
  const kept = bytes && z.array(choiceSchema).safeParse(JSON.parse(new TextDecoder().decode(bytes)));
  return kept?.success ? { source: "kept", models: kept.data } : { source: "shipped", models: shipped };
}
