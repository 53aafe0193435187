import "server-only";
import { entityOf } from "../model/app-model";
import { listPage } from "../draft/compose";
import { sortByEntry } from "../draft/add-views";
import { manyOf, titleOf } from "../draft/draft";
import { label } from "../learned/requests/carry/carry";
import { titleField } from "../model/field-kinds";
import {
  asks,
  entitiesIn,
  fieldsIn,
  isAll,
  isDate,
  isFieldMark,
  isNumber,
  kindOfRef,
  refsOf,
  type Rule,
  tableOf,
} from "../request/meaning/clause";
import { fieldTimeOf } from "../words/days";
import { type FieldRef, has, type Mark } from "../request/meaning/marks";

const isNamed = (mark: Mark) => mark.entities.length + mark.fields.length > 0;

const superlatives: [RegExp, (ref: FieldRef) => boolean][] = [
  [/newest|latest|recent|oldest|earliest|soonest|next|due|overdue|upcoming/, isDate],
  // "fastest first": of what takes time, and of no other number.
  [/fast|quick|slow/, (ref) => isNumber(ref) && lasting.test(ref.name)],
  [/long|short/, (ref) => kindOfRef(ref) === "number" && (lasting.test(ref.name) || extent.test(ref.name))],
  [/heav|light/, (ref) => isNumber(ref) && /weight|mass|kg|gram/.test(ref.name)],
  [/cheap|expensive|dear/, (ref) => kindOfRef(ref) === "money"],
  [/best|worst|top|rated/, (ref) => kindOfRef(ref) === "rating"],
  [/alphabet|a to z|z to a|a-z|z-a/, ({ entity, name }) => titleField(entity) === name],
  [/.*/, isNumber],
];
const lasting = /second|minute|hour|time|duration|lap|pace/;
const begins = /^(?:starts?|begins?)(?:_|$)/;
const extent = /length|long|distance|night|day|week|month|page|metre|meter|km|mile|width|height/;
const likely = /due|deadline|date|created|added|posted|price|total|amount|rating/;

/** "newest loans first": by the day on which they were lent, and not by the one on which they are due. */
const isBegun = ({ name }: FieldRef) => /^(?:past|since)$/.test(fieldTimeOf(name) ?? "");

/** "by when they were entered", "date of creation": the platform keeps that of every row. */
const entered =
  /\b(?:entered|added|created|entry date|creation date|date of (?:entry|creation)|(?:sort|order)\w* .*by (?:the )?date)\b/i;
const oldestFirst =
  /\b(?:oldest|earliest|first (?:entered|added|created)|(?:entered|added|created) first|ascending)\b/i;

/** "newest first" of rows without a date of their own: by when they were entered. */
export const readEntryOrder: Rule = (clause) => {
  const { draft, marks, text } = clause;
  const way = marks.find((mark) => has(mark, "desc", "asc"));
  const isSaid = entered.test(text);
  if (!isSaid && !(way && /newest|latest|recent|oldest|earliest/.test(way.words.join(" ")))) return false;
  const knows = (mark: Mark) =>
    mark.entities.length + mark.pages.length > 0 ||
    mark.kind === "date" ||
    mark.words.every((word) => /^(?:put|entered|added|created|entry|creation|date|last|newly)$/.test(word)) ||
    has(mark, "sort", "first", "desc", "asc", "table", "page", "show", "read", "also", "become");
  if (!isAll(clause, knows) || !(way || asks(clause, "sort", "first"))) return false;
  const named = entitiesIn(clause);
  const entity = named[0] ?? entityOf(draft.model, draft.touched);
  if (!entity || named.length > 1 || refsOf(entity).some((ref) => isDate(ref) || ref.name === "created")) return false;
  return sortByEntry(draft, entity, !oldestFirst.test(text));
};

