import "server-only";
import { canBeUnique } from "@/shipped/contract";
import type { FieldKind } from "../../../model/app-model";
import { enumProperty, type FieldSpec, inferProperty, spokenKind } from "../../../model/field-kinds";
import { isPlural, listed, singular } from "../../../language/inflect";
import { counts } from "../../../words/counts";
import { thingOf } from "../../../words/find";
import { parseField } from "../../../words/parse-field";
import { setField, setRequired } from "../../../draft/compose";
import { type Draft } from "../../../draft/draft";
import { fieldLike, findEntity } from "../../../draft/resolve";
import { unitIn, withUnit } from "../../../request/meaning/units";
import { kindOfRef, mayBeUnique } from "../../../request/meaning/clause";
import { isUnknown } from "../../../request/meaning/marks";
import { asked, kindOfNew, kindSaid, type Meaning } from "../grounds/meaning";
import { already, type Carry, label } from "./carry";
import { kindOfOptions, listedOptions, valueOf } from "./options";

/** "ski size, shoe size and helmet yes/no": names in a row are fields, unless what follows the first one begins a list of it. */
const between =
  /^\s*(?:yes ?\/ ?no\s*)?(?:,|\band\b|&|\+|\bplus\b)(?:\s|,|\band\b|\bplus\b|\balso\b|\ban?\b|\bthe\b|\btheir\b)*$/i;
export const isRowOfFields = ({ names, tails }: Meaning) => names.length > 1 && between.test(tails[0]!);

/** "three", "9 of 10": an amount of something. */
export const isAmount = (name: string) =>
  /^\d|^[\p{L}]+.* \d{2,}(?:[.,]\d+)?$/u.test(name.trim()) || counts[name.trim().toLowerCase()] !== undefined;

/** "service every 6 months": a sentence, and no name. */
const noNameWord =
  /^(?:big|bigger|large|larger|huge) (?:photos?|pictures?|images?)$|\b(?:every|each|when|whenever|because|if)\b|\w what$/i;

/** "the mechanic who did it", "the host who runs the game": the noun in front is what is to be kept. */
function isOfNoun(name: string, { said, all }: Meaning): boolean {
  const before = said.slice(0, Math.max(0, said.indexOf(name))).match(/([\p{L}-]+)\s*$/u)?.[1];
  return (
    /^(?:who|which|that|whose)\b/i.test(name) &&
    all.some((mark) => mark.words.at(-1) === before?.toLowerCase() && (isUnknown(mark) || mark.entities.length > 0))
  );
}

export function addFields(meaning: Meaning, draft: Draft): boolean {
  const { table, names, tails } = meaning;
  if (!table || names.length === 0) return false;
  const kind = kindOfNew(meaning);
  // "several can be ticked": rules know how a choice of several is said.
  if (!isRowOfFields(meaning) && kindOfOptions(meaning, names.slice(1)) === "multi") return false;
  const specs = isRowOfFields(meaning)
    ? names.map((name, at) => fieldOf([name], kindBehind(tails[at]!)))
    : [fieldOf(names, kind)];
  // "three sample tournaments": a number is no name.
  if (names.some((name) => isAmount(name) || noNameWord.test(name)) || names.some((name) => isOfNoun(name, meaning)))
    return false;
  // What is a table of the app is linked, and what is there is told: the rules know both, and things that are rows of their own.
  const isOther = (spec: FieldSpec) =>
    findEntity(draft.model, spec.label).kind !== "none" ||
    fieldLike(table, spec.name, spec.property) !== undefined ||
    (!kind && isPlural(spec.label) && thingOf(singular(spec.label)) !== undefined);
  if (!specs.every((spec): spec is FieldSpec => spec !== null && !isOther(spec))) return false;
  const isUnique = asked(meaning, "unique");
  if (isUnique && !specs.every(({ name, property }) => canBeUnique(name, property))) return false;
  for (const spec of specs)
    setField(table, {
      ...spec,
      property: { ...spec.property, ...(isUnique ? { "x-unique": true } : {}) },
      ...(asked(meaning, "required") ? { isRequired: true } : {}),
    });
  return true;
}

