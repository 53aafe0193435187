import "server-only";
import { type Draft, manyOf } from "../../draft/draft";
import { singular } from "../../language/inflect";
import { label } from "../../learned/requests/carry/carry";
import { isAttribute } from "../../lexicon/lexicon";
import { kindOfRef, refsOf } from "../../request/meaning/clause";
import { marksOf } from "../../request/meaning/marks";
import { hasUsualOptions } from "../../values/usual-options";
import { choiceIn } from "./option-said";

const listIn = (list: string): string[] => list.split(/\s*[,/]\s*(?:and |or )?|\s+(?:and|or)\s+/i).filter(Boolean);
const quotedList = (options: readonly string[]): string =>
  options.map((one) => (one.startsWith('"') ? one : `"${one}"`)).join(", ");

/** "add tags vegan, quick, kids", "add urgency (low/high)", where rows have such a field: what it can be. */
function optionsOfAdded(text: string, { model, touched }: Draft): string {
  const [, noun = "", list = ""] =
    /^(?:please )?add (?:the |some |an? |new )*([\p{L}]+):? \(?([\p{L}\d][^():"]*)\)?$/iu.exec(text) ?? [];
  const options = listIn(list);
  const isOption = (one: string) =>
    one.split(" ").length < 4 &&
    !/^(?:to|for|on|in|with|of|as|field|column)\b/i.test(one) &&
    marksOf(one, model).every(({ fields, entities }) => fields.length + entities.length === 0);
  if (options.length < 2 || !options.every(isOption)) return text;
  const refs = model.entities
    .flatMap(refsOf)
    .filter((ref) =>
      [ref.name, label(ref)].some((one) => singular(one.toLowerCase()) === singular(noun.toLowerCase())),
    );
  const ref = refs.find(({ entity }) => entity.name === touched) ?? refs[0];
  if (!ref) return text;
  const said = quotedList(options);
  if (kindOfRef(ref) === "tags") return `make ${label(ref)} of ${manyOf(ref.entity)} a multi select with ${said}`;
  return hasUsualOptions(ref) && options.length > 2 && !options.some(isAttribute)
    ? `change ${label(ref)} of ${manyOf(ref.entity)} to ${said}`
    : text;
}

/** "change the stages to applied, phone call, no": options, whatever else their words ask for. */
function optionsChanged(text: string, draft: Draft): string {
  const [, field = "", list = ""] =
    /^(?:please )?(?:change|set|make|switch) (?:the |our )?([\p{L} ]{3,40}?)(?: options| values| choices)? (?:to|into)(?: be)?:? ([^:()]+,[^:()]+)$/iu.exec(
      text,
    ) ?? [];
  const ref = field === "" ? undefined : choiceIn(field, draft);
  const options = listIn(list);
  return ref && options.length > 2 && options.every((one) => one.split(" ").length < 4)
    ? `change ${label(ref)} of ${manyOf(ref.entity)} to ${quotedList(options)}`
    : text;
}

/** What a field can be, said as a list behind its name. */
export const optionsListed = [optionsOfAdded, optionsChanged];
