import "server-only";
import type { Condition } from "../../model/look";
import { fieldTimeOf, mayBeLate } from "../../words/days";
import { type Clause, entitiesIn, isDate, isNumber, kindOfRef, pickRef, pickState, refsOf } from "./clause";
import { comparisonOf } from "./comparison";
import { daysSaid, fromToday, isOfDays } from "./days-said";
import { type FieldRef, has, type Mark } from "./marks";
import { isDenial, isReason, limitOf, reasonsIn } from "./reasons";

/** Rows of a table by the reasons for which they are meant. */
export type Rows = Omit<Condition, "color">;

/** Which rows words mean: their reasons must all hold, and of the options of one field any will do. */
export function rowsIn(clause: Clause, part: Mark[]): Rows[] | null {
  const days = part.some((mark) => isOfDays(clause, mark)) ? daysSaid(clause) : undefined;
  if (!days) return rowsByReasons(clause, part);
  const dated = days.isLate ? lateRows(clause, part, days.is) : datedRows(clause, part, days.is);
  // "older than a month and not paid": what else is said of them.
  const others = part.filter((mark) => !isOfDays(clause, mark));
  if (!dated || !others.some(isReason)) return dated && [dated];
  const text = clause.text.slice(0, days.at) + clause.text.slice(days.end);
  const rows = rowsByReasons({ ...clause, text }, others);
  const [first, ...more] = rows ?? [];
  if (!first || more.length > 0 || first.entity !== dated.entity) return null;
  const { field, is, and = [] } = dated;
  return [{ ...first, and: [...(first.and ?? []), { field, is }, ...and] }];
}

/** "more than 3 days late": by the date on which they were due, and nothing that is settled. */
function lateRows(clause: Clause, part: Mark[], is: string): Rows | null {
  const named = part.flatMap(({ fields }) => fields.filter((ref) => isDate(ref) && isDue(ref)));
  const ref = pickRef(clause, named.length > 0 ? named : dueDates(clause));
  return ref ? { entity: ref.entity.name, field: ref.name, is: "overdue", and: [{ field: ref.name, is }] } : null;
}

/** The rows by the date that is named, or the only one that they have. */
function datedRows(clause: Clause, part: Mark[], is: string): Rows | null {
  const named = part.flatMap(({ fields }) => fields.filter(isDate));
  const tables = [...entitiesIn(clause), ...part.flatMap(({ states }) => states.map(({ entity }) => entity))];
  const dates = [...new Set(tables)].flatMap(refsOf).filter(isDate);
  // "older than 30 days" is not told of the day by which something has to be done, and what is to come begins.
  const old = dates.filter((ref) => !isDue(ref));
  const due = dates.filter(isDue);
  const likely =
    is === fromToday
      ? dates.filter(isBegin)
      : is.startsWith("<-") && old.length === 1
        ? old
        : is.startsWith("<+") && due.length === 1
          ? due
          : [];
  const ref = pickRef(clause, named.length > 0 ? named : dates.length === 1 ? dates : likely);
  return ref ? { entity: ref.entity.name, field: ref.name, is } : null;
}

const isBegin = ({ name }: FieldRef) => /^(?:date|day|starts?|begins?|arriv)/.test(name);

function rowsByReasons(clause: Clause, part: Mark[]): Rows[] | null {
  const halves = reasonsIn(part);
  if (halves.length < 2) {
    const rows = rowsOf(clause, part);
    return rows && [rows];
  }
  const shared = part.filter((mark) => mark.color || mark.entities.length > 0);
  const found = halves.map((half) => rowsOf(clause, [...half, ...shared.filter((mark) => !half.includes(mark))]));
  const conditions = found.flatMap((one) => one ?? []);
  const [first, ...others] = conditions;
  if (!first || conditions.length < found.length || others.some(({ entity }) => entity !== first.entity)) return null;
  if (others.every(({ field, isNot }) => field === first.field && !isNot && !first.isNot)) return conditions;
  return [{ ...first, and: others.map(({ field, is, isNot }) => ({ field, is, ...(isNot && { isNot }) })) }];
}

