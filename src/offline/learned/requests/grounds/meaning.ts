import "server-only";
import { isPlural, singular } from "../../../language/inflect";
import type { AppModel, Entity, FieldKind } from "../../../model/app-model";
import { optionsOf } from "../../../model/field-kinds";
import { has, type FieldRef, type Mark } from "../../../request/meaning/marks";
import { type Candidate, groundOf, viewOf } from "./ground";
import { changeModel } from "../reading/load-model";
import type { Request } from "../reading/read-requests";
import type { Detail } from "../reading/sorts";
import type { Scene } from "../reading/scene";

/** The table of the request before, for one that names none. */
export type Place = { entity?: string | undefined };

/** What a request is about: its table, the field and option that it means, the names that it brings, and its other words. */
export type Meaning = {
  table: Entity | undefined;
  field: FieldRef | undefined;
  /** The table that rows of `table` belong to. */
  to: Entity | undefined;
  /** What a chart groups by, and the number that it adds up. */
  by?: string | undefined;
  amount?: string | undefined;
  option: string | undefined;
  detail: (of: Detail) => string | undefined;
  /** How much likelier a detail is than the next one. */
  surenessOf: (of: Detail) => number;
  /** All fields of the table that are named, beginning with `field`: "filter by client and status". */
  fields: FieldRef[];
  names: string[];
  /** The words behind each name, up to the next one or the end of the request. */
  tails: string[];
  /** How much likelier the table and field are than the next ones. */
  sureness: number;
  /** Of the words outside of the names. */
  marks: Mark[];
  all: Mark[];
  model: AppModel;
  said: string;
};

export const asked = ({ all }: Pick<Meaning, "all">, ...asks: string[]): boolean =>
  all.some((mark) => has(mark, ...asks));

/** The kind that a request's words tell. */
export const kindSaid = ({ marks, detail, field }: Meaning): FieldKind | undefined => {
  const learned = detail("kind");
  // "rating of players": the field's own name is no kind for it.
  const isField = (mark: Mark) =>
    mark.fields.some(({ entity, name }) => entity === field?.entity && name === field?.name);
  return (
    marks.find((mark) => mark.kind && !isField(mark))?.kind ??
    (learned && learned !== "-" ? (learned as FieldKind) : undefined)
  );
};

/** The kind of a new field: what is ticked has options, or is a yes or no. */
export const kindOfNew = (meaning: Meaning): FieldKind | undefined => {
  const kind = kindSaid(meaning);
  if (
    kind === undefined &&
    /\b(?:whether|if) (?:they|he|she|it|the \w+) /i.test(meaning.said) &&
    meaning.names.length === 1
  )
    return "boolean";
  return kind === "multi" && meaning.names.length < 2 && /\btick/i.test(meaning.said) ? "boolean" : kind;
};

const grouping = new Set(["per", "by", "each", "every", "across", "for"]);

/** "a chart of tastings per month": the rows that are counted, by the name of their table, and no link to them. */
function countedIn(marks: readonly Mark[]): Entity | undefined {
  const at = marks.findIndex(({ entities }) => entities.length > 0);
  const mark = marks[at];
  if (!mark || mark.entities.length > 1 || !isPlural(mark.words.at(-1)!)) return undefined;
  return marks.slice(0, at).some(({ words }) => words.some((word) => grouping.has(word)))
    ? undefined
    : mark.entities[0];
}

/** What a request is about in the app as it is now. Notes its table in `place`. */
export function meaningOf(request: Request, scene: Scene, model: AppModel, place: Place): Meaning {
  const { words, text } = scene;
  const textOf = ({ from, to }: { from: number; to: number }) =>
    text.slice(words[from]!.from, words[to - 1]!.to).replaceAll(/^["']|["']$/g, "");
  // "a phone, mandatory": a duty is no name.
  const names = request.names
    .map(textOf)
    .filter((name) => name && !/^(?:mandatory|required|obligatory|unique)$/i.test(name));
  const isName = (at: number) => request.names.some(({ from, to }) => at >= from && at < to);
  const inside = words.slice(request.from, request.to);
  const marks = [...new Set(inside.flatMap(({ mark }, at) => (mark && !isName(request.from + at) ? [mark] : [])))];
  const all = [...new Set(inside.flatMap(({ mark }) => mark ?? []))];
  const view = viewOf(request, scene);
  const part = (name: string, of?: Entity): Candidate & { margin?: number } =>
    groundOf(name, view, { model, before: place.entity, table: of, named: countedIn(marks) }, changeModel().grounds) ??
    {};
  const { entity, field: name, to, margin: sureness = 0 } = part(request.sort);
  const table = (request.sort === "chart" && countedIn(marks)) || entity;
  const field = table && name ? { entity: table, name } : undefined;
  if (table) place.entity = table.name;
  const detail = (of: Detail) => request.details[of]?.value;
  const surenessOf = (of: Detail) => request.details[of]?.margin ?? 0;
  const chart =
    request.sort === "chart" ? { by: part("chart.by", table).field, amount: part("chart.amount", table).field } : {};
  const others = marks.flatMap((mark) =>
    mark.entities.length > 0 ? [] : mark.fields.filter(({ entity }) => entity === table),
  );
  const fields = field ? [field, ...others.filter((one) => one.name !== field.name)] : [];
  const tails = request.names.map((one, at) => {
    const next = request.names[at + 1];
    return text.slice(words[one.to - 1]!.to, next ? words[next.from]!.from : words[request.to - 1]!.to);
  });
  return {
    ...chart,
    table,
    field,
    fields,
    to,
    sureness,
    tails,
    option: field && optionIn(field, all, names),
    names,
    marks,
    all,
    detail,
    surenessOf,
    model,
    said: textOf(request),
  };
}

/** The option of a field that words name. */
function optionIn({ entity, name }: FieldRef, marks: Mark[], names: string[]): string | undefined {
  const state = marks.flatMap(({ states }) => states).find((one) => one.entity === entity && one.name === name);
  const options = optionsOf(entity.properties[name]!);
  return (
    state?.is ??
    options.find((option) => names.some((one) => singular(one.toLowerCase()) === singular(option.toLowerCase())))
  );
}
