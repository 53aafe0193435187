import "server-only";
import type { Chart, Entity, View } from "../../../model/app-model";
import { inferProperty, labelFor } from "../../../model/field-kinds";
import { sentence } from "../../../language/inflect";
import { addListPage, addView, chartsOf, freePage, listPage, setField } from "../../draft/compose";
import { addBoard, addCalendar, putChart, tableFor } from "../../draft/add-views";
import { type Draft, manyOf, titleOf } from "../../draft/draft";
import {
  asks,
  type Clause,
  entitiesIn,
  fieldsIn,
  isFieldMark,
  isAll,
  isDate,
  isNumber,
  kindOfRef,
  refsOf,
  type Rule,
  tableOf,
  unknownIn,
} from "../meaning/clause";
import { type FieldRef, has, isCounting, type Mark } from "../meaning/marks";

const isNamed = (mark: Mark) => mark.entities.length + mark.fields.length + mark.pages.length > 0;

/** "rehearsals in calender view", "kanban pls", "board of cases by status". */
export const readViews: Rule = (clause) => {
  const { draft } = clause;
  const isGrouped = asks(clause, "group") && !asks(clause, "chart", "line", "pie", "count", "sum");
  const kind = asks(clause, "calendar") ? "calendar" : asks(clause, "board") || isGrouped ? "board" : null;
  if (!kind || asks(clause, "remove", "hide", "rename", "chart", "dashboard")) return false;
  if (
    !isAll(
      clause,
      (mark) =>
        isNamed(mark) ||
        /^(?:create|make|build|give|split|arrange|organi[sz]e)$/.test(mark.words[0]!) ||
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
  const said = fieldsIn(clause, (mark) => isFieldMark(clause)(mark) && mark.fields.some(suits)).filter(suits)[0];
  if (isGrouped && !asks(clause, "board", "calendar") && !said) return false;
  const named = entitiesIn(clause);
  const entity = said?.entity ?? tableOf(clause, (one) => refsOf(one).some(suits)) ?? named[0] ?? tableFor(draft, kind);
  if (!entity) return false;
  const unfit = said ? undefined : unfitFor(clause, entity);
  if (unfit) {
    const needed = kind === "board" ? "a dropdown, whose options are its columns" : "a date";
    draft.skipped.push(
      `“${clause.text}”: a ${kind} goes by ${needed}, and ${nameOf(unfit)} of ${manyOf(entity)} is not one.`,
    );
    return true;
  }
  // A table without such a field gets one.
  if (!refsOf(entity).some(suits)) return kind === "board" ? addBoard(draft, entity) : addCalendar(draft, entity);
  const usual = kind === "calendar" ? /start|due|date|day/ : /stage|status|state|phase/;
  const fitting = refsOf(entity).filter(suits);
  const field = said ?? fitting.find(({ name }) => usual.test(name)) ?? fitting[0];
  if (!field) return false;
  addPage(clause, entity, kind, field.name);
  return true;
};

const nameOf = ({ entity, name }: FieldRef) => labelFor(name, entity.properties[name]!).toLowerCase();

const isText = (ref: FieldRef) => ["text", "longtext"].includes(kindOfRef(ref));

/** "plots on a board by rent paid": the field that a page is to go by, and cannot. */
const unfitFor = (clause: Clause, entity: Entity): FieldRef | undefined =>
  /\b(?:by|per|nach)\b/i.test(clause.text)
    ? fieldsIn(clause, isFieldMark(clause)).find((ref) => ref.entity === entity)
    : undefined;

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
  if (
    !isAll(
      clause,
      (mark) =>
        isNamed(mark) ||
        mark.kind === "image" ||
        (form === "feed" && mark.words[0] === "feed") ||
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

const isDrawing = (mark: Mark) =>
  /^(?:visuali[sz]e|plot|showing|shows|displaying|displays|create|make|build)$/.test(mark.words[0]!);

/** "how many bugs per severity", "total fee per client as a chart", "revenue per month", "average rating per book". */
export const readFigures: Rule = (clause) => {
  const { draft, marks, text } = clause;
  const isDrawn = asks(clause, "chart", "pie", "line");
  const isSplit = asks(clause, "per", "time");
  if (!isDrawn && !(isSplit && asks(clause, "sum", "average", "count"))) return false;
  if (asks(clause, "remove", "hide", "rename", "default", "filter", "field", "first") || (!isSplit && !isDrawn))
    return false;
  const knows = (mark: Mark) =>
    isNamed(mark) ||
    isDrawing(mark) ||
    has(
      mark,
      "chart",
      "pie",
      "line",
      "per",
      "time",
      "sum",
      "average",
      "count",
      "show",
      "add",
      "have",
      "dashboard",
      "page",
      "board",
      "group",
    );
  if (!isAll(clause, knows) || unknownIn(clause).some((mark) => !isDrawing(mark))) return false;
  // "…, then a welcome page" is a wish of its own.
  if (asks(clause, "page") && /[,;]\s*(?:and |then )?(?:an? |the )?[\w ]*\bpage\b/i.test(text)) return false;
  // Two charts in one breath are two wishes.
  if (marks.filter((mark) => has(mark, "per") || (has(mark, "time") && mark.words.length > 1)).length > 1) return false;
  const per = marks.findIndex((mark, at) => has(mark, "per") && at < marks.length - 1);
  const behind = per < 0 ? [] : marks.slice(per);
  const asTime = marks.some(
    (mark) => has(mark, "time") && (mark.words.length > 1 || marks.indexOf(mark) > per || mark.words[0] === "monthly"),
  );
  const before = per < 0 ? marks : marks.slice(0, per);
  const links = linkTo(clause, behind);
  // "total quantity ordered per product": the quantity of what belongs to a product.
  const owner = before.find(({ entities }) => entities.length === 1)?.entities[0] ?? links?.entity;
  const owned = before
    .filter((mark) => mark.entities.length === 0 && !isCounting(mark, marks))
    .flatMap(({ fields }) => fields.filter((ref) => ref.entity === owner && isNumber(ref)))[0];
  const summed =
    owned ??
    fieldsIn(
      { ...clause, marks: [...before, ...marks.filter((mark) => mark.entities.length > 0)] },
      (mark) => before.includes(mark) && mark.entities.length === 0 && !isCounting(mark, marks),
    ).filter(isNumber)[0];
  // "the amount of deals per month", where deals have an amount.
  const counted = marks.find((mark) => isCounting(mark, marks))?.words[0];
  const amount = clause.draft.model.entities
    .filter((one) => marks.some(({ entities }) => entities.includes(one)))
    .flatMap(refsOf)
    .find((ref) => ref.name === counted && isNumber(ref));
  const isAverage = asks(clause, "average");
  const isSum = (summed ?? amount) !== undefined || isAverage || asks(clause, "sum");
  const grouped = fieldsIn(clause, (mark) => (per < 0 ? mark.entities.length === 0 : behind.includes(mark)));
  // "per number of bedrooms": a number groups only where it is named so.
  const isByNumber = /\b(?:per|by) (?:the )?(?:number|count|amount) of\b/i.test(text);
  const groups = grouped.filter((ref) => (!isNumber(ref) || isByNumber) && ref.name !== summed?.name);
  const group = groups.find((ref) => summed === undefined || ref.entity === summed.entity);
  // "by the product's category": a chart groups rows by their own fields.
  const far = behind
    .filter(({ entities }) => entities.length === 0)
    .flatMap(({ fields }) => (fields.some(({ entity: one }) => one === (summed?.entity ?? owner)) ? [] : fields))[0];
  if (far && links && owner && far.entity !== owner) {
    draft.skipped.push(
      `“${text}”: a chart of ${manyOf(owner)} goes by their own fields, and ${labelFor(far.name, far.entity.properties[far.name]!).toLowerCase()} is one of ${manyOf(far.entity)}; nothing was changed.`,
    );
    return true;
  }
  const fits = (one: Entity) =>
    (!isSum || refsOf(one).some((ref) => kindOfRef(ref) === "money")) && (!asTime || refsOf(one).some(isDate));
  const entity = summed?.entity ?? group?.entity ?? links?.entity ?? tableOf(clause, fits);
  if (!entity) return false;
  const money = refsOf(entity).filter((ref) => kindOfRef(ref) === "money");
  // "average rating per restaurant": of the reviews that belong to one.
  const theirs = before.flatMap(({ fields }) => fields).find((ref) => ref.entity === links?.entity && isNumber(ref));
  const sum = isSum
    ? (summed ?? theirs ?? amount ?? money.find(({ name }) => /total|amount|price|fee/.test(name)) ?? money[0])
    : undefined;
  if (isSum && !sum) return false;
  // "show the returns in a chart": by what is usual.
  const usual = isDrawn && !isSplit && !group ? chartsOf(entity)[0] : undefined;
  const by =
    group ??
    links ??
    (usual && { entity, name: usual.by }) ??
    (asTime
      ? (refsOf(entity)
          .filter(isDate)
          .find(({ name }) => !/birth|born/.test(name)) ?? { entity, name: "createdAt" })
      : undefined);
  if (!by || by.entity !== entity) return false;
  // "takings per place", where takings are kept as a text.
  const kept = before
    .filter((mark) => mark.entities.length === 0 && mark.asks.length === 0 && !isCounting(mark, marks))
    .flatMap(({ fields }) => fields.filter((ref) => ref.entity === entity && ref.name !== by.name && isText(ref)))[0];
  if (kept && !summed && per > 0) {
    draft.skipped.push(
      `“${text}”: ${nameOf(kept)} of ${manyOf(entity)} is a text, so nothing can be added up; “make ${nameOf(kept)} of ${manyOf(entity)} a number” changes that.`,
    );
    return true;
  }
  const isTime = by.name === "createdAt" || isDate(by);
  const shape: Chart["shape"] = asks(clause, "pie") && !isTime ? "pie" : isTime ? "line" : "bar";
  draft.touched = entity.name;
  const measured = sum ? (isAverage ? { average: sum.name } : { sum: sum.name }) : {};
  const chart: Chart = { entity: entity.name, by: by.name, ...measured, shape };
  const isAny = !asks(clause, "pie", "line") && !/\bbars?\b/i.test(text);
  if (isOfItsOwn(clause)) addChartPage(draft, chart, entity);
  else if (!putChart(draft, chart, isAny))
    draft.already.push(`There already is that chart: ${manyOf(entity)} by ${by.name.replaceAll("_", " ")}.`);
  return true;
};

/** "add a page that shows deals per stage as a chart". */
const isOfItsOwn = (clause: Clause) =>
  asks(clause, "page") &&
  !asks(clause, "dashboard") &&
  /^(?:please )?(?:add|create|make|build|show|(?:i|we) (?:also )?(?:want|need))\b/i.test(clause.text);

/** A page for one chart. */
function addChartPage({ model }: Draft, chart: Chart, entity: Entity): void {
  const value = entity.properties[chart.by];
  const title = sentence(`${manyOf(entity)} by ${value ? labelFor(chart.by, value) : "month"}`);
  model.pages.push({ page: freePage(model, title), title, kind: "dashboard", charts: [chart] });
}

/** "fee per client": the field by which rows belong to the table behind "per". */
function linkTo(clause: Clause, behind: Mark[]): FieldRef | undefined {
  const parent = behind.flatMap(({ entities }) => entities)[0];
  if (!parent) return undefined;
  const named = clause.marks.flatMap((mark) =>
    behind.includes(mark) ? [] : [...mark.entities, ...mark.fields.map(({ entity }) => entity)],
  );
  const pool = named.length > 0 ? named : clause.draft.model.entities;
  return pool
    .flatMap(refsOf)
    .find(({ entity, name }) => entity !== parent && entity.properties[name]!["x-reference"] === parent.name);
}
