import "server-only";
import { canBeUnique } from "@/shipped/contract";
import type { Entity } from "../../model/app-model";
import { entityOf } from "../../model/app-model";
import { kindOf } from "../../model/field-kinds";
import { type Draft, titleOf } from "../../draft/draft";
import { listed } from "../../language/inflect";
import type { Ask } from "./lexicon";
import { type FieldRef, has, isFiller, isUnknown, type Mark, marksOf, type State } from "./marks";

/** One request, taken apart. */
export type Clause = { text: string; marks: Mark[]; draft: Draft };
/** Works a clause into its draft where the clause is of its sort and nothing in it is left over. */
export type Rule = (clause: Clause) => boolean;

export const clauseOf = (text: string, draft: Draft): Clause => ({ text, marks: marksOf(text, draft.model), draft });

export const asks = ({ marks }: Clause, ...wanted: Ask[]) => marks.some((mark) => has(mark, ...wanted));

/** Whether every mark is one of those that a rule has an answer to, or says nothing. */
export const isAll = ({ marks }: Clause, knows: (mark: Mark) => boolean): boolean =>
  marks.every((mark) => isFiller(mark) || knows(mark));

/** Words for a table that also are a field or a value of one count as the table where they stand in the plural. */
const isTableWord = (mark: Mark): boolean => mark.entities.length > 0;

/** The table whose parts a clause speaks of: the one behind "of" or "from", else the one named first. */
function subjectOf(marks: Mark[]): Mark | undefined {
  const named = marks.filter(({ entities }) => entities.length === 1);
  const isPlaced = (mark: Mark) => {
    let at = marks.indexOf(mark) - 1;
    while (at > 0 && /^(?:the|each|every|all|our|my|an?|any)$/.test(marks[at]!.words[0]!)) at--;
    return at > 0 && /^(?:of|from|in|to|for|on)$/.test(marks[at]!.words[0]!);
  };
  return named.find((mark) => mark.fields.length === 0 && isPlaced(mark)) ?? named.find(isPlaced) ?? named[0];
}

/** A word for another table that also is a field of the clause's own: the client of a case. */
export function isFieldOfSubject(marks: Mark[], mark: Mark): boolean {
  const subject = subjectOf(marks);
  return subject !== undefined && subject !== mark && mark.fields.some(({ entity }) => entity === subject.entities[0]);
}

export const entitiesIn = ({ marks }: Clause): Entity[] => [
  ...new Set(
    marks.flatMap((mark) => (mark.entities.length === 1 && !isFieldOfSubject(marks, mark) ? mark.entities : [])),
  ),
];

/** Whether a mark stands for a field: no table goes by it, or it is a field of the clause's table. */
export const isFieldMark =
  ({ marks }: Clause) =>
  (mark: Mark): boolean =>
    mark.entities.length === 0 || isFieldOfSubject(marks, mark);

/** The table that a clause is about: the one that it names, the one that fits, or the one spoken of last. */
export function tableOf(clause: Clause, fits: (entity: Entity) => boolean = () => true): Entity | undefined {
  const named = entitiesIn(clause);
  if (named.length > 0) return named.find(fits);
  if (clause.marks.some(isTableWord)) return undefined;
  const { model, touched } = clause.draft;
  const last = entityOf(model, touched);
  const entity = last && fits(last) ? last : model.entities.find(fits);
  if (entity && model.entities.filter(fits).length > 1) noteTable(clause.draft, entity);
  return entity;
}

const noteTable = (draft: Draft, entity: Entity) => {
  const note = `You did not say where, so I took ${titleOf(entity).toLowerCase()}.`;
  if (!draft.assumed.includes(note)) draft.assumed.push(note);
};

/** Which of the fields that a word may mean is meant here. */
export function pickRef(clause: Clause, refs: FieldRef[]): FieldRef | undefined {
  const named = entitiesIn(clause);
  const own = named.length > 0 ? refs.filter(({ entity }) => named.includes(entity)) : refs;
  // "players" of bookings, though rooms have max players: what is called so goes before what the word is a part of.
  const whole = own.filter(({ isPart }) => !isPart);
  const among = whole.length > 0 ? whole : own;
  const owners = [...new Set(among.map(({ entity }) => entity))];
  const owner = owners.find(({ name }) => name === clause.draft.touched) ?? owners[0];
  const [first] = among.filter(({ entity }) => entity === owner);
  if (!first) return undefined;
  if (owner && owners.length > 1) {
    const others = owners.filter((one) => one !== owner).map(titleOf);
    clause.draft.assumed.push(
      `${listed([titleOf(owner), ...others])} each have this field; I took the one of ${titleOf(owner)}.`,
    );
  }
  return first;
}

export const pickState = (clause: Clause, states: State[]): State | undefined =>
  pickRef(clause, states) as State | undefined;

/** The fields that a clause names, each once, in the tables that it names. */
export function fieldsIn(clause: Clause, of: (mark: Mark) => boolean = () => true): FieldRef[] {
  const found: FieldRef[] = [];
  for (const mark of clause.marks) {
    if (mark.fields.length === 0 || !of(mark)) continue;
    const ref = pickRef(clause, mark.fields);
    if (ref && !found.some(({ entity, name }) => entity === ref.entity && name === ref.name)) found.push(ref);
  }
  // One field's table is that of the others.
  const owner = found[0]?.entity;
  return found.map((ref, at) => {
    if (at === 0 || ref.entity === owner) return ref;
    const mark = clause.marks.find(({ fields }) => fields.includes(ref));
    return mark?.fields.find(({ entity }) => entity === owner) ?? ref;
  });
}

export const kindOfRef = ({ entity, name }: FieldRef) => kindOf(name, entity.properties[name]!);

/** What a clause says between two of its marks, as it was typed. */
export const textBetween = ({ text, marks }: Clause, from: number, to = marks.length): string =>
  from >= to ? "" : text.slice(marks[from]!.at, marks[to - 1]!.end).trim();

/** The unknown words of a clause. */
export const unknownIn = ({ marks }: Clause): Mark[] => marks.filter(isUnknown);

export const isDate = (ref: FieldRef) => ["date", "datetime"].includes(kindOfRef(ref));
export const isNumber = (ref: FieldRef) => ["number", "money", "percent", "rating"].includes(kindOfRef(ref));
export const refsOf = (entity: Entity): FieldRef[] => Object.keys(entity.properties).map((name) => ({ entity, name }));

/** The dropdown by which a table's rows move on. */
export const stateOf = (entity: Entity): FieldRef | undefined =>
  ["status", "stage", "state"]
    .map((name) => ({ entity, name }))
    .find(({ name }) => entity.properties[name]?.enum !== undefined);

/** Kinds of which every row has one, and two may be the same. */
const readKinds: readonly string[] = ["longtext", "image", "file"];
/** Whether a rule that no two rows have the same value makes sense for a field. */
export const mayBeUnique = (ref: FieldRef): boolean =>
  canBeUnique(ref.name, ref.entity.properties[ref.name]!) && !readKinds.includes(kindOfRef(ref));
