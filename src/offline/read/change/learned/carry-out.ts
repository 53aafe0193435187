import "server-only";
import { canBeUnique } from "@/shipped/contract";
import type { View } from "../../../model/app-model";
import { filtersOf } from "../../../model/columns";
import { enumProperty, fieldName, inferProperty, labelFor, optionsOf } from "../../../model/field-kinds";
import { cssHex } from "../../../language/css-colors";
import { listed, sentence, singular } from "../../../language/inflect";
import { parseField } from "../../../words/parse-field";
import { listPage, setChoices, setCondition, setField, setRequired } from "../../draft/compose";
import { type Draft, manyOf, titleOf } from "../../draft/draft";
import { findEntity, findPage } from "../../draft/resolve";
import { isDate, isNumber, kindOfRef, mayBeUnique } from "../meaning/clause";
import { comparisonOf } from "../meaning/comparison";
import type { FieldRef } from "../meaning/marks";
import { asked, kindSaid, type Meaning } from "./meaning";

/** Makes a change whose table, field and values are known. False: it cannot be made like this; nothing is changed then. */
type Carry = (meaning: Meaning, draft: Draft) => boolean;

const label = ({ entity, name }: FieldRef) => labelFor(name, entity.properties[name]!).toLowerCase();
const same = (one: string, other: string) =>
  one.toLowerCase() === other.toLowerCase() || singular(one.toLowerCase()) === singular(other.toLowerCase());

const already = (draft: Draft, what: string): true => {
  draft.already.push(`${sentence(what)} already.`);
  return true;
};

function addField(meaning: Meaning, draft: Draft): boolean {
  const { table, names, marks } = meaning;
  const [name, ...options] = names;
  if (!table || !name || !marks.some(({ entities }) => entities.length > 0)) return false;
  // What is a table of the app is linked, and what is there is told: the rules know both.
  if (findEntity(draft.model, name).kind !== "none" || table.properties[fieldName(name)]) return false;
  const kind = kindSaid(meaning);
  const spec = parseField(options.length > 1 ? `${name} (${options.join("/")})` : name);
  if (!spec || options.length === 1) return false;
  const { title } = spec.property;
  const property =
    kind && options.length === 0 ? { ...inferProperty(spec.name, kind), ...(title ? { title } : {}) } : spec.property;
  const isUnique = asked(meaning, "unique");
  if (isUnique && !canBeUnique(spec.name, property)) return false;
  setField(table, {
    ...spec,
    property: { ...property, ...(isUnique ? { "x-unique": true } : {}) },
    ...(asked(meaning, "required") ? { isRequired: true } : {}),
  });
  return true;
}

function addOptions({ field, names }: Meaning, draft: Draft): boolean {
  const value = field?.entity.properties[field.name];
  if (!field || !value || optionsOf(value).length === 0 || names.length === 0) return false;
  const had = optionsOf(value);
  const more = names.filter((name) => !had.some((one) => same(one, name)));
  if (more.length === 0)
    return already(
      draft,
      `${label(field)} can be ${listed(
        names.map((one) => `“${one}”`),
        "or",
      )}`,
    );
  if (more.some((name) => name.split(" ").length > 4)) return false;
  setChoices(field.entity, field.name, [...had, ...more]);
  return true;
}

function removeOptions({ field, names, option }: Meaning): boolean {
  const value = field?.entity.properties[field.name];
  if (!field || !value) return false;
  const had = optionsOf(value);
  const gone = had.filter((one) => (names.length > 0 ? names : [option ?? ""]).some((name) => same(one, name)));
  if (gone.length === 0 || gone.length === had.length) return false;
  const left = had.filter((one) => !gone.includes(one));
  setChoices(field.entity, field.name, left);
  return true;
}

/** What a field starts with, in its own type. Undefined: the words are no value of it. */
function valueOf(ref: FieldRef, meaning: Meaning): unknown {
  const { names, option, all } = meaning;
  const kind = kindOfRef(ref);
  const said = names.at(-1) ?? option;
  if (kind === "boolean") return asked(meaning, "no") ? false : asked(meaning, "yes") ? true : undefined;
  if (isNumber(ref)) {
    const number = Number(said ?? all.find((mark) => mark.number !== undefined)?.number);
    return Number.isFinite(number) ? number : undefined;
  }
  if (kind === "date" || kind === "datetime") return asked(meaning, "today") ? "today" : undefined;
  if (kind === "enum") return optionsOf(ref.entity.properties[ref.name]!).find((one) => said && same(one, said));
  return kind === "text" || kind === "longtext" ? names.at(-1) : undefined;
}

function setDefault(meaning: Meaning): boolean {
  const { field } = meaning;
  const value = field && valueOf(field, meaning);
  if (!field || value === undefined) return false;
  field.entity.properties[field.name] = { ...field.entity.properties[field.name]!, default: value };
  return true;
}

const setDuty =
  (isRequired: boolean): Carry =>
  ({ field }, draft) => {
    if (!field) return false;
    const { entity, name } = field;
    if ((entity.required?.includes(name) ?? false) === isRequired)
      return already(draft, `${label(field)} ${isRequired ? "must be filled in" : "may stay empty"}`);
    const others = (entity.required ?? []).filter((other) => other !== name);
    setRequired(entity, isRequired ? [...others, name] : others);
    return true;
  };

