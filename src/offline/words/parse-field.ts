import "server-only";
import { sentence, snake, wordsOf } from "../language/inflect";
import { participleOf } from "../language/participle";
import { splitOptions, unquote } from "../language/normalize";
import type { FieldKind, Property } from "../model/app-model";
import {
  entityName,
  enumProperty,
  fieldName,
  type FieldSpec,
  inferProperty,
  kindOfName,
  referenceProperty,
  spokenKind,
} from "../model/field-kinds";
import { isUnit, namesMeasure } from "./units";
import { askedOptions, loadWords, typeOf, usualOptions } from "./load";

const leading =
  /^(?:(?:a|an|the|their|its|his|her|my|our|some|one|another|new|also|and|with|has|have|each|field|column|called(?! (?:at|by|on|in|back|out|off|when)\b)|named|extra|additional|whether|wether)\s+)+/i;
const dropdownWords =
  /\s*(?:[-:]|as|is|=|being|which is|that is|that can be|which can be|can be|of|with|from|,)?\s*(?:a |an )?(?:drop-?down|select(?: box)?|enum|choice|picklist|single select|pick list)(?:\s*(?:field|list|menu|box|column))?(?:\s*(?:of|with|from|:|-|=|having|containing|whose options are|for)?\s*(?:the )?(?:options?|values?|choices)?\s*:?\s*(.*))?$/i;

