import "server-only";
import { entityOf } from "../model/app-model";
import { cssHex } from "../language/css-colors";
import type { Condition } from "../model/look";
import { setCondition } from "../draft/compose";
import { manyOf } from "../draft/draft";
import { asks, type Clause, clauseOf, isAll, isNumber, type Rule } from "../request/meaning/clause";
import { has, type Mark } from "../request/meaning/marks";
import { conditionHint } from "../request/meaning/texts";
import { looks } from "./looks";
import { compared, isJoint, isReason, limitOf, withPastDates } from "../request/meaning/reasons";
import { daysSaid, isOfDays } from "../request/meaning/days-said";
import { isOfEmpty, rowsIn, rowsOf } from "../request/meaning/rows-said";

/** Parts of a clause, each with one colour: "delivered orders green and new ones yellow". */
function partsByColor(marks: Mark[]): Mark[][] {
  const colors = marks.flatMap((mark, at) => (mark.color ? [at] : []));
  const firstState = marks.findIndex((mark) => isReason(mark));
  const isBefore = firstState >= 0 && firstState < colors[0]!;
  return colors.map((at, index) =>
    isBefore
      ? marks.slice(index === 0 ? 0 : colors[index - 1]! + 1, index === colors.length - 1 ? undefined : at + 1)
      : marks.slice(index === 0 ? 0 : at, colors[index + 1]),
  );
}
const afterDays =
  /\b(?:after|for|since|within|in|older than|more than|longer than|over) (?:more than |over |at least )?(?:\d+|a|an|one|two|three|four|six) (?:days?|weeks?|months?|years?|hours?)\b/i;
/** What rows are marked with where no colour was said. */
const unsaid = "red";

/** "mark orders that are late": a wish for a colour that names none. */
const readUnsaid = ({ text, draft }: Clause): boolean => {
  // "mark as paid with a date" is what somebody does with one of them.
  const isSaid =
    !/^(?:please )?(?:mark|flag) as\b/i.test(text) &&
    /^(?:please )?(?:mark|highlight|flag|emphasi[sz]e|colou?r)\s/i.test(text);
  if (!isSaid || !readConditions(clauseOf(`${text} ${unsaid}`, draft))) return false;
  draft.assumed.push(`You named no colour, so I took ${unsaid}.`);
  return true;
};

/** "colour blockers red", "unpaid walks should be orange", "mark bottles with quantity 0 grey". */
export const readConditions: Rule = (said) => {
  const clause = { ...said, marks: withPastDates(said.marks) };
  const { draft, marks } = clause;
  if (!marks.some(({ color }) => color))
    return (
      (marks.some(isReason) || limitOf(clause, marks) !== null) &&
      !asks(clause, "add", "remove", "default", "required") &&
      readUnsaid(clause)
    );
  // "grade vg+ is now called near mint": a name, though it is a colour, too.
  if (marks.some((mark) => has(mark, "rename") && /^[a-z]/.test(mark.words[0]!))) return false;
  const isCompared = marks.some(({ number }) => number !== undefined) || limitOf(clause, marks) !== null;
  const knows = (mark: Mark) =>
    mark.color !== undefined ||
    mark.entities.length + mark.fields.length + mark.states.length > 0 ||
    mark.number !== undefined ||
    mark.words.join(" ") === "background" ||
    (isCompared && compared.test(mark.words[0]!)) ||
    isJoint(mark) ||
    isOfDays(clause, mark) ||
    isOfEmpty(clause, mark) ||
    has(mark, "colour", "become", "show", "overdue", "have", "table", "page", "option", "can", "no", "yes", "rename");
  if (!isAll(clause, knows)) return isStranger(clause);
  if (readEither(clause)) return true;
  // "invoices not paid after 30 days": a second reason beside the box.
  const span = afterDays.exec(clause.text)?.[0];
  if (span && !daysSaid(clause) && marks.some(({ states }) => states.length > 0)) {
    draft.skipped.push(
      `“${clause.text}”: rows are coloured once a date has passed, and not “${span}”; nothing was changed.`,
    );
    return true;
  }
  const second = secondReason(marks);
  if (second) {
    draft.skipped.push(
      `“${clause.text}”: I did not understand for which “${second.text}” rows get that colour; nothing was changed.`,
    );
    return true;
  }
  const found: Condition[] = [];
  const parts = partsByColor(marks);
  for (const part of parts) {
    // "stock under 10 yellow, under 3 red": of the same number.
    const isOpen = part.every(({ fields, states }) => fields.length + states.length === 0);
    const same = isOpen ? parts[0]!.filter(({ fields, states }) => states.length === 0 && fields.some(isNumber)) : [];
    const rows = rowsIn(clause, [...same, ...part]);
    if (!rows && daysSaid(clause)) return sayWhichDate(clause);
    if (!rows) return isStranger(clause);
    const color = hexOf(part.find((mark) => mark.color)!);
    found.push(...rows.map((one) => ({ ...one, color })));
  }
  for (const one of found) {
    setCondition(draft.model, one);
    draft.touched = one.entity;
    noteUnseen(draft, one);
  }
  return true;
};

