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
      .replace(/[\s,]+(?:and not|not|instead of|rather than) (?!only\b).+$/i, "")
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

const word =
  "(?!(?:to|for|of|in|on|onto|into|from|with|as|by|that|which|should|must|can|has|have|is|are|and)\\b)[\\w-]+";
/** Up to four words that can name a thing, as the source of a pattern: none of them joins phrases. */
export const noun = `(?:"[^"]+"|'[^']+'|${word}(?:\\s+${word}){0,3}?)`;

/** How people ask for a page or a view, as the source of a pattern. */
export const asking =
  "(?:add|create|make|build|include|show|put|give(?: me| us)?|i (?:want|need|would like)|we (?:want|need)|need|want|display|set up|generate|introduce|have|with|use|let me see|let us see|i'd like|visuali[sz]e)";
/** What stands before the noun there. */
export const some = "(?:(?:an?|the|some|my|our|another|new|nice|simple|small|beautiful|separate|first)\\s+)*";

/** "when somebody is absent, send him a text": what would happen by itself, and no question. */
export const automatic =
  /^(?:when(?:ever)?|if|as soon as|every time|each time|once)\b[^?]*\b(?:send|text|mail|e-?mail|message|notify|remind|alert)\b[^?]*$/i;

/** What rows can be coloured by. */
export const conditionHint =
  "I can colour rows by an option, a ticked box, a number or a date that has passed, and did not find one of those here; nothing was changed.";

/** "put the chart on its own page": one that is there. */
export const movedChart =
  /\b(?:put|move|show) (?:the|this|that|these|my|our|all) (?:charts?|graphs?|diagrams?) (?:on|to|onto|in) (?:its|an?|their|another|the top|the first)\b/i;
/** "total = nights x price". */
export const multiplied =
  /=\s*[\w ]+ (?:times|plus|minus|[*x+]|-) (?:the )?\w|\b(?:is|equals?|should be) (?:the )?[\w ]+ (?:times|multiplied by|divided by|[*x]) (?:the )?[a-z]/i;
export const computed =
  /(?:\b(?:is|equals?|should be)|=) (?:the )?[\w ]+ (?:times|multiplied by|plus|minus|divided by|\*|x) (?:the )?\w|\b(?:calculate|compute|work out) (?:it|the|that|this)\b/i;
/** "can you make a logo". */
export const drawing =
  /^(?:(?:make|design|draw|create|add) (?:us |me )?(?:an? )?(?:nice |new |own |cool )?(?:logo|icon|favicon|banner|mascot)s?|(?:we|i) (?:need|want) an? (?:nice |new )?(?:logo|favicon))(?: for (?:the|my|our|this) (?:app|site|website|page|club|company|business))?$/i;
