import { withoutLead } from "./items";
import { priceInHead } from "./prices";
import type { ToolReading } from "./read-tool";

export const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);
/** Cut at a word, and not behind one that introduces another. */
export const cut = (text: string, max: number) =>
  text.length <= max
    ? text
    : text
        .slice(0, max)
        .replace(/\s+\S*$/, "")
        .replace(/(?:,|\s+(?:and|or|with|for|of|an?|the|in|to))+$/i, "");

/** "Catering quote at 25 per person, delivery 40" is called "Catering quote". */
export const titlePart = (head: string) => head.split(/,\s+(?=.*\d)|\s+[–—-]\s+/)[0]!.replace(priceInHead, "");

/** What a tool without a name of its own is called. */
export function titleOf({ formulas, shown }: Pick<ToolReading, "formulas" | "shown">): string {
  const first = formulas[0]?.name !== "Result" ? formulas[0]?.name : undefined;
  const bare = (shown[0]?.words ?? "").replace(/\s*\([^)]*\)?/g, "");
  return cut(capital(first ?? withoutLead(bare)), 60) || "New tool";
}
