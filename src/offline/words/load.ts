import "server-only";
import type { z } from "zod";
import { colorWords } from "../language/colors";
import { type Inferred, parseOptions } from "./field-notation";
import {
  type AppKind,
  type ColorRole,
  type Feature,
  type FieldType,
  type HavingVerb,
  type InterfaceVerb,
  type RecordVerb,
  schemas,
  type StateVerb,
} from "./schema";
import { indexNames, indexPhrases, keysOf, type KindPhrase, quietNames, sceneNames } from "./name-index";
import { filesOf, read } from "./read-data";
import { readThing, type Thing } from "./thing";
import { numberKeys, wordKey } from "./word-key";

export type Words = {
  things: ReadonlyMap<string, Thing>;
  kinds: readonly AppKind[];
  /** The keys of each kind's phrases by their first word, and whether such a phrase only names a thing: "students". */
  kindPhrases: ReadonlyMap<string, readonly KindPhrase[]>;
  recordVerbs: readonly RecordVerb[];
  stateVerbs: readonly StateVerb[];
  interfaceVerbs: readonly InterfaceVerb[];
  havingVerbs: readonly HavingVerb[];
  features: readonly Feature[];
  /** "#hex" by the name without spaces. */
  colors: ReadonlyMap<string, string>;
  /** The role by each of its phrases. */
  roles: ReadonlyMap<string, ColorRole>;
  /** What a field noun holds, by its key. */
  attributes: ReadonlyMap<string, Inferred>;
  /** The usual options of field nouns, by key. */
  dropdowns: ReadonlyMap<string, readonly string[]>;
  /** Field nouns that are a choice without being called one, by key. */
  choices: ReadonlySet<string>;
  /** Field nouns that describe a row and do not name it, by key. */
  descriptive: ReadonlySet<string>;
  /** Field nouns of other languages in English, by key. */
  translations: ReadonlyMap<string, string>;
  /** What a field is usually called in German, by its English noun. */
  germanFields: ReadonlyMap<string, string>;
  /** The things to which rows of a thing usually belong, by its name. */
  belongs: ReadonlyMap<string, readonly string[]>;
  /** Things by the last word of a compound, and whether they are kept of what the words before name. */
  heads: ReadonlyMap<string, { name: string; isOf: boolean }>;
  /** Last words of things that one party uses at a time: each of them is booked for itself. */
  usedAlone: ReadonlySet<string>;
  /** The phrases of what people ask for in a change: "sort" → "sort by", "ordered by". */
  asks: ReadonlyMap<string, readonly string[]>;
  german: ReadonlyMap<string, readonly string[]>;
  /** Phrases by what a learned request needs to know of its words. */
  said: ReadonlyMap<string, readonly string[]>;
  /** Words of requests that nobody builds here, by the reason. */
  beyond: ReadonlyMap<string, readonly string[]>;
  /** What is no field of a row, by the reason. */
  noFields: ReadonlyMap<string, readonly string[]>;
  /** What rows are called whose box is not ticked, by what the box says: "dirty" of "clean". */
  opposites: ReadonlyMap<string, readonly string[]>;
  /** Other words for a field, by its key. */
  alike: ReadonlyMap<string, readonly string[]>;
  sameFields: ReadonlyMap<string, readonly string[]>;
  /** What is kept for a feature, by the words for it: "orders" for "shopping cart", "" for what every app has. */
  capabilities: ReadonlyMap<string, string>;
  /** English words that are one letter off from a thing's name. */
  notMistyped: ReadonlySet<string>;
  /** The sort that a noun is of, with its fields, by the noun: a "towel" is a thing. */
  sorts: ReadonlyMap<string, { name: string; fields: readonly string[] }>;
  /** The words by one of which a text tells that its nouns mean a thing, by the thing's name. */
  scenes: ReadonlyMap<string, readonly string[]>;
  /** Things by the key of each of their names, the likeliest first. */
  byName: ReadonlyMap<string, readonly Thing[]>;
  /** Quiet things by the key of each of their names, in the order of their files: what a table holds that a sentence has made of such a noun. */
  quiet: ReadonlyMap<string, readonly Thing[]>;
  /** Things by the names that mean them in their scene only. */
  scened: ReadonlyMap<string, readonly Thing[]>;
};

