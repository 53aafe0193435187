import "server-only";
import type { Faker } from "@faker-js/faker";
import type { Entity, FieldKind, Property } from "../../model/app-model";
import { kindOf, titleField } from "../../model/field-kinds";
import { pascal, wordsOf } from "../../language/inflect";
import { isPersonTable } from "../../lexicon/known";
import { type Sample, sampleFor } from "../../words/samples";
import { dateAround, timeAround } from "./dates";
import { label, pick, pickOr, type Scene, seedOf } from "./scene";
import { aboutPeople, categoriesOf, descriptions, titlesOf } from "./words";

/** A value that suits a field of a sample row, or undefined where it may stay empty. */
export function sampleValue(name: string, property: Property, scene: Scene, counts: Map<string, number>): unknown {
  const { faker, at } = scene;
  const kind = kindOf(name, property);
  const makers: Record<FieldKind, () => unknown> = {
    reference: () => {
      const others = counts.get(property["x-reference"] ?? "") ?? 0;
      return others > 0 ? `$ref:${label(property["x-reference"]!, spread(at, others, name))}` : undefined;
    },
    enum: () => (at < property.enum!.length ? property.enum![at] : faker.helpers.arrayElement(property.enum!)),
    multi: () => faker.helpers.arrayElements(property.items?.enum ?? [], { min: 1, max: 2 }),
    tags: () =>
      faker.helpers.arrayElements(["important", "follow up", "ideas", "team", "summer", "local"], { min: 1, max: 2 }),
    boolean: () => faker.datatype.boolean(0.5),
    rating: () => faker.number.int({ min: 3, max: 5 }),
    percent: () => faker.number.int({ min: 1, max: 20 }) * 5,
    money: () => amount(name, faker),
    number: () => count(name, scene, property.minimum, property.maximum),
    date: () => dateAround(name, scene).toISOString().slice(0, 10),
    datetime: () => timeAround(name, scene),
    email: () => wordsOf(`${scene.person.first} ${scene.person.last}`).join(".") + "@example.com",
    phone: () => `555 0${faker.number.int({ min: 300, max: 999 })}`,
    url: () => `https://example.com/${wordsOf(scene.entity.name).join("-")}-${at + 1}`,
    image: () => undefined,
    file: () => undefined,
    json: () => undefined,
    longtext: () => longText(name, scene),
    text: () => text(name, scene),
  };
  return makers[kind]();
}

/** The row to refer to: each once before any twice, in no order that shows, and in another one for another field. */
function spread(at: number, others: number, name: string): number {
  const isCoprime = (one: number, other: number): boolean => (other === 0 ? one === 1 : isCoprime(other, one % other));
  const from = Math.ceil(others * 0.6);
  const stride = [from, from + 1, from + 2].find((step) => isCoprime(step, others)) ?? 1;
  return (at * stride + Math.floor(at / others) + seedOf(name)) % others;
}

/** People whom one writes to about business: what is noted of them is where that stands. */
const isProspect = /(?:contact|customer|client|lead|prospect|buyer|applicant|candidate)$/i;

function longText(name: string, { noun, entity, at }: Scene): string | undefined {
  const isTitle = name === titleField(entity);
  const known =
    (isTitle ? titlesOf(noun) : undefined) ??
    sampleFor(name)?.values ??
    (/description|about|summary|details/.test(name)
      ? descriptions.find(([nouns]) => nouns.test(noun ?? ""))?.[1]
      : undefined) ??
    (isPersonRow(entity) && isProspect.test(entity.name) ? aboutPeople : undefined);
  return pickOr(known ?? (isTitle || entity.required?.includes(name) ? sampleFor("content")!.values : undefined), at);
}

/** Whether a table's rows are people, by its name or by what it keeps of them. */
function isPersonRow(entity: Entity): boolean {
  if (isPersonTable(entity) || sampleFor(entity.name)?.is === "person") return true;
  return (
    Object.keys(entity.properties).some((field) => /email|phone|birth/.test(field)) &&
    !/company|supplier|organi|restaurant|vendor|venue/i.test(entity.name)
  );
}

function amount(name: string, faker: Faker): number {
  if (/salary|income|revenue|value|amount|budget|total/.test(name))
    return faker.number.int({ min: 8, max: 240 }) * (/salary|budget|value|revenue/.test(name) ? 500 : 50);
  return faker.number.int({ min: 10, max: 180 }) - 0.5 * faker.number.int(1);
}

/** What numbers usually are, by the first pattern that fits the field's name. */
const usual: [RegExp, [number, number]][] = [
  [/minutes|duration/, [15, 90]],
  [/days/, [1, 14]],
  [/age$/, [18, 70]],
  [/bedroom|bathroom|servings|guests/, [1, 5]],
  [/people|persons|party|pax|(?:car|child|passenger)_seats/, [2, 7]],
  [/area|calories|mileage|distance/, [60, 450]],
  [/score/, [55, 100]],
  [/hours/, [1, 8]],
  [/capacity|seats|places/, [8, 40]],
  [/^number_of|count$|_left$/, [1, 12]],
];
/** The same of what is small: a dog is not sixty, and a boat has no hundred seats. */
const usualOf: [entity: RegExp, name: RegExp, [number, number]][] = [
  [
    /boat|car|van|taxi|bike|vehicle|canoe|kayak|yacht|table|carriage|tub|cabin|tent|room$/i,
    /capacity|seats|places|sleeps|persons|people/,
    [2, 8],
  ],
  [/plane|bus|ship|hall|theatre|cinema|stadium/i, /capacity|seats|places/, [40, 240]],
];

