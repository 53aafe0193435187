import "server-only";
import { type AppModel, entityOf } from "../model/app-model";
import { kindOf } from "../model/field-kinds";
import { type Draft, manyOf } from "../draft/draft";
import { differencesBetween } from "./differences/between";
import { label } from "./learned/carry/carry";
import { has, marksOf } from "./meaning/marks";
import { isLimit } from "./rules/limits";

/** What is said of a field that was named before: "it must be unique", "make that one required". */
const ofField = ["required", "optional", "unique", "repeatable", "default", "end", "start"];
const pronoun =
  /^((?:and |but |then |also )*(?:make |set |let |put |move )?)(?:it|this|that|they|them|these|those|(?:this|that) (?:one|field|column))\b/i;

const coloured =
  /^(?:(?:and|then|also) )*(?:colou?r|mark|paint|make|show|highlight) (?:those|these|them|the ones) (?:in )?(.+)$/i;

/** Whether a part of a message says of a field what it must be. */
export const isDuty = (text: string, model: AppModel): boolean =>
  isLimit(text) || marksOf(text, model).some((mark) => has(mark, ...ofField));

/** "it has to be filled in", with the field that the request before was about in place of the pronoun. */
export function pointed(text: string, draft: Draft): string {
  const entity = entityOf(draft.model, draft.field?.entity);
  const match = pronoun.exec(text);
  const colored = coloured.exec(text);
  // "a tick box "express", and colour those red".
  if (
    colored &&
    entity &&
    draft.field &&
    kindOf(draft.field.name, entity.properties[draft.field.name] ?? {}) === "boolean"
  )
    return `colour ${manyOf(entity)} with ${label({ entity, name: draft.field.name })} ${colored[1]!}`;
  if (!match || !entity || !draft.field || !entity.properties[draft.field.name]) return text;
  const rest = text.slice(match[0].length);
  const marks = marksOf(rest, draft.model);
  const isOther = marks.some((mark) => mark.entities.length > 0 || (mark.fields.length > 0 && mark.asks.length === 0));
  if (isOther || !isDuty(rest, draft.model)) return text;
  return `${match[1]!.replace(/^(?:(?:and|but|then|also) )+/i, "")}the ${label({ entity, name: draft.field.name })} of ${manyOf(entity)}${rest}`;
}

/** Notes the field that a request was about: the one that it changed, or else the one that it named. */
export function noteField(text: string, before: AppModel, draft: Draft): void {
  const changed = differencesBetween(before, draft.model).flatMap(({ line }) => {
    const [, entity, name] = /^[+~]field ([^. ]+)\.(\S+)/.exec(line) ?? [];
    return entity && name ? [{ entity, name }] : [];
  });
  const named = marksOf(text, draft.model).flatMap(({ fields, entities }) =>
    entities.length === 0 && fields.length > 0
      ? (fields.find(({ entity }) => entity.name === draft.touched) ?? fields[0]!)
      : [],
  );
  const about = changed.length > 0 ? changed : named.map(({ entity, name }) => ({ entity: entity.name, name }));
  const keys = new Set(about.map(({ entity, name }) => `${entity}.${name}`));
  draft.field = keys.size === 1 ? about[0] : undefined;
}
