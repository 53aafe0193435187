import "server-only";
import { isPlural, plural } from "../../language/inflect";
import { isAttribute } from "../../lexicon/lexicon";

const small = "(?:and|also|plus|please|then|so|oh|ideally|maybe|with|bitte)";
const asked =
  "(?:(?:i|we)(?:'d| would)? (?:like|love|want|need)|(?:show|give|get) (?:me|us)|there should be|it (?:needs|should have)|bonus)";
const view = "(?:calendar|kanban(?: board)?|board|gallery|timeline)";
/** "And a calendar so the boys know where to be.", "Board by status please.": a sentence that only names a view. */
const viewAlone = new RegExp(
  `(?<=[.!?\\n]\\s*)(?:${small}[, ]+)*(?:${asked} (?:also )?)?(?:(?:an?|one) )?(${view})(?: (?:view|overview|page))?((?: (?:by|of|for|with|per) (?:the )?[a-z]+(?: [a-z]+)??)??)(?: (?:would be (?:nice|great|good|perfect|helpful|cool)|please|pls|too|as well|also|bitte))*(?:,? (?:so|because|where|since)\\b[^.;!?\\n]*)?\\s*(?=[.;!?\\n]|$)`,
  "gi",
);

/** "services (…), api keys (…), only admins can see the keys": a right behind a list is a sentence of its own. */
const rightBehind =
  /(?<=\)),? (?:and |but |where )?(?=only (?:the )?(?:admins?|members|owners?|staff|managers?) (?:can|may|should) )/gi;

/** "tool for nurses, with patients (name, ward), visits (date)": the list, and no second half of a sentence. */
const commaWith = /^([^,:;.()\n]{3,80}), (?:with|including|featuring) (?=[^.;\n]*\()/i;

/** "half board yes or no". */
const yesOrNo = / yes or no(?=\s*(?:[,.;)\n]|$))/gi;

/** "noise complaints @ city hall". */
const at = / @ /g;
/** "Logs come in: supplier, species. Boards go out: customer, price." */
const moved = /(?<=(?:^|[.\n]\s*)(?:[a-z]+ )?[a-z]+s) (?:come|go|get) (?:in|out|back)(?=\s*:)/gi;

/** "gift ideas, so i stop buying socks": why, and nothing that is kept. */
const why =
  / so (?:that )?(?:i|we|they|people) (?:(?:don'?t|do not|never|won'?t|can|no longer|finally) (?:have to |need to )?(?:stop|forget|lose|miss|buy|run out|double|ask|mix|argue|fight)|stop)\b[^.;:,\n]*(?=[.;\n]|$)/gi;

/** "and we call them when it is done": what people do for each other, and nothing that is kept. */
const theyCall =
  /,? (?:and |then )+(?:we|i|staff|someone|somebody) (?:call|ring|phone|text|tell|contact) (?:them|him|her|people|everyone|the (?:customer|client|owner|guest|parent)s?|(?:customer|client|owner|guest|parent)s) (?:when(?:ever)?|once|if|as soon as)\b[^.;:,\n]*/gi;

/** "board games: which ones, how many players". */
const whichOnes = /(?<=[:,] ?)which ones?(?=,)/gi;

/** "placements from-to": fields of the last noun; "shifts: person, from-to". */
const fromTo = /((?:^|, |: |and )[a-z]+s)? from ?[-–/] ?(?:to|until)\b/gi;

/** "arrival, nights, beds", "vintage, bottles, shelf": how many, where a field stands before. */
const counted = /([a-z]+), (nights|bottles|boxes|crates|bags)(?=\s*(?:,(?! [a-z]+ \()|\)|\.|$))/gi;

/** "each member gives a rating 1-5 per book". */
const givesRating =
  /\b(?:and )?(?:each|every) ([a-z]+) (?:gives|can give|leaves) (?:an? )?(?:ratings?|scores?|stars|marks?)\b([^.;\n]*?) (?:per|for each|to each|for every|for a|to a) ([a-z]+)/gi;

/** A first message in which views and rights that stand behind what is kept are requests of their own. */
export const plainTail = (text: string): string =>
  text
    .replace(commaWith, "$1 with ")
    .replaceAll(at, " at ")
    .replaceAll(yesOrNo, " yes/no")
    .replaceAll(moved, "")
    .replaceAll(why, "")
    .replaceAll(theyCall, "")
    .replaceAll(counted, (all: string, before: string, noun: string) =>
      isAttribute(before) && !isPlural(before) ? `${before}, number of ${noun}` : all,
    )
    .replaceAll(whichOnes, "name")
    .replaceAll(givesRating, (_, who: string, how: string, what: string) => `${plural(who)} rate ${plural(what)}${how}`)
    .replaceAll(fromTo, (_, noun: string | undefined) => (noun ? `${noun} (from, to)` : " from, to"))
    .replaceAll(rightBehind, ". ")
    .replaceAll(viewAlone, (_, shown: string, of: string) => `Add a ${shown.toLowerCase()}${of}`);
