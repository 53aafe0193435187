import "server-only";
import type { FieldKind, Property } from "../model/app-model";
import { enumProperty, type FieldSpec, inferProperty, kindOf, referenceProperty } from "../model/field-kinds";
import { camel, headline, plural, sentence, singular } from "../language/inflect";
import { type Archetype, archetypeOf, isArchetype } from "../words/archetypes";
import type { Field } from "../words/field-notation";
import { loadWords } from "../words/load";
import { wordKey } from "../words/word-key";
import { kindsIn, quietThingOf, thingOf } from "../words/find";
import type { AppKind } from "../words/schema";
import type { Thing } from "../words/thing";

/** What is known of a thing: from the domain data, else from the older table of archetypes. */
export type Known = {
  name: string;
  kind: string;
  fields: { spec: FieldSpec; relates?: string }[];
  /** "gallery", "board", "calendar" … that suit it, the best first. */
  views: string[];
  titleField?: string;
};

const kinds: Partial<Record<Field["type"], FieldKind>> = {
  long: "longtext",
  email: "email",
  phone: "phone",
  url: "url",
  number: "number",
  integer: "number",
  money: "money",
  percent: "percent",
  date: "date",
  datetime: "datetime",
  boolean: "boolean",
  image: "image",
  file: "file",
  rating: "rating",
  tags: "tags",
  duration: "number",
};

/** The colour of what nobody has given one: a form shows it in a colour picker. */
const usualColor = "#6366f1";

/** A field of the domain data as a property of an entity file. */
export function specOf(field: Field): FieldSpec {
  const name = field.type === "duration" && !/minute|hour/.test(field.name) ? `${field.name}_minutes` : field.name;
  const label = name === field.name ? field.label : `${field.label} (minutes)`;
  return { name, label, property: propertyOf(name, field), ...(field.isRequired ? { isRequired: true } : {}) };
}

function propertyOf(name: string, { type, options, to, default: fallback }: Field): Property {
  const values = options?.map(({ value }) => value) ?? [];
  if (type === "relation" && to) return referenceProperty(entityNameOf(to));
  if (type === "option") return { ...enumProperty(values), ...(fallback === undefined ? {} : { default: fallback }) };
  if (type === "options") return { type: "array", items: { type: "string", enum: values } };
  const kind = kinds[type] ?? "text";
  const value = inferProperty(name, kind);
  const isPlain = kind === "text" && kindOf(name, value) !== "text";
  return {
    ...value,
    ...(isPlain ? { "x-display": "text" as const } : {}),
    ...(type === "integer" ? { type: "integer" as const } : {}),
    ...(type === "color" ? { default: usualColor } : {}),
    ...(fallback === undefined || typeof fallback === "string" || Number.isNaN(fallback) ? {} : { default: fallback }),
  };
}

export function entityNameOf(noun: string): string {
  const name = camel(singular(noun));
  return name.charAt(0).toUpperCase() + name.slice(1);
}

const fromThing = (thing: Thing): Known => ({
  name: thing.name,
  kind: thing.kind,
  fields: thing.fields.map((field) => ({ spec: specOf(field), ...(field.to ? { relates: field.to } : {}) })),
  views: thing.views,
  titleField: thing.titleField.name,
});

const personal =
  /^(?:contact|customer|member|employee|candidate|attendee|patient|doctor|student|teacher|tenant|agent|driver|volunteer|supplier)$/;
const places = /^(?:restaurant|room|property)$/;

const fromArchetype = ({ noun, fields }: Archetype): Known => ({
  name: headline(noun),
  kind: personal.test(noun) ? "person" : places.test(noun) ? "place" : "item",
  fields: fields.map(({ spec, relates }) => ({ spec, ...(relates ? { relates } : {}) })),
  views: [],
});

const cache = new Map<string, Known>();
function once(key: string, make: () => Known): Known {
  const found = cache.get(key) ?? make();
  cache.set(key, found);
  return found;
}

