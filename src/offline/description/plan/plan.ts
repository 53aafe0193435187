import "server-only";
import type { Entity } from "../../model/app-model";
import { isPlural, plural, singular } from "../../language/inflect";
import type { FieldSpec } from "../../model/field-kinds";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import type { Feature, RecordVerb } from "../../words/schema";
import { isServedPerson, isSomebody } from "../../lexicon/nouns";
import { amongOf, isAllSaid } from "./app-kind";
import { type Kind, type Known, knownNamed, inScene } from "../../lexicon/known";
import type { Noun } from "../../lexicon/phrases";
import { tableNoun } from "./table-names";

/** A table that the sentences ask for, before its fields are settled. */
export type PlannedTable = {
  /** In the singular, in the person's words: "client". */
  noun: string;
  thing?: Known;
  /** Other nouns that were said of it. */
  called?: string[];
  /** The verb whose doing it keeps, with what is done and by whom. */
  act?: RecordVerb;
  /** Fields as they were said. */
  said: string[];
  /** Fields that questions ask for: "who has it". */
  asked?: FieldSpec[];
  /** A list in brackets or after a colon is all that there is. */
  isExact: boolean;
  links: { to: PlannedTable; label?: string }[];
  features: Feature[];
  /** The thing of the kind whose part it takes: the paintings of a shop are its products. */
  takesPartOf?: string;
  /** Named by the kind of app alone: the first mention gives it its name. */
  isAssumed?: boolean;
};

/** A planned table with the entity that was made of it. */
export type Made = { table: PlannedTable; entity: Entity };

/** What the sentences of a description ask for, as it is collected. */
export type Plan = {
  kind?: Kind;
  /** The words that named the kind: "recipe book". */
  phrase: string;
  /** Things of the scene and of the kind, which a noun means before all others. */
  among: readonly string[];
  tables: PlannedTable[];
  /** Nouns that must not become tables: "no sponsors". */
  refused: string[];
  /** Fields of what the app is about, said before it was named: "a watchlist with genres". */
  pending: string[];
  /** Fields by which rows are to be filtered or sorted. */
  sortedBy: string[];
  /** Questions that wait for the table that they are about. */
  pendingAsked: FieldSpec[];
  /** What waits for the rest of a sentence to be read. */
  after: (() => void)[];
  /** Nouns that were only looked at or picked; the first is what the app is about where nothing else is. */
  faint: Noun[];
  /** Verbs whose doing the app remembers. */
  heard: Set<string>;
  /** The whole description, as a key of words between spaces. */
  text: string;
  /** The table spoken of last. */
  last?: PlannedTable;
  /** The table whose fields were spelled out last. */
  owner?: PlannedTable;
};

export const createPlan = (kind: Kind | undefined, phrase = "", text = ""): Plan => ({
  ...(kind ? { kind } : {}),
  phrase: wordKey(phrase),
  among: [...inScene(text), ...amongOf(kind)],
  tables: [],
  refused: [],
  pending: [],
  pendingAsked: [],
  sortedBy: [],
  after: [],
  faint: [],

  heard: new Set(),
  text: ` ${wordKey(text)} `,
});

/** The table that goes by a noun: "requests" are the vacation requests that were named before. */
const sameTable = ({ tables }: Plan, noun: string, thing: Known | undefined) =>
  tables.find((table) => table.noun === noun || table.called?.includes(noun)) ??
  (thing ? tables.find((table) => table.thing?.name === thing.name) : undefined) ??
  (noun.includes(" ")
    ? undefined
    : tables.find(
        (table) => [table.noun, ...(table.called ?? [])].some((one) => one.endsWith(` ${noun}`)) && !table.isAssumed,
      )) ??
  (reserved.test(noun)
    ? tables.find((table) => reserved.test(table.noun) || isReserved.test(table.thing?.name ?? ""))
    : undefined);

/** Whoever books an appointment sees it among the bookings. */
const reserved = /^(?:booking|appointment|reservation)$/;
const isReserved = / (?:booking|appointment|reservation)$/i;
const bookingsOf = ({ tables }: Plan, { name }: Known) =>
  isReserved.test(name) ? tables.find(({ noun, said }) => reserved.test(noun) && said.length === 0) : undefined;

