import "server-only";
import type { Weights } from "../../../lexicon/sparse-rows";
import { wordsOf } from "../../../language/inflect";
import type { AppModel, Entity } from "../../../model/app-model";
import { kindOf, labelFor, optionsOf, titleField } from "../../../model/field-kinds";
import type { FieldRef, Mark } from "../../../request/meaning/marks";
import type { Request } from "../reading/read-requests";
import type { Scene } from "../reading/scene";

/** What a part of a request may be about: a table, a field of one, a table and another that it belongs to, or nothing. */
export type Candidate = { entity?: Entity; field?: string; to?: Entity };
/** What is known when a part is looked for. @field before the table of the request before, @field table the request's own */
export type Known = {
  model: AppModel;
  before?: string | undefined;
  table?: Entity | undefined;
  /** The table whose rows the request names in the plural: a field of it is meant. */
  named?: Entity | undefined;
};

const ofField =
  /^(?:-field|rename-field|kind|required|optional|unique|default|[+-]option|rename-option|sort|group|filter|hide|condition|calendar|board)$/;
/** What rows that are named in the plural are marked or sorted by: "vehicles whose inspection has passed". */
const ofRows = /^(?:condition|sort)$/;
const isWhole =
  /^(?:\+table|dashboard|text-page|app-name|color|font|dense|airy|dark|light|round|sharp|menu-.*|style|currency)$/;

const fieldsOf = (entity: Entity): Candidate[] => Object.keys(entity.properties).map((field) => ({ entity, field }));

export function candidatesFor(part: string, { model, table, named }: Known): Candidate[] {
  if (isWhole.test(part)) return [];
  if (part === "link")
    return model.entities.flatMap((entity) =>
      model.entities.filter((to) => to !== entity).map((to) => ({ entity, to })),
    );
  if (part === "chart.by" || part === "chart.amount") return table ? [{}, ...fieldsOf(table)] : [];
  if (named && ofRows.test(part)) return fieldsOf(named);
  return ofField.test(part) ? model.entities.flatMap(fieldsOf) : model.entities.map((entity) => ({ entity }));
}

type Where = "in" | "name" | "before" | "after";
type Mention = { mark: Mark; at: number; where: Where; previous: string };

/** The marks of a message as a request sees them, nearest first within each place. */
function mentionsOf({ from, to, names }: Request, { words }: Scene): Mention[] {
  const isName = (at: number) => names.some((name) => at >= name.from && at < name.to);
  const found = words.flatMap(({ mark }, at): Mention[] => {
    if (!mark || words[at - 1]?.mark === mark) return [];
    const where = at >= to ? "after" : at < from ? "before" : isName(at) ? "name" : "in";
    let previous = at - 1;
    while (previous >= from && /^(?:the|an?|all|our|my|these|those)$/.test(words[previous]!.word)) previous--;
    return [{ mark, at, where, previous: previous < 0 ? "^" : words[previous]!.word }];
  });
  const before = found.filter(({ where }) => where === "before").reverse();
  return [...before, ...found.filter(({ where }) => where !== "before")];
}

/** A message as the parts of one of its requests are looked for in it. */
export type View = { mentions: Mention[]; names: string[]; words: { word: string; isUnknown: boolean }[] };

export function viewOf(request: Request, scene: Scene): View {
  const { words, text } = scene;
  return {
    mentions: mentionsOf(request, scene),
    names: request.names.map(({ from, to }) => text.slice(words[from]!.from, words[to - 1]!.to).toLowerCase()),
    words: words.slice(request.from, request.to).map(({ word, kind }) => ({ word, isUnknown: kind === "U" })),
  };
}

/** How one of several is mentioned, of each place the nearest: "in", "before 2". */
function places(mentions: Mention[], isIt: (mark: Mark) => boolean, isOne: (mark: Mark) => boolean): string[] {
  const found: string[] = [];
  for (const where of ["in", "name", "before", "after"] as const) {
    const some = mentions.filter((one) => one.where === where && isOne(one.mark));
    const rank = some.findIndex(({ mark }) => isIt(mark));
    if (rank >= 0) {
      found.push(where, `${where} ${Math.min(3, rank + 1)} of ${Math.min(3, some.length)}`);
      if (where === "in") found.push(`after ${some[rank]!.previous}`);
    } else if (some.length > 0) found.push(`other ${where}`);
    else found.push(`none ${where}`);
  }
  return found;
}

function tableFeatures(entity: Entity, { mentions }: View, { model, before }: Known): string[] {
  const alone = (mark: Mark) => mark.entities.length > 0 && mark.fields.length === 0;
  const found = places(
    mentions,
    (mark) => mark.entities.includes(entity),
    (mark) => mark.entities.length > 0,
  ).map((one) => `E ${one}`);
  const inside = mentions.filter(({ where }) => where === "in");
  const isNamed = inside.some(({ mark }) => mark.entities.length > 0);
  if (inside.some(({ mark }) => alone(mark) && mark.entities.includes(entity))) found.push("E alone");
  if (before === entity.name) found.push(`E last ${isNamed}`);
  if (!isNamed) found.push(`E ${Math.min(2, model.entities.indexOf(entity))} of ${Math.min(3, model.entities.length)}`);
  const isOf = (ref: FieldRef) => ref.entity === entity;
  if (inside.some(({ mark }) => mark.fields.some(isOf))) found.push("has F in");
  if (inside.some(({ mark }) => mark.fields.some(isOf) && !mark.fields.some((ref) => !isOf(ref))))
    found.push("alone has F in");
  if (mentions.some(({ where, mark }) => (where === "in" || where === "name") && mark.states.some(isOf)))
    found.push("has S in");
  return found;
}

