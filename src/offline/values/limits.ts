import "server-only";
import type { Property } from "../model/app-model";
import { inferProperty, labelFor } from "../model/field-kinds";
import { setRequired } from "../draft/compose";
import { manyOf } from "../draft/draft";
import {
  type Clause,
  entitiesIn,
  fieldsIn,
  isAll,
  isDate,
  isFieldMark,
  isNumber,
  kindOfRef,
  type Rule,
} from "../request/meaning/clause";
import { rangeOf } from "./range";
import { hasUsualOptions } from "./usual-options";
import { type FieldRef, has, type Mark } from "../request/meaning/marks";

type Limits = { minimum?: number; maximum?: number };

const amount = String.raw`(-?\d+(?:[.,]\d+)?|zero|nought|one)\b`;
const denied = String.raw`\b(?:can ?not|can't|cant|must not|mustn't|mustnt|may not|should not|shouldn't|shouldnt|never|not|no|nothing|none)\b`;
const duty = String.raw`\b(?:must|should|shall|has to|have to|needs?|ought to|can|may|always|is|are|goes|go|runs|ranges|reaches)\b`;

/** What numbers are allowed: the first pattern that fits, with the amounts that it catches. */
const limitsSaid: [RegExp, (low: number, high: number) => Limits][] = [
  [new RegExp(`\\bbetween ${amount} (?:and|to) ${amount}`), (minimum, maximum) => ({ minimum, maximum })],
  [new RegExp(`${duty}.*\\bfrom ${amount} (?:to|up to|till) ${amount}`), (minimum, maximum) => ({ minimum, maximum })],
  [
    new RegExp(`\\b(?:minimum|min)\\b\\D*${amount}\\D*\\b(?:maximum|max)\\b\\D*${amount}`),
    (minimum, maximum) => ({ minimum, maximum }),
  ],
  [new RegExp(`${denied}.*\\b(?:negative|minus)\\b`), () => ({ minimum: 0 })],
  [new RegExp(`${duty}.*\\bpositive\\b`), () => ({ minimum: 0 })],
  [new RegExp(`${denied}.*\\b(?:below|under|(?:less|lower|smaller|fewer) than) ${amount}`), (minimum) => ({ minimum })],
  [
    new RegExp(`${denied}.*\\b(?:above|over|exceed|beyond|(?:more|higher|bigger|greater) than) ${amount}`),
    (maximum) => ({ maximum }),
  ],
  [new RegExp(`${duty}.*\\b(?:at least|minimum(?: of)?|min) ${amount}`), (minimum) => ({ minimum })],
  [new RegExp(`${duty}.*\\b(?:at most|maximum(?: of)?|max|up to) ${amount}`), (maximum) => ({ maximum })],
  [new RegExp(`${duty}.*\\b${amount} or (?:more|above|higher)\\b`), (minimum) => ({ minimum })],
  [new RegExp(`${duty}.*\\b${amount} or (?:less|fewer|below|lower)\\b`), (maximum) => ({ maximum })],
  [new RegExp(`\\b(?:minimum|lowest|min)\\b(?:.*\\b(?:is|of|be)|:)? ${amount}`), (minimum) => ({ minimum })],
  [new RegExp(`\\bat least ${amount}`), (minimum) => ({ minimum })],
  [new RegExp(`\\b(?:at most|no more than) ${amount}`), (maximum) => ({ maximum })],
  [new RegExp(`\\b(?:maximum|highest|max)\\b(?:.*\\b(?:is|of|be)|:)? ${amount}`), (maximum) => ({ maximum })],
];

const numberOf = (said: string | undefined): number =>
  said === "one" ? 1 : /^(?:zero|nought)$/.test(said ?? "") ? 0 : Number((said ?? "").replace(",", "."));

function limitsIn(text: string): Limits | undefined {
  const said = text.toLowerCase().replaceAll("’", "'");
  for (const [pattern, limits] of limitsSaid) {
    const match = pattern.exec(said);
    if (match) return limits(numberOf(match[1]), numberOf(match[2]));
  }
  return undefined;
}

export const isLimit = (text: string): boolean => limitsIn(text) !== undefined;

/** Words with which an amount is limited, besides those that ask for something elsewhere too. */
export const limiting =
  /^(?:negative|positive|minus|zero|nought|below|under|above|over|less|lower|smaller|fewer|more|higher|bigger|greater|than|least|most|minimum|maximum|min|max|lowest|highest|between|exceed|beyond|value|values|number|numbers|amount|amounts|enter|entered|allow|allowed|save|saved|accept|accepted|nobody|somebody|anybody|people|able|ever|needs?|must|shall|nothing|none|goes|runs|ranges?|reaches)$/;

const dayLimit = new RegExp(
  `(?:${denied}|${duty}).*\\b(?:in the (?:past|future)|(?:before|after|later than|earlier than) (?:today|the ))`,
  "i",
);

