import "server-only";
import type { AppModel, Entity } from "../../model/app-model";
import type { Draft } from "../../draft/draft";
import { plural, wordsOf } from "../../language/inflect";
import { splitOptions } from "../../language/normalize";
import { isAttribute } from "../../lexicon/lexicon";
import { choiceNoun } from "../../lexicon/nouns";
import { label } from "../../learned/requests/carry/carry";
import { refsOf } from "../../request/meaning/clause";
import { marksOf } from "../../request/meaning/marks";
import { isChoice } from "../../values/options";
import { askedOptions, loadWords, typeOf } from "../../words/load";
import { tableIn } from "./told-of-tables";

const spaced = "[\\p{L}\\d'/+-]+(?: [\\p{L}\\d'/+-]+)?";
const list = `${spaced}(?:, ?${spaced})+(?:,? (?:and|or) ${spaced})?`;
/** A noun of one word, then of two: "severity low, …", "roast level light, …". */
const nouns = ["[\\p{L}-]+", "[\\p{L}-]+ [\\p{L}-]+"];
const ofTable = nouns.map(
  (noun) =>
    new RegExp(
      `^(?:the |each |every |all |an? )?([\\p{L} -]+?):? (?:(?:should |must |also )*(?:have|has|needs?|gets?|with) )?(?:an? |the |their )?(${noun}) (${list})$`,
      "iu",
    ),
);
const added = nouns.map(
  (noun) =>
    new RegExp(
      `^(?:(?:please )?(?:add|give|include|put|i need|we need) )?(?:an? |the )?(${noun}) (${list}) (?:to|for|on|of) (?:the |each |every |all )?([\\p{L} -]+)$`,
      "iu",
    ),
);
const tail = /,? (?:and|but|with) (?:the |all )?([\p{L} -]+?)(?: ones)? (?:in |should be |are |as )?([\p{L}]+)$/iu;

/** "low, medium, high": what is usually picked from, whatever it is said of. */
const isUsual = (options: string[]): boolean =>
  [...loadWords().dropdowns.values()].some((usual) => options.every((one) => usual.includes(one.toLowerCase())));

/** Whether a noun is one of which something is picked, and a list behind it is no list of fields. */
const isChoiceOf = (noun: string, options: string[], model: AppModel): boolean =>
  (isUsual(options) ||
    [noun, wordsOf(noun).at(-1)!].some((one) => askedOptions(one) !== null || choiceNoun.test(plural(one))) ||
    marksOf(noun, model).some(({ fields }) => fields.some(isChoice))) &&
  options.length > 1 &&
  // "planned" is what was to be spent elsewhere, but "size, price, rooms" are fields.
  options.filter((one) => isAttribute(one) && typeOf(one).type !== "boolean").length * 2 < options.length &&
  options.every(
    (one) =>
      wordsOf(one).length < 4 &&
      !/\b(?:and|or|the|an?|with|is|are|per|by|must|should|also|too|red|green)\b/i.test(one) &&
      marksOf(one, model).every(({ entities, fields }) => entities.length + fields.length === 0),
  );

/** "defects have severity low, medium, high": a noun of which something is picked, and what, without a sign between them. */
export function choicesBehind(text: string, { model }: Draft): string {
  if (!text.includes(",") || /[();"]/.test(text)) return text;
  for (const pattern of added) {
    const [, noun = "", options = "", place = ""] = pattern.exec(text) ?? [];
    const at = place === "" ? undefined : tableIn(place, model);
    if (at && isChoiceOf(noun, splitOptions(options), model)) return saidOf(noun, options, at, place);
  }
  // "… and broken ones grey": the colour is a wish of its own.
  const [behind = "", state = "", color = ""] = tail.exec(text) ?? [];
  const isColored = marksOf(color, model).some((mark) => mark.color);
  const said = isColored ? text.slice(0, -behind.length) : text;
  for (const pattern of ofTable) {
    const [, table = "", field = "", all = ""] = pattern.exec(said) ?? [];
    const entity = table === "" ? undefined : tableIn(table, model);
    const names = splitOptions(all);
    if (!entity || !isChoiceOf(field, names, model)) continue;
    const plain = saidOf(field, all, entity, table);
    if (!isColored) return plain;
    if (names.some((one) => one.toLowerCase() === state.toLowerCase()))
      return `${plain}, colour ${table} with ${field} ${state} ${color}`;
  }
  return text;
}

/** A field of that name has these options from now on. */
function saidOf(noun: string, options: string, entity: Entity, table: string): string {
  const had = refsOf(entity).find((ref) => label(ref) === noun.toLowerCase());
  const list = splitOptions(options);
  return had
    ? `make ${noun} of ${table} a dropdown with ${list.join("/")}`
    : `add ${noun} (${list.join("/")}) to ${table}`;
}