/** "orders older than 30 days", which have several dates or none. */
function sayWhichDate({ draft, text }: Clause): true {
  draft.skipped.push(
    `“${text}”: I did not see which date is meant; please name it, as in “colour orders red whose due date is more than 30 days ago”.`,
  );
  return true;
}

const hexOf = ({ color }: Mark): string => cssHex(color!.name) ?? color!.hex;

/** "red when overdue or unpaid": each of the reasons is enough, so that each gets the colour. */
function readEither(clause: Clause): boolean {
  const { draft, marks } = clause;
  const colors = marks.filter(({ color }) => color);
  const at = marks.findIndex((mark, index) => index > 0 && mark.words[0] === "or" && isReasonNear(marks, index));
  if (at < 0 || colors.length !== 1) return false;
  const shared = marks.filter((mark) => mark.color || mark.entities.length > 0);
  const halves = [marks.slice(0, at), marks.slice(at + 1)];
  const found = halves.map((half) => rowsOf(clause, [...half, ...shared.filter((mark) => !half.includes(mark))]));
  if (!found.every((one) => one !== null)) return false;
  const color = hexOf(colors[0]!);
  for (const one of found) {
    setCondition(draft.model, { ...one, color });
    draft.touched = one.entity;
    noteUnseen(draft, one);
  }
  return true;
}

/** "back by over and not returned": a field that is named beside the reason, and no part of it. */
function secondReason(marks: Mark[]): Mark | undefined {
  const and = marks.findIndex(({ words }) => words[0] === "and");
  if (and < 0 || marks.filter(({ color }) => color).length !== 1) return undefined;
  const halves = [marks.slice(0, and), marks.slice(and + 1)];
  const at = halves.findIndex((half) => half.some(({ states }) => states.length > 0));
  if (at < 0) return undefined;
  const of = halves[at]!.flatMap(({ states }) => states);
  const other = halves[1 - at]!;
  if (other.some(isReason)) return undefined;
  return other.find(
    (mark) =>
      mark.entities.length + mark.states.length === 0 &&
      mark.color === undefined &&
      mark.fields.some(({ entity, name }) => of.some((state) => state.entity === entity && state.name !== name)),
  );
}

const isReasonNear = (marks: Mark[], at: number): boolean =>
  marks.slice(0, at).some(isReason) && marks.slice(at + 1).some(isReason);

/** Cards and entries have no rows to colour. */
function noteUnseen({ model, assumed }: Clause["draft"], { entity: name }: Pick<Condition, "entity">): void {
  const entity = entityOf(model, name);
  const forms = model.pages
    .filter((page) => page.entity === name && page.kind === "list")
    .map(({ form }) => form ?? "table");
  if (entity && !forms.includes("table"))
    assumed.push(
      `Colours stand out in tables, and ${manyOf(entity)} are shown as ${forms[0] === "gallery" ? "a gallery" : "entries"}: say “show ${manyOf(entity)} as a table” to see them.`,
    );
}

/** A colour for rows of which nothing says when would otherwise be taken for the app's own. */
function isStranger({ draft, marks, text }: Clause): boolean {
  const isOfRows = marks.some(({ entities }) => entities.length > 0) || marks.some(({ states }) => states.length > 0);
  const isOther = marks.some(
    (mark) =>
      has(mark, "add", "field", "option", "rename", "chart", "remove", "default", ...looks) ||
      mark.role !== undefined ||
      mark.pages.length > 0,
  );
  if (!isOfRows || isOther) return false;
  draft.unclear.push(`“${text}”: ${conditionHint}`);
  return true;
}
