import "server-only";
import { plural, singular, wordsOf } from "../../language/inflect";
import { knownAs } from "../../lexicon/known";
import { recordVerbOf } from "../../lexicon/lexicon";
import { isSomebody } from "../../lexicon/nouns";
import { briefs } from "../../words/briefs";
import { loadWords } from "../../words/load";
import { beforeDeed } from "../wishes/before-deed";
import { deedsOfStrangers } from "../wishes/strangers";
import { removeTable } from "./kindred";
import type { Plan, PlannedTable } from "./plan";

/** `isHeard`: its words are understood all the same. `isOfRules`: of what was learned it is no reason, as a reading that takes an owner for a table is likely wrong in more. */
type Reason = {
  name: string;
  isGone: (table: PlannedTable, plan: Plan, message: string) => boolean;
  isHeard?: boolean;
  isOfRules?: boolean;
};

/** Pronouns, amounts, and words that only fill a sentence. */
const noThing =
  /(?:^| )(?:\d+|themsel(?:f|ves)|(?:him|her|it|my|your)self|ourselves|each other|(?:some|any|every|no)(?:one|body|thing)|what(?:ever|soever)|whoever|regard|etwas|brauche?|ich|wir|wer|wann|wem|wen|whom|bitte|them|ones|whose|st|nd|rd|th|lads?|lass(?:es)?|blokes?|folks?|gang)(?: |$)/;
/** "Wer fährt wann": a question that was not understood, and no rows even where there is nothing else. */
const asking = /(?:^| )(?:wer|wann|wem|wen|whose|whom)(?: |$)/;
/** When something is: rows only where the message says what they hold ("evenings with who came"). */
const time =
  /^(?:rota )?(?:morning|afternoon|evening|noon|midday|weekday|weekend|(?:mon|tues|wednes|thurs|fri|satur|sun)day)$/;

/** "time tracking for my writing": the time that is tracked is in the entries, and no result of a race. */
const isTime = ({ noun, said }: PlannedTable, { text }: Plan): boolean =>
  said.length === 0 && (time.test(noun) || (noun === "time" && / (?:time track|track (?:my |our )?time )/.test(text)));

/** "visitors book a tour": of those who use a site there are no rows, unless something is said of them. */
const isVisitor = ({ noun, said }: PlannedTable, { text }: Plan, message: string): boolean =>
  /^(?:visitor|user)$/.test(noun) &&
  said.length === 0 &&
  (/ (?:web ?site|website|site|home ?page|web ?page) /.test(text) || deedsOfStrangers(message).length > 0);

/** "Hall hire for our village. Halls: name, seats. Bookings: …": what the app is for names it, and is no table where all others have lists of fields. */
function isTitle({ said, noun, act }: PlannedTable, { tables }: Plan, message: string): boolean {
  const title = wordsOf(/^[^.:!?\n]*/.exec(message.toLowerCase())![0])
    .map(singular)
    .join(" ");
  const spelled = tables.filter((table) => table.said.length > 0).length;
  const isNamed = noun.includes(" ") && title.replace(/^(?:an?|the|our|my) /, "").startsWith(noun);
  // "a stamp exchange where collectors offer stamps (country, year)": there is one exchange.
  const isOne = tables.length > 2 && !wordsOf(message.toLowerCase()).includes(plural(noun.split(" ").at(-1)!));
  const isSpelled = isOne
    ? tables.some((table) => table.said.length > 1)
    : spelled > 1 && spelled === tables.length - 1;
  return said.length === 0 && !act && isNamed && isSpelled;
}

/** "a community for amateur astronomers": who meets there signs in, and is no list that somebody keeps. */
function isCircle({ noun, said }: PlannedTable, { text }: Plan): boolean {
  if (said.length === 0 && amongThem.exec(text)?.[1] === plural(noun)) return true;
  const [, who] = circle.exec(text) ?? [];
  return (
    said.length === 0 &&
    isSomebody(noun.split(" ").at(-1)!) &&
    ` ${who?.split(/ (?:in|where|with|who|to|and) /)[0]} `.includes(` ${plural(noun)} `)
  );
}
const circle =
  / (?:community|forum|message board|social network|network) (?:for|of) (?:(?:the|my|our|all) )*((?:[a-z]+ ){1,4})/;

/** "ticket shop for a small theatre", "job board for nonprofits": whose the app is, of which it keeps no rows. */
function isOwner({ noun, said, thing, act, links }: PlannedTable, { text, kind, tables }: Plan): boolean {
  const sort = loadWords().sorts.get(noun)?.name ?? thing?.kind;
  if (tables.length < 2) return false;
  if (said.length > 0 || act || links.length > 0 || !/^(?:place|organization|person)$/.test(sort ?? "person"))
    return false;
  const many = plural(noun);
  const isGroup = kind !== undefined && sort === "organization";
  const owners = [
    // "a hire is for a customer": of those there are many.
    ...(thing?.kind === "person" ? [] : [`${ofHouse}${noun}`]),
    ...(isGroup ? [` for ${many}`] : []),
  ];
  const rest = owners.reduce((left, owner) => left.replace(new RegExp(`${owner}(?= )`), ""), text);
  return rest !== text && !new RegExp(` (?:${noun}|${many}) `).test(rest);
}
/** One place, group or person. */
const ofHouse =
  " (?:for an?|(?:for|of|at|in) (?:our|my)) (?:(?:small|little|local|tiny|big|large|new|old|family|private|public) )*";

/** "a league between friends". */
const amongThem = / (?:between|among|amongst) (friends|colleagues|neighbou?rs|mates|coworkers) /;

