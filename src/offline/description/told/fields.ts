import "server-only";
import { splitList, splitOptions } from "../../language/normalize";
import { singular, isPlural } from "../../language/inflect";
import { bare } from "./nouns";

export type ToldField = { text: string; options: string[]; isCriterion?: boolean };
export type ToldTable = { name: string; fields: ToldField[]; links: string[] };

const truth =
  /^whether (?:(?:or not )?(?:it|they|he|she|an? [a-z]+|the [a-z]+|their [a-z]+|one) )?(?:is|are|was|were|has|have|had|gets?) (?:been )?(?:an? )?(.+)$/i;

/** A field as it was said: "a level (easy, hard)", "whether it is indoors". */
export function fieldOf(said: string): ToldField | null {
  const one = /^(?:different|various) (.+)$/i.exec(said.trim())?.[1];
  const text = one ? singular(one) : said.trim();
  const is = truth.exec(text);
  if (is) return { text: is[1]!.replace(/ or not$/i, ""), options: ["yes", "no"] };
  const [, name = text, list] = /^(.*?) ?\(([^()]+)\)$/.exec(text) ?? [];
  const options = list ? splitOptions(list) : [];
  const number = /^how many (.+)$/i.exec(name)?.[1];
  const plain = number
    ? `number of ${number}`
    : name
        .replace(
          /^(?:(?:an?|the|its|their|his|her|all|own|relevant|short|optional|preferred(?= )|several|up to (?:\w+)|at most \w+|one or more) )+/i,
          "",
        )
        .replace(/ (?:as an? \w+|in general|given)$/i, "")
        .replace(/ (?:they|it|he|she) (?:is|are|was|were|has|have)\b.*$/i, "");
  if (plain === "" || plain.split(" ").length > 5 || /^(?:what|which|who|where|when|how|that)\b/i.test(plain))
    return null;
  return { text: plain, options: options.length > 1 ? options : [] };
}

/** The members of a list of fields. */
export const fieldList = (list: string): string[] => splitList(list).flatMap((one) => one.split(/ or (?![^()]*\))/i));

export const fieldKey = (text: string): string => {
  const noun = bare(text);
  return isPlural(noun) ? singular(noun) : noun;
};

/** From how many fields on a brief tells what its rows hold. */
const fieldsMin = 2;

/** Whether tables were told with so many fields that a list of their names would lose what a brief says. */
export const tellsFields = (tables: readonly ToldTable[] | null): boolean =>
  tables !== null && tables.reduce((sum, { fields }) => sum + fields.length, 0) >= fieldsMin;
