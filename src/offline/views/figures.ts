import "server-only";
import type { Chart, Entity } from "../model/app-model";
import { labelFor } from "../model/field-kinds";
import { isPlural, sentence } from "../language/inflect";
import { chartsOf } from "../draft/compose";
import { freePage } from "../model/visitor-pages";
import { putChart } from "../draft/add-views";
import { type Draft, manyOf } from "../draft/draft";
import { label } from "../learned/requests/carry/carry";
import {
  asks,
  type Clause,
  fieldsIn,
  isAll,
  isDate,
  isNumber,
  kindOfRef,
  refsOf,
  type Rule,
  tableOf,
  unknownIn,
} from "../request/meaning/clause";
import { isState, statedOf, statesOf } from "../request/meaning/stated";
import { fieldTimeOf } from "../words/days";
import { says } from "../learned/requests/says";
import { type FieldRef, has, isCounting, isFiller, type Mark } from "../request/meaning/marks";

const isNamed = (mark: Mark) => mark.entities.length + mark.fields.length + mark.pages.length > 0;
const isText = (ref: FieldRef) => ["text", "longtext"].includes(kindOfRef(ref));

const isDrawing = (mark: Mark) =>
  /^(?:visuali[sz]e|plot|showing|shows|displaying|displays|create|make|build)$/.test(mark.words[0]!);

