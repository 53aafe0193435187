import "server-only";
import type { Entity, FieldKind, Property } from "./app-model";
import { camel, sentence, singular, snake, wordsOf } from "../language/inflect";

/** A field as named by a person. */
export type FieldSpec = { label: string; name: string; property: Property; isRequired?: boolean };

const longText =
  /(^|_)(description|notes?|details?|bio|content|body|message|comments?|summary|instructions?|ingredients|steps|terms|about|feedback|agenda|transcript|method|directions|review|remarks?|diagnosis|prescription|answer|lyrics|requirements|reason)$/;
const image = /(image|photo|picture|(?<![a-z])pic|avatar|logo|thumbnail|cover|screenshot)s?(_url)?$/;
const phone = /(phone|mobile|telephone|^tel|whatsapp|fax)(_(number|no))?$/;
const file = /(^|_)(files?|attachments?|pdf)(_url)?$/;
const rating = /(^|_)(rating|stars)$/;
const percent = /(^|_)(percent|percentage|progress|probability|completion)$/;
const money =
  /(^|_)(price|cost|amount|total|revenue|salary|budget|fee|balance|rent|value|rate|payment|subtotal|tax|discount|deposit|(?<!(?:hours?|minutes?|days?|time)_)spent|income|wage|paid_amount|hourly_rate|mrr|arr)$|^money(_|$)/;
const dateTime = /(_at|_datetime|_time|^time|^start|^end|starts|ends|timestamp)$/;
const day =
  /(^|_)(date|day|deadline|birthday|dob|due|expiry|expires|since|until|anniversary|renewal|check_in|check_out|checkin|checkout|arrival|departure)$|^(due|date|born)(_|$)|^return$/;
/** "price per week", "monthly limit" */
const moneyOver =
  /(?:^|_)(?:price|cost|rate|fee|rent|charge|wage|pay)_per_[a-z]+$|(?:^|_)(?:daily|weekly|monthly|yearly|annual|spending|credit)_(?:limit|cost|costs|fee|budget)$/;
/** "who paid" is answered by a name, although "paid" is a yes or no. */
const isWho = /^whom?_/;
/** "reported on", "moved in": the day on which something was done, or "pick up on", is to be. */
const doneOn =
  /(?:^|_)(?!add|based|hand)[a-z]+(?:ed|ght|en|nt|ld|ut|ne|ft|me|st|id|de|ve)_(?:on|in|out|at_date)$|^(?:sold|bought|paid|sent|born|read|won|done|made|moved)_(?:on|in|out)$|(?:^|_)(?:pick_?up|drop_off|hand_over)_on$/;
const numeric =
  /(^|_)(count|quantity|qty|number|stock|age|year|size|weight|height|length|width|duration|hours?|(?:hours?|minutes|days)_spent|minutes|days|distance|calories|seats|guests|capacity|order|points|reps|sets|score|servings|level|mileage|bedrooms|bathrooms|area|floor|pages|attendees|threshold|credits|target|progress_value|steps_count|room_number_count|kilometers|miles|temperature|humidity|pressure|speed|depth|volume|litres|liters|grams|kilos)(?:_per_[a-z]+)?$|[a-z]_left$|^(number_of|num|total_number|amount_of)_/;
const truthy =
  /^(is|has|can|was|allow|needs?|should|accepts)_|(^|_)(active|done|completed?|paid|published|archived|featured|available|verified|subscribed|approved|enabled|favou?rite|urgent|remote|billable|in_stock|vip|read|vegetarian|attended|returned|resolved|checked)$/;
const textual =
  /^number$|(phone|mobile|tel|zip|postal|postcode|code|sku|isbn|serial|reference|invoice|order|account|plate|tracking|id|id_card|passport|membership|member|employee|batch|lot|confirmation|case|license|licence|registration|room|flight|ticket|po|policy|vat|tax_id)(_(number|no|code))?$|(?:opening|office|business|visiting|working)_hours$/;
/** What is counted: "lap number". Other numbers may have letters, and zeros in front: "frame number". */
const counted =
  /(^|_)(lap|page|episode|season|week|round|chapter|volume|issue|day|grade|line|row|step|set|question|lesson|session|track|turn|total|max|min|maximum|minimum|whole)$/;
