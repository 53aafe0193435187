import "server-only";
import { z } from "zod";

/**
 * USD per 1M tokens. `isPriced` is false for a model that the list does not know: its cost is unknown and shown as 0.
 */
export type Rates = { prompt: number; completion: number; cacheRead: number; cacheWrite: number; isPriced: boolean };

const unknownRates: Rates = { prompt: 0, completion: 0, cacheRead: 0, cacheWrite: 0, isPriced: false };

/** OpenRouter's public list (providers.md §3): `pricing.*` are strings in USD per token. */
const listSchema = z.object({
  data: z.array(
    z.object({
      id: z.string(),
      name: z.string().optional(),
      context_length: z.number().nullish(),
      architecture: z.object({ input_modalities: z.array(z.string()).nullish() }).nullish(),
      pricing: z.record(z.string(), z.unknown()).default({}),
    }),
  ),
});

export type ListedModel = {
  id: string;
  name: string;
  contextLength: number | null;
  /** Whether it takes pictures; null where the list does not say. */
  canSee: boolean | null;
  rates: Rates;
};

const perMillion = (value: unknown) =>
  typeof value === "string" && Number.isFinite(Number(value)) ? Number(value) * 1e6 : 0;

const keptMs = 60 * 60 * 1000;
/**
 * Negative cache: an unreachable list is retried after this long, so that an installation without internet does not
 * wait for it on every turn.
 */
const absentMs = 5 * 60 * 1000;
const cache = new Map<string, { at: number; models: Promise<ListedModel[]> }>();

/** The public model list, cached for an hour. Empty when unreachable: picker and costs work without it. */
export function listModels(url: string): Promise<ListedModel[]> {
  const kept = cache.get(url);
  if (kept && Date.now() - kept.at < keptMs) return kept.models;
  const entry = { at: Date.now(), models: Promise.resolve<ListedModel[]>([]) };
  entry.models = fetchModels(url).catch(() => {
    entry.at = Date.now() - keptMs + absentMs;
    return [];
  });
  cache.set(url, entry);
  return entry.models;
}

async function fetchModels(url: string): Promise<ListedModel[]> {
  const response = await fetch(url, { signal: AbortSignal.timeout(5_000) });
  const { data } = listSchema.parse(await response.json());
  return data.map(({ id, name, context_length: contextLength, architecture, pricing }) => ({
    id,
    name: name ?? id,
    contextLength: contextLength ?? null,
    canSee: architecture?.input_modalities?.includes("image") ?? null,
    rates: ratesIn(pricing),
  }));
}

/** Without a price for cached tokens they cost as much as others. */
function ratesIn(pricing: Record<string, unknown>): Rates {
  const prompt = perMillion(pricing.prompt);
  return {
    prompt,
    completion: perMillion(pricing.completion),
    cacheRead: pricing.input_cache_read === undefined ? prompt : perMillion(pricing.input_cache_read),
    cacheWrite: pricing.input_cache_write === undefined ? prompt : perMillion(pricing.input_cache_write),
    isPriced: true,
  };
}

/** A model's rates by its own name or OpenRouter's (`openai/gpt-4o-mini`). */
export async function ratesOf(url: string, model: string): Promise<Rates> {
  return (await findModel(url, model))?.rates ?? unknownRates;
}

/** A model of the list by its own name or OpenRouter's. */
export const findModel = async (url: string, model: string): Promise<ListedModel | undefined> =>
  (await listModels(url)).find(({ id }) => id === model || id.endsWith(`/${model}`));
