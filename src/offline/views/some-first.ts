import "server-only";
import { splitOutside } from "../language/normalize";
import { clauseOf, kindOfRef, type Rule } from "../request/meaning/clause";
import { isFiller, type Mark, marksOf } from "../request/meaning/marks";
import { readOrder } from "./order";

const asksFirst = /\b(?:first|last|(?:on|at|to|in) (?:the )?(?:very )?(?:top|bottom|end|front))\b/i;
const rowWords = /^(?:ones?|rows?|entries|items?|things?)$/;
const why =
  "a list is sorted by one field and puts no rows of one state first or last; it can show only these, or colour them, as in “show only open orders” or “colour open orders red”.";

/** "paid ones", "orders that are not shipped": rows by one of their options, and no field by which all are sorted. */
const isOfSome = (marks: readonly Mark[]): boolean =>
  marks.some((mark, at) => {
    if (mark.entities.length > 0 || !mark.states.some((state) => kindOfRef(state) === "enum")) return false;
    const behind = marks[at + 1];
    const isOfRows = behind !== undefined && (rowWords.test(behind.words[0]!) || behind.entities.length > 0);
    return isOfRows || /^(?:not|yet)$/.test(marks[at - 1]?.words.at(-1) ?? "");
  });

/** "newest first, not paid ones on top": the order that a list can have, and why it has not the other. */
export const readSomeFirst: Rule = ({ draft, text }) => {
  if (!asksFirst.test(text)) return false;
  const parts = splitOutside(text, /^(?:\s*,\s*(?:(?:and|but|then)\s+)?|\s+(?:and|but)\s+)/i).filter(Boolean);
  const some = parts.filter((part) => isOfSome(marksOf(part, draft.model)));
  const others = parts.filter((part) => !some.includes(part) && !marksOf(part, draft.model).every(isFiller));
  // "hide fixed bugs, newest on top" hides rows, and puts none first.
  if (some.length === 0 || !some.every((part) => asksFirst.test(part) || /^not\b/i.test(part))) return false;
  if (!others.every((part) => readOrder(clauseOf(part, draft)))) return false;
  draft.skipped.push(...some.map((part) => `“${part}”: ${why}`));
  return true;
};
