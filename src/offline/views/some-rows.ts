import "server-only";
import { addView, listPage } from "../draft/compose";
import { manyOf, titleOf } from "../draft/draft";
import { sentence, wordsOf } from "../language/inflect";
import { type Entity, entityOf, type View } from "../model/app-model";
import { labelFor } from "../model/field-kinds";
import type { Reason } from "../model/look";
import { compared, isJoint, isReason, limitOf, withPastDates } from "../request/meaning/reasons";
import { type Clause, clauseOf, isAll, type Rule } from "../request/meaning/clause";
import { daysSaid, isOfDays } from "../request/meaning/days-said";
import { same } from "../request/differences/difference";
import { has, type Mark, marksOf } from "../request/meaning/marks";
import { isOfEmpty, type Rows, rowsIn } from "../request/meaning/rows-said";

const asking =
  "(?:please )?(?:(?:add|make|create|build|give me|gimme|show me|show us|show(?= an? )|i'd like|i want|i need|we'd like|we want|we need|there should be|(?:can|could) (?:i|we) (?:have|get))(?: to have| to see)? )?(?:also )?";
const page = "(?:pages?|list|tab|screen|overview)";
/** "an extra page with only the loans that are not returned yet": what stands behind is said of its rows. */
const newPage = new RegExp(
  `^${asking}(?:an? |one |another )?(?:(?:new|extra|separate|seperate|own|second|special|further|little|short|whole) )*${page},? (?:(?:with|of|for|where|that|which|has|have|lists?|shows?|showing|listing|contains?|only|just|i (?:only )?see|we (?:only )?see|there are|are|all|the|our|my) )+(.+)$`,
  "i",
);
const only = "(?:only show|show only|just show|show just|show me only|only list|list only)";
const thePage = `(?:the |our |my )?(?:([\\p{L} ]+?) )?${page}`;
/** "on the tickets page show only open tickets". */
const fewer: [RegExp, "page" | "rows"][] = [
  [new RegExp(`^(?:on|in) ${thePage},? ${only} (.+)$`, "iu"), "page"],
  [new RegExp(`^${thePage} (?:should|must|shall) ${only} (.+)$`, "iu"), "page"],
  [new RegExp(`^${only} (.+?) (?:on|in) ${thePage}$`, "iu"), "rows"],
];
const anyMore = "(?:\\s(?:any ?more|any longer))?";
/** "closed matters shouldn't be in the list any more". */
const without = [
  new RegExp(
    `^(.+?) (?:should not|shouldn't|needn't|need not|don't need to|do not need to|must not|mustn't) (?:be|appear|show|show up|be shown|stand)${anyMore} (?:in|on) ${thePage}${anyMore}$`,
    "iu",
  ),
  new RegExp(`^(?:hide|leave out|don't show|do not show) (.+?) (?:from|in|on|of) ${thePage}${anyMore}$`, "iu"),
];
const bareRows = /^(?:show )?only (?:show )?(rows that are not )?(?:the )?(.+)$|^show (?:the )?(.+ only)$/i;
const again = new RegExp(`^(?:show|list) (?:all|every) (.+?)(?: again)?(?: (?:on|in) ${thePage})?(?: again)?$`, "iu");

const isBareField = ({ fields, states }: Mark): boolean => fields.length > 0 && states.length === 0;

/** What is told behind a comma of why, or that there is nothing else. */
const beside = /,\s*(?:so|because|for|(?:and )?nothing else|to|please|pls|then)\b.*$|\s+(?:please|pls)$/i;

/** A page with some rows of a table, or the one that is there with fewer: by a state, a number, a date. */
export const readSomeRows: Rule = (clause) => {
  const { draft, text } = clause;
  const found = newPage.exec(text);
  if (found) return addPage(clause, found[1]!);
  for (const [pattern, first] of fewer) {
    const said = pattern.exec(text);
    if (said) return narrow(clause, said[first === "rows" ? 1 : 2]!, said[first === "rows" ? 2 : 1]);
  }
  for (const pattern of without) {
    const said = pattern.exec(text);
    // "hide returned from the list" is about the column as well as about rows.
    const isTold = said && marksOf(said[1]!, draft.model).some(({ entities }) => entities.length > 0);
    if (isTold) return narrow(clause, said[1]!, said[2], "others");
  }
  const [, not, said, saidOnly] = bareRows.exec(text) ?? [];
  const rest = said ?? saidOnly?.replace(/ only$/i, "");
  if (rest !== undefined) {
    // "only new and ready for status" is about its options.
    const named = marksOf(rest, draft.model);
    if (named.every(({ entities }) => entities.length === 0) && named.some(isBareField)) return false;
    const last = / ones$/i.test(rest) ? entityOf(draft.model, draft.touched) : undefined;
    const rows = rest.replace(/ ones$/i, last && daysSaid({ text: rest }) ? ` ${manyOf(last)}` : "");
    return narrow(clause, rows, undefined, not === undefined ? "these" : "others");
  }
  const all = again.exec(text)?.[1];
  const entity = all === undefined ? undefined : marksOf(all, draft.model).flatMap(({ entities }) => entities)[0];
  const list = entity && listPage(draft.model, entity);
  if (!list?.where) return false;
  delete list.where;
  return true;
};

