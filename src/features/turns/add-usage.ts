import type { ModelUsage } from "@/engines/model/schema";

const summed = [
  "promptTokens",
  "promptCost",
  "completionTokens",
  "completionCost",
  "cacheReadTokens",
  "cacheReadCost",
  "cacheWriteTokens",
  "cacheWriteCost",
  "totalTokens",
  "totalCost",
] as const;

/**
 * Sums the usage of a turn's calls: counts and costs add up; rates and model are the last call's. An unknown price
 * makes the sum unknown.
 */
export function addUsage(before: ModelUsage | undefined, usage: ModelUsage): ModelUsage {
  if (!before) return usage;
  const isUnknown = before.isPriced === false || usage.isPriced === false;
  return {
    ...usage,
    ...(isUnknown && { isPriced: false }),
    ...Object.fromEntries(summed.map((key) => [key, before[key] + usage[key]])),
  };
}
