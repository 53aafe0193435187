import "server-only";

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
