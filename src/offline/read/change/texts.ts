import "server-only";
import { splitOptions, unquote } from "../../language/normalize";
import type { Clause } from "./clause";
import { has } from "./marks";

const tail =
  /(?:[\s,]+(?:please|pls|plz|thanks|thank you|too|as well|also|instead|now|for now|from now on|again|ok|okay|only|nothing else|that's all|thats all))+[.!?]*$/i;
const lead = /^(?:[\s,:]*(?:to|into|as|the|a|an|be|called|named|just|simply|now|with|of|from|are|is|:|->|=>|→)\s+)+/i;

/** A name as it was typed, without the words around it: `to "On hold" please` → "On hold". */
export const nameIn = (text: string): string =>
  unquote(
    text
      .replace(/^[\s:,]+/, "")
      .replace(tail, "")
      .replace(lead, "")
      .replace(/[.!?,;:]+$/, "")
      .trim(),
  );

/** The list behind a mark: "a choice of | district, regional and supreme". */
export function listAfter({ text, marks }: Clause, at: number): string[] {
  let from = at + 1;
  while (
    from < marks.length &&
    (marks[from]!.isSign ||
      /^(?:to|of|with|between|from|the|be|are|these|following|either)$/.test(marks[from]!.words[0]!) ||
      has(marks[from]!, "option", "several", "become", "table"))
  )
    from++;
  if (from >= marks.length) return [];
  const list = text
    .slice(marks[from]!.at)
    .replace(tail, "")
    .replace(/\s+(?:for|on|in|to|of)\s+(?:the|all|my|our|each|every)\s+[\w ]+$/i, "")
    .replace(/[)\].]+$/, "");
  return splitOptions(list).filter((option) => option.length < 60);
}