/** "insured as yes/no", "born (date)": the kind that stands behind a name. */
function kindBehind(tail: string): FieldKind | undefined {
  if (/^["'\s]*(?:as )?yes ?\/ ?no\b/i.test(tail)) return "boolean";
  const said = /^["'\s]*(?:as |is |\()?\s*(?:an? )?([\p{L}/ ]+?)\)?\s*(?:,|\band\b|\.|$)/iu.exec(tail)?.[1];
  return said ? (spokenKind(said) ?? undefined) : undefined;
}

/** A field by its name, or by its name and the options that stand behind it. */
function fieldOf([name, ...said]: string[], named: FieldKind | undefined): FieldSpec | null {
  // "chimney height (metres, number)": a unit and a kind are no options.
  const isKind = (one: string) => spokenKind(one) !== null;
  const unit = said.find((one) => !isKind(one) && unitIn(`${name} in ${one}`));
  const isTyped = said.length > 0 && said.every((one) => one === unit || isKind(one));
  if (isTyped && unit) return fieldOf([`${name} in ${unit}`], undefined);
  const kind = isTyped ? (spokenKind(said[0]!) ?? named) : named;
  const options = isTyped ? [] : said;
  if (options.length === 1) return null;
  const measured = options.length === 0 ? unitIn(name!) : undefined;
  if (measured) {
    const plain = parseField(measured.name);
    return plain && withUnit(plain, measured.unit);
  }
  const spec = parseField(options.length > 1 ? `${name} (${options.join("/")})` : name!);
  if (!spec || !kind || options.length > 0) return spec;
  const { title } = spec.property;
  return { ...spec, property: { ...inferProperty(spec.name, kind), ...(title ? { title } : {}) } };
}

export function setDefault(meaning: Meaning, draft: Draft): boolean {
  const { field } = meaning;
  const value = field && valueOf(field, meaning);
  if (!field || value === undefined) return false;
  const before = field.entity.properties[field.name]!;
  if (before.default === value) return already(draft, `${label(field)} starts like that`);
  if (typeof value === "number" && (value < (before.minimum ?? value) || value > (before.maximum ?? value)))
    return false;
  field.entity.properties[field.name] = { ...before, default: value };
  return true;
}

export const setDuty =
  (isRequired: boolean): Carry =>
  ({ fields }, draft) => {
    const open = fields.filter(({ entity, name }) => (entity.required?.includes(name) ?? false) !== isRequired);
    if (!fields[0]) return false;
    if (!open[0])
      return already(draft, `${listed(fields.map(label))} ${isRequired ? "must be filled in" : "may stay empty"}`);
    const names = open.map(({ name }) => name);
    const others = (open[0].entity.required ?? []).filter((other) => !names.includes(other));
    setRequired(open[0].entity, isRequired ? [...others, ...names] : others);
    return true;
  };

export function setUnique({ field }: Meaning, draft: Draft): boolean {
  if (!field || !mayBeUnique(field)) return false;
  const value = field.entity.properties[field.name]!;
  if (value["x-unique"]) return already(draft, `${label(field)} must be unique`);
  field.entity.properties[field.name] = { ...value, "x-unique": true };
  return true;
}

export function retype(meaning: Meaning, draft: Draft): boolean {
  const { field } = meaning;
  const names = listedOptions(meaning);
  // "a list of suppliers" is a table, and "phone, tablet or laptop" are options and no phone number.
  if (!field || (names[0] && singular(names[0].toLowerCase()) === singular(label(field)))) return false;
  const kind = kindOfOptions(meaning, names) ?? kindSaid(meaning);
  if (!kind || kind === "multi" || ["enum", "multi", "tags"].includes(kindOfRef(field))) return false;
  const { entity, name } = field;
  const { title } = entity.properties[name]!;
  if (kindOfRef(field) === kind) return already(draft, `${label(field)} is like that`);
  if (kind === "enum" && names.length < 2) return false;
  const { default: _first, ...choice } = enumProperty(names);
  entity.properties[name] = { ...(kind === "enum" ? choice : inferProperty(name, kind)), ...(title ? { title } : {}) };
  draft.assumed.push("Values that are already stored stay as they are; check rows that do not fit the new kind.");
  return true;
}