const severalWords =
  /^(.+?)\s*(?:[:([-]|\bas\b|\bis\b)?\s*(?:an?\s+)?\b(?:multi-?\s?(?:select|choice)|multiple (?:choice|select)|check ?boxes|tags from|any of|several of)\b(?:\s*(?:dropdown|field|list))?\s*(?:of|with|from|[:(,-])?\s*(\S.*[,/|;].*)$/i;

function labelOf(text: string): string {
  return unquote(
    text
      .replace(leading, "")
      .replace(/\s+(?:please|pls|plz)$/i, "")
      .replace(/\s+(?:field|column|property|attribute|input|section)s?$/i, "")
      .replace(leading, "")
      // "child's name".
      .replace(/(?<!^(?:what|who|how|where|when|it|that))['’]s(?= [a-z])/i, ""),
  )
    .replace(/[:.,!?]+$/, "")
    .trim();
}

const judged = /(?:score|level|grade|quality|mood|difficulty|points|rank|strength|spice|spiciness|heat)$/;
/** Stars, unless the noun is a number by itself: a "floor", "beds". */
export const oneToFive = (name: string, noun: string): Property =>
  (kindOfName(name) === "number" || /^(?:number|integer)$/.test(typeOf(labelOf(noun)).type)) && !judged.test(name)
    ? { type: "number", minimum: 1, maximum: 5 }
    : inferProperty(name, "rating");

/** The property for a name alone: a dropdown where its noun has usual options. */
export function namedProperty(name: string): Property {
  const options = usualOptions(name);
  return options
    ? enumProperty(options)
    : inferProperty(name, when.test(name) ? "date" : paid.test(name) ? "money" : kindByWord(name));
}
/** What the words say that a name alone does not: a poster is a picture, and a floor plan too. */
function kindByWord(name: string): FieldKind | undefined {
  const { type } = typeOf(name.replaceAll("_", " "));
  // "kilos in stock", "height cm": what is measured, unless the words as a whole are something else.
  if (
    /^(?:text|boolean)$/.test(kindOfName(name)) &&
    (isUnit(name) || !loadWords().attributes.has(name.replaceAll("_", " "))) &&
    namesMeasure(name)
  )
    return "number";
  if (kindOfName(name) !== "text") return undefined;
  // "waiver signed", "invoice sent": whether that was done.
  if (type === "boolean" && /^[a-z_]+_[a-z]+(?:ed|en|ent|ght|id)$/.test(name)) return "boolean";
  // "max participants": the most of what is counted is a number.
  if (type === "integer" && /^(?:max|min|maximum|minimum|total)_/.test(name)) return "number";
  return type === "image" ? type : isGerman(name) ? germanKinds[type] : undefined;
}
const germanKinds: Partial<Record<string, FieldKind>> = {
  money: "money",
  percent: "percent",
  date: "date",
  datetime: "datetime",
  number: "number",
  integer: "number",
  email: "email",
  phone: "phone",
  url: "url",
  boolean: "boolean",
  file: "file",
  long: "longtext",
};
/** "Liefertermin", "Preis": a noun that ends in a German name of a field, and in no English one. */
function isGerman(name: string): boolean {
  const { attributes, translations } = loadWords();
  const key = name.replaceAll("_", "");
  return (
    !name.split("_").some((word) => attributes.has(word)) &&
    [...translations.keys()].some((end) => end.length > 3 && key.endsWith(end))
  );
}
/** "amount requested", "price paid". */
const paid = /^(?:amount|sum|price|cost|fee)_(?:[a-z]+ed|paid|spent|due)$/;
/** "last watered", "next fertilizing": the day of it. */
const when =
  /^(?:last|next|first)_(?:[a-z]+_)?(?:[a-z]+(?:[^aeiou]ing|ed)|seen|done|check|visit|wash|inspection|haircut|feeding|walk)$/;

function spec(label: string, value: (name: string) => Property, isRequired?: boolean): FieldSpec | null {
  const clean = labelOf(label);
  if (clean === "" || wordsOf(clean).length > 5 || wordsOf(clean).length === 0) return null;
  const name = fieldName(clean);
  // Names are in ASCII, and labels as they were typed.
  const shown = /^[\x20-\x7e]+$/.test(clean) ? sentence(clean) : `${clean[0]!.toUpperCase()}${clean.slice(1)}`;
  return { label: shown, name, property: value(name), ...(isRequired === undefined ? {} : { isRequired }) };
}

const typedPatterns = [
  /^(.+?)\s*[:=]\s*(.+)$/s,
  /^(.+?)\s*[([{](.+)[)\]}]$/s,
  /^(.+?)\s+(?:as|being|which is|that is|of type)\s+(?:a |an )?(.+)$/is,
  /^(.+?)\s+-\s+(.+)$/s,
];

/**
 * Fields phrased as questions: "who ordered it", "which cake", "whether it's paid", "when it was bought", "how much it
 * costs".
 */
const asked: [RegExp, (match: RegExpExecArray) => string][] = [
  [
    /^(?:whether|if)\s+(?:it|they|he|she|the \w+)(?:'?s|'re|\s+(?:is|are|was|were|has been|have been))?\s+(?:been\s+|already\s+)?(\w+(?:\s\w+)?)$/i,
    (match) => `${match[1]!} checkbox`,
  ],
  [
    /^who\s+(?:has\s+)?(\w+)\s+(?:it|them|this|that)$/i,
    (match) => {
      const verb = match[1]!.toLowerCase();
      return /^(?:order|bought|buy|purchas|book|reserv)/.test(verb) ? "customer name" : `${participleOf(verb)} by`;
    },
  ],
  [/^(?:which|what(?: kind of| type of)?)\s+([\w ]+?)(?:\s+(?:it|they)\s+\w+)?$/i, (match) => match[1]!],
  // "when I last watered them".
  [/^when\s+(?:it|they|i)\s+(?:was |were )?last\s+(\w+)(?:\s+(?:it|them))?$/i, (match) => `last ${match[1]!} (date)`],
  [/^when\s+(?:it|they|i)\s+(?:is|are|was|were)?\s*(\w+)(?:\s+(?:it|them))?$/i, (match) => `${match[1]!} date`],
  [/^how much(?:\s+(?:it|they|this)\s+(?:costs?|is|was))?$/i, () => "price"],
  [/^how many(?:\s+(?:there are|we have|i have|are left|in stock))?$/i, () => "quantity"],
  [/^who(?:'s| is| are)\s+(\w+)(?:\s+for (?:it|them|this))?$/i, (match) => `${match[1]!} person`],
  [
    /^how many\s+([\w ]+?)\s+(?:are|is) (?:still )?(left|taken|free|used|missing)$/i,
    (match) => `${match[1]!} ${match[2]!}`,
  ],
  [/^how many\s+(?:they|it|he|she|we|i|you)\s.+$/i, () => "quantity"],
  [
    /^how many\s+([\w ]+?)(?:\s+there are|\s+(?:they|it|he|she|we|i|you|each|everyone)\s.+)?$/i,
    (match) => `number of ${match[1]!}`,
  ],
  [/^where\s+(?:it|they)\s+(?:is|are|was|were)(?:\s+\w+)?$/i, () => "location"],
];

/** The field behind a question; other phrases unchanged. */
export function plainPhrase(phrase: string): string {
  const text = phrase.replace(/^(?:and|also)\s+/i, "");
  for (const [pattern, write] of asked) {
    const match = pattern.exec(text);
    if (match) return write(match);
  }
  return phrase;
}

/**
 * One phrase of a field list: "status: lead/won/lost", "an optional phone number", "price (number)", "paid checkbox", "priority dropdown with low, high".
 * Returns null if no field name can be read.
 */
export function parseField(phrase: string): FieldSpec | null {
  let text = plainPhrase(phrase.trim())
    .replace(/\s*\((?:required|mandatory)\)/i, " required")
    .replace(/\s*\(optional\)/i, " optional");
  let isRequired: boolean | undefined;
  if (/\b(?:required|mandatory)\b|!$/i.test(text)) isRequired = true;
  if (/\b(?:optional|not required)\b/i.test(text)) isRequired = false;
  text = text
    .replace(/\s*\b(?:not required|required|mandatory|optional)\b\s*/gi, " ")
    .replace(/!$/, "")
    .trim();
  const several = severalWords.exec(text);
  if (several) {
    const options = splitOptions(several[2]!.replace(/[)\]]$/, ""));
    return spec(several[1]!, () => ({ type: "array", items: { type: "string", enum: options } }), isRequired);
  }
  const dropdown = dropdownWords.exec(text);
  // "type (text/stars/single choice)": an option.
  const isOption = dropdown !== null && /\([^()]*[,/|][^()]*$/.test(text.slice(0, dropdown.index));
  // "menu choice": what was chosen, where nothing to choose from is named.
  const isChosen = dropdown !== null && /^ choice$/i.test(dropdown[0]) && !askedOptions(text.slice(0, dropdown.index));
  if (dropdown && !isChosen && !isOption) {
    const options = splitOptions((dropdown[1] ?? "").replace(/^[([]|[)\]]$/g, ""));
    return spec(
      text.slice(0, dropdown.index),
      (name) =>
        enumProperty(
          options.length > 1
            ? options
            : (askedOptions(text) ?? askedOptions(name) ?? ["Option 1", "Option 2", "Option 3"]),
        ),
      isRequired,
    );
  }
  for (const pattern of typedPatterns) {
    const match = pattern.exec(text);
    if (match) return typed(match[1]!, match[2]!, isRequired);
  }
  const priced = /^(.+?)\s+in (?:euros?|dollars?|pounds|francs|usd|eur|gbp|chf|€|\$|£)$/i.exec(text);
  if (priced) return spec(priced[1]!, (name) => inferProperty(name, "money"), isRequired);
  const share = /^(.+?)\s+(?:in percent|in %|as a percentage)$/i.exec(text);
  if (share) return spec(share[1]!, (name) => inferProperty(name, "percent"), isRequired);
  const measured =
    /^(.+?)\s+in (?:hours?|minutes?|mins?|seconds?|days?|weeks?|months?|years?|km|kilomet(?:re|er)s?|miles?|met(?:re|er)s?|m|m2|m²|sqm|sq ?m|square met(?:re|er)s?|square feet|sqft|cm|mm|inch(?:es)?|feet|kg|kilos?|grams?|g|tons?|lit(?:re|er)s?|l|ml|degrees?|celsius|kwh|watts?|points?|pieces?)$/i.exec(
      text,
    );
  if (measured) return spec(measured[1]!, (name) => inferProperty(name, "number"), isRequired);
  const flagged = /^(.+?)\s+flags?$/i.exec(text);
  if (flagged && wordsOf(flagged[1]!).length < 3)
    return spec(flagged[1]!, (name) => inferProperty(name, "boolean"), isRequired);
  const attached =
    /^(?:an? )?(file|pdf|document|scan|photo|picture)\s+(?:with|of|for)\s+(?:the |an? |its |their )?([\w -]+)$/i.exec(
      text,
    );
  if (attached && wordsOf(attached[2]!).length < 3)
    return spec(
      `${attached[2]!} ${attached[1]!}`,
      (name) => inferProperty(name, /photo|picture/i.test(attached[1]!) ? "image" : "file"),
      isRequired,
    );
  const pictured = /^(.+?)\s+uploads?$/i.exec(text);
  if (pictured && /(?:photo|picture|image|logo|sketch|drawing|screenshot)s?$/i.test(pictured[1]!))
    return spec(pictured[1]!, (name) => inferProperty(name, "image"), isRequired);
  const kinded = /^(.+?)\s+(number|text|email|url|boolean|image|file|money|long text)\s+(?:field|column|input)$/i.exec(
    text,
  );
  if (kinded && !["phone", "text"].includes(kindOfName(snake(`${kinded[1]!} ${kinded[2]!}`))))
    return spec(kinded[1]!, (name) => inferProperty(name, spokenKind(kinded[2]!)), isRequired);
  const checked = /^(?:check ?box|tick ?box|switch|toggle)\s+(?:for\s+|called\s+|named\s+)?(.+)$/i.exec(text);
  if (checked) return spec(checked[1]!, (name) => inferProperty(name, "boolean"), isRequired);
  const yesNo = /^(.+?)\s+(?:yes ?\/ ?no|yes or no|true ?\/ ?false|y\/n)$/i.exec(text);
  if (yesNo) return spec(yesNo[1]!, (name) => inferProperty(name, "boolean"), isRequired);
  const rated = /^(.+?)\s+(?:from 1 to 5|1-5|out of 5)$/i.exec(text);
  if (rated) return spec(rated[1]!, (name) => oneToFive(name, rated[1]!), isRequired);
  const spoken =
    /^(.+?)\s+(?:check ?box|switch|toggle|text ?area|(?:image |file )?upload|picker|datetime|timestamp)$/i.exec(text);
  if (spoken)
    return spec(
      spoken[1]!,
      (name) => inferProperty(name, spokenKind(text.slice(spoken[1]!.length).trim())),
      isRequired,
    );
  const offered = /^(.+?)\s+(?:of|with|that can be|which can be|can be|either)\s+(.+)$/i.exec(text);
  if (offered && splitOptions(offered[2]!).length > 1) return typed(offered[1]!, offered[2]!, isRequired);
  return spec(text, namedProperty, isRequired);
}

function typed(label: string, meaning: string, isRequired?: boolean): FieldSpec | null {
  const said = spokenKind(meaning);
  if (said) return spec(label, (name) => inferProperty(name, said), isRequired);
  const reference =
    /^(?:->|(?:reference(?: to)?|ref(?: to)?|link(?:s|ed)? to|relation(?: to)?)\b)\s*(?:a |an |the )?(.+)$/i.exec(
      meaning,
    );
  if (reference) return spec(label, () => referenceProperty(entityName(reference[1]!)), isRequired);
  const options = splitOptions(meaning);
  return options.length > 1
    ? spec(label, () => enumProperty(options), isRequired)
    : spec(label, namedProperty, isRequired);
}
