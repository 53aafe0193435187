import "server-only";
import type { Entity, View } from "../model/app-model";
import { inferProperty } from "../model/field-kinds";
import { sentence } from "../language/inflect";
import { addListPage, addView, listPage, setField } from "../draft/compose";
import { addBoard, addCalendar, tableFor } from "../draft/add-views";
import { manyOf, titleOf } from "../draft/draft";
import { label } from "../learned/requests/carry/carry";
import {
  asks,
  type Clause,
  entitiesIn,
  fieldsIn,
  isFieldMark,
  isAll,
  isDate,
  kindOfRef,
  pickRef,
  refsOf,
  type Rule,
  tableOf,
} from "../request/meaning/clause";
import { isAnyone } from "../request/meaning/people";
import { type FieldRef, has, type Mark } from "../request/meaning/marks";

const isNamed = (mark: Mark) => mark.entities.length + mark.fields.length + mark.pages.length > 0;

/** "in columns by tutor", "one column for each course". */
const inColumns = /\b(?:in|into|as) columns\b|\b(?:one|a) column (?:for|per)\b/i;

/** "drag orders from new to done": the options between which a row is moved. */
const isDragSaid = ({ marks }: Clause): boolean => marks.some(({ words }) => words[0]!.startsWith("drag"));

const asksFor = /^(?:calendar|board)$/;

/** "rehearsals in calender view", "kanban pls", "board of cases by status". */
export const readViews: Rule = (clause) => {
  const { draft } = clause;
  // "rehearsals calendar", which is there.
  const there = draft.model.pages.find(({ title }) => title.toLowerCase() === clause.text.toLowerCase().trim());
  if (there && asksFor.test(there.kind)) {
    draft.already.push(`There is a page “${there.title}” already.`);
    return true;
  }
  // "a board by stage and a calendar by date" are two.
  if (asks(clause, "calendar") && asks(clause, "board")) return false;
  const isGrouped =
    (asks(clause, "group") || inColumns.test(clause.text)) && !asks(clause, "chart", "line", "pie", "count", "sum");
  const isListed = isGrouped && !asks(clause, "board") && !inColumns.test(clause.text);
  const kind = asks(clause, "calendar") ? "calendar" : asks(clause, "board") || isGrouped ? "board" : null;
  if (!kind || asks(clause, "remove", "hide", "rename", "chart", "dashboard")) return false;
  const isDrag = isDragSaid(clause);
  if (
    !isAll(
      clause,
      (mark) =>
        isNamed(mark) ||
        (isDrag && (mark.states.length > 0 || has(mark, "can", "anyone", "signed") || isAnyone(mark.words.at(-1)!))) ||
        /^(?:create|make|build|give|split|arrange|organi[sz]e)$/.test(mark.words[0]!) ||
        inColumns.test(mark.text) ||
        (isGrouped && has(mark, "field", "sort")) ||
        has(
          mark,
          "calendar",
          "board",
          "show",
          "add",
          "have",
          "page",
          "table",
          "per",
          "group",
          "also",
          "become",
          "time",
        ),
    )
  )
    return false;
  const suits = (ref: FieldRef) => (kind === "calendar" ? isDate(ref) : kindOfRef(ref) === "enum");
  const options = isDrag ? clause.marks.flatMap(({ states }) => states.filter(suits)) : [];
  const by =
    fieldsIn(clause, (mark) => isFieldMark(clause)(mark) && mark.fields.some(suits)).filter(suits)[0] ??
    pickRef(clause, options);
  const named = entitiesIn(clause);
  const entity = by?.entity ?? tableOf(clause, (one) => refsOf(one).some(suits)) ?? named[0] ?? tableFor(draft, kind);
  if (!entity) return false;
  // "a calendar of exercises and missions": one for each.
  const several = by ? [] : named.filter((one) => refsOf(one).some(suits));
  if (several.length > 1 && several.length === named.length) {
    for (const one of several) {
      const [usual] = refsOf(one)
        .filter(suits)
        .sort((left, right) => rankOf(left, kind) - rankOf(right, kind));
      addPage(clause, one, kind, usual!.name);
    }
    return true;
  }
  const unfit = by ? undefined : unfitFor(clause, entity);
  if (isGrouped && !asks(clause, "board", "calendar") && !by && !unfit) return false;
  if (unfit) {
    const needed = kind === "board" ? "a dropdown, whose options are its columns" : "a date";
    const [many, by] = [manyOf(unfit.entity), label(unfit)];
    const instead = kind === "board" ? ` “Sort ${many} by ${by}” puts those that are alike one below the other.` : "";
    draft.skipped.push(`“${clause.text}”: a ${kind} goes by ${needed}, and ${by} of ${many} is not one.${instead}`);
    return true;
  }
  // A table without such a field gets one.
  if (!refsOf(entity).some(suits)) return kind === "board" ? addBoard(draft, entity) : addCalendar(draft, entity);
  const [usual] = refsOf(entity)
    .filter(suits)
    .sort((left, right) => rankOf(left, kind) - rankOf(right, kind));
  const field = by ?? usual;
  if (!field) return false;
  addPage(clause, entity, kind, field.name);
  if (isListed && kind === "board")
    draft.assumed.push(`Rows of a list cannot be grouped, so there is a board with a column for each ${label(field)}.`);
  return true;
};