function count(name: string, { faker, today, entity }: Scene, minimum = 1, maximum?: number): number {
  const year = today.getFullYear();
  const ofSmall = usualOf.find(([table, pattern]) => table.test(entity.name) && pattern.test(name))?.[2];
  const ofAge: [number, number] | undefined = /(?:^|_)age$/.test(name) && !isPersonRow(entity) ? [1, 12] : undefined;
  const found = ofAge ?? ofSmall ?? usual.find(([pattern]) => pattern.test(name))?.[1] ?? [1, 60];
  const [low, high] = /year/.test(name) ? [year - 30, year] : found;
  return faker.number.int({ min: Math.max(minimum, low), max: Math.max(maximum ?? high, Math.max(minimum, low)) });
}

/** A field that says what a row is called, whatever the row is. */
export const isNaming = (name: string) =>
  /^(?:name|title|label|subject|headline|full_name)$|_(?:name|title)$/.test(name);

function text(name: string, scene: Scene): string | undefined {
  const { at, person, noun, entity } = scene;
  if (/^first_?name$/.test(name)) return person.first;
  if (/^(last_?name|surname)$/.test(name)) return person.last;
  const isTitle = name === titleField(entity);
  const sample = isTitle && /^(?:name|title|label|headline)$/.test(name) ? undefined : sampleFor(name);
  if (sample) return sampleText(name, sample, scene);
  if (/category|genre|topic|^type$/.test(name) && !isTitle) return pick(categoriesOf(noun), at);
  if (isTitle) return titled(scene);
  // What nobody knows stays empty, where it may.
  return /(?:^|_)(?:plan|tier|package|type|level|version|edition|variant|option|style)$/.test(name) ||
    entity.required?.includes(name)
    ? pick(["Standard", "Premium", "Basic", "Custom", "Classic"], at)
    : undefined;
}

function sampleText(name: string, { is, values }: Sample, { at, person, company, entity }: Scene): string {
  const texts = Object.keys(entity.properties).filter((field) => kindOf(field, entity.properties[field]!) === "text");
  // The first of several people is the one whose address stands in the row.
  const before = texts.slice(0, texts.indexOf(name)).filter((field) => isPersonField(field, entity)).length;
  if (is === "person" && before === 0) return `${person.first} ${person.last}`;
  if (is === "code") return `${pascal(entity.name).slice(0, 3).toUpperCase()}-${1001 + at}`;
  if (is === "company") return company;
  return pick(values, is === "person" || is === "first name" ? at + before * 5 + 3 : at);
}

const isPersonField = (name: string, entity: Entity) =>
  sampleFor(name)?.is === "person" || (isNaming(name) && isPersonRow(entity));

/** An animal that nobody knows has a name all the same. */
const isAnimal = ({ properties }: Entity) =>
  Object.keys(properties).filter((name) => /^age$|breed|species|health|chip|vaccin|neutered|litter|tame/.test(name))
    .length > 1;

/** Names for things that nobody knows; what cannot be touched is numbered. */
const adjectives = ["Large", "Small", "Old", "New", "Spare", "Other"];
const isThought =
  /(?:tion|ment|ness|ance|ence|ity|ing|ism|ship|log|record|entry|list|plan|note|time|takes?|report|request|pressure|loan|hire|check|test|visit|order|cost|fee|price|day|week|hour|night|shift|round|level|step|run|issue|office|swap|offer|sale|score|goal)$/;

function titled({ at, person, noun, entity, company }: Scene): string {
  const known = titlesOf(noun);
  if (known)
    return at < known.length ? known[at]! : `${known[at % known.length]!} ${Math.floor(at / known.length) + 1}`;
  if (isPersonRow(entity)) return `${person.first} ${person.last}`;
  if (isAnimal(entity)) return pick(titlesOf("pet")!, at);
  const self = sampleFor(entity.name);
  if (self?.values.length && !self.is) return pick(self.values, at);
  if (self?.is === "company" || /company|organi/i.test(entity.name)) return company;
  return madeName(entity, at);
}

function madeName(entity: Entity, at: number): string {
  const foreign = foreignLabel(entity);
  if (foreign) return `${foreign} ${at + 1}`;
  const words = wordsOf(entity.title ?? entity.name).join(" ");
  return at < adjectives.length && !isThought.test(words)
    ? `${adjectives[at]!} ${words}`
    : `${words.charAt(0).toUpperCase()}${words.slice(1)} ${at + 1}`;
}

/** What rows are called in an app whose labels are in another language than its names: "Parzelle 1", no "Large parzelle". */
function foreignLabel(entity: Entity): string | undefined {
  const title = titleField(entity) ?? "";
  const label = isNaming(title) ? undefined : entity.properties[title]?.title;
  const isOwn = entity.title !== undefined && wordsOf(entity.title).join("") !== wordsOf(entity.name).join("");
  return isOwn ? (label ?? entity.title) : undefined;
}

/** Whether a row of a table has the name that it gets where nothing better is known. */
export const isMadeName = (name: unknown, entity: Entity, count: number) =>
  Array.from({ length: count }, (_, at) => madeName(entity, at)).includes(name as string);
