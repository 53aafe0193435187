import "server-only";
import { spokenKind } from "../model/field-kinds";
import { isPlural, singular, wordsOf } from "../language/inflect";
import { askedIn } from "../lexicon/asked";
import { knownAs } from "../lexicon/known";
import { isAttribute } from "../lexicon/lexicon";
import { splitFields, unquote } from "../language/normalize";
import { choiceNoun, screenWord, weak } from "../lexicon/nouns";
import { aside, plainWish } from "./wish-words";

/** One thing that a list asks for. */
export type Wanted = { text: string; noun: string; inner?: string };

export const optionWords =
  /^(.+?)\s*,?\s+(?:(?:with|having)\s+(?:the\s+)?(?:options?|values?|choices?)|(?:either|one of|a choice of|choice of|choice between|several of|multiple of|any of))\s*:?\s+(.+)$/i;
export const several =
  /\b(?:several|multiple|any|one or more) of\b|[(,]\s*(?:several|multiple|more than one|multi\w*|any number)\b[^),]*\)?$/i;
export const severalSaid = /\s*[(,]\s*(?:several|multiple|more than one|multi\w*|any number)\b[^),]*\)?$/i;
/** "category (billing, other)", "type: a, b", "genre, either a or b", "visits with date and hours" as a noun and what belongs to it. */
export function takeApart(said: string): Wanted {
  // "allergies (multi select: nuts, milk)": the options, of which several may be ticked.
  const text = said.replace(
    /\((?:multi\S*|multiple|several|pick several|choose several)(?: (?:choice|select|of))?\s*[:,]\s*([^():]+)\)/i,
    "($1) (multi)",
  );
  const options = optionWords.exec(text);
  if (options && !/\bwith\b/i.test(options[1]!)) return { text, noun: plainWish(options[1]!), inner: options[2]! };
  const plain = text.replace(severalSaid, "");
  const bracket = /^([^()]+?)\s*\((.+)\)$/s.exec(plain) ?? /^([^:]+?)\s*:\s+(.+)$/s.exec(plain);
  if (bracket) return { text, noun: plainWish(bracket[1]!), inner: bracket[2]! };
  const kinded =
    /^(.+?)\s+(?:fields?|columns?)?\s*(?:with|as|of type|for)\s+(?:an? )?(long text|text|numbers?|dates?|photos?|pictures?|files?|check ?box|yes\/no|money)$/i.exec(
      text,
    );
  if (kinded)
    return {
      text: `${/file|photo|picture/i.test(kinded[2]!) ? singular(plainWish(kinded[1]!)) : plainWish(kinded[1]!)} (${kinded[2]!.replace(/s$/, "")})`,
      noun: plainWish(kinded[1]!),
    };
  const held = /^(.+?)\s+(?:with|having|containing|that have|which have)\s+(.+)$/is.exec(text);
  if (held) return { text, noun: plainWish(held[1]!), inner: held[2]! };
  return { text, noun: plainWish(text) };
}

/** Members of a list of wishes. What follows "with options", "either" or a colon runs to the end. */
export function wantedIn(said: string): Wanted[] {
  const text = said
    .replace(/,\s*(decimals?|whole numbers?|optional|required|mandatory)\b/gi, " $1")
    .replace(/(?: fields?| columns?)?,\s*(?:an? )?long(?: text| one)?(?=\s*(?:,|$))/gi, " (long text)");
  const whole = takeApart(text.replace(aside, "").trim());
  const isOpen =
    /^[^,()]+(?::|\s(?:with|having|either|one of|a choice of|several of)\s|,\s+(?:either|one of|several of)\s)/i.test(
      text,
    );
  if (isOpen && whole.inner !== undefined && !/\b(?:fields?|columns?)$/i.test(text.split(":")[0]!)) return [whole];
  const list = text.replace(/^.*?\b(?:fields?|columns?)\s*:\s*/i, "");
  return splitFields(list.replace(aside, ""))
    .map((part) => takeApart(part.trim()))
    .filter(({ noun }) => noun !== "");
}

export const isOptions = (inner: string) => {
  const parts = splitFields(inner.replace(/\bor\b/gi, ",").replaceAll("/", ","));
  return parts.length > 1 && parts.every((part) => wordsOf(part).length < 5);
};

/** Whether rows of their own are meant: several of what is known, or of what is given fields. */
export function isTable({ text, noun, inner }: Wanted): boolean {
  const last = unquote(noun).split(" ").at(-1) ?? "";
  // "average visits per member" is a figure.
  if (/^(?:average|avg|mean|median|total|sum|top)\b|^(?:link|connect|tie|attach|assign) \w/i.test(noun)) return false;
  // "link the pickups with a volunteer": an article stands in no name.
  if (/^(?:number|count|amount) of\b|\s(?:the|an?|our|my|all|each|every)\s/i.test(noun)) return false;
  if (!isPlural(last) || wordsOf(noun).length > 3 || screenWord.test(last)) return false;
  // "story points (number)".
  if (inner !== undefined && /^[\w ]+$/.test(inner) && spokenKind(inner) !== null) return false;
  if (inner !== undefined && choiceNoun.test(last) && isOptions(inner) && !/[:(]/.test(inner)) return false;
  const known = knownAs(noun) ?? knownAs(last);
  const isField = isAttribute(noun) || isAttribute(last);
  if (inner === undefined) return known !== null && !isField && !weak.has(known.name.toLowerCase());
  // "tasting notes with date, nose and palate": many fields behind several of something.
  if (
    /\s(?:with|having)\s|\bper\b/.test(text) &&
    splitFields(inner).length > 2 &&
    noun.includes(" ") &&
    !several.test(text)
  )
    return true;
  const fields = splitFields(inner).filter(
    (part) =>
      isAttribute(plainWish(part)) || /[(:/]/.test(part) || askedIn(part) !== null || knownAs(plainWish(part)) !== null,
  );
  return fields.length * 2 >= splitFields(inner).length && !(isField && known === null && several.test(inner))
    ? true
    : known !== null && !isField;
}
