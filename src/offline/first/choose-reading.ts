import "server-only";
import type { AppModel, Entity, Property } from "../model/app-model";
import { isPlural, singular, wordsOf } from "../language/inflect";
import { isPersonTable, kindsNamed, knownAs } from "../lexicon/known";
import { isSomebody } from "../lexicon/nouns";
import { isAttribute } from "../lexicon/lexicon";
import { loadWords } from "../words/load";
import { wordKey } from "../words/word-key";
import type { Draft } from "../draft/draft";
import { plainlyIn } from "../learned/descriptions/owners/flat-lists";

/** Words that are in no name of a table: how many, which, when, and pieces of phrasal verbs. */
const noName =
  /^(?:each|every|two|three|four|five|up|out|all|any|some|per|of|to|is|are|who|what|when|one|also|then|their|its|last|first)$/;

/** Points for what wrong readings have in common, fitted to the cases of tests/offline/corpus that only one of the readers reads right. */
const weight = {
  doubt: 1,
  sure: -1,
  strangeName: 8,
  longName: 4,
  alone: 2,
  unlikely: 3,
  sentence: 2,
  ofKind: -1,
  strange: 2,
  place: 4,
  options: -2,
  plural: -2,
  unmet: 6,
  onlyPeople: 6,
  echo: 5,
  listed: 2,
  scattered: 2,
  unchosen: 3,
  replaced: 3,
};
const doubtsMax = 12;

/** Where an app is used, or all of its rows under one name: no rows themselves. */
const place =
  /(?:shop|store|club|studio|salon|agency|office|school|clinic|company|firm|business|theatre|theater|cinema|practice|gym|bakery|hotel|museum|church|journal|diary|logbook|catalog(?:ue)?|inventory|register|directory|archive|stock)$/;

const scatteredMax = 4;

const doing =
  /^(?:send|see|get|know|need|want|mark|ask|tell|keep|give|make|let|has|have|can|must|should|add|enter|browse|choose|select|create|edit|delete|remove|manage|submit|show|find|use|save|set|write|say|decide|take|put|belong|search)$/;

type Said = { words: ReadonlySet<string>; plurals: ReadonlySet<string> };

function saidIn(message: string): Said {
  const words = wordsOf(message.toLowerCase());
  return {
    words: new Set(words.flatMap((word) => [word, singular(word)])),
    plurals: new Set(words.filter((word) => isPlural(word)).map(singular)),
  };
}

/** Adjectives that make no name long. */
const adjective = /^(?:custom|special|open|late|weekly|daily|monthly|annual|personal|private|public)$/;
const partsOf = (name: string) =>
  wordsOf(name)
    .map((word) => word.toLowerCase())
    .filter((word) => !adjective.test(word));

/** Whether the table's name is one that nobody gives: a piece of a sentence, or a word that the message has no plural of and we do not know. */
function pointsOfName({ name }: Entity, isKnown: boolean, isAlone: boolean, { words, plurals }: Said): number {
  const parts = partsOf(name);
  const last = singular(parts.at(-1) ?? "");
  // A "follow-up task" is a task.
  return (
    (parts.some((part) => noName.test(part) && !(isKnown && part === "up")) ||
    // A set of an exercise is a known thing.
    (!isKnown && (doing.test(parts[0] ?? "") || doing.test(last)))
      ? weight.strangeName
      : 0) +
    (parts.length > 2 ? weight.longName : 0) +
    (place.test(last) && !plurals.has(last) ? weight.place : 0) +
    (!isKnown && words.has(last) && !plurals.has(last) ? weight.unlikely : 0) +
    (words.has(last) || (isAlone && isEntryOf(parts, words)) ? 0 : isAlone ? weight.strange : weight.ofKind)
  );
}

/** "journal entries" of a journal. */
const isEntryOf = (parts: string[], words: ReadonlySet<string>): boolean =>
  parts.length > 1 &&
  /^(?:entry|item)$/.test(parts.at(-1)!) &&
  parts[0] !== "stock" &&
  words.has(singular(parts.at(-2)!));

/** "monthly bills" as a line of text: rows that people list are no words of another row. */
const isListAsText = (name: string, value: Property, { plurals }: Said): boolean => {
  const noun = wordsOf(name).join(" ");
  const last = noun.split(" ").at(-1)!;
  const isText = value.type === "string" && !value.enum && !value.format && !value["x-reference"];
  return (
    isText &&
    isPlural(last) &&
    plurals.has(singular(last)) &&
    knownAs(last) !== null &&
    !isAttribute(noun) &&
    !isAttribute(last)
  );
};