function readAttributes() {
  const { types, options, asked, descriptive, de } = read(schemas.attributes, "attributes.json");
  const attributes = new Map<string, Inferred>();
  const dropdowns = new Map<string, string[]>();
  for (const [type, groups] of Object.entries(types))
    for (const noun of groups.flatMap((group) => group.split(",")))
      attributes.set(wordKey(noun), { type: type as FieldType });
  for (const [nouns, values] of Object.entries({ ...options, ...asked })) {
    const inferred: Inferred = values.startsWith("[")
      ? { type: "options", options: parseOptions(values.slice(1, -1), ",") }
      : { type: "option", options: parseOptions(values, "|") };
    for (const key of nouns.split(",").map(wordKey)) {
      // A size is a number unless somebody asks for a choice.
      if (!attributes.has(key)) attributes.set(key, inferred);
      if (inferred.type === "option")
        dropdowns.set(
          key,
          inferred.options!.map(({ value }) => value),
        );
    }
  }
  const pairs = Object.entries(de).flatMap(([german, english]) =>
    german.split(",").flatMap((word) => keysOf(word).map((key) => [key, english] as const)),
  );
  const keys = (lists: string[]) => new Set(lists.flatMap((nouns) => nouns.split(",").map(wordKey)));
  return {
    attributes,
    dropdowns,
    choices: keys(Object.keys(options)),
    descriptive: keys(descriptive),
    translations: new Map(pairs),
    germanFields: new Map(
      Object.entries(de)
        .toReversed()
        .map(([german, english]) => [english, german.split(",")[0]!] as const),
    ),
  };
}

/** German puts its nouns together: "Kaufpreis" is a "Preis". */
function inEnglish(translations: Words["translations"], key: string): string | undefined {
  if (translations.has(key)) return translations.get(key);
  for (let from = 1; key.length - from > 4; from++) {
    const end = translations.get(key.slice(from));
    if (end !== undefined) return end;
  }
  return undefined;
}

/** By the whole name, else by its last words: "unit price" is a "price". */
function findNoun(attributes: Words["attributes"], key: string): Inferred | undefined {
  const parts = key.split(" ");
  for (let from = 0; from < parts.length; from++)
    for (const part of numberKeys(parts.slice(from).join(" "))) {
      const found = attributes.get(part);
      if (found) return found;
    }
  return undefined;
}

const figures = ["integer", "number", "money", "percent", "time"];

/** "age from", "price up to": an end of a range holds what the range does, and "from" alone is a day. */
function rangeEnd(attributes: Words["attributes"], key: string): Inferred | undefined {
  const range = /^(.+?) (?:from|to|until|up to)$/.exec(key)?.[1];
  const found = range === undefined || attributes.has(key) ? undefined : findNoun(attributes, range);
  return found && figures.includes(found.type) ? found : undefined;
}

/** What a field noun holds, in English or German; text where nothing is known of it. */
function inferFrom({ attributes, translations }: Pick<Words, "attributes" | "translations">) {
  return (label: string): Inferred => {
    const key = wordKey(label);
    if (/^(is|has|was|can|needs) /.test(key)) return { type: "boolean" };
    const english = inEnglish(translations, key);
    return (
      rangeEnd(attributes, key) ??
      findNoun(attributes, key) ??
      (/^[a-z]+(?:ed|ght|ld|en|nt) on$|^[a-z ]+(?:t|en) am$/.test(key) ? { type: "date" as const } : undefined) ??
      (english ? findNoun(attributes, wordKey(english)) : undefined) ?? { type: "text" }
    );
  };
}

/** "Deal": "Contact, Company" as lists. */
const listsOf = (lines: Record<string, string>) =>
  new Map(Object.entries(lines).map(([name, list]) => [name, list.split(",").map((one) => one.trim())]));

