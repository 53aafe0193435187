/** What components need to know of an entity's fields, read from its schema. */

/** @import { EntityClient, FieldKind, Property, Query, Row, Schema, Value, Values } from "@/sdk/types" */

/** @typedef {EntityClient} Entity What `@/api/entities` exports: `entity={Contact}`. */

/** @typedef {string | number} Option */

/**
 * A field of an entity, as components use it.
 * @typedef {object} Field
 * @property {string} name
 * @property {Property} property
 * @property {string} label
 * @property {FieldKind} kind
 * @property {Option[]} options
 * @property {string | undefined} reference the name of the entity that it points to
 * @property {boolean} isRequired
 */

/** @typedef {Record<string, Map<Value, string>>} Names Titles of the rows that references point to, by field and id. */

const longText =
  /(^|_)(description|notes?|details?|bio|content|body|message|comments?|summary|instructions?|ingredients|steps|terms|about|feedback|agenda|transcript|method|directions|review|remarks?|diagnosis|prescription|answer|lyrics|requirements|reason)$/;
const image = /(image|photo|picture|avatar|logo|thumbnail|cover|screenshot)s?(_url)?$/;
const file = /(^|_)(files?|attachments?|pdf)(_url)?$/;
const phone = /(phone|mobile|telephone|^tel|whatsapp|fax)(_(number|no))?$/;
const money =
  /(^|_)(price|cost|amount|total|revenue|salary|budget|fee|balance|rent|value|rate|payment|subtotal|tax|discount|deposit|(?<!(?:hours?|minutes?|days?|time)_)spent|income|wage|paid_amount|hourly_rate|mrr|arr)$|^money(_|$)/;
const percent = /(^|_)(percent|percentage|progress|probability|completion)$/;
const rating = /(^|_)(rating|stars)$/;

/** "fullName" → full_name @param {string} name */
const snake = (name) =>
  name
    .replace(/([a-z\d])([A-Z])/g, "$1_$2")
    .replace(/[^A-Za-z\d]+/g, "_")
    .toLowerCase();

/** @param {string} name @returns {FieldKind} */
function kindByName(name) {
  if (phone.test(name)) return "phone";
  if (image.test(name)) return "image";
  if (file.test(name)) return "file";
  if (longText.test(name)) return "longtext";
  return "text";
}

/**
 * How a field is entered and shown: text longtext email phone url image file number money percent rating date datetime boolean enum multi
 * tags reference json. The schema decides, then the name.
 * @param {string} name
 * @param {Property} property
 * @returns {FieldKind}
 */
export function kindOf(name, property) {
  const display = property["x-display"];
  if (display) return display;
  if (property["x-reference"]) return "reference";
  if (property.enum) return "enum";
  if (property.type === "boolean") return "boolean";
  if (property.type === "object") return "json";
  if (property.type === "array")
    return property.items?.enum ? "multi" : property.items?.type === "string" || !property.items ? "tags" : "json";
  const key = snake(name);
  if (property.type === "number" || property.type === "integer")
    return rating.test(key) ? "rating" : percent.test(key) ? "percent" : money.test(key) ? "money" : "number";
  /** @type {Record<string, FieldKind>} */
  const formats = { date: "date", "date-time": "datetime", email: "email", uri: "url", url: "url" };
  return formats[property.format ?? ""] ?? kindByName(key);
}

const acronyms = new Set(
  "api ceo crm dob faq hr i iban id isbn kpi ok pdf po pos rsvp seo sku uk url usa vat vip".split(" "),
);