/** The field that a view usually goes by comes first. */
const rankOf = ({ name }: FieldRef, kind: "calendar" | "board"): number =>
  (kind === "calendar" ? /start|due|date|day/ : /stage|status|state|phase/).test(name) ? 0 : 1;

/** "plots on a board by rent paid": the field that a page is to go by, and cannot. */
function unfitFor(clause: Clause, entity: Entity): FieldRef | undefined {
  const { marks, draft } = clause;
  const by = marks.findIndex(({ words }) => /^(?:by|per|nach|each|every)$/.test(words.at(-1)!));
  if (by < 0) return undefined;
  const field = fieldsIn(clause, isFieldMark(clause)).find((ref) => ref.entity === entity);
  if (field) return field;
  // "one column for each course": the field by which rows belong to the other table.
  const other = marks.slice(by + 1).find(({ entities }) => entities.length === 1)?.entities[0];
  const owners = other === entity ? draft.model.entities.filter((one) => one !== entity) : [entity];
  return owners
    .flatMap(refsOf)
    .find((ref) => other !== undefined && ref.entity.properties[ref.name]!["x-reference"] === other.name);
}

function addPage({ draft }: Clause, entity: Entity, kind: View["kind"], field: string): void {
  draft.touched = entity.name;
  const existing = draft.model.pages.find((page) => page.kind === kind && page.entity === entity.name);
  if (existing) {
    if (existing.field === field) draft.already.push(`The page “${existing.title}” already shows that.`);
    existing.field = field;
    return;
  }
  addListPage(draft, entity);
  addView(draft, { title: `${titleOf(entity)} ${kind}`, kind, entity: entity.name, field });
}

/** How a list shows its rows, where no gallery is asked for: "as a table", "as a feed". */
const formSaid = (text: string) => /\b(?:as|in|into) an? (table|list|feed)\b/i.exec(text)?.[1]?.toLowerCase();

/** "show the bottles as cards with pictures": a gallery needs a picture to show. "show products as a table". */
export const readCards: Rule = (clause) => {
  const { draft } = clause;
  const form = formSaid(clause.text);
  if (!(asks(clause, "gallery") || (form && asks(clause, "show", "become"))) || clause.marks.some(({ color }) => color))
    return false;
  const isPictured = clause.marks.some((mark) => mark.kind === "image");
  if (
    !isAll(
      clause,
      (mark) =>
        isNamed(mark) ||
        mark.kind === "image" ||
        (form === "feed" && mark.words[0] === "feed") ||
        // "cards with a picture on top".
        (isPictured && has(mark, "first")) ||
        has(mark, "gallery", "show", "become", "have", "page", "table", "add"),
    )
  )
    return false;
  const entity = tableOf(clause);
  const page = entity && listPage(draft.model, entity);
  if (!entity || !page) return false;
  draft.touched = entity.name;
  if (form) {
    page.form = form === "feed" ? "feed" : "table";
    return true;
  }
  const hasImage = refsOf(entity).some((ref) => kindOfRef(ref) === "image");
  const picture = /\b(picture|photo|image)s?\b/i.exec(clause.text)?.[1]?.toLowerCase();
  if (!hasImage && picture) {
    setField(entity, { name: picture, label: sentence(picture), property: inferProperty(picture, "image") });
    draft.assumed.push(`${titleOf(entity)} had no picture, so I added a ${picture}.`);
  }
  page.form = "gallery";
  return true;
};