const isIdentifier = (name: string) => {
  const of = /^(.*[a-z])_number$/.exec(name)?.[1];
  return of !== undefined && !counted.test(of) && !numeric.test(of) && !money.test(of);
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

/** What a field holds, by its stored name alone. */
export function kindOfName(name: string): FieldKind {
  if (/(^|_)e_?mail(_address)?$/.test(name)) return "email";
  if (phone.test(name)) return "phone";
  if (image.test(name)) return "image";
  if (file.test(name)) return "file";
  if (/(^|_)(url|website|link|homepage|linkedin|web_site|video)$/.test(name)) return "url";
  if (rating.test(name)) return "rating";
  if (percent.test(name)) return "percent";
  if (isWho.test(name)) return "text";
  if (truthy.test(name)) return "boolean";
  if (/^(tags|labels|skills|keywords|topics|allergies|amenities)$/.test(name)) return "tags";
  if (longText.test(name)) return "longtext";
  if ((textual.test(name) || isIdentifier(name)) && !/^order$/.test(name)) return "text";
  if (dateTime.test(name)) return "datetime";
  if ((day.test(name) && !/^days?$|(?:^|_)per_day$/.test(name)) || doneOn.test(name)) return "date";
  if (money.test(name) || moneyOver.test(name)) return "money";
  if (numeric.test(name)) return "number";
  return "text";
}

/**
 * How a field is entered and shown: by schema, then by name, so that foreign schemas get good forms too. The components
 * go by the same rules (shipped/kit/lib/fields.js); tests/offline/field-kinds.test.ts holds the two equal.
 */
export function kindOf(name: string, value: Property): FieldKind {
  if (value["x-display"]) return value["x-display"];
  if (value["x-reference"]) return "reference";
  if (value.enum) return "enum";
  if (value.type === "boolean") return "boolean";
  if (value.type === "array")
    return value.items?.enum ? "multi" : value.items?.type === "string" || !value.items ? "tags" : "json";
  if (value.type === "object") return "json";
  const key = snake(name);
  if (value.type === "number" || value.type === "integer")
    return rating.test(key) ? "rating" : percent.test(key) ? "percent" : money.test(key) ? "money" : "number";
  if (value.format === "date") return "date";
  if (value.format === "date-time") return "datetime";
  if (value.format === "email") return "email";
  if (value.format === "uri" || value.format === "url") return "url";
  if (phone.test(key)) return "phone";
  if (image.test(key)) return "image";
  if (file.test(key)) return "file";
  return longText.test(key) ? "longtext" : "text";
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
  if (!said && /(^|_)(category|type)$/.test(name)) return { type: "string" };
  const kind = said ?? kindOfName(name);
  const value = property(kind);
  return kindOf(name, value) === kind ? value : { ...value, "x-display": kind };
}

/** A dropdown whose first option is the default. */
export function enumProperty(options: readonly (string | number)[]): Property {
  const allNumbers = options.every((option) => /^\d+$/.test(String(option)));
  const values = allNumbers ? options.map(String) : options.map((option) => String(option));
  return { type: "string", enum: values, default: values[0] };
}

/** What a dropdown or a choice of several offers. */
export const optionsOf = (value: Property): string[] => (value.enum ?? value.items?.enum ?? []).map(String);

export const referenceProperty = (entity: string): Property => ({ type: "string", "x-reference": entity });

/** "menu items" → "MenuItem". */
export function entityName(noun: string): string {
  const words = wordsOf(singular(noun)).join(" ");
  const name = camel(words);
  return name.charAt(0).toUpperCase() + name.slice(1);
}

/** Whether rows may go by what they are about or by their day, which they cannot be without. */
export const isCalledOtherwise = ({ properties, required }: Entity): boolean =>
  (required ?? []).some((name) => {
    const property = properties[name];
    return property && (property["x-reference"] !== undefined || kindOf(name, property).startsWith("date"));
  });

/** The field that names a row in tables and selects; an optional one only if no field is required. */
export function titleField(entity: Entity): string | null {
  const names = Object.keys(entity.properties);
  const kind = (name: string) => kindOf(name, entity.properties[name]!);
  // How to reach somebody names a row only where nothing else does.
  const texts = [
    ["text", "longtext"],
    ["email", "phone"],
  ].flatMap((kinds) => names.filter((name) => kinds.includes(kind(name))));
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
  const named = usual ?? required.find(endsAsName) ?? required[0] ?? texts.find(endsAsName);
  return (
    named ??
    // Entries of a log go by what they are about and when, as the kit calls them (`titleOf`).
    (isCalledOtherwise(entity) ? undefined : texts.find((name) => kind(name) !== "longtext")) ??
    null
  );
}

/** A field's label. */
export const labelFor = (name: string, value: Property) => value.title ?? sentence(name);
