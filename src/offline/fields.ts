import "server-only";
import type { Entity, FieldKind, Property } from "./app-model";
import { splitOptions, unquote } from "./read/normalize";
import { camel, sentence, singular, snake, wordsOf } from "./inflect";

/** A field as named by a person. */
export type FieldSpec = { label: string; name: string; property: Property; isRequired?: boolean };

const longText =
  /(^|_)(description|notes?|details?|bio|content|body|message|comments?|summary|instructions?|ingredients|steps|terms|about|feedback|agenda|transcript|method|directions|review|remarks?|diagnosis|prescription|answer|lyrics|requirements|reason)$/;
const image = /(image|photo|picture|avatar|logo|thumbnail|cover|screenshot)s?(_url)?$/;
const money =
  /(^|_)(price|cost|amount|total|revenue|salary|budget|fee|balance|rent|value|rate|payment|subtotal|tax|discount|deposit|spent|income|wage|paid_amount|hourly_rate|mrr|arr)$|^money(_|$)/;
const dateTime = /(_at|_datetime|_time|^time|^start|^end|starts|ends|timestamp)$/;
const day =
  /(^|_)(date|day|deadline|birthday|dob|due|expiry|expires|since|until|anniversary|renewal|check_in|check_out|checkin|checkout|arrival|departure)$|^(due|date|born)(_|$)/;
/** "reported on", "moved in": the day on which something was done. */
const doneOn =
  /(?:^|_)(?!add|based|hand)[a-z]+(?:ed|ght|en|nt|ld|ut|ne|ft|me|st|id|de|ve)_(?:on|in|out|at_date)$|^(?:sold|bought|paid|sent|born|read|won|done|made|moved)_(?:on|in|out)$/;
const numeric =
  /(^|_)(count|quantity|qty|number|stock|age|year|size|weight|height|length|width|duration|hours?|minutes|days|distance|calories|seats|guests|capacity|position|order|points|reps|sets|score|servings|level|mileage|bedrooms|bathrooms|area|floor|pages|attendees|threshold|credits|target|progress_value|steps_count|room_number_count|kilometers|miles|temperature|humidity|pressure|speed|depth|volume|litres|liters|grams|kilos)$|[a-z]_left$|^(number_of|num|total_number|amount_of)_/;
const truthy =
  /^(is|has|can|was|allow|needs?|should|accepts)_|(^|_)(active|done|completed?|paid|published|archived|featured|available|verified|subscribed|approved|enabled|favou?rite|urgent|remote|billable|in_stock|vip|read|vegetarian|attended|returned|resolved|checked)$/;
const textual =
  /^number$|(phone|mobile|tel|zip|postal|postcode|code|sku|isbn|serial|reference|invoice|order|account|plate|tracking|id|id_card|passport|membership|member|employee|batch|lot|confirmation|case|license|licence|registration|room|flight|ticket|po|policy|vat|tax_id)(_(number|no|code))?$/;

const usualOptions: Record<string, string[]> = {
  status: ["new", "in progress", "done"],
  priority: ["low", "medium", "high"],
  stage: ["lead", "qualified", "proposal", "won", "lost"],
  severity: ["minor", "major", "critical"],
  difficulty: ["easy", "medium", "hard"],
  gender: ["female", "male", "other"],
  condition: ["new", "good", "worn"],
  mood: ["great", "good", "okay", "bad"],
  frequency: ["daily", "weekly", "monthly"],
  payment_method: ["cash", "card", "transfer"],
};

const property = (kind: FieldKind): Property => {
  if (kind === "number" || kind === "money" || kind === "percent") return { type: "number" };
  if (kind === "rating") return { type: "integer", minimum: 1, maximum: 5 };
  if (kind === "boolean") return { type: "boolean", default: false };
  if (kind === "date") return { type: "string", format: "date" };
  if (kind === "datetime") return { type: "string", format: "date-time" };
  if (kind === "email") return { type: "string", format: "email" };
  if (kind === "url") return { type: "string", format: "uri" };
  if (kind === "tags") return { type: "array", items: { type: "string" } };
  return { type: "string" };
};

function kindOfName(name: string): FieldKind {
  if (/(^|_)e_?mail(_address)?$/.test(name)) return "email";
  if (/(phone|mobile|telephone|^tel|whatsapp|fax)(_(number|no))?$/.test(name)) return "phone";
  if (image.test(name)) return "image";
  if (/(^|_)(files?|attachments?|pdf)(_url)?$/.test(name)) return "file";
  if (/(^|_)(url|website|link|homepage|linkedin|web_site|video)$/.test(name)) return "url";
  if (/(^|_)(rating|stars)$/.test(name)) return "rating";
  if (/(^|_)(percent|percentage|progress|probability|completion)$/.test(name)) return "percent";
  if (truthy.test(name)) return "boolean";
  if (/^(tags|labels|skills|keywords|topics|allergies|amenities)$/.test(name)) return "tags";
  if (longText.test(name)) return "longtext";
  if (textual.test(name) && !/^order$/.test(name)) return "text";
  if (dateTime.test(name)) return "datetime";
  if ((day.test(name) && !/^days?$/.test(name)) || doneOn.test(name)) return "date";
  if (money.test(name)) return "money";
  if (numeric.test(name)) return "number";
  return "text";
}