function readWords(): Words {
  const nouns = readAttributes();
  const infer = inferFrom(nouns);
  const thingsIn = (name: string) =>
    filesOf(name).flatMap((path) => read(schemas.things, path).map((data) => readThing(data, infer)));
  const loud = new Map(thingsIn("things").map((thing) => [thing.name, thing]));
  const quiet = thingsIn("quiet");
  const verbs = filesOf("verbs").map((path) => read(schemas.verbs, path));
  const roles = Object.entries(read(schemas.roles, "roles.json"));
  const kinds = filesOf("kinds").flatMap((path) => read(schemas.kinds, path));
  const falseFriends = new Set(read(schemas.falseFriends, "false-friends.json"));
  const byName = indexNames(loud, falseFriends);
  return {
    things: new Map([...loud, ...quiet.map((thing) => [thing.name, thing] as const)]),
    kinds,
    kindPhrases: indexPhrases(kinds, byName),
    recordVerbs: verbs.flatMap(({ records }) => records),
    stateVerbs: verbs.flatMap(({ states }) => states),
    interfaceVerbs: verbs.flatMap((file) => file.interface),
    havingVerbs: verbs.flatMap(({ having }) => having),
    features: filesOf("features").flatMap((path) => read(schemas.features, path)),
    colors: colorWords,
    roles: new Map(roles.flatMap(([role, phrases]) => phrases.map((phrase) => [wordKey(phrase), role as ColorRole]))),
    ...nouns,
    belongs: listsOf(read(schemas.belongs, "belongs.json")),
    ...headsIn(read(schemas.heads, "heads.json")),
    asks: listsOf(read(schemas.asks, "asks.json")),
    german: listsOf(read(schemas.german, "german.json")),
    beyond: listsOf(read(schemas.beyond, "beyond.json")),
    noFields: listsOf(read(schemas.noFields, "no-fields.json")),
    said: listsOf(read(schemas.said, "said.json")),
    alike: listsOf(read(schemas.alike, "alike.json")),
    sameFields: listsOf(read(schemas.alike, "same-fields.json")),
    opposites: listsOf(read(schemas.opposites, "opposites.json")),
    capabilities: new Map(
      Object.entries(read(schemas.capabilities, "capabilities.json")).flatMap(([kept, groups]) =>
        groups.flatMap((group) => group.split(", ").map((words) => [words, kept] as const)),
      ),
    ),
    notMistyped: new Set(read(schemas.notMistyped, "not-mistyped.json")),
    sorts: sortsIn(read(schemas.sorts, "sorts.json")),
    scenes: listsOf(read(schemas.scenes, "scenes.json")),
    byName,
    quiet: quietNames(quiet, falseFriends),
    scened: sceneNames([...loud.values(), ...quiet]),
  };
}

const headsIn = ({ of, whole, alone }: z.infer<typeof schemas.heads>) => ({
  heads: new Map(
    [of, whole].flatMap((names) =>
      Object.entries(names).map(([word, name]) => [word, { name, isOf: names === of }] as const),
    ),
  ),
  usedAlone: new Set(alone.split(" ")),
});

const sortsIn = ({ fields, nouns }: z.infer<typeof schemas.sorts>) =>
  new Map(
    Object.entries(nouns).flatMap(([sort, words]) =>
      words.split(" ").map((word) => [word, { name: sort, fields: fields[sort]! }] as const),
    ),
  );

let loaded: Words | undefined;

/** The domain data, read once. @throws where a file does not fit its schema, naming the place */
export const loadWords = (): Words => (loaded ??= readWords());

/** What a field noun holds: { type: "money" } for "unit price"; text where nothing is known. */
export const typeOf = (label: string): Inferred => inferFrom(loadWords())(label);

/** The options of a dropdown that was asked for without any, by the whole noun: "meal choice". Null where none are usual. */
export const askedOptions = (noun: string) => loadWords().dropdowns.get(wordKey(noun)) ?? null;

/** The options of a field whose noun is a choice by itself: "priority". Null for others. */
export const usualOptions = (noun: string) => (loadWords().choices.has(wordKey(noun)) ? askedOptions(noun) : null);

/** Whether texts of a field describe rows rather than name them: "city", "table numbers", "rack position". */
export const isDescriptive = (noun: string) =>
  [noun, wordKey(noun).split(" ").at(-1)!].flatMap(numberKeys).some((key) => loadWords().descriptive.has(key));