const saysMore = (noun: string, { name }: Known, { text }: Plan) =>
  (text.includes(` ${noun} `) || text.includes(` ${plural(noun)} `)) &&
  noun.includes(" ") &&
  noun.split(" ").at(-1) === wordKey(name).split(" ").at(-1);

/** The table of a noun: the one that stands, under whichever name, or a new one. */
export function planTable(plan: Plan, noun: string, thing: Known | undefined): PlannedTable {
  const name = tableNoun(noun, thing);
  const existing = sameTable(plan, name, thing);
  if (existing?.isAssumed) {
    existing.noun = name;
    existing.isAssumed = false;
  }
  if (existing && thing) callBy(plan, existing, name);
  if (existing) return existing;
  const booked = thing && plan.among.includes(thing.name) ? bookingsOf(plan, thing) : undefined;
  // What is booked at a dog groomer's are grooming appointments.
  if (booked) return Object.assign(booked, { thing });
  const added = { noun: name, ...(thing ? { thing } : {}), said: [], isExact: false, links: [], features: [] };
  plan.tables.push(added);
  return added;
}

/** Another noun for a table that stands: "vacation requests" say more than "vacations", where both mean the same. */
export function callBy(plan: Plan, table: PlannedTable, noun: string): void {
  if (noun === table.noun) return;
  if (table.thing && !table.act && table.said.length === 0 && saysMore(noun, table.thing, plan)) {
    table.called = [...(table.called ?? []), table.noun];
    table.noun = noun;
  } else table.called = [...(table.called ?? []), noun];
}

export function refuse(plan: Plan, noun: string): void {
  plan.refused.push(singular(noun).toLowerCase());
}

export const centralOf = ({ kind }: Plan): Known | null => (kind ? knownNamed(kind.central) : null);

const collective = /^(?:journal|diary|log|list|board|tracker|planner|set|gallery|training|menu|stock|inventory)$/;

/** What the person calls a thing of the kind: "equipment" for assets, "booking" for the registrations of an "event booking". */
export function nameIn({ text, kind, phrase }: Plan, { name, kind: sort }: Known): string {
  const called = kind?.names?.[name];
  if (called) return called;
  if (name === "Employee") {
    // "shifts for our nurses": who works there is said.
    const who = / (?:for|of) (?:my|our) ([a-z]+) /.exec(text)?.[1] ?? "";
    if (isPlural(who) && isSomebody(singular(who)) && !isServedPerson(singular(who))) return singular(who);
  }
  const synonyms = (loadWords().things.get(name)?.synonyms ?? []).map((one) => singular(wordKey(one)));
  if (synonyms.includes(phrase) && /(?:booking|reservation|registration|appointment|sign up|checkout)$/.test(phrase))
    return phrase.endsWith("sign up") ? "sign up" : phrase.split(" ").at(-1)!;
  if (phrase.endsWith("rsvp") && !text.includes(" event rsvp ") && synonyms.includes("rsvp")) return "rsvp";
  const last = wordKey(name).split(" ").at(-1)!;
  const names = [singular(wordKey(name)), ...synonyms, ...(name.includes(" ") && sort === "place" ? [last] : [])];
  const isSaid = (one: string) =>
    [one, plural(one)].some((word) =>
      new RegExp(` ${word} (?!(?:app|system|tool|site|website|platform|software|page|portal)\\b)`).test(text),
    );
  const said = names
    .filter((one) => !collective.test(one.split(" ").at(-1)!) && isSaid(one))
    .filter(
      (one) =>
        !` ${phrase} `.includes(` ${one} `) ||
        // "laptop inventory", "applicant tracking", and nothing else: of those.
        (isAllSaid(text, phrase) && (sort === "item" || sort === "person")) ||
        (one === phrase && sort === "item") ||
        (name === kind?.central && new RegExp(` ${one} (?:diary|log|journal|tracker) `).test(text)),
    )
    .filter((one) => phrase === "" || !one.startsWith(`${phrase} `))
    .sort((left, right) => right.length - left.length)[0];
  return said ?? name;
}