const about =
  / (?:complaints?|questions?|feedback|reports?|suggestions?|messages?|tips|tickets?|requests?) (?:(?:from|of|by) (?:[a-z]+ ){1,2})?about ((?:(?!with |where |and (?:their|who|we|a) )[a-z]+ ){1,6})/;

/** "complaints about potholes and street lights": what they are about is told in each. */
function isTopic({ noun }: PlannedTable, { text }: Plan): boolean {
  const topic = ` ${plural(noun)} `;
  return ` ${about.exec(text)?.[1] ?? ""}`.includes(topic) && text.split(topic).length === 2;
}

/** "statuses: under review, planned": where rows stand is a field of theirs, and no table. */
function isState({ noun, said, links }: PlannedTable, plan: Plan): boolean {
  if (!/^(?:status|state|stage|phase)$/.test(noun) || links.length > 0 || said.length > 2) return false;
  if (!said.every((phrase) => phrase.split(/[ :(]/)[0]!.replace(/s$/, "") === noun.replace(/s$/, ""))) return false;
  const about = plan.tables.find((table) => table.noun !== noun && table.thing?.kind !== "person" && !table.act);
  about?.said.push(...said.filter((phrase) => /[/:(]/.test(phrase)));
  return about !== undefined;
}

/** "everybody can see it without an account": how people come in, and nothing that is kept. */
const isWayIn = ({ noun, said }: PlannedTable, { text }: Plan): boolean =>
  said.length === 0 &&
  new RegExp(` (?:without|no need for|don t need) (?:an |any |a )?${noun}s? `).test(text) &&
  /^(?:account|login|password|registration)$/.test(noun);

/** "see their current loans": which ones. */
const isAdjective = ({ noun, said, thing }: PlannedTable): boolean =>
  said.length === 0 && !thing && briefs().told.has(noun);

/** "record returns": a verb wherever it is written, and no rows. */
function isVerb({ noun, said, act }: PlannedTable, _: Plan, message: string): boolean {
  if (act || said.length > 0 || !briefs().kept.has(noun) || recordVerbOf(noun)?.makes.toLowerCase() === noun)
    return false;
  const all = message.match(new RegExp(`\\b${noun}s?\\b`, "gi")) ?? [];
  const done = message.match(
    new RegExp(`${beforeDeed}${noun}(?= (?:(?:an?|the|their|all|new) )*[a-z]+(?:s|ed)?\\b(?!,))`, "gi"),
  );
  return all.length > 0 && all.length === (done ?? []).length;
}

/** "tick off tasks before the big day": what the verb leaves elsewhere. */
function isElsewhere({ act, thing }: PlannedTable, { text }: Plan): boolean {
  const { among = [] } = act ?? loadWords().recordVerbs.find(({ makes }) => makes === thing?.name) ?? {};
  return among.length > 0 && !among.some((word) => text.includes(` ${word}`));
}

/** "a survey website with which shops ask": what is built. */
const isApp = ({ noun, said }: PlannedTable, { tables }: Plan): boolean =>
  said.length === 0 &&
  tables.length > 1 &&
  /(?:^| )(?:web ?site|app|dashboard|portal)$|^(?:shared )?calendar$/.test(noun);

/** "people update their own entry": the row that is there of them. */
const isOwnRow = ({ noun, said }: PlannedTable, { text }: Plan): boolean =>
  said.length === 0 && /^(?:entry|record|page|data)$/.test(noun) && text.includes(` their own ${noun} `);

/** Why what was read as a table is none. */
export const dropReasons: readonly Reason[] = [
  { name: "visitor", isGone: isVisitor },
  { name: "circle", isGone: isCircle, isHeard: true },
  { name: "owner", isGone: isOwner, isHeard: true, isOfRules: true },
  { name: "title", isGone: isTitle },
  { name: "no thing", isGone: ({ noun }) => noThing.test(noun) },
  { name: "time", isGone: isTime },
  { name: "topic", isGone: isTopic },
  { name: "state", isGone: isState },
  { name: "way in", isGone: isWayIn },
  { name: "adjective", isGone: isAdjective },
  { name: "verb", isGone: isVerb },
  { name: "app", isGone: isApp },
  { name: "own row", isGone: isOwnRow },
  { name: "elsewhere", isGone: isElsewhere },
];

/**
 * Drops the tables that a sentence was misread for, as long as something else is left to keep.
 * @param isRead the plan is by what was learned
 */
export function dropTables(plan: Plan, message: string, isRead = false): void {
  for (const { isGone, isHeard } of dropReasons.filter(({ isOfRules }) => !(isRead && isOfRules)))
    for (const table of plan.tables.slice())
      if (
        (plan.kind !== undefined || plan.tables.length > 1 || asking.test(table.noun)) &&
        isGone(table, plan, message)
      ) {
        removeTable(plan, table);
        if (isHeard) for (const word of wordsOf(plural(table.noun))) plan.heard.add(word);
      }
}

/** "film festival website: films, screenings": a brief lists all rows behind its title, which is no row itself. */
export function dropTitle(plan: Plan, sentence: string): void {
  const [title = "", list = ""] = sentence.toLowerCase().split(": ");
  const listed = list.split(/,| and /).map((noun) => singular(noun.trim()));
  for (const table of plan.tables.slice()) {
    const isTold =
      table.act !== undefined ||
      table.said.length > 0 ||
      listed.some((noun) => noun.endsWith(table.noun) || table.noun.endsWith(` ${noun}`));
    if (isTold || listed.length < 2 || plan.tables.length < 3 || !` ${title} `.includes(` ${table.noun} `)) continue;
    // "examination system: exams, questions": in the words of the list.
    const own = table.thing && listed.find((noun) => knownAs(noun, plan.among)?.name === table.thing?.name);
    if (own) table.noun = own;
    else removeTable(plan, table);
  }
}