function sortList(meaning: Meaning, draft: Draft): boolean {
  const { field, said } = meaning;
  const page = field && listPage(draft.model, field.entity);
  if (!field || !page) return false;
  const isDescending =
    asked(meaning, "desc") ||
    (!asked(meaning, "asc") &&
      /\b(?:newest|latest|youngest|highest|biggest|most|best|largest|longest|descending|z ?(?:-|to) ?a)\b/i.test(said));
  if (page.sort?.field === field.name && page.sort.isDescending === isDescending)
    return already(draft, `${manyOf(field.entity)} are sorted by ${label(field)}`);
  page.sort = { field: field.name, isDescending };
  return true;
}

function filterList({ field }: Meaning, draft: Draft): boolean {
  const page = field && listPage(draft.model, field.entity);
  if (!field || !page || !["enum", "boolean", "reference"].includes(kindOfRef(field))) return false;
  const filters = page.filters ?? filtersOf(field.entity, page);
  if (filters.includes(field.name)) return already(draft, `${manyOf(field.entity)} can be filtered by ${label(field)}`);
  page.filters = [...filters, field.name];
  return true;
}

function hideField({ field }: Meaning, draft: Draft): boolean {
  const page = field && listPage(draft.model, field.entity);
  if (!field || !page) return false;
  if (page.hidden?.includes(field.name)) return already(draft, `${label(field)} is hidden`);
  page.hidden = [...(page.hidden ?? []), field.name];
  return true;
}

/** The page that a request is about: by a name that it has, or the list of a table. */
function pageIn({ names, marks, tables }: Meaning, draft: Draft): View | undefined {
  const titled = names[0] ? findPage(draft.model, names[0]) : { kind: "none" as const };
  const marked = marks.flatMap(({ pages }) => pages).map(({ page }) => page);
  if (titled.kind === "one") return titled.value;
  return (
    draft.model.pages.find(({ page }) => marked.includes(page)) ??
    (tables.length === 1 ? listPage(draft.model, tables[0]!) : undefined)
  );
}

function removePage(meaning: Meaning, draft: Draft): boolean {
  const page = pageIn(meaning, draft);
  if (!page) return false;
  draft.model.pages = draft.model.pages.filter((other) => other !== page);
  return true;
}

function renamePage(meaning: Meaning, draft: Draft): boolean {
  const title = meaning.names.at(-1);
  const page = pageIn(meaning.names.length > 1 ? meaning : { ...meaning, names: [] }, draft);
  if (!page || !title || page.title === title) return false;
  page.title = sentence(title);
  return true;
}

function listTable({ table, marks }: Meaning, draft: Draft): boolean {
  if (!table || !marks.some(({ entities }) => entities.length > 0) || !listPage(draft.model, table)) return false;
  return already(draft, `${titleOf(table)} have a page`);
}

function setUnique({ field }: Meaning, draft: Draft): boolean {
  if (!field || !mayBeUnique(field)) return false;
  const value = field.entity.properties[field.name]!;
  if (value["x-unique"]) return already(draft, `${label(field)} must be unique`);
  field.entity.properties[field.name] = { ...value, "x-unique": true };
  return true;
}

const passed = /\b(?:pass(?:ed)?|past|over ?due|late|expired?|gone|missed|elapsed)\b/i;

/** By which values of a field rows are coloured, in the notation of conditions. */
function reasonOf({ field, option, all, said, ...meaning }: Meaning): string | undefined {
  if (!field) return undefined;
  if (isDate(field)) return asked({ all }, "overdue") || passed.test(said) ? "overdue" : undefined;
  const number = all.find((mark) => mark.number !== undefined);
  if (isNumber(field)) return number && `${comparisonOf(all, number)}${number.number}`;
  const isDenied = /\b(?:no|not|isn'?t|aren'?t|without|un\w+)\b/i.test(said);
  return kindOfRef(field) === "enum" && !isDenied ? (option ?? meaning.names[0]) : undefined;
}

function colourRows(meaning: Meaning, draft: Draft): boolean {
  const { field, all } = meaning;
  const colors = all.flatMap(({ color }) => color ?? []);
  const is = reasonOf(meaning);
  if (!field || is === undefined || colors.length !== 1) return false;
  const options = optionsOf(field.entity.properties[field.name]!);
  if (options.length > 0 && !options.includes(is)) return false;
  const condition = {
    entity: field.entity.name,
    field: field.name,
    is,
    color: cssHex(colors[0]!.name) ?? colors[0]!.hex,
  };
  setCondition(draft.model, condition);
  return true;
}

function retype(meaning: Meaning, draft: Draft): boolean {
  const { field, names } = meaning;
  const kind = kindSaid(meaning) ?? (names.length > 1 ? "enum" : undefined);
  if (!field || !kind || ["enum", "multi", "tags"].includes(kindOfRef(field))) return false;
  const { entity, name } = field;
  const { title } = entity.properties[name]!;
  if (kindOfRef(field) === kind) return already(draft, `${label(field)} is like that`);
  if (kind === "enum" && names.length < 2) return false;
  entity.properties[name] = {
    ...(kind === "enum" ? enumProperty(names) : inferProperty(name, kind)),
    ...(title ? { title } : {}),
  };
  draft.assumed.push("Values that are already stored stay as they are; check rows that do not fit the new kind.");
  return true;
}

/** The sorts of request that need no sentence of the rules. */
export const direct: Record<string, Carry> = {
  "+field": addField,
  "+option": addOptions,
  "-option": removeOptions,
  default: setDefault,
  required: setDuty(true),
  optional: setDuty(false),
  sort: sortList,
  filter: filterList,
  hide: hideField,
  "-page": removePage,
  "rename-page": renamePage,
  "list-page": listTable,
  kind: retype,
  unique: setUnique,
  condition: colourRows,
};