/** "price can't be negative", "seats must be at least 1", "mileage between 0 and 500000": the least or most that a number may be. */
export const readLimits: Rule = (clause) => {
  const { draft, marks, text } = clause;
  const day = dayLimit.test(text) ? fieldsIn(clause, isFieldMark(clause)).find(isDate) : undefined;
  if (day && !marks.some(({ color }) => color)) {
    const isDue = marks.some(isDutyMark);
    if (isDue) setRequired(day.entity, [...new Set([...(day.entity.required ?? []), day.name])]);
    const rest = isDue ? "I only made it required" : "nothing was changed";
    draft.skipped.push(`“${text}”: a date takes any day here, and I cannot limit which; ${rest}.`);
    return true;
  }
  const limits = limitsIn(text);
  // "copies between 1 and 500, price never negative": each has a limit of its own.
  if (text.split(/\s*[,;]\s*(?:and |but )?/).filter(isLimit).length > 1) return false;
  // "required and never negative" is two wishes.
  const isDuty = marks.some(isDutyMark);
  // "passed when 60 or more" says when, and not how much.
  const isSometimes = marks.some(({ words }) => words.includes("when") || words.includes("if"));
  // "should be 95, and never below zero": a number that is neither the least nor the most asks for something else.
  const isOther = marks.some(({ number }) => number !== undefined && !Object.values(limits ?? {}).includes(number));
  if (!limits || isOther || isDuty || isSometimes || marks.some(({ color }) => color)) return false;
  const knows = (mark: Mark) =>
    mark.entities.length + mark.fields.length > 0 ||
    mark.number !== undefined ||
    mark.words.every((word) => limiting.test(word)) ||
    has(mark, "can", "cannot", "become", "have", "no", "field", "only", "start", "count", "required");
  if (!isAll(clause, knows)) return false;
  const refs = limitedIn(clause);
  const isBeyondStars = Object.values(limits).some((limit) => limit > 5);
  if (refs.length === 0 || (!isBeyondStars && refs.some((ref) => kindOfRef(ref) === "rating"))) return false;
  const { entity } = refs[0]!;
  // "rating between 600 and 3000": that of a chess player, and no stars.
  for (const { name } of refs.filter((ref) => kindOfRef(ref) === "rating"))
    entity.properties[name] = { ...inferProperty(name, "number"), ...titleOf(entity.properties[name]!) };
  draft.touched = entity.name;
  // Options that nobody said were a guess.
  for (const ref of refs.filter(hasUsualOptions)) {
    entity.properties[ref.name] = inferProperty(ref.name, "number");
    draft.assumed.push("Values that are already stored stay as they are; check rows that do not fit the new kind.");
  }
  const other = refs.find((ref) => !isNumber(ref));
  // "size of boots is a number between 20 and 35": it becomes one.
  if (other && refs.length === 1 && /\ba number\b/i.test(text)) {
    entity.properties[other.name] = {
      ...inferProperty(other.name, "number"),
      ...titleOf(entity.properties[other.name]!),
    };
    draft.assumed.push("Values that are already stored stay as they are; check rows that do not fit the new kind.");
  } else if (other) {
    const said = labelFor(other.name, entity.properties[other.name]!).toLowerCase();
    draft.skipped.push(
      `“${text}”: ${said} of ${manyOf(entity)} is no number, so it has no least or most; “make ${said} of ${manyOf(entity)} a number” changes that.`,
    );
    return true;
  }
  const closed = refs.find(({ name }) => isEmptyRange({ ...entity.properties[name]!, ...limits }));
  if (closed) {
    draft.skipped.push(
      `“${text}”: ${rangeOf(closed)}, so no number would be left; say both, as in “between 1 and 10”.`,
    );
    return true;
  }
  for (const { name } of refs) entity.properties[name] = withinLimits(entity.properties[name]!, limits);
  return true;
};

const isDutyMark = (mark: Mark) => has(mark, "required") && /requir|mandat|compuls|oblig|fill|empty/.test(mark.text);

const isEmptyRange = ({ minimum, maximum }: Limits) => (minimum ?? -Infinity) > (maximum ?? Infinity);

/** A default beyond the limits would be refused with each new row: it becomes the nearest that is allowed, and stays the limit that it was. */
function withinLimits(value: Property, limits: Limits): Property {
  const limited = { ...value, ...limits };
  const { default: start, minimum = -Infinity, maximum = Infinity } = limited;
  if (typeof start !== "number") return limited;
  const followed = start === value.maximum ? maximum : start;
  return { ...limited, default: Math.min(Math.max(followed, minimum), maximum) };
}

const titleOf = ({ title }: Property) => (title ? { title } : {});

/** The fields that a limit is about, all of the table that is named. */
function limitedIn(clause: Clause): FieldRef[] {
  const fields = fieldsIn(clause, isFieldMark(clause));
  // "grade must be between 1 and 6", where a grade has a grade: a table has no least or most.
  const isOwn = (mark: Mark) => mark.fields.some(({ entity }) => mark.entities.includes(entity));
  const refs = fields.length > 0 ? fields : fieldsIn(clause, isOwn);
  const named = entitiesIn(clause);
  const { entity } = refs[0] ?? {};
  return entity && refs.every((ref) => ref.entity === entity) && named.every((one) => one === entity) ? refs : [];
}