/** How a table is mentioned beside the one that it may belong to. */
function linkFeatures(entity: Entity, to: Entity, view: View, known: Known): string[] {
  const at = (one: Entity) =>
    view.mentions.find(({ where, mark }) => where === "in" && mark.entities.includes(one))?.at;
  const [child, parent] = [at(entity), at(to)];
  const order = child === undefined ? "- to" : parent === undefined ? "of -" : child < parent ? "of to" : "to of";
  const refers = (one: Entity, other: Entity) =>
    Object.values(one.properties).some((value) => value["x-reference"] === other.name);
  return [
    ...tableFeatures(entity, view, known).map((one) => `of ${one}`),
    ...tableFeatures(to, view, known).map((one) => `to ${one}`),
    `order ${order}`,
    `refers ${refers(entity, to)} ${refers(to, entity)}`,
    ...view.words.map(({ word }) => `order ${order} w=${word}`),
  ];
}

function fieldFeatures(entity: Entity, field: string, view: View): string[] {
  const { mentions, names, words } = view;
  const value = entity.properties[field]!;
  const kind = kindOf(field, value);
  const label = wordsOf(labelFor(field, value));
  const isField = (mark: Mark) => mark.fields.some((one) => one.entity === entity && one.name === field);
  const isState = (mark: Mark) => mark.states.some((one) => one.entity === entity && one.name === field);
  const inside = mentions.filter(({ where }) => where === "in" || where === "name");
  const found = [
    ...places(mentions, isField, (mark) => mark.fields.length > 0).map((one) => `F ${one}`),
    ...places(mentions, isState, (mark) => mark.states.length > 0).map((one) => `S ${one}`),
    `k=${kind}`,
  ];
  const numbers = inside.flatMap((one, at) => (one.mark.number === undefined ? [] : [at]));
  for (const { mark } of inside.filter((one) => isField(one.mark))) {
    found.push(`F ${mark.entities.length > 0 ? "either" : "alone"}`);
    if (mark.words.join(" ") === label.join(" ")) found.push("F exact");
    if (numbers.some((at) => Math.abs(at - inside.findIndex((one) => one.mark === mark)) < 2)) found.push("F near #");
  }
  const options = optionsOf(value).map((option) => option.toLowerCase());
  if (names.some((name) => options.includes(name))) found.push("V name");
  for (const { mark } of inside) {
    for (const ask of mark.asks) found.push(`k=${kind} a=${ask}`);
    if (mark.number !== undefined) found.push(`k=${kind} #`);
    if (mark.kind) found.push(`k=${kind} as ${mark.kind}`);
  }
  for (const { word, isUnknown } of words) {
    found.push(`k=${kind} w=${word}`);
    if (isUnknown && label.some((one) => one.length > 3 && word.slice(0, 4) === one.slice(0, 4))) found.push("F stem");
  }
  const alike = Object.entries(entity.properties).filter(([name, other]) => kindOf(name, other) === kind);
  if (alike.length === 1) found.push("only", `only k=${kind}`);
  else if (alike[0]![0] === field) found.push(`first k=${kind}`);
  if (titleField(entity) === field) found.push("title");
  return found;
}

/** What a candidate looks like for a part of a request. */
export function groundFeatures(part: string, { entity, field, to }: Candidate, view: View, known: Known): string[] {
  if (entity && to) return linkFeatures(entity, to, view, known);
  const found = [
    ...(entity && part !== "chart.by" && part !== "chart.amount" ? tableFeatures(entity, view, known) : []),
    ...(entity && field ? fieldFeatures(entity, field, view) : []),
  ];
  if (!entity) {
    found.push("none");
    for (const { word } of view.words) found.push(`none w=${word}`);
    for (const { mark } of view.mentions.filter(({ where }) => where === "in"))
      for (const ask of mark.asks) found.push(`none a=${ask}`);
  }
  return found.flatMap((one) => [one, `${part} ${one}`]);
}

/** The likeliest candidate for a part of a request, and how much likelier it is than the next one. */
export function groundOf(
  part: string,
  view: View,
  known: Known,
  weights: Weights,
): (Candidate & { margin: number }) | undefined {
  const scored = candidatesFor(part, known)
    .map((candidate) => {
      let score = 0;
      for (const feature of groundFeatures(part, candidate, view, known)) score += weights.get(feature)?.[0] ?? 0;
      return { candidate, score };
    })
    .sort((one, other) => other.score - one.score);
  if (!scored[0]) return undefined;
  return { ...scored[0].candidate, margin: scored[0].score - (scored[1]?.score ?? 0) };
}