/** How a field is entered and shown: by schema, then by name, so that foreign schemas get good forms too. */
export function kindOf(name: string, value: Property): FieldKind {
  if (value["x-display"]) return value["x-display"];
  if (value["x-reference"]) return "reference";
  if (value.enum) return "enum";
  if (value.type === "boolean") return "boolean";
  if (value.type === "array")
    return value.items?.enum ? "multi" : value.items?.type === "string" || !value.items ? "tags" : "json";
  if (value.type === "object") return "json";
  const named = kindOfName(snake(name));
  if (value.type === "number" || value.type === "integer")
    return ["money", "percent", "rating"].includes(named) ? named : "number";
  if (value.format === "date") return "date";
  if (value.format === "date-time") return "datetime";
  if (value.format === "email") return "email";
  if (value.format === "uri" || value.format === "url") return "url";
  return ["phone", "image", "file", "longtext"].includes(named) ? named : "text";
}

const spokenKinds: [RegExp, FieldKind][] = [
  [/^(?:long ?text|multi-?line(?: text)?|text ?area|paragraph|rich text|notes)$/, "longtext"],
  [/^(?:text|string|short text|single line(?: text)?|word)$/, "text"],
  [/^(?:date ?time|date ?time picker|timestamp|time)$/, "datetime"],
  [/^(?:date|day)$/, "date"],
  [/^(?:number|integer|numeric|decimal|float|int|count)$/, "number"],
  [/^(?:money|currency|price|amount|dollars?|euros?|usd|eur|\$|€)$/, "money"],
  [/^(?:percent|percentage|%)$/, "percent"],
  [/^(?:rating|stars|1-5|1 ?to ?5|from 1 to 5|out of 5)$/, "rating"],
  [/^(?:check ?box|switch|toggle|boolean|bool|yes ?\/ ?no|yes or no|true ?\/ ?false|flag)$/, "boolean"],
  [/^(?:e-?mail|email address)$/, "email"],
  [/^(?:phone|phone number|tel)$/, "phone"],
  [/^(?:url|link|website|web address)$/, "url"],
  [/^(?:image|photo|picture|image upload|photo upload)$/, "image"],
  [/^(?:file|upload|attachment|document|pdf|file upload)$/, "file"],
  [/^(?:tags|list|list of (?:strings|words|tags)|multiple values)$/, "tags"],
];

/** "checkbox" → boolean; null for other words. */
export function spokenKind(words: string): FieldKind | null {
  const text = words
    .toLowerCase()
    .replace(/^(?:a|an|the) /, "")
    .replace(/ (?:field|column|input|picker|type|value)$/, "")
    .trim();
  return spokenKinds.find(([pattern]) => pattern.test(text))?.[1] ?? null;
}

const reserved: Record<string, string> = {
  id: "code",
  created_at: "created_on",
  updated_at: "updated_on",
  creator_id: "creator_code",
};

/** "Due date" → due_date. Names of system fields are changed. */
export function fieldName(label: string): string {
  const name = snake(label);
  return reserved[name] ?? name;
}

/** The property for a name and, if given, a kind. */
export function inferProperty(name: string, said?: FieldKind | null): Property {
  if (!said && usualOptions[name]) return enumProperty(usualOptions[name]);
  if (!said && /(^|_)(category|type)$/.test(name)) return { type: "string" };
  const kind = said ?? kindOfName(name);
  const value = property(kind);
  return kindOf(name, value) === kind ? value : { ...value, "x-display": kind };
}

/** A dropdown whose first option is the default. */
export function enumProperty(options: (string | number)[]): Property {
  const allNumbers = options.every((option) => /^\d+$/.test(String(option)));
  const values = allNumbers ? options.map(String) : options.map((option) => String(option));
  return { type: "string", enum: values, default: values[0] };
}

export const referenceProperty = (entity: string): Property => ({ type: "string", "x-reference": entity });

const leading =
  /^(?:(?:a|an|the|their|its|his|her|my|our|some|one|another|new|also|and|with|has|have|each|field|column|called|named|extra|additional)\s+)+/i;
const dropdownWords =
  /\s*(?:[-:]|as|is|=|being|which is|that is|that can be|which can be|can be|of|with|from|,)?\s*(?:a |an )?(?:drop-?down|select(?: box)?|enum|choice|picklist|single select|pick list)(?:\s*(?:field|list|menu|box|column))?(?:\s*(?:of|with|from|:|-|=|having|containing|whose options are|for)?\s*(?:the )?(?:options?|values?|choices)?\s*:?\s*(.*))?$/i;

