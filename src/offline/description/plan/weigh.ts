import "server-only";
import { isPlural, singular, wordsOf } from "../../language/inflect";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { type Known, knownAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { isPersonLike, screenWord, weak } from "../../lexicon/nouns";

/** Plurals that count or describe a row more often than they are rows. */
const counted =
  /^(?:kilos?|kilograms?|grams?|litres?|liters?|ml|hours?|minutes?|seconds?|days?|weeks?|(?:mon|tues|wednes|thurs|fri|satur|sun)days?|weekends?|mornings?|evenings?|months?|years?|sizes?|measurements?|points?|reps?|calories|carbs|stars|miles|metres|meters|kilometers|kilometres|steps|seats?|pieces?|copies|units|remarks?|prices?|costs?|colou?rs?|allergies|allergens|skills|symptoms|contents|dimensions|odds|amenities|instructions|directions|times|dates|terms|toppings|hobbies|interests|initials|wishes|preferences|specs|features|opening hours|requirements|details|coordinates|qualifications|certificates|restrictions|needs|goals|pages|words|percent|euros?|dollars?|earnings|savings|links|locations|labels|keywords|languages|kwh|km|kg|values|needles|hashtags)$/i;
/** Plurals that are a field as often as they are rows. */
const either =
  /^(?:photos?|pictures?|images?|files?|attachments?|notes?|comments?|tags?|categories|genres|ingredients|videos?|documents?|parts?|materials?|results?|answers?|addresses|contacts?|sets?|awards|tracks|authors?|topics?|roles?|definitions?|meanings?|triggers|areas?|types|sources)$/i;

/** Nouns that English has no plural of, for many things at once. */
const mass =
  /^(?:income|equipment|inventory|staff|furniture|jewell?ery|homework|feedback|laundry|luggage|clothing|cattle|poultry|gear|merchandise|correspondence|maintenance|attendance|artwork|livestock|sheep|fish|software|hardware|post|mail|literature|music)$/i;

/** German nouns often have no plural of their own: "Mieter". Whoever lists one in English text means its rows. */
const isGerman = (noun: string, thing: Known): boolean => {
  const words = loadWords().things.get(thing.name);
  const key = singular(wordKey(noun));
  return (
    words !== undefined &&
    words.de.some((name) => wordKey(name) === wordKey(noun)) &&
    ![words.name, words.plural, ...words.synonyms].some(
      (name) => singular(wordKey(name)) === key || wordKey(name) === wordKey(noun),
    )
  );
};

/** "online booking": what people do there leaves rows. */
export const takenOnline =
  /^(?:online|advance|table|seat|class|course|room|event|court|appointment) (?:bookings?|reservations?|registrations?|enrol?lment|ordering|sign-?ups?|rsvp)$/i;

export type Weighed = { weight: number; thing?: Known; isMany: boolean };

/** How likely a noun in a list is rows of its own (1) rather than a property of other rows (0). */
export function weigh(said: string, among: readonly string[]): Weighed {
  // "products sold", "vaccinations due": products, vaccinations.
  const rows = said.replace(/ (?:sold|bought|donated|ordered|due|overdue)$/i, "");
  const noun = isPlural(rows.split(" ").at(-1)!) && knownAs(rows, among) ? rows : said;
  const last = noun.split(" ").at(-1)!;
  const thing = knownAs(noun, among) ?? undefined;
  const isMany =
    (last.length > 3 && isPlural(last)) ||
    mass.test(noun) ||
    (thing !== undefined && mass.test(last)) ||
    noun === "sheet music" ||
    (thing !== undefined && isGerman(noun, thing));
  const known = thing ?? (noun.includes(" ") ? (knownAs(last, among) ?? undefined) : undefined);
  return { weight: weightOf(noun, last, isMany, thing, known, among), isMany, ...(thing ? { thing } : {}) };
}

function weightOf(
  noun: string,
  last: string,
  isMany: boolean,
  thing: Known | undefined,
  known: Known | undefined,
  among: readonly string[],
): number {
  // "shopping list", "duty roster": many rows under one name.
  if (
    noun.includes(" ") &&
    /^(?:lists?|waitlist|roster|rota|stock|stash|hoard|inventory)$/i.test(last) &&
    !isAttribute(noun)
  )
    return thing ? 0.85 : 0.72;
  // "class schedule": classes.
  const scheduled = /^([\w-]+) (?:schedule|timetable)$/i.exec(noun)?.[1];
  if (scheduled !== undefined && !isAttribute(noun) && knownAs(scheduled, among)) return 0.85;
  if (takenOnline.test(noun)) return 0.85;
  const isOfKind = known !== undefined && among.includes(known.name);
  if (wordsOf(noun).length > 4) return 0.1;
  if (/^(?:max|min|maximum|minimum|number|total|average|no|next|last|first)\b/i.test(noun)) return 0.05;
  if (!isMany) {
    if (isAttribute(noun) || /^(?:cost|price|actual|planned|estimated|expected)\b/i.test(noun)) return 0.04;
    if (thing?.kind === "person") return 0.3;
    if (thing && /^(?:money|document)$/.test(thing.kind) && !isAttribute(noun)) return 0.5;
    if (thing && (isOfKind || !weak.has(thing.name.toLowerCase()))) return isAttribute(last) ? 0.15 : 0.4;
    if (known && /^(?:record|event)$/.test(known.kind) && !isAttribute(last)) return 0.38;
    if (isAttribute(last)) return 0.06;
    return isPersonLike(last) ? 0.25 : 0.2;
  }
  if (counted.test(last) && !(thing && isOfKind && !isAttribute(noun)))
    return thing && !isAttribute(noun) && noun.includes(" ") ? 0.6 : 0.08;
  if (either.test(noun)) return isOfKind ? 0.7 : 0.5;
  if (either.test(last) && !thing) return isOfKind ? 0.6 : 0.3;
  if (thing?.kind === "person" || isPersonLike(singular(last))) return 0.95;
  if (isOfKind) return 0.95;
  if (thing) return isAttribute(noun) ? 0.55 : 0.92;
  if (isAttribute(noun)) return 0.45;
  if (screenWord.test(noun)) return 0.1;
  return known ? 0.85 : isAttribute(last) ? 0.3 : 0.75;
}