function pointsOfFields({ properties }: Entity, said: Said): number {
  const { words } = said;
  let points = 0;
  for (const [name, value] of Object.entries(properties)) {
    const parts = partsOf(name);
    if (!parts.every((part) => words.has(part))) continue;
    if (value.enum) points += weight.options;
    if (isListAsText(name, value, said)) points += weight.listed;
    // "prices where visitors …": a field has the beginning of the next clause in its name.
    if (/_(?:where|which|who|that|so|and)$/.test(name)) points += weight.sentence;
    // "send invoice monthly": what is done is no field.
    if (parts.length > 1 && doing.test(parts[0]!)) points += weight.sentence;
    if (parts.length > 2 && !value["x-reference"]) points += weight.sentence;
  }
  return points;
}

/** Plurals of the message that are tables, or options of one: what people list, they keep. */
const pluralsKept = ({ entities }: AppModel, { plurals }: Said): number => {
  const options = entities.flatMap(({ properties }) =>
    Object.values(properties).flatMap((value) => (value.enum ?? []).map(String)),
  );
  const parts = new Set([...entities.map(({ name }) => name), ...options].flatMap(partsOf).map(singular));
  return [...plurals].filter((word) => parts.has(word)).length;
};

/** What people are said to do with what is offered to them, and the tables that remember it. */
const dealings: [RegExp, RegExp][] = [
  [/^(?:order|preorder|pre-order)s?$/, /Order|Request/],
  [
    /^(?:book|reserve)s?$/,
    /Book|Reserv|Appointment|Visit|Stay|Lesson|Session|Meeting|Slot|Rental|Ticket|Viewing|Enrol|Regist/,
  ],
  [/^(?:rent|hire)s?$/, /Rent|Hire|Book|Lease/],
  [/^(?:borrow)s?$/, /Loan|Lend|Check|Borrow/],
  [/^(?:vote)s?$/, /Vote|Poll|Ballot/],
];
const dealt =
  /\b(?:customers?|clients?|guests?|people|members?|parents?|users?|visitors?|neighbou?rs?|students?|they|families|everyone|anyone|teams?) (?:(?:can|could|should|may|must|will|to|want to|be able to|also|then|online) )*([a-z-]+)\b/gi;

/** How many of them nothing remembers. */
function dealingsUnmet({ entities }: AppModel, message: string): number {
  const said = new Set([...message.matchAll(dealt)].map(([, verb = ""]) => verb.toLowerCase()));
  return dealings.filter(
    ([verb, kept]) => [...said].some((one) => verb.test(one)) && !entities.some(({ name }) => kept.test(name)),
  ).length;
}

const peopleKept = ["network", "directory", "register", "database", "list"];
/** "I run a food truck and want customers to see where I am": customers alone, of whom nothing is told. */
const isOnlyPeople = ({ entities }: AppModel, { words }: Said): boolean =>
  !peopleKept.some((word) => words.has(word)) &&
  entities.every(
    (entity) =>
      isPersonTable(entity) &&
      !Object.keys(entity.properties).some((name) => partsOf(name).every((part) => words.has(part))),
  );

/** Of quiet things nothing was known while the message was read. */
function isKnown(name: string | undefined): boolean {
  quiet ??= new Set([...loadWords().quiet.values()].flat().map((thing) => thing.name));
  return name !== undefined && !quiet.has(name);
}
let quiet: ReadonlySet<string> | undefined;

/** The words of a message without the names of kinds of apps that one of the tables is kept in: what "job" is beside a "job application tracker". */
function wordsBesideKind({ things }: Draft, message: string): ReadonlySet<string> | null {
  const kept = Object.values(things);
  const named = kindsNamed(message).filter(({ kind, phrase }) => phrase.includes(" ") && kept.includes(kind.central));
  if (named.length === 0) return null;
  const beside = named.reduce((text, { phrase }) => text.replaceAll(` ${phrase} `, " "), ` ${wordKey(message)} `);
  return new Set(wordsOf(beside).flatMap((word) => [word, singular(word)]));
}