/** "hours per technician", "loans per month": what the app keeps, per what it goes by, and nothing else. */
function isBareFigure({ marks, text }: Clause): boolean {
  const per = marks.findIndex(({ words }) => words[0] === "per");
  const [before, behind] = [marks.slice(0, per), marks.slice(per + 1)];
  const counted = before.filter((mark) => !isFiller(mark));
  return (
    per > 0 &&
    !/[,:;(]/.test(text) &&
    counted.some((mark) => !isState(mark)) &&
    counted.every(
      (mark) =>
        isState(mark) ||
        (mark.asks.length === 0 &&
          (mark.fields.some(isNumber) || (mark.entities.length > 0 && isPlural(mark.words.at(-1)!)))),
    ) &&
    behind.every((mark) => isFiller(mark) || isNamed(mark) || has(mark, "time", "chart", "pie", "line")) &&
    [marks[per]!, ...behind].some((mark) => isNamed(mark) || has(mark, "time"))
  );
}

/** "…, put both on the dashboard": where charts stand. */
const bothThere =
  /^(?:and )?(?:then )?(?:put|show|place|have) (?:both|them|it|those|these|all(?: of them)?) on (?:the|my|our) (?:dashboard|home ?page|start page|front page)$/i;

/** "how many bugs per severity", "total fee per client as a chart", "revenue per month", "average rating per book". */
export const readFigures: Rule = (clause) => {
  if (
    bothThere.test(clause.text) &&
    [...clause.draft.done, ...clause.draft.already].some((line) => / chart\b/.test(line))
  )
    return true;
  const { draft, marks, text } = clause;
  const isDrawn = asks(clause, "chart", "pie", "line") || isBareFigure(clause);
  const isSplit = asks(clause, "per", "time");
  if (!isDrawn && !(isSplit && asks(clause, "sum", "average", "count"))) return false;
  if (asks(clause, "remove", "hide", "rename", "default", "filter", "field", "first") || (!isSplit && !isDrawn))
    return false;
  const knows = (mark: Mark) =>
    isNamed(mark) ||
    isDrawing(mark) ||
    (isSplit && draft.model.entities.some((one) => statesOf(marks, one, []).includes(mark))) ||
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
  const asTime = marks.some(
    (mark) => has(mark, "time") && (mark.words.length > 1 || marks.indexOf(mark) > per || mark.words[0] === "monthly"),
  );
  const meant = asTime ? marks.map(ofLogs) : marks;
  const behind = per < 0 ? [] : meant.slice(per);
  const said = per < 0 ? meant : meant.slice(0, per);
  // "total hours": the hours are added up, also where another field goes by "total".
  const before = [...said.filter((mark) => !has(mark, "sum")), ...said.filter((mark) => has(mark, "sum"))];
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
  const grouped = fieldsIn({ ...clause, marks: meant }, (mark) =>
    per < 0 ? mark.entities.length === 0 : behind.includes(mark),
  );
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
    (!isSum || refsOf(one).some((ref) => kindOfRef(ref) === "money")) &&
    !isOtherWay(text, one) &&
    (!asTime || refsOf(one).some(isDate));
  const entity = summed?.entity ?? group?.entity ?? links?.entity ?? tableOf(clause, fits);
  if (!entity) return false;
  const money = refsOf(entity).filter((ref) => kindOfRef(ref) === "money");
  // "average rating per restaurant": of the reviews that belong to one.
  const theirs = before.flatMap(({ fields }) => fields).find((ref) => ref.entity === links?.entity && isNumber(ref));
  const sum = isSum
    ? (summed ??
      theirs ??
      amount ??
      (isAverage ? lastIn(clause, entity) : undefined) ??
      money.find(({ name }) => /total|amount|price|fee/.test(name)) ??
      money[0])
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
  if (!by || by.entity !== entity || by.name === sum?.name) return false;
  // "members per team", where only matches have a team: those of another table are not counted.
  const counting = before.find((mark) => mark.entities.length === 1 && isPlural(mark.text))?.entities[0];
  if (per > 0 && !isSum && counting && counting !== entity) return false;
  // "takings per place", where takings are kept as a text.
  const kept = before
    .filter((mark) => mark.entities.length === 0 && mark.asks.length === 0 && !isCounting(mark, marks))
    .flatMap(({ fields }) => fields.filter((ref) => ref.entity === entity && ref.name !== by.name && isText(ref)))[0];
  if (kept && !summed && per > 0) {
    draft.skipped.push(
      `“${text}”: ${label(kept)} of ${manyOf(entity)} is a text, so nothing can be added up; “make ${label(kept)} of ${manyOf(entity)} a number” changes that.`,
    );
    return true;
  }
  // "total of unpaid loans per customer": of these alone.
  const stated = statesOf(before, entity, [by.name]);
  const where = stated[0] && statedOf(before, stated[0], entity);
  if (stated.length > 1) return false;
  const isTime = by.name === "createdAt" || isDate(by);
  const shape: Chart["shape"] = asks(clause, "pie") && !isTime ? "pie" : isTime ? "line" : "bar";
  draft.touched = entity.name;
  const measured = sum ? (isAverage ? { average: sum.name } : { sum: sum.name }) : {};
  const chart: Chart = { entity: entity.name, by: by.name, ...measured, ...(where && { where }), shape };
  const isAny = !asks(clause, "pie", "line") && !/\bbars?\b/i.test(text);
  if (isOfItsOwn(clause)) addChartPage(draft, chart, entity);
  else if (!putChart(draft, chart, isAny))
    draft.already.push(`There already is that chart: ${manyOf(entity)} by ${by.name.replaceAll("_", " ")}.`);
  return true;
};

/** "km per month" of trips, which have a day, and not of cars: a number is added up over time where rows tell when. */
function ofLogs(mark: Mark): Mark {
  const isLogged = ({ entity }: FieldRef) =>
    refsOf(entity).some((ref) => isDate(ref) && (ref.name === "date" || fieldTimeOf(ref.name) === "past"));
  const fields = mark.fields.filter(isLogged);
  return fields.length > 0 ? { ...mark, fields } : mark;
}

/** "revenue per month" comes in, and expenses go out. */
const isOtherWay = (text: string, entity: Entity): boolean =>
  says(text, "money in")
    ? says(manyOf(entity), "kept of money out")
    : says(text, "money out") && says(manyOf(entity), "kept of money in");

/** "add a rating, and the average per helper": of the field that was just spoken of. */
function lastIn({ draft: { field } }: Clause, entity: Entity): FieldRef | undefined {
  const ref = field?.entity === entity.name && entity.properties[field.name] ? { entity, name: field.name } : undefined;
  return ref && isNumber(ref) ? ref : undefined;
}

/** "add a page that shows deals per stage as a chart". */
const isOfItsOwn = (clause: Clause) =>
  asks(clause, "page") &&
  !asks(clause, "dashboard") &&
  /^(?:please )?(?:(?:add|create|make|build|show|give me|(?:i|we) (?:also )?(?:want|need))\b|(?:an? )?(?:new |own |separate |extra |whole )*page (?:with|of|for|showing|that shows)\b)/i.test(
    clause.text,
  );

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
