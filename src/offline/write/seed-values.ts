import "server-only";
import type { Faker } from "@faker-js/faker";
import type { Entity, FieldKind, Property } from "../model/app-model";
import { kindOf, titleField } from "../model/field-kinds";
import { pascal, wordsOf } from "../language/inflect";
import { aboutPeople, aboutThings, categoriesOf, descriptions, texts, titlesOf } from "./seed-words";

/** A day in milliseconds. */
export const dayMs = 86_400_000;

/** Takes from a list by number, from its start again behind its end. */
export const pick = <T>(list: readonly T[], at: number): T => list[at % list.length]!;

export const pickOr = <T>(list: readonly T[] | undefined, at: number): T | undefined => list && pick(list, at);

/** What a sample row is made for. `person` and `company` are the same in all fields of the row. */
export type Scene = {
  faker: Faker;
  at: number;
  today: Date;
  person: { first: string; last: string };
  company: string;
  noun: string | undefined;
  entity: Entity;
};

export const label = (entity: string, at: number) => `${entity.toLowerCase()}${at + 1}`;

/** A value that suits a field of a sample row, or undefined where it may stay empty. */
export function sampleValue(name: string, property: Property, scene: Scene, counts: Map<string, number>): unknown {
  const { faker, at, today } = scene;
  const kind = kindOf(name, property);
  const makers: Record<FieldKind, () => unknown> = {
    reference: () => {
      const others = counts.get(property["x-reference"] ?? "") ?? 0;
      return others > 0 ? `$ref:${label(property["x-reference"]!, faker.number.int(others - 1))}` : undefined;
    },
    enum: () => (at < property.enum!.length ? property.enum![at] : faker.helpers.arrayElement(property.enum!)),
    multi: () => faker.helpers.arrayElements(property.items?.enum ?? [], { min: 1, max: 2 }),
    tags: () =>
      faker.helpers.arrayElements(["important", "follow up", "ideas", "team", "summer", "local"], { min: 1, max: 2 }),
    boolean: () => faker.datatype.boolean(0.5),
    rating: () => faker.number.int({ min: 3, max: 5 }),
    percent: () => faker.number.int({ min: 1, max: 20 }) * 5,
    money: () => amount(name, faker),
    number: () => count(name, faker, today, property.minimum, property.maximum),
    date: () => dateAround(name, scene).toISOString().slice(0, 10),
    datetime: () => timeAround(name, scene),
    email: () => `${scene.person.first}.${scene.person.last}@example.com`.toLowerCase().replace(/[^a-z.@]/g, ""),
    phone: () =>
      `+1 555 ${String(faker.number.int({ min: 100, max: 999 }))} ${String(faker.number.int({ min: 1000, max: 9999 }))}`,
    url: () => `https://example.com/${wordsOf(scene.entity.name).join("-")}-${at + 1}`,
    image: () => undefined,
    file: () => undefined,
    json: () => undefined,
    longtext: () =>
      /address|street/.test(name)
        ? faker.location.streetAddress()
        : name === titleField(scene.entity)
          ? pick(titlesOf(scene.noun) ?? texts[2]![1], at)
          : pickOr(longTexts(name, scene), at),
    text: () => text(name, scene),
  };
  return makers[kind]();
}

const longTexts = (name: string, { noun, entity }: Scene) => {
  const isPerson = Object.keys(entity.properties).some((field) => /email|phone/.test(field));
  return (
    texts.find(([pattern]) => pattern.test(name))?.[1] ??
    descriptions.find(([nouns]) => nouns.test(noun ?? ""))?.[1] ??
    (isPerson ? aboutPeople : noun ? aboutThings : undefined)
  );
};

function amount(name: string, faker: Faker): number {
  if (/salary|income|revenue|value|amount|budget|total/.test(name))
    return faker.number.int({ min: 8, max: 240 }) * (/salary|budget|value|revenue/.test(name) ? 500 : 50);
  return faker.number.int({ min: 10, max: 180 }) - 0.5 * faker.number.int(1);
}

/** What numbers usually are, by the first pattern that fits the field's name. */
const usual: [RegExp, [number, number]][] = [
  [/minutes|duration/, [15, 90]],
  [/age$/, [18, 70]],
  [/bedroom|bathroom|servings|guests/, [1, 5]],
  [/people|persons|party|pax|(?:car|child|passenger)_seats/, [2, 7]],
  [/area|calories|mileage|distance/, [60, 450]],
  [/score/, [55, 100]],
  [/hours/, [1, 8]],
  [/capacity|seats/, [8, 120]],
];

function count(name: string, faker: Faker, today: Date, minimum = 1, maximum?: number): number {
  const year = today.getFullYear();
  const found = usual.find(([pattern]) => pattern.test(name))?.[1] ?? [1, 60];
  const [low, high] = /year/.test(name) ? [year - 30, year] : found;
  return faker.number.int({ min: Math.max(minimum, low), max: Math.max(maximum ?? high, Math.max(minimum, low)) });
}

