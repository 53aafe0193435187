import "server-only";
import { z } from "zod";

/** USD per 1M tokens. Zero where the list does not know a model: a cost is then unknown, and shown as 0. */
export type Rates = { prompt: number; completion: number; cacheRead: number; cacheWrite: number };

const unknownRates: Rates = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0 };

/** The router's public list (providers.md §3): `pricing.*` are strings in USD per token. */
const listSchema = z.object({
  data: z.array(z.object({ id: z.string(), name: z.string().optional(), context_length: z.number().nullish(), pricing: z.record(z.string(), z.unknown()).default({}) })),
});

export type ListedModel = { id: string; name: string; contextLength: number | null; rates: Rates };

const perMillion = (value: unknown) => (typeof value === "string" && Number.isFinite(Number(value)) ? Number(value) * 1e6 : 0);

const keptMs = 60 * 60 * 1000;
const cache = new Map<string, { at: number; models: Promise<ListedModel[]> }>();

/** The public list of models, kept for an hour. Empty when it cannot be reached: the picker and costs go without it. */
export function listModels(url: string): Promise<ListedModel[]> {
  const kept = cache.get(url);
  if (kept && Date.now() - kept.at < keptMs) return kept.models;
  const models = fetchModels(url).catch(() => {
    cache.delete(url);
    return [];
  });
  cache.set(url, { at: Date.now(), models });
  return models;
}

async function fetchModels(url: string): Promise<ListedModel[]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  const { data } = listSchema.parse(await response.json());
  return data.map(({ id, name, context_length: contextLength, pricing }) => ({
    id,
    name: name ?? id,
    contextLength: contextLength ?? null,
    rates: { prompt: perMillion(pricing.prompt), completion: perMillion(pricing.completion), cacheRead: perMillion(pricing.input_cache_read), cacheWrite: perMillion(pricing.input_cache_write) },
  }));
}

/** A model's rates by its own name or by the router's (`openai/gpt-4o-mini`). */
export async function ratesOf(url: string, model: string): Promise<Rates> {
  const models = await listModels(url);
  return models.find(({ id }) => id === model || id.endsWith(`/${model}`))?.rates ?? unknownRates;
}
