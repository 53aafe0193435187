import type { ModelUsage } from "@/engines/model/schema";

const whole = new Intl.NumberFormat("en-US");

/** Small sums keep four decimals. */
const money = (dollars: number): string =>
  `$${dollars === 0 ? "0" : dollars < 0.01 ? dollars.toFixed(4) : dollars.toFixed(2)}`;

/** The usage record of 2-builder.md §3 as table rows, without unused parts. */
export function usageRows(usage: ModelUsage): { label: string; tokens: string; rate: string; cost: string }[] {
  const price = (dollars: number) => (usage.isPriced === false ? "unknown" : money(dollars));
  const rows = [
    ["Prompt", usage.promptTokens, usage.promptRate, usage.promptCost],
    ["Completion", usage.completionTokens, usage.completionRate, usage.completionCost],
    ["Cache read", usage.cacheReadTokens, usage.cacheReadRate, usage.cacheReadCost],
    ["Cache write", usage.cacheWriteTokens, usage.cacheWriteRate, usage.cacheWriteCost],
  ] as const;
  return rows
    .filter(([, tokens]) => tokens > 0)
    .map(([label, tokens, rate, cost]) => ({
      label,
      tokens: whole.format(tokens),
      rate: price(rate),
      cost: price(cost),
    }));
}

/** The offline builder uses no tokens. An unpriced model is not free. */
export const usageTotal = ({ totalTokens, totalCost, isPriced }: ModelUsage): string =>
  totalTokens === 0
    ? "No tokens used"
    : `${whole.format(totalTokens)} tokens · ${isPriced === false ? "price unknown" : money(totalCost)}`;
