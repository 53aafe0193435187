import "server-only";
import { loadWords } from "../../words/load";
import type { Condition } from "../../model/look";
import { type Clause, entitiesIn, isDate, isNumber, refsOf } from "./clause";
import { comparisonOf } from "./comparison";
import { type FieldRef, has, type Mark } from "./marks";

/** Words by which a number or a date is compared. */
export const compared =
  /^(?:below|under|above|over|less|more|fewer|lower|higher|greater|smaller|bigger|larger|cheaper|dearer|expensive|low|high|running|than|at least|at most|at|least|most|up|to|exceeds?|exceeding|drops?|falls?|goes|gets|[<>=€$£])$/;

export const isReason = (mark: Mark) => mark.states.length > 0 || has(mark, "overdue") || mark.number !== undefined;

const joins = /^(?:and|but|,|&|that|which|who|whose|when|if|while|plus|though|yet|unless|except|without)$/;
const denials = /^(?:not|isn't|aren't|isnt|arent|no|still|is|are|yet|they)$/;

/** Whether a mark only ties reasons together: "that are still", "unless". */
export const isJoint = (mark: Mark): boolean =>
  mark.words.every((word) => joins.test(word) || denials.test(word)) || isDenial(mark);

/** "past arrival": once that date is over. */
export const withPastDates = (marks: Mark[]): Mark[] =>
  marks.map((mark, at) =>
    mark.words.join(" ") === "past" && marks[at + 1]?.fields.some(isDate) ? { ...mark, asks: ["overdue"] } : mark,
  );

/** "not done", "but not paid", "unless paid": that it is not so. */
export const isDenial = ({ words }: Mark): boolean =>
  /^(?:not|isn't|aren't|isnt|arent|no|unless|except|without)$/.test(words.at(-1)!);

/** The words of each reason, where there are several: "overdue | and not done", "unpaid rentals | that are late". */
export function reasonsIn(part: Mark[]): Mark[][] {
  const said = part.flatMap((mark, at) => (isReason(mark) ? [at] : []));
  // "new tickets that are urgent": what is new is no reason where another one is.
  const anchors = said.filter(
    (at) => said.length < 2 || part[at]!.words[0] !== "new" || joins.test(part[at + 1]?.words[0] ?? ""),
  );
  if (anchors.length < 2) return [part];
  const cuts = anchors.slice(1).map((anchor, index) => {
    const before = anchors[index]!;
    const join = part.findLastIndex((mark, at) => at > before && at < anchor && joins.test(mark.words[0]!));
    if (join >= 0) return join;
    let at = anchor;
    while (at - 1 > before && denials.test(part[at - 1]!.words[0]!)) at -= 1;
    return at;
  });
  return [0, ...cuts].map((from, index) => part.slice(from, cuts[index]));
}

/** "below their reorder level", "spent over budget": a number of a row against another one of the same row. */
export function limitOf(clause: Clause, part: Mark[]): Omit<Condition, "color"> | null {
  const limit = part.findLast((mark) => mark.fields.some(isNumber));
  if (!limit || part.some(({ number }) => number !== undefined)) return null;
  const isBare = ({ words: [word = ""] }: Mark) => !/^(?:the|their|its|his|her|an?|of|set|own)$/.test(word);
  const sign = comparisonOf(part.filter(isBare), limit);
  if (sign === "") return null;
  const named = entitiesIn(clause);
  const limits = limit.fields.filter((ref) => isNumber(ref) && (named.length === 0 || named.includes(ref.entity)));
  const before = part.slice(0, part.indexOf(limit)).flatMap(({ fields }) => fields.filter(isNumber));
  for (const { entity, name } of limits) {
    const isOther = (ref: FieldRef) => ref.entity === entity && ref.name !== name;
    const counted = before.find(isOther) ?? (before.length === 0 ? refsOf(entity).find(isStock) : undefined);
    if (counted && isOther(counted)) return { entity: entity.name, field: counted.name, is: `${sign}${name}` };
  }
  return null;
}

/** How much of something is there, which "below the reorder level" leaves unsaid. */
const isStock = (ref: FieldRef): boolean => {
  const name = ref.name.replaceAll("_", " ");
  return isNumber(ref) && (/\bstock$/.test(name) || (loadWords().alike.get("stock") ?? []).includes(name));
};

/** "red when late and not returned": half of a reason would colour other rows. */
export const joinedReasons =
  /^(?=.*\b(?:mark|flag|colou?r|highlight|paint|red|orange|yellow|gr[ae]y|green|blue|pink|purple)\b).*\b(?:past|passed|overdue|late|over|gone|expired|due),? (?:and|but) (?:is |are |still |yet )*(?:not|un\w+|isn't|aren't)\b/i;
