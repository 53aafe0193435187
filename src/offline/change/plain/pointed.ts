import "server-only";
import { type AppModel, entityOf } from "../../model/app-model";
import { kindOf, optionsOf } from "../../model/field-kinds";
import { colorsIn } from "../../language/colors";
import { isPlural, wordsOf } from "../../language/inflect";
import { isAttribute } from "../../lexicon/lexicon";
import { type Draft, manyOf } from "../../draft/draft";
import { differencesBetween } from "../../request/differences/between";
import { label } from "../../learned/requests/carry/carry";
import { has, isFiller, isUnknown, type Mark, marksOf } from "../../request/meaning/marks";
import { isLimit, limiting } from "../../values/limits";

/** What is said of a field that was named before: "it must be unique", "make that one required". */
const ofField = ["required", "optional", "unique", "repeatable", "default", "end", "start"];
const joined = /^(?:and|but|then|also) /i;
const pronoun =
  /^((?:and |but |then |also )*(?:make |set |let |put |move )?)(?:it|this|that|they|them|these|those|(?:this|that) (?:one|field|column))\b/i;

const coloured =
  /^(?:(?:and|then|also) )*(?:(?:colou?r|mark|paint|make|show|highlight|put|turn) )?(?:the )?(?:those|these|them|ones)\b(.+)$/i;
/** "those who haven't (signed)", "the ones without": rows whose box is not ticked. */
const unticked =
  /\b(?:without|not|no|never|unticked|unchecked|missing|haven'?t|hasn'?t|isn'?t|aren'?t|don'?t|doesn'?t|didn'?t)\b/i;
/** What else tells of a box and its rows. */
const ofBox =
  /^(?:who|that|which|where|whose|with|without|it|this|have|has|had|are|is|do|does|did|not|no|never|yet|still|already|been|the|a|box|tick|ticked|checked|unticked|unchecked|set|on|in|as|missing|haven'?t|hasn'?t|isn'?t|aren'?t|don'?t|doesn'?t|didn'?t|please|pls|too|be|should|then)$/i;

/** Whether a part of a message says of a field what it must be. */
export const isDuty = (text: string, model: AppModel): boolean =>
  isLimit(text) || marksOf(text, model).some((mark) => has(mark, ...ofField));

const named =
  /^(?:and )?(?:re)?(?:call|name|title) (?:it|that|this|(?:it|that|this|the) page) (?:to )?("[^"]+"|[\p{L}\d' -]+)$/iu;
const moreSaid =
  /^(?:and |also )*(?:add ("[^"]+"|[\p{L}-]+(?: [\p{L}-]+)?)|there (?:should|must|has to) (?:also )?be (?:an? )?("[^"]+")(?: too| as well| also)?)$/iu;
const sameOne =
  /^(?:and |also )*(?:no two|never two) [\p{L} ]+? (?:(?:can|may|should|must|are allowed to)(?: ever)? )?(?:have|share|get|use) the same(?: one)?$/iu;
const severalSaid = /^(?:and |also )*add ("[^"]+"(?:(?:, (?:and )?| and )"[^"]+")+)$/i;
const isFree = (mark: Mark) => isUnknown(mark) || mark.quoted !== undefined;
const closedTo = /^(.*\b(?:sees?|views?|reads?|edits?|changes?|sets?)) (?:it|them|that|this|those)$/i;

/** "it has to be filled in", with the field that the request before was about in place of the pronoun. */
export function pointed(text: string, draft: Draft): string {
  const entity = entityOf(draft.model, draft.field?.entity);
  const match = pronoun.exec(text);
  const colored = boxColored(text, draft);
  if (colored !== undefined) return colored;
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
  // "the notes are long, only therapists see them": a field that is one of several by its name.
  const isMany = draft.field !== undefined && isPlural(draft.field.name);
  const isIt = draft.previous !== undefined && (isMany ? /\bthem$/i : /\b(?:it|that|this)$/i).test(text);
  const isClosed = entity && draft.field && entity.properties[draft.field.name]?.["x-accessControl"] !== undefined;
  // "notes only for admins, the volunteers must not see them"; "a notes field, and only admins may see it".
  if (closed && entity && draft.field && entity.properties[draft.field.name] && (isClosed || isIt))
    return `${closed[1]!} the ${label({ entity, name: draft.field.name })}`;
  if (!entity || !draft.field || !entity.properties[draft.field.name]) return text;
  // "the frame number must be there, and no two bikes can have the same one".
  if (sameOne.test(text)) return `the ${label({ entity, name: draft.field.name })} of ${manyOf(entity)} must be unique`;
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

/** "a tick box "express", and colour those red", "show the ones without in orange": of the box that was added just before. */
function boxColored(text: string, { model, field }: Draft): string | undefined {
  const entity = entityOf(model, field?.entity);
  const said = coloured.exec(text)?.[1];
  const color = colorsIn(text).at(-1)?.name;
  if (said === undefined || !entity || !field || !color) return undefined;
  const value = entity.properties[field.name];
  if (!value || kindOf(field.name, value) !== "boolean") return undefined;
  const ref = { entity, name: field.name };
  // "those who haven't signed the waiver" says the field's name in other forms.
  const own = wordsOf(`${field.name} ${label(ref)}`).map(stem);
  const rest = said.replace(color, " ");
  const isOfBox = (rest.match(/[\p{L}'’]+/gu) ?? []).every((word) => ofBox.test(word) || own.includes(stem(word)));
  if (!isOfBox) return undefined;
  return `colour ${manyOf(entity)} with ${unticked.test(rest) ? "not " : ""}${label(ref)} ${color}`;
}
const stem = (word: string) => word.toLowerCase().replace(/(?:ed|ing|s|d)$/, "");

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
