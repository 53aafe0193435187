import "server-only";
import { type AppModel, entityOf } from "../model/app-model";
import { kindOf, optionsOf } from "../model/field-kinds";
import { isAttribute } from "../lexicon/lexicon";
import { type Draft, manyOf } from "../draft/draft";
import { differencesBetween } from "../request/differences/between";
import { label } from "../learned/requests/carry/carry";
import { has, isFiller, isUnknown, type Mark, marksOf } from "../request/meaning/marks";
import { isLimit, limiting } from "./fields/limits";

/** What is said of a field that was named before: "it must be unique", "make that one required". */
const ofField = ["required", "optional", "unique", "repeatable", "default", "end", "start"];
const joined = /^(?:and|but|then|also) /i;
const pronoun =
  /^((?:and |but |then |also )*(?:make |set |let |put |move )?)(?:it|this|that|they|them|these|those|(?:this|that) (?:one|field|column))\b/i;

const coloured =
  /^(?:(?:and|then|also) )*(?:colou?r|mark|paint|make|show|highlight) (?:those|these|them|the ones) (?:in )?(.+)$/i;

/** Whether a part of a message says of a field what it must be. */
export const isDuty = (text: string, model: AppModel): boolean =>
  isLimit(text) || marksOf(text, model).some((mark) => has(mark, ...ofField));

const named =
  /^(?:and )?(?:re)?(?:call|name|title) (?:it|that|this|(?:it|that|this|the) page) (?:to )?("[^"]+"|[\p{L}\d' -]+)$/iu;
const moreSaid =
  /^(?:and |also )*(?:add ("[^"]+"|[\p{L}-]+(?: [\p{L}-]+)?)|there (?:should|must|has to) (?:also )?be (?:an? )?("[^"]+")(?: too| as well| also)?)$/iu;
const severalSaid = /^(?:and |also )*add ("[^"]+"(?:(?:, (?:and )?| and )"[^"]+")+)$/i;
const isFree = (mark: Mark) => isUnknown(mark) || mark.quoted !== undefined;
const closedTo = /^(.*\b(?:see|view|read|edit|change|set)) (?:it|them|that|this|those)$/i;

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
  const name = named.exec(text);
  // "put the pets page first and call it "Our patients"".
  if (name && draft.page) return `rename the page ${draft.page} to ${name[1]!}`;
  // "add a comment, call it remark", "born on is a must, and call it birthday": that field, and no new name of the app.
  if (name && entity && draft.field && !draft.field.isNamed)
    return `rename the ${label({ entity, name: draft.field.name })} of ${manyOf(entity)} to ${name[1]!}`;
  // "rename comic to graphic novel, add "biography" and "poetry"".
  const several = severalSaid.exec(text)?.[1];
  if (several && entity && draft.field?.isOfOptions)
    return `add ${several} to the ${label({ entity, name: draft.field.name })} of ${manyOf(entity)}`;
  // "unit: add litre and drop bunch".
  const dropped = /^(?:and |also )*(?:drop|remove|delete|take out|throw out) (?:the )?"?([\p{L}\d -]+?)"?$/iu.exec(
    text,
  )?.[1];
  const had = entity && draft.field?.isOfOptions ? optionsOf(entity.properties[draft.field.name] ?? {}) : [];
  if (dropped && entity && draft.field && had.some((one) => one.toLowerCase() === dropped.toLowerCase()))
    return `remove "${dropped}" from the ${label({ entity, name: draft.field.name })} of ${manyOf(entity)}`;
  const [, added, needed] = moreSaid.exec(text) ?? [];
  const more = added ?? needed;
  // "rename ready to done, and add lost": one more of the options that were spoken of.
  if (more && entity && draft.field?.isOfOptions && !isAttribute(more) && marksOf(more, draft.model).every(isFree))
    return `add ${more} to the ${label({ entity, name: draft.field.name })} of ${manyOf(entity)}`;
  const closed = closedTo.exec(text);
  // "notes only for admins, the volunteers must not see them".
  if (closed && entity && draft.field && entity.properties[draft.field.name]?.["x-accessControl"])
    return `${closed[1]!} the ${label({ entity, name: draft.field.name })}`;
  if (!entity || !draft.field || !entity.properties[draft.field.name]) return text;
  if (!match && isBareDuty(text, draft.model))
    return `the ${label({ entity, name: draft.field.name })} of ${manyOf(entity)} ${text.replace(joined, "")}`;
  if (!match) return text;
  const rest = text.slice(match[0].length);
  const marks = marksOf(rest, draft.model);
  const options = optionsOf(entity.properties[draft.field.name]!).map((option) => option.toLowerCase());
  // "it is email by default", where email is one of its options.
  const isValue = (mark: Mark) => options.includes(mark.text.toLowerCase());
  const isOther = marks.some(
    (mark) => !isValue(mark) && (mark.entities.length > 0 || (mark.fields.length > 0 && mark.asks.length === 0)),
  );
  if (isOther || !isDuty(rest, draft.model)) return text;
  return `${match[1]!.replace(/^(?:(?:and|but|then|also) )+/i, "")}the ${label({ entity, name: draft.field.name })} of ${manyOf(entity)}${rest}`;
}

/** "…, and only once in the system": all of it says what a field must be, and none is named. */
const isBareDuty = (text: string, model: AppModel): boolean =>
  isDuty(text, model) &&
  marksOf(text, model).every(
    (mark) =>
      mark.fields.length + mark.entities.length + mark.states.length === 0 &&
      (isFiller(mark) ||
        mark.number !== undefined ||
        has(mark, ...ofField, "become", "cannot", "can") ||
        mark.words.every((word) => limiting.test(word))),
  );

const isPageSaid = /\bpage\b|\b(?:in|of) the (?:menu|navigation|sidebar)\b/i;

/** Notes the field that a request was about: the one that it changed, or else the one that it named. */
export function noteField(text: string, before: AppModel, draft: Draft): void {
  const changed = differencesBetween(before, draft.model).flatMap(({ line }) => {
    const [, sign, entity, name, rest = ""] = /^([+~])field ([^. ]+)\.(\S+) ?(.*)/.exec(line) ?? [];
    return entity && name
      ? [
          {
            entity,
            name,
            isOfOptions: /^(?:options|[+-])/.test(rest),
            isNamed: sign === "~" && rest.startsWith("label="),
          },
        ]
      : [];
  });
  const named = marksOf(text, draft.model).flatMap(({ fields, entities }) =>
    entities.length === 0 && fields.length > 0
      ? (fields.find(({ entity }) => entity.name === draft.touched) ?? fields[0]!)
      : [],
  );
  const about: NonNullable<Draft["field"]>[] =
    changed.length > 0 ? changed : named.map(({ entity, name }) => ({ entity: entity.name, name }));
  const pages = marksOf(text, draft.model).flatMap((mark) => mark.pages);
  draft.page = pages.length === 1 && isPageSaid.test(text) ? pages[0]!.title : undefined;
  const keys = new Set(about.map(({ entity, name }) => `${entity}.${name}`));
  draft.field = keys.size === 1 ? about[0] : undefined;
}
