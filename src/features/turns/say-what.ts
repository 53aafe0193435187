import { nameOfPicked } from "@/features/runtime/rules";
import type { Picked } from "@/features/runtime/schema";

const noun =
  "(?:button|link|field|input|column|cell|picture|image|tab|heading|title|headline|text|label|element|part|one|thing|word|words)";
const pointing = new RegExp(
  String.raw`\b(?:this|that)(?:\s+${noun})?\b(?!\s+(?:page|app|table|list|form|board|calendar))`,
  "i",
);
const naming = [
  new RegExp(
    String.raw`^(?:please\s+)?(?:rename|relabel|reword)\s+(?:this|it|that)(?:\s+${noun})?\s+(?:to|into|as)\s+(.+)$`,
    "i",
  ),
  new RegExp(String.raw`^(?:please\s+)?call\s+(?:this|it|that)(?:\s+${noun})?\s+(.+)$`, "i"),
  new RegExp(String.raw`^(?:this|it|that)(?:\s+${noun})?\s+should\s+(?:say|read|be called)\s+(.+)$`, "i"),
  new RegExp(
    String.raw`^(?:please\s+)?(?:change|set)\s+(?:this|that)\s+(?:text|title|heading|headline|label|word|words)\s+to\s+(.+)$`,
    "i",
  ),
];
const bare = (words: string) => words.trim().replace(/^["“”']+|["“”'.!]+$/g, "");

/**
 * Resolves "this" in a message for the offline builder, which reads text only:
 * "make this green" at a button → "make the “New deal” button green".
 */
export function sayWhat(text: string, element: Picked): string {
  const [kind = "", ...rest] = nameOfPicked(element).split(" ");
  const name = rest.join(" ");
  if (name === "") return text;
  for (const pattern of naming) {
    const words = pattern.exec(text.trim())?.[1];
    if (words) return `Change the text “${element.text}” to “${bare(words)}”`;
  }
  return text.replace(pointing, `the ${name} ${kind}`);
}
