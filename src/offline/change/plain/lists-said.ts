import "server-only";
import { type Draft, manyOf } from "../../draft/draft";
import { entityOf } from "../../model/app-model";
import { optionsOf } from "../../model/field-kinds";
import { isPlural } from "../../language/inflect";
import { splitOptions } from "../../language/normalize";
import { isAttribute } from "../../lexicon/lexicon";
import { label } from "../../learned/requests/carry/carry";
import { isNumber, kindOfRef, refsOf } from "../../request/meaning/clause";
import { type FieldRef, has, isFiller, type Mark, marksOf } from "../../request/meaning/marks";
import { tableIn } from "./told-of-tables";

/** The one field that words name, of the table that they name or that was spoken of last. */
function fieldIn(said: string, { model, touched }: Draft): FieldRef | undefined {
  const marks = marksOf(said, model).filter((mark) => !isFiller(mark));
  const [field, table, ...more] = marks;
  if (!field || more.length > 0 || field.fields.length === 0 || field.entities.length > 0) return undefined;
  if (table && table.entities.length !== 1) return undefined;
  const among = table ? field.fields.filter(({ entity }) => table.entities.includes(entity)) : field.fields;
  return among.find(({ entity }) => entity.name === touched) ?? among[0];
}
const ofTable = (ref: FieldRef) => `the ${label(ref)} of ${manyOf(ref.entity)}`;

/** "category: tents, chairs, light", where it is a text or a number so far: what may be picked. */
function picked(text: string, draft: Draft): string {
  const [, name = "", said = "", chosen] =
    /^(?:the )?([\w ]{2,40}): ?([^:()]+?)((?:,? to (?:choose|pick|select)(?: from)?)?)$/i.exec(text) ??
    // "shelf A to F", where each step is written out already.
    /^(?:the )?([\w ]{2,40}) \(([^:()]+)\)()$/i.exec(text) ??
    [];
  // "instrument: piano, guitar for students": whose it is stands behind the list.
  const [, before = said, owner = ""] =
    /^(.+?) (?:for|of|on|in) (?:the |all |each |every )?([\w ]+)$/i.exec(said) ?? [];
  const isOwned = owner !== "" && tableIn(owner, draft.model) !== undefined;
  const list = isOwned ? before : said;
  const ref = name === "" ? undefined : fieldIn(isOwned ? `${name} of ${owner}` : name, draft);
  const options = splitOptions(list);
  const isList = options.length > 2 && options.every((one) => one.split(" ").length < 4 && !/[+=>]/.test(one));
  // "Hirers: name, phone, club or private": fields of a table.
  const areFields = isPlural(name) && options.some(isAttribute);
  const isOpen = ref && !areFields && (kindOfRef(ref) === "text" || (chosen && isNumber(ref)));
  return isList && isOpen && !/\b(?:also|too|add|remove|default|between)\b/i.test(list)
    ? `make ${ofTable(ref)} a dropdown: ${options.map((one) => `"${one}"`).join(", ")}`
    : text;
}

/** What else is asked of a field, and no option. */
const ofOthers = [
  "remove",
  "rename",
  "hide",
  "sort",
  "filter",
  "required",
  "optional",
  "unique",
  "default",
  "several",
  "can",
  "cannot",
  "become",
  "option",
] as const;
const extreme = /^(?:very|really|extremely|too|super|half|semi|extra|not)$/;
/** "difficulty very hard too", "genre scifi and animation as well": more options of a dropdown. */
function optionsToo(text: string, draft: Draft): string {
  const [, before = "", behind = ""] =
    /^(?:the )?([\w ]{2,30}?) (?:also|plus|additionally|too): ?([^:()]+)$/i.exec(text) ?? [];
  const [, said = ""] =
    before === ""
      ? (/^(?:and )?(?:the )?(.+?),? (?:too|also|as well)$/i.exec(text) ?? [])
      : ["", `${before} ${behind}`];
  const marks = said === "" ? [] : marksOf(said, draft.model);
  const [field, ...rest] = marks;
  const ref = field?.entities.length === 0 ? field.fields.find(isChoice) : undefined;
  if (!ref || rest.length === 0) return text;
  // "slot has 16-18 too": a verb is no part of an option.
  const options = splitOptions(said.slice(rest[0]!.at).replace(/^(?:has|have|gets?|needs?|is|are|should have) /i, ""));
  const isNew = (mark: Mark, at: number) =>
    isFiller(mark) ||
    (mark.entities.length + mark.fields.length === 0 &&
      mark.color === undefined &&
      (mark.role === undefined || before !== "") &&
      !has(mark, ...ofOthers) &&
      (mark.states.length === 0 || extreme.test(rest[at - 1]?.words[0] ?? "")));
  return rest.every(isNew) &&
    rest.some((mark) => !isFiller(mark) || extreme.test(mark.words[0]!)) &&
    options.every((one) => one.split(" ").length < 4)
    ? `add ${options.map((one) => `"${one.replaceAll('"', "")}"`).join(", ")} to ${ofTable(ref)}`
    : text;
}
const isChoice = ({ entity, name }: FieldRef) => optionsOf(entity.properties[name]!).length > 0;

/** "points 1 to 10 only": the least and the most of a number that is there. */
function between(text: string, draft: Draft): string {
  const [, name = "", least, most] =
    /^(?:the )?([\p{L} ]+?):? (?:only )?(?:from )?(\d+) ?(?:to|-|–) ?(\d+)(?: only| at most)?$/iu.exec(text) ?? [];
  const ref = name === "" ? undefined : fieldIn(name, draft);
  // Where several tables have it, which one was taken is told by whoever takes it.
  return ref && isNumber(ref) ? `${name} must be between ${least} and ${most}` : text;
}

/** "only show title teacher and places": columns of the table that was spoken of. */
function columnsOfLast(text: string, { model, touched }: Draft): string {
  const only = /^(?:please )?(?:only show|show only|just show|show just) (?:the )?([\w ,]+)$/i.exec(text);
  const asList = /^(?:show )?(?:the )?([\w ]+?) as (?:an? )?(?:list|table) with (?:only|just) (.+)$/i.exec(text);
  const entity = asList ? tableIn(asList[1]!, model) : only ? entityOf(model, touched) : undefined;
  const said = asList?.[2] ?? only?.[1] ?? "";
  const marks = said === "" || !entity ? [] : marksOf(said, model).filter((mark) => !isFiller(mark));
  const names = marks.flatMap(({ fields }) => fields.find((ref) => ref.entity === entity) ?? []);
  return entity && names.length > 1 && names.length === marks.length
    ? `only ${names.map(label).join(", ")} in the ${manyOf(entity)} list`
    : text;
}

/** "past shifts grey": rows whose one day is over. */
function pastInColor(text: string, { model }: Draft): string {
  const [, table = "", color = ""] =
    /^(?:the |all )?(?:past|old|bygone) ([\w ]+?) (?:should be |must be |are |in )?([a-z]+)$/i.exec(text) ?? [];
  const entity = table === "" ? undefined : tableIn(table, model);
  const days = entity ? refsOf(entity).filter((ref) => ["date", "datetime"].includes(kindOfRef(ref))) : [];
  const isColor = marksOf(color, model).some((mark) => mark.color);
  return entity && days.length === 1 && isColor
    ? `colour ${manyOf(entity)} with ${label(days[0]!)} overdue ${color}`
    : text;
}

/** Lists and amounts as busy people type them, and the plain words. */
export const listsSaid = [picked, optionsToo, between, columnsOfLast, pastInColor];
