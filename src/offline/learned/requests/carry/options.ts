import "server-only";
import type { FieldKind } from "../../../model/app-model";
import { optionsOf } from "../../../model/field-kinds";
import { listed, singular } from "../../../language/inflect";
import { setChoices } from "../../../draft/compose";
import { type Draft } from "../../../draft/draft";
import { isNumber, kindOfRef } from "../../../request/meaning/clause";
import type { FieldRef } from "../../../request/meaning/marks";
import { asked, kindSaid, type Meaning } from "../grounds/meaning";
import { already, label } from "./carry";

export const same = (one: string, other: string) =>
  one.toLowerCase() === other.toLowerCase() || singular(one.toLowerCase()) === singular(other.toLowerCase());

const oneOption = "[\\p{L}\\d][\\p{L}\\d'-]*(?: [\\p{L}\\d][\\p{L}\\d'-]*)?";
const listSaid = new RegExp(
  `(?:${oneOption},\\s*)*${oneOption},?\\s+(?:or|and)\\s+${oneOption}(?=\\s*(?:$|[.,;!?)]))`,
  "giu",
);
/** "yellow, white or blue to pick from": a list, where only some of its members were seen as names. */
export function listedOptions({ names, said }: Meaning): string[] {
  const list = [...said.matchAll(listSaid)].map(([text]) => text).find((text) => names[0] && text.includes(names[0]));
  const members =
    list
      ?.replace(/^(?:(?:be|is|are|only|either|just|an?|the|as|of|to|with)\s+)+/i, "")
      .split(/\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+/i)
      .filter(Boolean) ?? [];
  return members.length > names.length || names.some((name) => / or | and /.test(name)) ? members : names;
}

/** A field with options is a choice of one, unless several are asked for. */
export const kindOfOptions = (meaning: Meaning, options: string[]): FieldKind | undefined =>
  options.length < 2
    ? undefined
    : kindSaid(meaning) === "multi" || /\b(?:multiple|multi|several|more than one)\b/i.test(meaning.said)
      ? "multi"
      : "enum";

/** What a field starts with, in its own type. Undefined: the words are no value of it. */
export function valueOf(ref: FieldRef, meaning: Meaning): unknown {
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
  return (kind === "text" || kind === "longtext") && !/^(?:lasts?|takes?|costs?|weighs?) /i.test(names.at(-1) ?? "")
    ? names.at(-1)
    : undefined;
}

export function addOptions({ field, names }: Meaning, draft: Draft): boolean {
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

export function removeOptions({ field, names, option }: Meaning): boolean {
  const value = field?.entity.properties[field.name];
  if (!field || !value) return false;
  const had = optionsOf(value);
  const gone = had.filter((one) => (names.length > 0 ? names : [option ?? ""]).some((name) => same(one, name)));
  if (gone.length === 0 || gone.length === had.length) return false;
  const left = had.filter((one) => !gone.includes(one));
  setChoices(field.entity, field.name, left);
  return true;
}