/** Births lie in the past, past-tense dates in the last months, others from two months ago to two months ahead. */
function dateAround(name: string, { faker, today, at, noun }: Scene): Date {
  if (/birth|dob|born/.test(name))
    return faker.date.birthdate({
      ...(noun === "pet" ? { min: 1, max: 12 } : { min: 8, max: 70 }),
      mode: "age",
      refDate: today,
    });
  const isPast =
    /joined|enrolled|published|issue|order_date|payment|purchase|received|expense|workout|graded|donation|watered|loan_date|work_date|review_date|spent|created/.test(
      name,
    );
  const offset = isPast ? -faker.number.int({ min: 1, max: 150 }) : faker.number.int({ min: -20, max: 50 }) + at;
  return new Date(
    today.getTime() + (/end|expiry|renewal|lease_end|valid/.test(name) ? Math.abs(offset) + 20 : offset) * dayMs,
  );
}

function timeAround(name: string, scene: Scene): string {
  const day = dateAround(name, scene);
  day.setUTCHours(scene.faker.number.int({ min: 8, max: 17 }), pick([0, 30], scene.at), 0, 0);
  return day.toISOString();
}

function text(name: string, scene: Scene): string | undefined {
  const { faker, at, person, noun, entity, company } = scene;
  const isPerson =
    Object.keys(entity.properties).some((field) => /email|phone|birth/.test(field)) &&
    !/company|supplier|organi|restaurant|vendor|venue/i.test(entity.name);
  if (/^first_?name$/.test(name)) return person.first;
  if (/^(last_?name|surname)$/.test(name)) return person.last;
  if (/company|organi[sz]ation|brand|supplier|employer/.test(name)) return company;
  if (
    /(^|_)(author|artist|director|owner|donor|customer|client|guest|author_name|owner_name|donor_name|assignee|assigned_to|contact_person|instructor|manager|full_name|teacher|patient|student)(_name)?$/.test(
      name,
    )
  )
    return `${person.first} ${person.last}`;
  if (/(?:^|_)(?:by|who|whom|host|driver|cook|leader|responsible)$/.test(name)) return person.first;
  if (/city|location|destination|region|venue|place/.test(name)) return faker.location.city();
  if (/country/.test(name)) return faker.location.country();
  if (/address|street/.test(name)) return faker.location.streetAddress();
  if (/zip|postal/.test(name)) return faker.location.zipCode();
  if (name.endsWith("isbn")) return faker.commerce.isbn();
  if (/sku|code|serial|license|plate|tracking|reference|isbn|number$/.test(name))
    return `${pascal(entity.name).slice(0, 3).toUpperCase()}-${1001 + at}`;
  if (/industry/.test(name))
    return pick(["Software", "Retail", "Manufacturing", "Healthcare", "Education", "Logistics"], at);
  if (/department/.test(name)) return pick(["Sales", "Design", "Engineering", "Finance", "Operations"], at);
  if (/role|position_title|job_title|^position|profession|occupation/.test(name)) return faker.person.jobTitle();
  if (/category|type|genre|topic/.test(name)) return pick(categoriesOf(noun), at);
  if (name.endsWith("unit")) return pick(["kg", "g", "pieces", "l"], at);
  if (/species/.test(name)) return pick(["Cat", "Dog", "Rabbit", "Parrot"], at);
  if (/breed/.test(name)) return pick(["Siamese", "Beagle", "Dwarf", "Labrador"], at);
  if (/platform/.test(name)) return pick(["PC", "Switch", "Tabletop"], at);
  if (/cuisine/.test(name)) return pick(["Italian", "Japanese", "Greek", "Indian", "French"], at);
  if (/specialty|subject/.test(name) && name !== titleField(entity))
    return pick(["General", "Cardiology", "Dermatology", "Pediatrics"], at);
  if (/colou?r/.test(name)) return faker.color.human();
  if (name === titleField(entity)) return titled(scene, isPerson);
  // What nobody knows stays empty, where it may.
  return /(?:^|_)(?:plan|tier|package|level|size|version|edition|variant|option|model|style)$/.test(name) ||
    entity.required?.includes(name)
    ? pick(["Standard", "Premium", "Basic", "Custom", "Classic"], at)
    : undefined;
}

function titled({ at, person, noun, entity, company }: Scene, isPerson: boolean): string {
  const known = titlesOf(noun);
  if (known)
    return at < known.length ? known[at]! : `${known[at % known.length]!} ${Math.floor(at / known.length) + 1}`;
  if (isPerson) return `${person.first} ${person.last}`;
  if (/company|supplier|vendor|organi|client|customer|agency/i.test(entity.name)) return company;
  const words = wordsOf(entity.title ?? entity.name).join(" ");
  return `${words.charAt(0).toUpperCase()}${words.slice(1)} ${at + 1}`;
}