/** "sort the list by due date", "best rated first", "orders due first on top". */
export const readOrder: Rule = (clause) => {
  const { draft, marks } = clause;
  // "put it next to the name" is a place, and no order.
  if (/\bnext to\b/i.test(clause.text)) return false;
  // "who borrowed what should be at the top" asks for no order of rows.
  if (/^(?:who|what|which|whose)\b/i.test(clause.text)) return false;
  // "the number of loaned books on top" is a figure, and "open invoices first" names some of the rows.
  if (/^show (?:me )?(?:my|the|our) [a-z]+est [a-z]+(?<!s)$/i.test(clause.text)) return false;
  if (/\b(?:number|count|amount|total) of\b|\bhow many\b|\bopen (?=[a-z]+s\b)/i.test(clause.text)) return false;
  const way = marks.find((mark) => has(mark, "desc", "asc"));
  // "loans newest first, books a to z" says two things.
  if (marks.filter((mark) => has(mark, "desc", "asc")).length > 1 && marks.some(({ words }) => words[0] === ","))
    return false;
  if (!asks(clause, "sort", "first") && !(way && way.words[0] !== "down" && way.words[0] !== "up")) return false;
  if (
    marks.some((mark) => has(mark, "add") && mark.words[0] !== "put") ||
    asks(
      clause,
      "have",
      "remove",
      "hide",
      "rename",
      "chart",
      "default",
      "filter",
      "colour",
      "required",
      "start",
      "end",
      "board",
      "calendar",
    ) ||
    marks.some(({ color }) => color)
  )
    return false;
  const isDay = (mark: Mark) => mark.kind === "date" || mark.kind === "datetime";
  const knows = (mark: Mark) =>
    isNamed(mark) ||
    isDay(mark) ||
    mark.states.some(({ entity, name }) => kindOfRef({ entity, name }) === "boolean") ||
    mark.pages.length > 0 ||
    has(mark, "sort", "first", "desc", "asc", "table", "page", "show", "per", "also", "become") ||
    mark.words[0] === "put";
  if (!isAll(clause, knows)) return false;
  // "kilos per field as bars, biggest first" is about the chart.
  if (way && !marks.some(isNamed) && / chart of /.test(draft.done.at(-1) ?? "")) {
    draft.skipped.push(
      `“${clause.text}”: the groups of a chart stand in an order of their own, which I cannot change.`,
    );
    return true;
  }
  const fields = fieldsIn(clause, isFieldMark(clause));
  // "newest on top and photo first": pictures have no order.
  if (fields.some((ref) => ["image", "file"].includes(kindOfRef(ref)))) return false;
  const states = marks.flatMap((mark) => mark.states);
  // "sort appointments by date", which have a day and a time under another name.
  const byDay = fields.length === 0 && marks.some(isDay);
  // "rename days to market days, date on top": of what was spoken of, which has none.
  const last = entityOf(draft.model, draft.touched);
  const isNamedTable = entitiesIn(clause).length > 0 || marks.some(({ pages }) => pages.length > 0);
  if (byDay && !isNamedTable && last && !refsOf(last).some(isDate)) {
    draft.skipped.push(`“${clause.text}”: ${manyOf(last)} have no date.`);
    return true;
  }
  const suits = byDay ? isDate : way ? superlatives.find(([words]) => words.test(way.words.join(" ")))![1] : null;
  const entity =
    fields[0]?.entity ?? states[0]?.entity ?? tableOf(clause, (one) => suits === null || refsOf(one).some(suits));
  const then = /,? (?:and )?then (?:by )?([\w ]+)$/i.exec(clause.text)?.[1];
  if (!entity || (fields.length > 1 && !(fields.length === 2 && then))) return false;
  const fitting = suits ? refsOf(entity).filter(suits) : [];
  const isNew = way !== undefined && /newest|latest|recent|oldest/.test(way.words.join(" "));
  const ref =
    fields[0] ??
    (states[0] && { entity, name: states[0].name }) ??
    (isNew ? fitting.find(isBegun) : undefined) ??
    // "the next concert first": by when it begins.
    (way && /next|upcoming/.test(way.words.join(" ")) ? fitting.find(({ name }) => begins.test(name)) : undefined) ??
    fitting.find(({ name }) => likely.test(name)) ??
    fitting[0];
  const page = listPage(draft.model, entity);
  if (!ref || !page) return false;
  if (byDay && fitting.length > 1) draft.assumed.push(`${titleOf(entity)} have several dates; I took ${label(ref)}.`);
  const isFast =
    suits !== null && isNumber(ref) && lasting.test(ref.name) && /fast|quick|slow/.test(way!.words.join(" "));
  const isDown = isFast
    ? /slow/.test(way!.words.join(" "))
    : way
      ? has(way, "desc")
      : states[0]?.is === "true" || (fields[0] !== undefined && kindOfRef(ref) === "rating");
  // "sort films by title but newest on top": the order of a title, and another one that the list cannot have as well.
  const isOther = isNew && fields[0] !== undefined && !isDate(ref) && !isNumber(ref);
  page.sort = { field: ref.name, isDescending: isDown && !isOther };
  if (isOther) draft.skipped.push(`“${way.text}”: a list opens sorted by one field.`);
  if (then) draft.skipped.push(`“then ${then}”: a list opens sorted by one field.`);
  draft.touched = entity.name;
  return true;
};
