import "server-only";
import type { View } from "../model/app-model";
import type { Reason } from "../model/look";
import { listPage, setRequired } from "../draft/compose";
import {
  asks,
  type Clause,
  entitiesIn,
  fieldsIn,
  isFieldMark,
  isAll,
  kindOfRef,
  type Rule,
  unknownIn,
} from "../request/meaning/clause";
import { type FieldRef, has, type Mark } from "../request/meaning/marks";
import { labelFor } from "../model/field-kinds";
import { isPlural, listed } from "../language/inflect";
import { manyOf, titleOf } from "../draft/draft";
import { filtersOf } from "../model/columns";

const isNamed = (mark: Mark) => mark.entities.length + mark.fields.length > 0;

/** "remove cookies and quantity from orders", "clients: phone not needed anymore". */
export const readRemovals: Rule = (clause) => {
  const { draft, marks } = clause;
  // "bookings without the fee" leaves a column out, and "a booking without a member" is no request.
  const isTaken = marks.some((mark) => has(mark, "remove") && mark.words[0] !== "without");
  if (!isTaken || asks(clause, "page", "chart", "board", "calendar", "sample", "only", "filter")) return false;
  if (!isAll(clause, (mark) => isNamed(mark) || has(mark, "remove", "field", "also", "table") || isWholly(mark)))
    return false;
  // "delete the ingredients" is about the table, though an order has an ingredient.
  const isTable = (mark: Mark) => mark.entities.length > 0 && isPlural(mark.text) && entitiesIn(clause).length === 1;
  const named = fieldsIn(clause, (mark) => (isFieldMark(clause)(mark) && !isTable(mark)) || asks(clause, "field"));
  if (named.length === 0) return !asks(clause, "field") && removeTables(clause);
  // "the note from orders and the allergens from products": of two tables.
  const isLeft = (mark: Mark) =>
    mark.entities.length === 0 &&
    mark.fields.length > 0 &&
    !mark.fields.some((ref) => named.some((one) => one.entity === ref.entity && one.name === ref.name));
  // "the captains phone isn't needed": one of them, and to delete both would lose what nobody named.
  const owned = marks.findIndex(
    (mark, at) => isBareField(mark) && isBareField(marks[at + 1]) && /['’]?s$/i.test(mark.text) && !isLabel(mark),
  );
  if (owned >= 0) {
    draft.skipped.push(
      `“${clause.text}”: I did not see whether ${marks[owned]!.text} or ${marks[owned + 1]!.text} is to be deleted; please name one field and its table.`,
    );
    return true;
  }
  // A table that is named among fields says whose they are.
  const owners = entitiesIn(clause);
  const left = marks.filter(isLeft);
  if (left.length > 0 && marks.filter(({ entities }) => entities.length > 0).length !== 1) return false;
  if (left.length > 0)
    draft.skipped.push(
      `“${clause.text}”: ${manyOf(owners[0]!)} have no ${listed(
        left.map(({ text }) => text),
        "or",
      )}.`,
    );
  if (owners.length > 1 && new Set(named.map(({ entity }) => entity)).size < owners.length) return false;
  for (const { entity, name } of named) {
    removeField(clause, { entity, name });
    draft.touched = entity.name;
  }
  return marks.length > 0;
};

const isBareField = (mark: Mark | undefined): boolean =>
  mark !== undefined && mark.fields.length > 0 && mark.entities.length === 0;
const isLabel = ({ text, fields }: Mark): boolean =>
  fields.some(({ entity, name }) => labelFor(name, entity.properties[name]!).toLowerCase() === text.toLowerCase());

const isWholly = (mark: Mark) => /^(?:completely|entirely|altogether|longer)$/.test(mark.words[0]!);

/** "get rid of deals", "delete the deals table": with its pages and figures, and what points to it. */
function removeTables(clause: Clause): boolean {
  const { draft } = clause;
  const { model } = draft;
  // "delete all contacts" is about their rows.
  if (/^\w+ (?:all|every)\b/i.test(clause.text) && !asks(clause, "table")) return false;
  const gone = entitiesIn(clause);
  // "remove phone from guests", which have none: what something is taken from stays.
  const other = clause.marks.find((mark) => mark.fields.length > 0 && mark.entities.length === 0);
  if (other && gone.length > 0) {
    draft.skipped.push(`“${clause.text}”: ${listed(gone.map(manyOf))} have no ${other.text}.`);
    return true;
  }
  for (const entity of gone) {
    model.pages = model.pages.filter((page) => page.entity !== entity.name);
    for (const page of model.pages) page.charts = page.charts?.filter((chart) => chart.entity !== entity.name);
    for (const page of model.pages) if (!page.charts) delete page.charts;
    model.entities = model.entities.filter((other) => other !== entity);
    for (const other of model.entities)
      for (const [name, value] of Object.entries(other.properties))
        if (value["x-reference"] === entity.name) {
          removeField(clause, { entity: other, name });
          draft.assumed.push(`${titleOf(other)} pointed to ${manyOf(entity)}, so that field went too.`);
        }
    draft.seeds = draft.seeds.filter((seed) => seed.entity !== entity.name);
    draft.touched = undefined;
  }
  return gone.length > 0;
}

export function removeField(clause: Clause, { entity, name }: FieldRef): void {
  delete entity.properties[name];
  setRequired(
    entity,
    (entity.required ?? []).filter((other) => other !== name),
  );
  forget(clause, { entity, name });
}

/** A page of some rows goes with what they were chosen by, and the only one of its table lists all of them then. */
function withoutReason(page: View, { entity, name }: FieldRef, pages: View[]): View[] {
  if (page.entity !== entity.name || !page.where?.some(({ field }) => field === name)) return [page];
  const { where: _where, ...all } = page;
  const isOnly = !pages.some((one) => one !== page && one.kind === "list" && one.entity === page.entity);
  return isOnly ? [all] : [];
}

/** What went by a field goes with it. */
function forget({ draft: { model } }: Clause, { entity, name }: FieldRef): void {
  for (const page of model.pages.filter((one) => one.entity === entity.name)) {
    if (page.sort?.field === name) delete page.sort;
    if (page.filters) page.filters = page.filters.filter((field) => field !== name);
    if (page.hidden) page.hidden = page.hidden.filter((field) => field !== name);
  }
  model.pages = model.pages.filter(
    (page) => !(page.entity === entity.name && page.field === name && ["board", "calendar"].includes(page.kind)),
  );
  model.pages = model.pages.flatMap((page) => withoutReason(page, { entity, name }, model.pages));
  for (const page of model.pages)
    page.charts = page.charts?.filter(
      (chart) =>
        !(chart.entity === entity.name && [chart.by, chart.sum, chart.average, chart.where?.field].includes(name)),
    );
  const { conditions } = model.look;
  const isOf = ({ field, is }: Reason) => field === name || is.replace(/^[<>]=?/, "") === name;
  if (conditions)
    model.look.conditions = conditions.filter(
      (one) => one.entity !== entity.name || ![one, ...(one.and ?? [])].some(isOf),
    );
}

/** "filter cases by client and status". */
export const readFilters: Rule = (clause) => {
  const { draft } = clause;
  if (!asks(clause, "filter") || asks(clause, "remove", "hide")) return false;
  if (
    !isAll(
      clause,
      (mark) =>
        isNamed(mark) ||
        mark.pages.length > 0 ||
        mark.states.length > 0 ||
        has(mark, "filter", "table", "page", "add", "show", "per", "have", "field", "can", "signed", "anyone"),
    )
  )
    return false;
  const fields = fieldsIn(clause, (mark) => isFieldMark(clause)(mark) || mark.states.length > 0);
  const page = fields[0] && listPage(draft.model, fields[0].entity);
  const suits = (ref: FieldRef) => ["enum", "boolean", "reference"].includes(kindOfRef(ref));
  if (!page || !fields.some(suits)) return false;
  const { entity } = fields[0]!;
  const unfit = fields
    .filter((ref) => !suits(ref))
    .map((ref) => labelFor(ref.name, ref.entity.properties[ref.name]!).toLowerCase());
  if (unfit.length > 0)
    draft.skipped.push(
      `A filter needs a dropdown, a switch or a link, and ${listed(unfit)} ${unfit.length === 1 ? "is none" : "are none"} of these; the search box above the list finds its words.`,
    );
  page.filters = [
    ...new Set([...(page.filters ?? filtersOf(entity, page)), ...fields.filter(suits).map(({ name }) => name)]),
  ];
  draft.touched = entity.name;
  return true;
};

const isSwapped = (mark: Mark) =>
  isNamed(mark) ||
  has(mark, "order") ||
  /^(?:swap|switch|exchange|order|place|places|position|positions|columns|fields)$/.test(mark.words[0]!);

/** "swap the order of price and grape". */
function swap(one: FieldRef, other: FieldRef, draft: Clause["draft"]): true {
  const { entity } = one;
  const order = Object.keys(entity.properties).map((name) =>
    name === one.name ? other.name : name === other.name ? one.name : name,
  );
  entity.properties = Object.fromEntries(order.map((name) => [name, entity.properties[name]!]));
  draft.touched = entity.name;
  return true;
}

/** "move birthday before species": the fields of one table, the first of which goes beside the last. */
function readBeside(clause: Clause): boolean {
  const { marks, text, draft } = clause;
  const swapped = /^(?:please )?(?:swap|switch|exchange)\b/i.test(text) ? fieldsIn(clause, isFieldMark(clause)) : [];
  if (swapped.length === 2 && swapped[0]!.entity === swapped[1]!.entity && isAll(clause, isSwapped))
    return swap(swapped[0]!, swapped[1]!, draft);
  const at = marks.findIndex(
    ({ words }) => /^(?:before|after|behind|above|below|under|beside)$/.test(words[0]!) || words.join(" ") === "next",
  );
  if (at < 1 || !/^(?:please )?(?:move|put|place|shift|show)\b/i.test(text)) return false;
  if (unknownIn(clause).some(({ words }) => !/^(?:move|shift|place|behind|above|below|under)$/.test(words[0]!)))
    return false;
  const fields = fieldsIn(clause, isFieldMark(clause));
  const last = fields.at(-1);
  const moved = fields.slice(0, -1).map(({ name }) => name);
  if (!last || moved.length === 0 || fields.some(({ entity }) => entity !== last.entity) || moved.includes(last.name))
    return false;
  const others = Object.keys(last.entity.properties).filter((name) => !moved.includes(name));
  const place = others.indexOf(last.name) + (/^(?:before|above)$/.test(marks[at]!.words[0]!) ? 0 : 1);
  const order = [...others.slice(0, place), ...moved, ...others.slice(place)];
  last.entity.properties = Object.fromEntries(order.map((name) => [name, last.entity.properties[name]!]));
  draft.touched = last.entity.name;
  return true;
}

/** "move phone to the end". */
export const readPlaces: Rule = (clause) => {
  if (readBeside(clause)) return true;
  // "put a chart on the start page".
  if (asks(clause, "chart")) return false;
  const isMoved = /\b(?:move|put|place|shift|should be|should come|goes?)\b/i.test(clause.text);
  const fields = fieldsIn(clause, isFieldMark(clause));
  // "put brand, then name first": of one field it is how rows are sorted.
  const isThen = /\bfirst\b.*\bthen\b/i.test(clause.text);
  const isRow = fields.length > 1 && asks(clause, "first") && !asks(clause, "sort");
  if (!(asks(clause, "end", "start") || isRow) || !(isMoved || (isRow && isThen))) return false;
  if (unknownIn(clause).some(({ words }) => !/^(?:move|moved|shift|place|put|goes|front)$/.test(words[0]!)))
    return false;
  const entity = fields[0]?.entity;
  if (!entity || (asks(clause, "add", "sort") && !/\bput\b/i.test(clause.text))) return false;
  const names = Object.keys(entity.properties);
  const moved = fields.map(({ name }) => name);
  const others = names.filter((name) => !moved.includes(name));
  // "first date, then title, seats last": the one before the word goes to the end.
  const last = isThen && asks(clause, "end") ? moved.at(-1) : undefined;
  const order = last
    ? [...moved.slice(0, -1), ...others, last]
    : asks(clause, "end")
      ? [...others, ...moved]
      : [...moved, ...others];
  entity.properties = Object.fromEntries(order.map((name) => [name, entity.properties[name]!]));
  clause.draft.touched = entity.name;
  return true;
};