/** "due_date" → "Due date" @param {string} name */
export function sentence(name) {
  const words = snake(name).split("_").filter(Boolean);
  const text = words.map((word) => (acronyms.has(word) ? word.toUpperCase() : word)).join(" ");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** @type {WeakMap<Schema, Field[]>} */
const known = new WeakMap();

/**
 * The fields of an entity, in the order of its schema.
 * @param {Entity} entity
 * @returns {Field[]}
 */
export function fieldsOf(entity) {
  const schema = entity.schema();
  const kept = known.get(schema);
  if (kept) return kept;
  const fields = Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    property,
    label: property.title ?? sentence(name),
    kind: kindOf(name, property),
    options: property.enum ?? property.items?.enum ?? [],
    reference: property["x-reference"],
    isRequired: schema.required?.includes(name) ?? false,
  }));
  known.set(schema, fields);
  return fields;
}

/** Whether only some of those who reach a row see this field of it. @param {Pick<Field, "property">} field */
export const isKept = ({ property }) => property["x-accessControl"]?.read !== undefined;

/** @param {Entity} entity @param {string | undefined} name */
export const fieldOf = (entity, name) => fieldsOf(entity).find((field) => field.name === name);
/** @param {Entity} entity @param {FieldKind[]} kinds */
export const fieldOfKind = (entity, ...kinds) => fieldsOf(entity).find(({ kind }) => kinds.includes(kind));

