import "server-only";
import type { Entity, View } from "../../../model/app-model";
import { titleField } from "../../../model/field-kinds";
import { filtersOf } from "../../../model/columns";
import { listed, sentence } from "../../../language/inflect";
import { addListPage, listPage } from "../../../draft/compose";
import { addBoard, addCalendar, sortByEntry } from "../../../draft/add-views";
import { type Draft, manyOf, titleOf } from "../../../draft/draft";
import { findPage } from "../../../draft/resolve";
import { isDate, kindOfRef, refsOf } from "../../../request/meaning/clause";
import type { FieldRef } from "../../../request/meaning/marks";
import { type Meaning } from "../grounds/meaning";
import { says } from "../says";
import { already, type Carry, label } from "./carry";

const allRows =
  "a list shows all rows until somebody picks a value in the filters above it; I build no list that hides rows for good.";

/** "growers from A to Z", where no field is named: by what names a row. */
export function byName({ field, said, all }: Meaning): FieldRef | undefined {
  // "longest stays on top", where nothing lasts.
  if (field && /\b(?:longest|shortest)\b/i.test(said) && kindOfRef(field) === "money") return undefined;
  // "the most expensive courses on top", where none has a price.
  if (field && /\b(?:expensive|cheap|cheaper|cheapest|dearest)\b/i.test(said) && kindOfRef(field) !== "money")
    return undefined;
  const isNamed = field && all.some(({ fields }) => fields.some((ref) => ref.name === field.name));
  if (field && !isNamed && /\b(?:next|upcoming|soonest)\b/i.test(said)) return beginOf(field);
  const name = field && !isNamed && says(said, "by the alphabet") ? titleField(field.entity) : undefined;
  return field && name ? { entity: field.entity, name } : field;
}

/** "the next concert first": by when it begins, and not by when it ends. */
function beginOf(field: FieldRef): FieldRef {
  if (!/^ends?(?:_|$)/.test(field.name)) return field;
  return refsOf(field.entity).find((ref) => isDate(ref) && /^(?:starts?|begins?)(?:_|$)/.test(ref.name)) ?? field;
}

export function sortList(meaning: Meaning, draft: Draft): boolean {
  const field = byName(meaning);
  const page = field && listPage(draft.model, field.entity);
  if (!field || !page) return false;
  // "waiting longest": since the earliest day.
  const isEarliest = isDate(field) && /\blongest\b/i.test(meaning.said);
  const isDescending = !isEarliest && meaning.detail("way") === "desc";
  // "the latest pieces on top", where none has a date, and no other field is a time.
  const isNamed = meaning.all.some(({ fields }) => fields.some((ref) => ref.name === field.name));
  if (!isNamed && !isDate(field) && says(meaning.said, "newest or oldest"))
    return !refsOf(field.entity).some(isDate) && sortByEntry(draft, field.entity, isDescending);
  if (page.sort?.field === field.name && page.sort.isDescending === isDescending)
    return already(draft, `${manyOf(field.entity)} are sorted by ${label(field)}`);
  page.sort = { field: field.name, isDescending };
  return true;
}

export function filterList({ field, fields }: Meaning, draft: Draft): boolean | string {
  const page = field && listPage(draft.model, field.entity);
  if (!page) return false;
  const isTyped = (one: FieldRef) => !["enum", "boolean", "reference"].includes(kindOfRef(one));
  const typed = fields.filter(isTyped).map(label);
  const note = `lists are filtered by dropdowns, checkboxes and links, and ${listed(typed)} ${typed.length === 1 ? "is" : "are"} none of these; the search box of the list finds it.`;
  if (typed.length === fields.length) return note;
  if (typed.length > 0) draft.skipped.push(`${note[0]!.toUpperCase()}${note.slice(1)}`);
  const filters = page.filters ?? filtersOf(field.entity, page);
  const more = fields
    .filter((one) => !isTyped(one))
    .map(({ name }) => name)
    .filter((name) => !filters.includes(name));
  if (more.length === 0)
    return already(draft, `${manyOf(field.entity)} can be filtered by ${listed(fields.map(label))}`);
  page.filters = [...filters, ...more];
  return true;
}

export function hideFields({ field, fields }: Meaning, draft: Draft): boolean {
  const page = field && listPage(draft.model, field.entity);
  if (!page) return false;
  const more = fields.map(({ name }) => name).filter((name) => !page.hidden?.includes(name));
  if (more.length === 0)
    return already(draft, `${listed(fields.map(label))} ${fields.length > 1 ? "are" : "is"} hidden`);
  page.hidden = [...(page.hidden ?? []), ...more];
  return true;
}

/** The page that a request is about: by a name that it has, or the list of a table. */
function pageIn({ names, marks, table }: Meaning, draft: Draft): View | undefined {
  const titled = names[0] ? findPage(draft.model, names[0]) : { kind: "none" as const };
  const marked = marks.flatMap(({ pages }) => pages).map(({ page }) => page);
  if (titled.kind === "one") return titled.value;
  return (
    draft.model.pages.find(({ page }) => marked.includes(page)) ??
    (table && marks.some(({ entities }) => entities.includes(table)) ? listPage(draft.model, table) : undefined)
  );
}

export function removePage(meaning: Meaning, draft: Draft): boolean {
  const page = pageIn(meaning, draft);
  if (!page) return false;
  draft.model.pages = draft.model.pages.filter((other) => other !== page);
  return true;
}

export function renamePage(meaning: Meaning, draft: Draft): boolean {
  const title = meaning.names.at(-1);
  const page = pageIn(meaning.names.length > 1 ? meaning : { ...meaning, names: [] }, draft);
  if (!page || !title || page.title === title) return false;
  page.title = sentence(title);
  return true;
}

export function listTable({ table, marks, all }: Meaning, draft: Draft): boolean | string {
  if (!table || !marks.some(({ entities }) => entities.length > 0)) return false;
  // "a list of all the firings not paid yet".
  if (all.some(({ states, entities }) => states.length > 0 && entities.length === 0)) return allRows;
  if (listPage(draft.model, table)) return already(draft, `${titleOf(table)} have a page`);
  addListPage(draft, table);
  return true;
}

/** Adds a view of a table by a field of its kind; what is said of it is told from the difference. */
const viewBy =
  (add: (draft: Draft, entity: Entity, field?: string) => true, suits: (ref: FieldRef) => boolean): Carry =>
  ({ table, field: meant, all }, draft) => {
    const told = draft.done.length;
    if (!table) return false;
    const kind = add === addBoard ? "board" : "calendar";
    const standing = draft.model.pages.find((page) => page.kind === kind && page.entity === table.name);
    const isNamed = all.some(({ fields }) => fields.some((ref) => ref.entity === table && ref.name === meant?.name));
    // "desk bookings as calendar", where there is one: nothing says that it is to go by another date.
    if (standing && !isNamed) return already(draft, `“${standing.title}” shows that`);
    const field = meant;
    add(draft, table, field && suits(field) ? label(field) : undefined);
    draft.done.length = told;
    return true;
  };
export const addBoardOf = viewBy(addBoard, (ref) => kindOfRef(ref) === "enum");
export const addCalendarOf = viewBy(addCalendar, isDate);

/** Rows lie together on a board, whose columns are the options of a dropdown. */
export function groupRows(meaning: Meaning, draft: Draft): boolean | string {
  const { field } = meaning;
  if (!field) return false;
  if (kindOfRef(field) === "enum") return addBoardOf(meaning, draft);
  return `rows are grouped by a dropdown, and ${label(field)} is none; “sort ${manyOf(field.entity)} by ${label(field)}” puts those that are alike one below the other.`;
}
