import "server-only";
import { colorsIn } from "../language/colors";

/** What stands before the name of something that is wished for, and behind it. */
export const lead =
  /^(?:(?:and|also|plus(?! one\b)|an?|the|some|any|new|another|one|more|extra|additional|further|field|column|fields?|columns?|for|their|its|his|her|(?:list|table)s? of)\s+|fields?\s*:\s*)+/i;
export const aside =
  /(?:[\s,]+(?:please|pls|plz|thanks|too|as well|also|instead|now|again|ok|if possible|if you can))+[.!?]*$/i;

/** The name of what is wished for. */
export const plainWish = (text: string) =>
  text
    .replace(aside, "")
    .replace(lead, "")
    .replace(/\s+(?:fields?|columns?)$/i, "")
    .trim();

/** "estimate in hours, decimal", "number of bedrooms", "is the dog neutered or not". */
export const typedWish = (text: string): string =>
  text
    .replace(aside, "")
    .replace(lead, "")
    .replace(
      /^(?:is|are|was|whether|if)\s+(?:the\s+)?(?:\w+\s+)??(?=\w+(?:\s+(?:already|yet))?(?:\s+or not)?$)(\w+).*$/i,
      "$1 checkbox",
    )
    .replace(
      /\s+in (?:hours?|minutes?|days?|km|kg|metres?|meters?|cm|litres?|liters?)(?:,?\s*decimals?)?$/i,
      " (number)",
    )
    .replace(/,?\s+(?:as (?:an? )?)?(?:decimals?|whole number|integer)$/i, " (number)");

const isPlace = /^(?:(?:in|on|at|for|inside|without) (?:the|an?|my|our|this|that)|nobody|cant|can't) /i;

/** "15", "under 12": how much, and no name. */
const isAmount =
  /^(?:(?:under|over|above|below|before|after|less than|more than|at least|at most|up to) )?\d+(?:[.,]\d+)? ?(?:k|km|m|cm|mm|kg|g|l|ml|h|min|%|€|\$)?$/i;

/** "two views for orders": screens, and no field. */
const isOfScreen =
  /^(?:big|bigger|large|larger|huge|small|smaller) (?:photos?|pictures?|images?)$|^[\p{L} ]+ (?:bigger|larger|smaller|wider|narrower|taller|shorter|closer|higher up|lower down)$|^(?:two|three|four|both|several|some|\d+) (?:views?|pages?|screens?|tabs?|charts?|lists?)$/iu;
/** "gel nails 45", "adult 120 child 60": what something costs, and no name. */
const isPriced = /^(?!")[\p{L}]+.* \d{2,}(?:[.,]\d+)?$/u;

/** "colour houses with condition worn grey", "stock under 10 yellow": a colour for rows, and no name. */
export const isColoring = (noun: string): boolean => {
  const last = noun.split(" ").at(-1)!;
  return (
    (/^(?:colou?r|mark|highlight|paint|flag) \S+ \S+/i.test(noun) || /\d| \S+ /.test(noun)) &&
    colorsIn(last).some(({ name }) => name.length === last.length)
  );
};

/** Whether words that stand where a name would be are none. */
export const isNoName = (noun: string): boolean =>
  [isPlace, isAmount, isPriced, isOfScreen].some((pattern) => pattern.test(noun));