const namingFields = [
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

/** The field that names a row to people, or undefined. @param {Entity} entity */
export function titleFieldOf(entity) {
  const fields = fieldsOf(entity);
  // How to reach somebody names a row only where nothing else does.
  const texts = [
    ...fields.filter(({ kind }) => kind === "text" || kind === "longtext"),
    ...fields.filter(({ kind }) => kind === "email" || kind === "phone"),
  ];
  const usual = namingFields.find(
    (name) => texts.some((field) => field.name === name) || fieldOf(entity, name)?.kind === "number",
  );
  /** @param {Field} field */
  const isName = ({ name }) => /(_name|_title)$/.test(name);
  const required = texts.filter((field) => field.isRequired);
  const named = required.find(isName) ?? required[0] ?? texts.find(isName);
  if (usual || named) return usual ?? named?.name;
  // Entries of a log go by what they are about and when, and not by "0.5 l", which stands in one of their texts.
  return stoodFor(entity) ? undefined : texts.find(({ kind }) => kind !== "longtext")?.name;
}

/** What a row cannot be without and may go by, where no text names it: what it is about, or else its day. @param {Entity} entity */
function stoodFor(entity) {
  const required = fieldsOf(entity).filter((field) => field.isRequired);
  return required.find(({ kind }) => kind === "reference") ?? required.find(({ kind }) => kind.startsWith("date"));
}

/** The field that tells rows apart in a list: the one that names them, or what stands for it. @param {Entity} entity */
export const callingFieldOf = (entity) => titleFieldOf(entity) ?? stoodFor(entity)?.name;

const wordsShown = 60;

/**
 * What a row is called: "Ada Lovelace"; a row without a name by what it is about, the first words of its text, its day, or else its kind.
 * @param {Entity} entity
 * @param {Values | undefined} row
 * @param {Names} [names] of the rows that it points to (useNames)
 */
export function titleOf(entity, row, names = {}) {
  const field = titleFieldOf(entity);
  if (row && field && !isEmpty(row[field])) return String(row[field]);
  const about = field ? undefined : stoodFor(entity);
  const name = about && row && names[about.name]?.get(row[about.name]);
  if (name) return name;
  const text = about
    ? undefined
    : fieldsOf(entity).find(({ kind, name }) => kind === "longtext" && !isEmpty(row?.[name]));
  const day = fieldsOf(entity).find(({ kind, name }) => kind.startsWith("date") && !isEmpty(row?.[name]));
  // Not by "@/lib/format", which stands on this module.
  if (row && !text && day)
    return new Date(`${String(row[day.name]).slice(0, 10)}T00:00`).toLocaleDateString(undefined, {
      dateStyle: "medium",
    });
  if (!row || !text) return `Untitled ${oneIn(entity)}`;
  const words = String(row[text.name]);
  return words.length > wordsShown ? `${words.slice(0, wordsShown).replace(/\s+\S*$/, "")}…` : words;
}

/** "Menu item" @param {Entity} entity */
export const oneOf = (entity) => sentence(entity.schema().title ?? entity.schema().name ?? "Row");

/** "Menu items" @param {Entity} entity */
export function manyOf(entity) {
  const one = oneOf(entity);
  const plural = entity.schema()["x-plural"];
  if (plural) return plural;
  if (/(person)$/i.test(one)) return one.replace(/person$/i, "people");
  if (/(?:s|x|z|ch|sh)$/i.test(one)) return `${one}es`;
  if (/[^aeiou]y$/i.test(one)) return `${one.slice(0, -1)}ies`;
  return `${one}s`;
}

/** Whether a time is when something ends: "ends_at", "until". @param {string} name */
export const isEnd = (name) => /^(?:ends?|until|to)(?:_|$)/.test(name);

/** True for things with an address or a number to call: they get a portrait. @param {Entity} entity */
export const isPerson = (entity) =>
  fieldsOf(entity).some(({ kind, name }) => kind === "email" || (kind === "phone" && !/_.*phone$/.test(name))) &&
  // Who wrote a ticket is not what it is called.
  !/^(?:title|subject|number|.*_number|item|question|what)$/.test(titleFieldOf(entity) ?? "");

/** People as cards: a shop with a number to call has no face. @param {Entity} entity */
export const hasFace = (entity) =>
  isPerson(entity) && !fieldsOf(entity).some(({ name }) => /^(?:address|opening_hours|industry|logo)$/.test(name));

/** @param {Value} value */
export const isEmpty = (value) =>
  value === null || value === undefined || value === "" || (Array.isArray(value) && value.length === 0);

/** "#2563eb" @param {Value} value */
export const isColor = (value) => /^#[\da-f]{6}$/i.test(String(value));

/** "in progress" → "In progress" @param {Value} value */
export const optionLabel = (value) =>
  isEmpty(value) ? "–" : String(value).charAt(0).toUpperCase() + String(value).slice(1);

/**
 * The option that an input or an address names: they hold texts, and options may be numbers.
 * @param {Pick<Field, "options">} field
 * @param {string} text
 * @returns {Option}
 */
export const optionOf = ({ options }, text) => options.find((option) => String(option) === text) ?? text;

const settled =
  /^(done|completed?|closed|cancelled|canceled|paid|won|lost|archived|delivered|returned|resolved|solved|fixed|rejected|hired|sold|finished|achieved|published|left|declined|approved)$/i;

/** Whether an option says that nothing is left to do: what is settled is never overdue. @param {Value} value */
export const isSettled = (value) => settled.test(String(value ?? ""));

const doneName = /(?:done|completed?|paid|returned|resolved|finished|checked|bought)$/;

/** Whether nothing is left to do with a row: its state says so, or a tick does. @param {Values} row */
export const isDone = (row) =>
  Object.entries(row).some(
    ([name, value]) => (typeof value === "string" && isSettled(value)) || (value === true && doneName.test(name)),
  );

/**
 * A query for rows that still need something: `{ status: { $nin: ["done", "cancelled"] } }`.
 * @param {Entity} entity
 * @returns {Query}
 */
export function openQuery(entity) {
  const stage = fieldsOf(entity).find(({ kind, options }) => kind === "enum" && options.some(isSettled));
  const done = fieldsOf(entity).find(({ name, kind }) => kind === "boolean" && doneName.test(name));
  return {
    ...(stage && { [stage.name]: { $nin: stage.options.filter(isSettled) } }),
    ...(done && { [done.name]: { $ne: true } }),
  };
}

/** A name within a sentence; in another language it keeps its capitals. @param {Entity} entity @param {string} name */
const inSentence = (entity, name) => (entity.schema()["x-plural"] ? name : name.toLowerCase());
/** "menu item" @param {Entity} entity */
export const oneIn = (entity) => inSentence(entity, oneOf(entity));
/** "menu items" @param {Entity} entity */
export const manyIn = (entity, title = manyOf(entity)) => inSentence(entity, title);