const severalWords =
  /^(.+?)\s*(?:[:([-]|\bas\b|\bis\b)?\s*(?:an?\s+)?\b(?:multi-?\s?(?:select|choice)|multiple (?:choice|select)|check ?boxes|tags from|any of|several of)\b(?:\s*(?:dropdown|field|list))?\s*(?:of|with|from|[:(,-])?\s*(\S.*[,/|;].*)$/i;

function labelOf(text: string): string {
  return unquote(
    text
      .replace(leading, "")
      .replace(/\s+(?:field|column|property|attribute|input|section)s?$/i, "")
      .replace(leading, ""),
  )
    .replace(/[:.,!?]+$/, "")
    .trim();
}

function spec(label: string, value: (name: string) => Property, isRequired?: boolean): FieldSpec | null {
  const clean = labelOf(label);
  if (clean === "" || wordsOf(clean).length > 5 || wordsOf(clean).length === 0) return null;
  const name = fieldName(clean);
  return { label: sentence(clean), name, property: value(name), ...(isRequired === undefined ? {} : { isRequired }) };
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
    /^(?:whether|if)\s+(?:it|they|he|she|the \w+)(?:'s|'re|\s+(?:is|are|was|were|has been|have been))?\s+(?:been\s+|already\s+)?(\w+(?:\s\w+)?)$/i,
    (match) => `${match[1]!} checkbox`,
  ],
  [
    /^who\s+(?:has\s+)?(\w+?)(?:ed|(?<=sh|ch|ss|x)es|s)?\s+(?:it|them|this)$/i,
    (match) =>
      /^(?:order|bought|buy|purchas|book|reserv)/i.test(match[1]!)
        ? "customer name"
        : `${match[1]!.replace(/^(?:wrote|write)$/i, "written")}${/(?:en|n|ught|^set|^put|^cut|^made|^built|^sent|^read)$/i.test(match[1]!) ? "" : "ed"} by`,
  ],
  [/^(?:which|what(?: kind of| type of)?)\s+([\w ]+?)(?:\s+(?:it|they)\s+\w+)?$/i, (match) => match[1]!],
  [/^when\s+(?:it|they|i)\s+(?:is|are|was|were|last\s+)?\s*(\w+)(?:\s+(?:it|them))?$/i, (match) => `${match[1]!} date`],
  [/^how much(?:\s+(?:it|they|this)\s+(?:costs?|is|was))?$/i, () => "price"],
  [/^how many(?:\s+(?:there are|we have|i have|are left|in stock))?$/i, () => "quantity"],
  [/^who(?:'s| is| are)\s+(\w+)(?:\s+for (?:it|them|this))?$/i, (match) => `${match[1]!} person`],
  [
    /^how many\s+([\w ]+?)\s+(?:are|is) (?:still )?(left|taken|free|used|missing)$/i,
    (match) => `${match[1]!} ${match[2]!}`,
  ],
  [/^how many\s+([\w ]+?)(?:\s+(?:there are|they \w+|it has|we have))?$/i, (match) => `number of ${match[1]!}`],
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
  if (dropdown) {
    const options = splitOptions((dropdown[1] ?? "").replace(/^[([]|[)\]]$/g, ""));
    return spec(
      text.slice(0, dropdown.index),
      (name) =>
        options.length > 1 ? enumProperty(options) : enumProperty(usualOptions[name] ?? ["new", "open", "closed"]),
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
  if (rated) return spec(rated[1]!, (name) => inferProperty(name, "rating"), isRequired);
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
  return spec(text, (name) => inferProperty(name), isRequired);
}

function typed(label: string, meaning: string, isRequired?: boolean): FieldSpec | null {
  const said = spokenKind(meaning);
  if (said) return spec(label, (name) => inferProperty(name, said), isRequired);
  const reference =
    /^(?:->|reference(?: to)?|ref(?: to)?|link(?:s|ed)? to|relation(?: to)?)\s*(?:a |an |the )?(.+)$/i.exec(meaning);
  if (reference) return spec(label, () => referenceProperty(entityName(reference[1]!)), isRequired);
  const options = splitOptions(meaning);
  return options.length > 1
    ? spec(label, () => enumProperty(options), isRequired)
    : spec(label, (name) => inferProperty(name), isRequired);
}

/** "menu items" → "MenuItem". */
export function entityName(noun: string): string {
  const words = wordsOf(singular(noun)).join(" ");
  const name = camel(words);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** The field that names a row in tables and selects; an optional one only if no field is required. */
export function titleField(entity: Entity): string | null {
  const names = Object.keys(entity.properties);
  const kind = (name: string) => kindOf(name, entity.properties[name]!);
  const texts = names.filter((name) => ["text", "longtext", "email", "phone"].includes(kind(name)));
  const wanted = [
    "name",
    "title",
    "subject",
    "full_name",
    "first_name",
    "label",
    "question",
    "number",
    "invoice_number",
    "order_number",
  ];
  const usual = wanted.find((name) => texts.includes(name) || (names.includes(name) && kind(name) === "number"));
  const required = texts.filter((name) => entity.required?.includes(name));
  const endsAsName = (name: string) => /(_name|_title)$/.test(name);
  return (
    usual ??
    required.find(endsAsName) ??
    required[0] ??
    texts.find(endsAsName) ??
    texts.find((name) => kind(name) !== "longtext") ??
    null
  );
}

/** A field's label. */
export const labelFor = (name: string, value: Property) => value.title ?? sentence(name);
