import "server-only";
import type { FinishReason, ModelUsage } from "./schema";

/** The usage record of a free call. */
export function noUsage(model: string, finishReason: FinishReason): ModelUsage {
  return {
    promptTokens: 0,
    promptCost: 0,
    promptRate: 0,
    completionTokens: 0,
    completionCost: 0,
    completionRate: 0,
    cacheReadTokens: 0,
    cacheReadCost: 0,
    cacheReadRate: 0,
    cacheWriteTokens: 0,
    cacheWriteCost: 0,
    cacheWriteRate: 0,
    totalTokens: 0,
    totalCost: 0,
    finishReason,
    timestamp: new Date().toISOString(),
    modelInfo: { model },
  };
}
