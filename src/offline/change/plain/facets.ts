import "server-only";
import { splitOutside } from "../../language/normalize";
import type { Draft } from "../../draft/draft";
import type { AppModel } from "../../model/app-model";
import { isFiller, type Mark, marksOf } from "../../request/meaning/marks";
import { isDuty } from "./pointed";

const between = /^(?:of|in|on|for|from|the|a|an|each|every|all|our|my|at|to)$/;
const isJoin = (mark: Mark) => mark.words.every((word) => between.test(word));
const isNamed = (mark: Mark) => mark.fields.length + mark.entities.length > 0 && mark.color === undefined;

/** What a text begins with, where that names one field: "for potters the email", "insured value of loans". */
function fieldSaid(text: string, model: AppModel): string | undefined {
  const marks = marksOf(text, model);
  const end = marks.findIndex((mark) => !isNamed(mark) && !isJoin(mark));
  const head = marks.slice(0, end);
  while (head.length > 0 && isJoin(head.at(-1)!)) head.pop();
  const isOne = head.filter(({ entities, fields }) => fields.length > 0 && entities.length === 0).length === 1;
  return isOne ? text.slice(0, head.at(-1)!.end) : undefined;
}

/** Whether a part of a row says what a field must be, and names no other field. */
const isFacet = (part: string, model: AppModel): boolean =>
  isDuty(part, model) &&
  !/\b(?:when|if|where|unless)\b/i.test(part) &&
  marksOf(part, model).every((mark) => mark.fields.length === 0 || mark.asks.length > 0 || isFiller(mark));

const comma = /^\s*[,;]\s*(?:(?:and|but)\s+)?/i;
const commaOrAnd = /^(?:\s*[,;]\s*(?:(?:and|but)\s+)?|\s+(?:and|but)\s+)/i;
const pronoun = /^(?:(?:and|but) )?(?:it|this|that|they|them) (?=\S)/i;

/**
 * "places: at most 12, at least 3, normally 10", "price is never under 1, always filled in": each of the rules in a row
 * with the field that it is about. Any other text stays as it is.
 */
export function withFieldInEach(text: string, { model }: Draft): string {
  const subject = fieldSaid(text, model);
  if (subject === undefined) return text;
  const rest = text.slice(subject.length).replace(/^\s*(?:[:,]|-)?\s*/, "");
  const rows = [commaOrAnd, comma].map((separator) => splitOutside(rest, separator));
  const parts = rows.find((row) => row.length > 1 && row.every((part) => isFacet(part, model)));
  return parts ? parts.map((part) => `${subject} ${part.replace(pronoun, "")}`).join(", ") : text;
}
