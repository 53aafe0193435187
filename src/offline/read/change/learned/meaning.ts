import "server-only";
import type { AppModel, Entity, FieldKind } from "../../../model/app-model";
import { entityOf } from "../../../model/app-model";
import { has, type FieldRef, type Mark } from "../meaning/marks";
import { isNumber, kindOfRef, refsOf } from "../meaning/clause";
import type { Request } from "./read-requests";
import type { Scene } from "./scene";

/** The table of the request before, for one that names none. */
export type Place = { entity?: string | undefined };

/** What a request is about: the tables that stand in it, the field and option that it means, the names that it brings, and its other words. */
export type Meaning = {
  tables: Entity[];
  table: Entity | undefined;
  field: FieldRef | undefined;
  option: string | undefined;
  names: string[];
  /** Of the words outside of the names. */
  marks: Mark[];
  all: Mark[];
  model: AppModel;
  said: string;
};

export const asked = ({ all }: Pick<Meaning, "all">, ...asks: string[]): boolean =>
  all.some((mark) => has(mark, ...asks));

const yesOrNo =
  /\b(?:yes ?(?:\/|or) ?no|y ?\/ ?n|true ?\/ ?false|check ?box|tick(?:ed)? ?box|switch|toggle|on ?\/ ?off)\b/i;
const lines =
  /\b(?:paragraphs?|several lines|more lines|multi-?line|long(?:er)? texts?|room (?:for|to)|whole sentences?)\b/i;

/** The kind that a request's words tell, where the lexicon of changes does not know them. */
export const kindSaid = ({ marks, said }: Meaning): FieldKind | undefined =>
  marks.find((mark) => mark.kind)?.kind ?? (yesOrNo.test(said) ? "boolean" : lines.test(said) ? "longtext" : undefined);

/** Requests about a field: a word that may be a table's name or a field's is the field's here. */
const ofField =
  /^(?:-field|rename-field|kind|required|optional|unique|default|[+-]option|rename-option|sort|group|filter|hide|condition)$/;

/** What a request is about in the app as it is now. Notes its table in `place`. */
export function meaningOf(request: Request, { words, text }: Scene, model: AppModel, place: Place): Meaning {
  const textOf = ({ from, to }: { from: number; to: number }) =>
    text.slice(words[from]!.from, words[to - 1]!.to).replaceAll(/^["']|["']$/g, "");
  const names = request.names.map(textOf).filter(Boolean);
  const isName = (at: number) => request.names.some(({ from, to }) => at >= from && at < to);
  const inside = words.slice(request.from, request.to);
  const marks = [...new Set(inside.flatMap(({ mark }, at) => (mark && !isName(request.from + at) ? [mark] : [])))];
  const all = [...new Set(inside.flatMap(({ mark }) => mark ?? []))];
  const said = textOf(request);
  const about = aboutOf(request.sort, marks, model, place);
  const table = about.table ?? about.field?.entity;
  if (table) place.entity = table.name;
  return { ...about, table, names, marks, all, model, said };
}

/** A field as it is in the model now: an earlier request may have taken a copy. */
const nowIn = (model: AppModel, { entity, name }: FieldRef): FieldRef[] => {
  const found = entityOf(model, entity.name);
  return found?.properties[name] ? [{ entity: found, name }] : [];
};

function aboutOf(
  sort: string,
  marks: Mark[],
  model: AppModel,
  place: Place,
): Pick<Meaning, "tables" | "table" | "field" | "option"> {
  const needsField = ofField.test(sort);
  const alone = marks.filter(({ entities, fields }) => fields.length > 0 && entities.length === 0);
  const either = marks.filter(({ entities, fields }) => fields.length > 0 && entities.length > 0);
  const states = marks.flatMap((mark) => mark.states);
  // "persons is 2 by default": of guests, whom nothing else names, it is the number of persons.
  const asField = needsField && alone.length === 0 && states.length === 0 ? either.at(-1) : undefined;
  const tables = [
    ...new Set(marks.flatMap((mark) => (mark === asField ? [] : mark.entities.map(({ name }) => name)))),
  ].flatMap((name) => entityOf(model, name) ?? []);
  const last = entityOf(model, place.entity);
  const among = (tables.length > 0 ? tables : last ? [last] : []).map(({ name }) => name);
  const of = <T extends FieldRef>(list: T[]): T | undefined =>
    list.find(({ entity }) => among.includes(entity.name)) ?? (tables.length === 0 ? list[0] : undefined);
  const state = of(states);
  const said =
    of(alone.flatMap(({ fields }) => fields)) ?? of((asField ? [asField] : either).flatMap(({ fields }) => fields));
  const field = [said ?? state].flatMap((ref) => (ref ? nowIn(model, ref) : []))[0];
  const table = field?.entity ?? tables[0] ?? last;
  const option =
    state && (!field || (state.entity.name === field.entity.name && state.name === field.name)) ? state.is : undefined;
  return { tables, table, field: field ?? amountOf(sort, marks, table), option };
}

/** "fees over 200 in red": the one amount that a table has. */
function amountOf(sort: string, marks: Mark[], table: Entity | undefined): FieldRef | undefined {
  if (sort !== "condition" || !table || !marks.some(({ number }) => number !== undefined)) return undefined;
  const numbers = refsOf(table).filter(isNumber);
  const money = numbers.filter((ref) => kindOfRef(ref) === "money");
  return money.length === 1 ? money[0] : numbers.length === 1 ? numbers[0] : undefined;
}