/** The same of words with one reason. */
export function rowsOf(clause: Clause, part: Mark[]): Rows | null {
  const stated = part.filter((mark) => mark.states.length > 0);
  // "new tickets that are urgent": what is new is no reason where another one is.
  const reasons = stated.length > 1 ? stated.filter((mark) => mark.words[0] !== "new") : stated;
  const named = part.flatMap((mark) => (mark.states.length === 0 ? mark.fields : []));
  if (reasons.length === 1) {
    const all = reasons[0]!.states;
    const { field: last } = clause.draft;
    // "put a checkbox broken on tools and make those red": the new field, though a status has such an option, too.
    const isLast = (state: FieldRef) => state.name === last?.name && state.entity.name === last.entity;
    const own = all.filter(
      (state) => isLast(state) || named.some((ref) => ref.name === state.name && ref.entity === state.entity),
    );
    const state = pickState(clause, own.length > 0 ? own : all);
    const isDenied = part.some((mark) => mark !== reasons[0] && isDenial(mark));
    if (!state) return null;
    const found = { entity: state.entity.name, field: state.name };
    if (!isDenied) return { ...found, is: state.is };
    return /^(?:true|false)$/.test(state.is)
      ? { ...found, is: String(state.is !== "true") }
      : { ...found, is: state.is, isNot: true };
  }
  if (reasons.length > 1) return null;
  const empty = emptySaid.exec(clause.text)?.[0];
  if (empty && named.length > 0) {
    const ref = pickRef(clause, named);
    const isFilled = filledSaid.test(empty);
    return ref ? { entity: ref.entity.name, field: ref.name, is: "empty", ...(isFilled && { isNot: true }) } : null;
  }
  if (part.some((mark) => has(mark, "overdue"))) {
    // "over the date": of which date, its rows' own due date tells.
    const isBare = part.every((mark) => mark.fields.length === 0 || /^dates?$/.test(mark.words.join(" ")));
    const dates = isBare && dueDates(clause).length > 0 ? dueDates(clause) : named.filter(isDate);
    const due = dates.filter(isDue);
    const ref = pickRef(clause, due.length > 0 ? due : dates.length > 0 ? dates : dueDates(clause));
    return ref ? { entity: ref.entity.name, field: ref.name, is: "overdue" } : null;
  }
  const limit = limitOf(clause, part);
  if (limit) return limit;
  const number = part.find((mark) => mark.number !== undefined);
  const costs = part.some(
    (mark) => /^(?:expensive|dearer|cheaper)$/.test(mark.words.at(-1)!) || mark.words.includes("expensive"),
  );
  // "deals over 10000": so much is money, where rows have one amount of it.
  const money = entitiesIn(clause).flatMap(refsOf).filter(isMoney);
  const isMuch = !named.some(isNumber) && money.length === 1 && (number?.number ?? 0) >= 1000;
  const counted = pickRef(clause, costs || isMuch ? money : named.filter(isNumber));
  if (number && counted) {
    const is = `${comparisonOf(part, number)}${number.number}`;
    return { entity: counted.entity.name, field: counted.name, is };
  }
  return null;
}

/** "paid on is empty", "has something in it": whether a field holds anything. */
const emptySaid =
  /\b(?:(?:is|are|was|were|still|left) (?:still )?(?:not )?(?:empty|blank|missing|filled(?: in)?|set)|isn't (?:empty|blank|filled(?: in)?|set)|something in it)\b/i;
const filledSaid = /\b(?:not|isn't) (?:empty|blank|missing)|(?<!not |n't )filled|(?<!not |n't )set\b|something in/i;
/** Whether a word belongs to that. */
export const isOfEmpty = (clause: Pick<Clause, "text">, { at, end }: Mark): boolean => {
  const found = emptySaid.exec(clause.text);
  return found !== null && at >= found.index && end <= found.index + found[0].length;
};

/** Names of dates by which something has to be done. */
const isDue = ({ name }: FieldRef) =>
  ["due", "until"].includes(fieldTimeOf(name) ?? "") || /(?:^|_)ends?(?:_|$)/.test(name);
const isMoney = (ref: FieldRef) => kindOfRef(ref) === "money";

/** The date of each table that can pass, the likeliest one. */
function dueDates(clause: Clause) {
  const named = entitiesIn(clause);
  const pool = named.length > 0 ? named : clause.draft.model.entities;
  return pool.flatMap((entity) => {
    const dates = refsOf(entity).filter((ref) => isDate(ref) && mayBeLate(ref.name));
    const due = dates.find(isDue) ?? dates[0];
    return due ? [due] : [];
  });
}
