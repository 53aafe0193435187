import "server-only";
import { type Draft, manyOf } from "../draft/draft";
import { isAttribute } from "../lexicon/lexicon";
import { optionsOf } from "../model/field-kinds";
import { label } from "../learned/requests/carry/carry";
import { isFiller, isUnknown, marksOf } from "../request/meaning/marks";

/** "we need XXL for the shirts", where shirts have a size to choose: one more option of it. */
export function optionNeeded(text: string, { model }: Draft): string {
  const match =
    /^(?:(?:we|i) (?:also )?)?(?:need )?(?:an? )?("[^"]+"|[\w-]+) (for|as|in) (?:the |our |a )?([\w ]+)(,.*)?$/i.exec(
      text,
    );
  const marks = match ? marksOf(match[3]!, model) : [];
  const ref = marks.length === 1 && marks[0]!.entities.length === 0 ? marks[0]!.fields[0] : undefined;
  const isChoice = ref && optionsOf(ref.entity.properties[ref.name]!).length > 0;
  const [mark, ...others] = match ? marksOf(match[1]!, model) : [];
  const isNew =
    mark && others.length === 0 && (isUnknown(mark) || mark.quoted !== undefined) && !isAttribute(mark.text);
  // "reason for the status" is a field; "XXL for the shirts" is none.
  const isOption = match && (/^"|^[A-Z\d]+$/.test(match[1]!) || match[2] === "as" || /\bneed\b/i.test(match[0]));
  return isChoice && isNew && isOption
    ? `add ${match[1]!} to ${label(ref)} of ${manyOf(ref.entity)}${match[4] ?? ""}`
    : text;
}

/** "hairdresser is a trade too", where vendors have a trade to choose: one more option of it, whatever it is called. */
export function optionIs(text: string, { model }: Draft): string {
  const [, option = "", field = ""] =
    /^(?:an? |the )?("[^"]+"|[\w-]+(?: [\w-]+)?) is (?:also )?(?:an?|another|one more|one) (?:new |possible |more )*([\w ]+?)(?:,? (?:too|also|as well))?$/i.exec(
      text,
    ) ?? [];
  const marks = marksOf(field, model).filter((mark) => !isFiller(mark));
  const ref = marks[0]?.fields.find(({ entity, name }) => optionsOf(entity.properties[name]!).length > 0);
  const isField = marks.every((mark) => mark.fields.length + mark.entities.length > 0);
  const isNew = marksOf(option, model).every((mark) => mark.fields.length + mark.entities.length === 0);
  return ref && isField && isNew
    ? `add ${option.startsWith('"') ? option : `"${option}"`} to the ${label(ref)} of ${manyOf(ref.entity)}`
    : text;
}