/** Nouns that mean a thing only in a list of what an app keeps. */
export const aliases: Record<string, string> = {
  hour: "time entry",
  "work hour": "time entry",
  "working hour": "time entry",
  ticketing: "ticket",
};

/** Whether a thing goes by a noun in English: "note" is no Grade, although it is one in German. */
const isEnglish = (thing: Thing, noun: string) =>
  [thing.name, thing.plural, ...thing.synonyms, ...thing.inScene].some(
    (name) => singular(wordKey(name)) === singular(wordKey(noun)),
  );

/** "tables" of a restaurant are its dining tables: a thing of the kind by the last word of its name. */
function ofKind(noun: string, among: readonly string[]): Thing | null {
  if (noun.includes(" ") || among.length === 0) return null;
  const { things } = loadWords();
  const key = singular(wordKey(noun));
  if (isScreenNoun.test(key) || key === "") return null;
  return (
    among
      .map((name) => things.get(name))
      .find((thing) => thing !== undefined && thing.name.includes(" ") && wordKey(thing.name).endsWith(` ${key}`)) ??
    null
  );
}
const isScreenNoun = /^(?:item|entry|list|log|check|project|site|for sale|sale|listing|step|note|card)$/;

/** What a noun means, by all of its words. Among things of the same name those of the app's kind go first. */
export function knownAs(noun: string, among: readonly string[] = []): Known | null {
  const alias = aliases[singular(noun)];
  if (alias) return knownAs(alias, among);
  const own = ofKind(noun, among);
  // What the app is about goes by its last word: "requests" of a leave planner, and no other requests.
  if (own && own.name === among[0]) return once(`thing ${own.name}`, () => fromThing(own));
  const thing = own ?? thingOf(noun, among);
  // The places of a novel are no restaurants.
  const isOwn = thing !== null && thing === own && singular(noun) === "place";
  if (thing && (isOwn || isEnglish(thing, noun) || !isArchetype(noun)))
    return once(`thing ${thing.name}`, () => fromThing(thing));
  if (!isArchetype(noun)) return null;
  const archetype = archetypeOf(noun)!;
  const better = thingOf(archetype.noun, among);
  return better && isEnglish(better, archetype.noun)
    ? once(`thing ${better.name}`, () => fromThing(better))
    : once(`archetype ${archetype.noun}`, () => fromArchetype(archetype));
}

/** What the rows of a table hold that a sentence has made of a noun, where `knownAs` has nothing of it: a toy, a kiln firing. */
export function quietAs(noun: string): Known | null {
  const thing = quietThingOf(noun);
  return thing && once(`thing ${thing.name}`, () => fromThing(thing));
}

/** The thing of a name that the data use. */
export function knownNamed(name: string): Known | null {
  const thing = loadWords().things.get(name);
  return thing ? once(`thing ${thing.name}`, () => fromThing(thing)) : knownAs(name);
}

export type Kind = Pick<AppKind, "name" | "things" | "central" | "pages"> &
  Partial<Pick<AppKind, "purpose" | "look" | "tagline" | "names">>;

/** The kinds of app that a text names, with where in the text. */
export const kindsNamed = (text: string): { kind: Kind; phrase: string; at: number; isThing: boolean }[] =>
  kindsIn(text);

/** Whether the rows of a table are people. */
export function isPersonTable({ name, title }: { name: string; title?: string }): boolean {
  const noun = sentence(title ?? name).toLowerCase();
  return (knownAs(noun) ?? quietAs(noun))?.kind === "person";
}

/** Whether the data know a thing by this name, loud or quiet. */
export const namesThing = (noun: string): boolean => knownAs(noun) !== null || quietAs(noun) !== null;

/** The things that nouns mean in a text, by other words of it: a "ticket" where there are seats. */
export function inScene(text: string): string[] {
  const key = ` ${wordKey(text)} `;
  const isSaid = (cue: string) => key.includes(` ${cue} `) || key.includes(` ${plural(cue)} `);
  return [...loadWords().scenes].filter(([, cues]) => cues.some(isSaid)).map(([name]) => name);
}