/** Which rows words mean, where each of them is understood. */
function rowsSaid({ draft }: Clause, said: string, named?: string): { entity: Entity; where: Reason[] } | null {
  const text = said.replace(beside, "");
  // "a page for suppliers: name, phone": a table of its own.
  if (/[:()?"]/.test(text)) return null;
  const bare = clauseOf(text, draft);
  const isTold = bare.marks.some(({ entities }) => entities.length > 0);
  const clause = isTold || named === undefined ? bare : clauseOf(`${named}: ${text}`, draft);
  const marks = withPastDates(clause.marks);
  const isMeant = marks.some(isReason) || daysSaid(clause) !== undefined || limitOf(clause, marks) !== null;
  const isEmptied = marks.some((mark) => isOfEmpty(clause, mark));
  if (!isMeant && !isEmptied) return null;
  const isCompared = marks.some(({ number }) => number !== undefined) || limitOf(clause, marks) !== null;
  const knows = (mark: Mark) =>
    mark.entities.length + mark.fields.length + mark.states.length > 0 ||
    mark.number !== undefined ||
    (isCompared && compared.test(mark.words[0]!)) ||
    isJoint(mark) ||
    isOfDays(clause, mark) ||
    isOfEmpty(clause, mark) ||
    has(mark, "overdue", "no", "have", "become");
  // "not" and "before" mean something here, and need their reason beside them.
  if (!isAll({ ...clause, marks }, knows)) return null;
  const rows = rowsIn({ ...clause, marks }, eitherOf(marks));
  const entity = rows?.[0] && entityOf(draft.model, rows[0].entity);
  // The rows of one table are not chosen by the fields of another.
  const isOfOther = marks.some(({ entities, fields, states }) =>
    fields.length + states.length === 0 && entities.length > 0 ? !entities.includes(entity!) : false,
  );
  return rows && entity && !isOfOther ? { entity, where: rows.flatMap(reasonsOf) } : null;
}

/** "late or lost": each is a reason of its own, as with "and". */
const eitherOf = (marks: Mark[]): Mark[] =>
  marks.map((mark) => (mark.words.join(" ") === "or" ? { ...mark, words: ["and"] } : mark));

const reasonsOf = ({ field, is, isNot, and = [] }: Rows): Reason[] => [{ field, is, ...(isNot && { isNot }) }, ...and];

function addPage(clause: Clause, said: string): boolean {
  const { draft } = clause;
  const rows = rowsSaid(clause, said);
  if (!rows) return false;
  const { entity, where } = rows;
  draft.touched = entity.name;
  const there = draft.model.pages.find((one) => one.entity === entity.name && same(one.where, where));
  if (there) draft.already.push(`There is a page “${there.title}” with these rows already.`);
  else {
    const title = titleFor(said.replace(beside, ""), entity, where);
    addView(draft, { title, kind: "list", entity: entity.name, where });
  }
  return true;
}

/** "Overdue loans" where that is all that was said; else by the reason. */
function titleFor(said: string, entity: Entity, [reason]: Reason[]): string {
  // "only the vegan ones": vegan recipes.
  const words = wordsOf(said.replace(/^(?:(?:the|our|my|all|only|just) )+/i, "").replace(/\bones$/i, manyOf(entity)));
  const wordsMax = daysSaid({ text: said }) ? 7 : 3;
  const isShort = words.length <= wordsMax && words.length > 1 && !/\b(?:is|are|of|that|who|which|not)\b/i.test(said);
  if (isShort) return sentence(words.join(" "));
  const { field, is, isNot } = reason!;
  const label = labelFor(field, entity.properties[field]!).toLowerCase();
  const many = manyOf(entity);
  if (/^(?:true|false)$/.test(is)) return sentence(`${is === "true" ? "" : "not "}${label} ${many}`);
  if (/^[<>]|^(?:overdue|empty)$/.test(is)) return `${titleOf(entity)} by ${label}`;
  return sentence(isNot ? `${many} not ${is}` : `${is} ${many}`);
}

/** Leaves rows out of a list that is there. */
function narrow(clause: Clause, said: string, of: string | undefined, kept: "these" | "others" = "these"): boolean {
  const { draft } = clause;
  const pages = of === undefined ? [] : marksOf(of, draft.model).flatMap((mark) => mark.pages);
  // "on the home page", which shows figures and what is new.
  if (/^(?:home|start|first|front|main|landing)$/i.test(of ?? "") && pages.every(({ kind }) => kind !== "list"))
    return false;
  const rows = rowsSaid(clause, said, pages[0]?.entity && of);
  const list = rows && (pages.find(isListOf(rows.entity)) ?? listPage(draft.model, rows.entity));
  if (!list || (list.form && !/^(?:table|gallery)$/.test(list.form))) return false;
  // The kit resolves days of its tables only.
  if (list.form === "gallery" && rows.where.some(({ is }) => is === "overdue" || /^[<>][+-]\d+d$/.test(is)))
    return false;
  const where = kept === "others" ? rows.where.map(denied) : rows.where;
  if (where.some((reason) => reason === null)) return false;
  const before = kept === "others" ? (list.where ?? []).filter(({ isNot }) => isNot) : [];
  list.where = [...before, ...where.flatMap((reason) => reason ?? [])];
  draft.touched = rows.entity.name;
  return true;
}

const isListOf = (entity: Entity) => (view: View) => view.kind === "list" && view.entity === entity.name;

/** The other rows; of numbers and dates that is not said. */
function denied({ field, is, isNot }: Reason): Reason | null {
  if (/^(?:true|false)$/.test(is)) return { field, is: String(is !== "true") };
  if (/^[<>]|^(?:overdue|empty)$/.test(is)) return null;
  return isNot ? { field, is } : { field, is, isNot: true };
}
