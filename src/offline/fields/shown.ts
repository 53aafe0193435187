import "server-only";
import type { Entity, View } from "../model/app-model";
import { tableColumns } from "../model/columns";
import { listPage } from "../draft/compose";
import { isPlural } from "../language/inflect";
import {
  asks,
  type Clause,
  clauseOf,
  entitiesIn,
  fieldsIn,
  isAll,
  isFieldMark,
  type Rule,
} from "../request/meaning/clause";
import { has, type Mark } from "../request/meaning/marks";

const isNamed = (mark: Mark) => mark.entities.length + mark.fields.length > 0;

const enough =
  /^(?:only |just )?(.+?) (?:is|are|would be) enough(?: for me| for us)? (?:in|on|for) (?:the |our )?(?:[\w -]+ )?(?:list|table|page)$|^(?:show )?(?:only|just) (.+?) (?:in|on) (?:the |our )?(?:[\w -]+ )?(?:list|table)$/i;

/** "title and room are enough in the exhibits list": all other columns are hidden. */
function readEnough(clause: Clause): boolean {
  const match = enough.exec(clause.text);
  const said = match?.[1] ?? match?.[2];
  if (said === undefined) return false;
  const { model } = clause.draft;
  const own = clauseOf(said, clause.draft);
  const named = own.marks.flatMap(({ fields }) => (fields.length > 0 ? [fields] : []));
  const listedIn = entitiesIn({ ...clause, marks: clause.marks.filter(({ at }) => at >= said.length) });
  const entity = model.entities.find(
    (one) =>
      (listedIn.length === 0 || listedIn.includes(one)) &&
      named.every((refs) => refs.some((ref) => ref.entity === one)),
  );
  const page = entity && named.length > 0 ? listPage(model, entity) : undefined;
  if (!entity || !page || !isAll(own, (mark) => mark.fields.length > 0)) return false;
  const shown = named.flatMap((refs) => refs.flatMap((ref) => (ref.entity === entity ? ref.name : [])));
  page.hidden = Object.keys(entity.properties).filter((name) => !shown.includes(name));
  clause.draft.touched = entity.name;
  return page.hidden.length > 0;
}

/** "hide steps from the table", "show the due date in deals again". */
export const readHidden: Rule = (clause) => {
  const { draft } = clause;
  if (readEnough(clause)) return true;
  const isBack = /\bagain$/i.test(clause.text) && asks(clause, "show") && !asks(clause, "hide");
  // "the bookings list without the fee": of rows in the plural, and no "booking without a member".
  const isLeftOut = clause.marks.some(
    (mark, at) =>
      mark.words[0] === "without" &&
      clause.marks.slice(0, at).some((one) => one.entities.length > 0 && (isPlural(one.text) || asks(clause, "table"))),
  );
  if (
    !(asks(clause, "hide") || isBack || isLeftOut) ||
    !isAll(
      clause,
      (mark) =>
        isNamed(mark) ||
        mark.pages.length > 0 ||
        (isLeftOut && mark.words[0] === "without") ||
        has(mark, "hide", "table", "field", "page", "show", "have", "become"),
    )
  )
    return false;
  const fields = fieldsIn(clause, isFieldMark(clause));
  const page = fields[0] && listPage(draft.model, fields[0].entity);
  if (!page) return false;
  const own = fields.filter(({ entity }) => entity === fields[0]!.entity).map(({ name }) => name);
  if (isBack) noteShown(clause, page, fields[0]!.entity, own);
  const others = (page.hidden ?? []).filter((name) => !own.includes(name));
  page.hidden = isBack ? others : [...others, ...own];
  if (page.hidden.length === 0) delete page.hidden;
  draft.touched = fields[0]!.entity.name;
  return true;
};

/** Tells of columns that a list has already, and of those for which it has no room. */
function noteShown({ draft, text }: Clause, page: View, entity: Entity, names: string[]): void {
  const now = tableColumns(entity, page.hidden);
  const then = tableColumns(
    entity,
    (page.hidden ?? []).filter((name) => !names.includes(name)),
  );
  if (names.every((name) => now.includes(name))) draft.already.push(`“${page.title}” shows that already.`);
  else if (!names.every((name) => then.includes(name)))
    draft.skipped.push(
      `“${text}”: a list has room for its first eight columns; long texts and pictures stand on the page of each row.`,
    );
}
