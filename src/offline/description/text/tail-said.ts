import "server-only";

const small = "(?:and|also|plus|please|then|so|oh|ideally|maybe|with|bitte)";
const asked =
  "(?:(?:i|we)(?:'d| would)? (?:like|love|want|need)|(?:show|give|get) (?:me|us)|there should be|it (?:needs|should have)|bonus)";
const view = "(?:calendar|kanban(?: board)?|board|gallery|timeline)";
/** "And a calendar so the boys know where to be.", "Board by status please.": a sentence that only names a view. */
const viewAlone = new RegExp(
  `(?<=[.!?\\n]\\s*)(?:${small}[, ]+)*(?:${asked} (?:also )?)?(?:(?:an?|one) )?(${view})(?: (?:view|overview|page))?((?: (?:by|of|for|with|per) (?:the )?[a-z]+(?: [a-z]+)?)??)(?: (?:would be (?:nice|great|good|perfect|helpful|cool)|please|pls|too|as well|also|bitte))*(?:,? (?:so|because|where|since)\\b[^.;!?\\n]*)?\\s*(?=[.;!?\\n]|$)`,
  "gi",
);

/** "services (…), api keys (…), only admins can see the keys": a right behind a list is a sentence of its own. */
const rightBehind =
  /(?<=\)),? (?:and |but |where )?(?=only (?:the )?(?:admins?|members|owners?|staff|managers?) (?:can|may|should) )/gi;

/** "half board yes or no". */
const yesOrNo = / yes or no(?=\s*(?:[,.;)\n]|$))/gi;

/** "noise complaints @ city hall". */
const at = / @ /g;
/** "Logs come in: supplier, species. Boards go out: customer, price." */
const moved = /(?<=(?:^|[.\n]\s*)(?:[a-z]+ )?[a-z]+s) (?:come|go|get) (?:in|out|back)(?=\s*:)/gi;

/** A first message in which views and rights that stand behind what is kept are requests of their own. */
export const plainTail = (text: string): string =>
  text
    .replaceAll(at, " at ")
    .replaceAll(yesOrNo, " yes/no")
    .replaceAll(moved, "")
    .replaceAll(rightBehind, ". ")
    .replaceAll(viewAlone, (_, shown: string, of: string) => `Add a ${shown.toLowerCase()}${of}`);