/** Tables that go by words of the kind's name alone, which its own rows answer to: jobs beside the applications of a "job application tracker". */
function echoes(draft: Draft, message: string): number {
  const beside = draft.model.entities.length > 1 ? wordsBesideKind(draft, message) : null;
  if (!beside) return 0;
  const { words } = saidIn(message);
  const ofKind = new Set(kindsNamed(message).flatMap(({ kind }) => kind.things));
  return draft.model.entities.filter((entity) => {
    const thing = draft.things[entity.name] ?? "";
    if (isPersonTable(entity) || ofKind.has(thing)) return false;
    const others = (loadWords().things.get(thing)?.synonyms ?? []).filter((name) => !name.includes(" "));
    const heard = [entity.name, ...others]
      .map(partsOf)
      .filter((parts) => parts.length > 0 && parts.every((part) => words.has(part)));
    return heard.length > 0 && heard.every((parts) => !beside.has(singular(parts.at(-1)!)));
  }).length;
}

/** How many fields of a list in the message are not in the table that it tells of: lost, or taken for those of another. */
function scattered({ entities }: AppModel, message: string): number {
  const tables = entities.map(({ name, properties }) => ({
    last: singular(partsOf(name).at(-1) ?? ""),
    words: new Set(Object.keys(properties).flatMap((field) => wordsOf(field).map(singular))),
  }));
  return plainlyIn(message).lists.reduce((sum, { head, items }) => {
    const named = tables.filter(({ last }) => last === head);
    const kept = (named.length > 0 ? named : tables).map(
      ({ words }) => items.filter((item) => item.some((word) => words.has(word))).length,
    );
    return sum + Math.min(scatteredMax, items.length - Math.max(0, ...kept));
  }, 0);
}

/** How many fields have not the options that the message gives them beyond doubt. */
export function unchosen({ entities }: AppModel, message: string): number {
  const all = entities.flatMap(({ properties }) =>
    Object.values(properties).flatMap((value) => {
      const options = value.enum ?? value.items?.enum;
      return options ? [options.map((option) => String(option).toLowerCase())] : [];
    }),
  );
  return plainlyIn(message).choices.filter(
    (said) => !all.some((options) => said.every((option) => options.includes(option))),
  ).length;
}

/** Whether people of whom the message speaks have no rows, while others of whom it does not have some: clients in place of "my freelancers". */
function replacesPeople({ model: { entities }, things }: Draft, { words, plurals }: Said): boolean {
  const lasts = entities.map(({ name }) => singular(partsOf(name).at(-1) ?? ""));
  const leftOut = [...plurals].filter((noun) => isSomebody(noun) && !lasts.includes(noun));
  // "Readers" are the borrowers of a library.
  const answers = ({ name }: Entity) => {
    const thing = loadWords().things.get(things[name] ?? "");
    return thing ? [thing.name.toLowerCase(), ...thing.synonyms] : [];
  };
  const isUnsaid = (entity: Entity, at: number) =>
    isPersonTable(entity) && !words.has(lasts[at]!) && !answers(entity).some((noun) => leftOut.includes(noun));
  return leftOut.length > 0 && entities.some(isUnsaid);
}

/** How little a reading of a message looks like a right one, in points; less is better. */
export function strangenessOf(draft: Draft, message: string): number {
  const { model, things, doubts } = draft;
  const said = saidIn(message);
  const isAlone = model.entities.length === 1;
  const own = model.entities.reduce(
    (sum, entity) =>
      sum + pointsOfName(entity, isKnown(things[entity.name]), isAlone, said) + pointsOfFields(entity, said),
    0,
  );
  return (
    own +
    weight.doubt * Math.min(doubts, doubtsMax) +
    (doubts === 0 ? weight.sure : 0) +
    (isAlone ? weight.alone : 0) +
    weight.plural * pluralsKept(model, said) +
    weight.unmet * dealingsUnmet(model, message) +
    (isOnlyPeople(model, said) ? weight.onlyPeople : 0) +
    (replacesPeople(draft, said) ? weight.replaced : 0) +
    weight.echo * echoes(draft, message) +
    weight.scattered * scattered(model, message) +
    weight.unchosen * unchosen(model, message)
  );
}

/**
 * Whether a table's name is one that people give: no piece of a sentence, and no place where all rows are.
 * @param thing what the table keeps, where that was told by something else than its name
 */
export function isLikelyName({ name }: Entity, message: string, thing?: string): boolean {
  const last = singular(wordsOf(name).at(-1) ?? "").toLowerCase();
  const { words, plurals } = saidIn(message);
  return (
    (words.has(last) || isKnown(thing)) &&
    !wordsOf(name).some((part) => part.length === 1 || noName.test(part.toLowerCase())) &&
    partsOf(name).length < 3 &&
    (!place.test(last) || plurals.has(last))
  );
}
