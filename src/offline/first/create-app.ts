import "server-only";
import type { Entity } from "../model/app-model";
import { isPlural, listed, plural, sentence, singular, wordsOf } from "../language/inflect";
import { type ClauseReader, type Draft, manyOf } from "../draft/draft";
import { isAddedByStrangers } from "../draft/rights";
import { isPersonTable, knownAs } from "../lexicon/known";
import { isPlainVerb } from "../lexicon/lexicon";
import { people } from "../lexicon/nouns";
import { splitClauses } from "../language/normalize";
import { modelHint } from "../draft/person";
import { isWhereUsed } from "../description/plan/app-kind";
import type { ToldTable } from "../description/told/fields";
import { readRoles } from "../look/roles";
import { loadWords } from "../words/load";
import { strangenessOf, unchosen } from "./choose-reading";
import type { GermanWord } from "../lexicon/german-in-english";
import { languageOf } from "../lexicon/other-languages";
import type { Customers } from "../description/wishes/customers";
import { readAccess } from "../access/read-access";
import type { Statement } from "../access/statement";
import { finishApp } from "./pages/finish-app";
import { tellOnce } from "./pages/open-up";
import { type FirstApp, readFirstApp } from "./first-app";

const appWords =
  /\b(?:app|application|tool|system|tracker|manager|management|website|site|platform|portal|crm|dashboard|planner|organi[sz]er|log|book|board|database|directory|list|help ?desk|blog|store|shop|software|inventory|catalog(?:ue)?|journal|library|diary)\b/i;
export const wish =
  /^(?:build|create|make|design|develop|generate|set up|an?|my|our|track|manage|organi[sz]e|keep track|simple|i (?:want|need)|we (?:want|need)|help me (?:track|manage)|(?:something|anything) (?:to|for))\b/i;
const descriptionMax = 4000;

/** "- Students: name, email", "Customers have a name": a person who lists tables wants those, and not what such apps usually have. */
const definesTable =
  /^(?:- )?(?:each |every |the |an? )?(?:[\w-]+ ){0,2}[\w-]+\s*(?::\s*\S|\(.+\)|\s(?:have|has|should have|contain|contains)\s)|^[A-Z][a-z]+s with\s/i;
/** "Repair cafe, once a month": what the app is for opens it, as a title. */
const titled =
  /^(?!(?:i|i'm|im|we|we're|hi|hello|hey|dear|please|can|could|for|my|our)\b)(?:[\w'-]+ ){0,3}[\w'-]+(?:,|:| -|$)/i;
const whoAsks =
  /^(?:i am|i'm|we are|we're|i run|we run|i own|we own|i have|we have)\s[^,.:]*?(?:,\s*|\s+(?:and|so)\s+)(?:i |we )?(?=(?:want|need|would like|am looking)\b)/i;

/** Apps that are no lists of records; a table called Weather would only pretend. */
const outOfReach =
  /\b(?:weather(?: forecasts?)?|chat|messaging|messenger|calculator|converter|timer|pomodoro|stopwatch|translator|chat ?bot|snake|tetris|chess|tic[- ]tac[- ]toe|video (?:call|chat|conferencing)|drawing|photo editor|music player|image generator)(?:\s+(?:app|application|tool|game|website|site|bot))?\s*$/i;

/** "implement a browser game in which a penguin jumps", "a mortgage calculator website": what is built is that, whatever its parts are called. */
const whole =
  /^(?:please )?(?:implement|build|create|make|develop|design|write|code)(?: me)? (?:an? )?((?:[\w-]+ ){0,3}?(?:(?:browser|memory|mobile|word|board|card|arcade|puzzle|platform|racing|shooting|video|computer|clicker|idle|guessing) game|(?:loan|mortgage|bmi|tax|tip|currency|calorie|interest|unit|age|scientific|savings|salary) (?:calculator|converter))(?: (?:web ?site|web ?page|app|application|tool|site|page))?)\b(?! (?:night|club|shop|store|collection|library|tracker|log|rental|tournament|score))/i;

/** What is played, streamed or drawn on, named anywhere in a description. */
const playable =
  /\b(?:(?:tetris|pac-?man|minesweeper|solitaire)\b(?! (?:club|tournament|league|team))|(?:racing|arcade|shooter|3d|multi-?player|jump and run) game\b|(?:chess|tetris|snake|sudoku|poker|card|arcade|platform|racing|puzzle|multi-?player|video|browser) games?\b(?! (?:night|club|tournament|league|shop|store|collection|library)s?\b)(?=.*\b(?:play|players|computer|real-?time|against)\b)|play against (?:the )?(?:computer|each other|ai)|(?:photo|image|video|music|audio) editor|like photoshop|video streaming|streaming (?:platform|service|app)|like (?:netflix|spotify|zoom|skype|whatsapp|instagram)|video (?:calls?|conferenc\w+)|screen sharing)/i;

/** What is asked for: its sentences in plain words, all of it (`said`), and as it was typed (`message`). */
export type Description = {
  sentences: string[];
  said: string;
  message: string;
  isNew: boolean;
  /** The words of a German message, as they were read. */
  words: GermanWord[];
  /** Who is said to use the app as a customer. */
  customers: Customers | null;
  /** Who may do what. */
  access: readonly Statement[];
  /** What a brief keeps that says all in functions and tasks. */
  told: readonly ToldTable[] | null;
  /** Whether a brief was written out as a list, which the rules read best. */
  isBrief: boolean;
};

/**
 * Makes an app of a description.
 * @param change reads what a description asks of the finished app: looks, rights, pages
 * @returns false where no app can be read from it; the draft is as before then
 */
export function createApp(
  { sentences, said, message, isNew, words: german, told: tables, isBrief, customers, access }: Description,
  draft: Draft,
  change: ClauseReader,
): boolean {
  // "A machine has a serial number" opens like a wish, too, but only the first sentence names the app so.
  const first = sentences.findIndex(
    (sentence, at) =>
      (wish.test(sentence) && (at === 0 || !/^(?:an?|my|our)\s/i.test(sentence))) ||
      // "Log of layers per well: from, to" is no app.
      (appWords.test(sentence) && (at === 0 || !/:\s/.test(sentence))),
  );
  const head = sentences[first === -1 || titled.test(sentences[0]!) ? 0 : first]!;
  if (/^(?:add|create) (?:an? )?(?:new )?(?:table|entity)\b/i.test(head)) return false;
  const others = sentences.filter((sentence) => sentence !== head);
  const defined = others.filter((sentence) => definesTable.test(sentence));
  const built = isNew ? whole.exec(said) : null;
  const beyond =
    built ??
    (isNew && defined.length === 0
      ? ((/[:,]/.test(head) ? null : outOfReach.exec(head)) ?? playable.exec(said))
      : null);
  if (beyond) {
    const what = (beyond[1] ?? beyond[0]).trim();
    const hint = /\b(?:calculator|converter)\b/i.test(what)
      ? "choose “AI tool” on your home page"
      : modelHint(draft.person);
    draft.skipped.push(
      `“${head}”: ${what} needs more than records and pages, which is all that I build. For that, ${hint}; or tell me what your app should keep.`,
    );
    return true;
  }
  if (said.length > descriptionMax * 4) return false;
  const ordered = [head, ...others].map((sentence) => sentence.replace(/^- /, "").replace(whoAsks, "I "));
  const words = new Set(wordsOf(message.toLowerCase()).map(singular));
  // Whoever spells out fields says of what.
  const isNamed = ({ name }: Entity) => words.has(lastOf(name));
  const build = (readAs: "rules" | "learned" | readonly ToldTable[]) => {
    const made = structuredClone(draft);
    const app = readFirstApp(ordered, made, message, readAs, isBrief);
    if (app) finishFirst(app, made, { said, isNew, words: german, customers, access }, change);
    return (
      app && {
        made,
        isSpelled: app.isSpelled && app.entities.length > 1,
        isOne: app.isSpelled && app.entities.length === 1,
        isPlausible: app.spelled.every(isNamed),
      }
    );
  };
  // A brief that says all in functions and tasks is read by those.
  const told = tables ? build(tables)?.made : undefined;
  if (told) {
    Object.assign(draft, told);
    return true;
  }
  const rules = build("rules");
  const byRules = rules?.made;
  const isBare = wordsOf(message).length < 4;
  const learned = isBare ? undefined : build("learned")?.made;
  // What the rules explain to the last word they read right in a bare name ("a journal"), in German, of which little was learned, and where each table is spelled out and none left out.
  const leftOut = rules && learned ? othersOf(rules.made, learned, message, false) : [];
  const isWorse = byRules && learned ? unchosen(byRules.model, message) > unchosen(learned.model, message) : false;
  const isWhole = !isWorse && rules?.isSpelled === true && leftOut.every((name) => isChoice(rules.made, name));
  // "Gardener: projects – client, lawn, offer sum": one table, and each word of the message is one of its fields.
  const isOneWhole =
    rules?.isOne === true &&
    rules.made.doubts === 0 &&
    isHeadedBy(rules.made, message) &&
    leftOut.every((name) => isFieldOf(rules.made, name));
  const isSure =
    (isBrief && byRules !== undefined) ||
    (byRules?.doubts === 0 && (isBare || isWhole || isOneWhole || languageOf(message) === "de"));
  const isExplained = rules?.isPlausible === true && (rules.made.doubts === 0 || rules.isSpelled);
  // Of German little was learned.
  const allowance = languageOf(message) === "de" ? 0 : allowanceOf(message.trim().split(/\s+/).length, isExplained);
  const made =
    learned &&
    (isWorse || !isFuller(byRules, learned, message)) &&
    !isSure &&
    (!byRules || strangenessOf(learned, said) < strangenessOf(byRules, said) + allowance)
      ? learned
      : byRules;
  // "chess against my friend": somebody is named, and nothing that is kept of them.
  if (!made || (!byRules && made.model.entities.every((entity) => keepsPeople(entity)))) return false;
  const other = made === learned ? byRules : learned;
  // "for our tennis club" is where the app is used.
  const isRows = (noun: string) => !isWhereUsed(message, noun);
  if (other) noteOthers(made, othersOf(made, other, message, made === learned).filter(isRows));
  if (other && strangenessOf(other, said) < strangenessOf(made, said) + doubtMax) made.other = other;
  Object.assign(draft, made);
  return true;
}

/** A reading that looks the stranger by this many points or more is no cause for doubt: of 97 such readings of the blind sets 4 were right where the one that was taken was not, of the 327 others 34. */
const doubtMax = 5;

/** Fewer words are a name or a wish that the rules were written for. */
const messageMin = 16;
/**
 * By how many points the learned reading may look the stranger. Of messages of 16 words and more that neither reader was
 * made for the rules read one in four right, the learned reader nearly half: they are followed where they explain all.
 */
const allowanceOf = (words: number, isExplained: boolean): number =>
  words < messageMin ? 0 : isExplained ? 2 : Infinity;

const lastOf = (name: string) => singular(wordsOf(sentence(name)).at(-1)!);

const clause = /\b(?:i|we|our|which|how|each|every|must|can|may|should|see)\b/i;

/** Whether the rules read a list behind a colon, and make a table of each member that the other reading has one of, and of more. */
function isFuller(made: Draft | undefined, other: Draft, message: string): boolean {
  const list = /^[^:.!?,\n]{3,60}:\s([^:;.!?()\n]+)\.?\s*$/.exec(message)?.[1];
  const [first = ""] = list?.split(/,| and | with /i) ?? [];
  if (!made || made.doubts > 1 || !list || !isPlural(first.trim()) || clause.test(list)) return false;
  const words = new Set(wordsOf(message.toLowerCase()).map(singular));
  const said = ({ model }: Draft) => model.entities.map(({ name }) => lastOf(name)).filter((name) => words.has(name));
  const [own, others] = [said(made), said(other)];
  return (
    own.length === made.model.entities.length &&
    own.length > others.length &&
    others.every((name) => own.includes(name))
  );
}

/** Whether a field with choices goes by a noun: "tags: new, used". */
const isChoice = ({ model }: Draft, noun: string): boolean =>
  model.entities.some(({ properties }) =>
    Object.entries(properties).some(([name, { enum: one, items }]) => lastOf(name) === noun && (one ?? items?.enum)),
  );

/** Whether one of the fields goes by a noun. */
const isFieldOf = ({ model }: Draft, noun: string): boolean =>
  model.entities.some(({ properties }) =>
    Object.keys(properties).some((name) => wordsOf(sentence(name)).includes(noun)),
  );

/** Whether the list of fields stands behind the name of its rows, which are things of the data: "projects: client, lawn". */
const isHeadedBy = ({ model }: Draft, message: string): boolean =>
  model.entities.some(
    ({ name }) =>
      knownAs(plural(sentence(name).toLowerCase())) !== null &&
      new RegExp(`(?:^|[:.]\\s*)${plural(sentence(name))}\\s*(?:[:.]|\\s[-–]\\s)`, "i").test(message),
  );

const keepsPeople = (entity: Entity): boolean => isPersonTable(entity) || people.test(entity.name);

/** The tables that the other reading has besides, where the message has their words: those that were learned in the plural. */
function othersOf(made: Draft, other: Draft, message: string, isLearned: boolean): string[] {
  const named = new Set(made.model.entities.map(({ name }) => lastOf(name)));
  const words = wordsOf(message);
  const said = new Set((isLearned ? words : words.filter((word) => isPlural(word))).map(singular));
  const others = other.model.entities.map(({ name }) => lastOf(name));
  return [...new Set(others.filter((name) => said.has(name) && !named.has(name) && !isPlainVerb(name)))];
}

function noteOthers(made: Draft, named: string[]): void {
  // The "vinyl" is a record.
  const answersTo = Object.values(made.things).flatMap((thing) => loadWords().things.get(thing)?.synonyms ?? []);
  const others = named.filter((name) => !answersTo.includes(name));
  if (others.length > 0)
    made.skipped.push(
      `I made no table for ${listed(others.map((name) => `“${name}”`))}. If you want one, tell me what it holds.`,
    );
}

function finishFirst(
  { isSpelled, entities, kind, name, looks, wishes: asked, sent, account }: FirstApp,
  draft: Draft,
  { said, isNew, words, customers, access }: Pick<Description, "said" | "isNew" | "words" | "customers" | "access">,
  change: ClauseReader,
): void {
  if (name && isNew) draft.model.name = name;
  // Who may do what is one matter, wherever it stands.
  const alsoSaid = asked.flatMap(readAccess);
  const wishes = asked.filter((wish) => readAccess(wish).length === 0);
  const rows = /^add \d+ (?:sample|example|demo|dummy|test|fake)\b/i;
  for (const wish of wishes) if (rows.test(wish)) change(wish, draft);
  finishApp(draft, entities, { said, kind, usesMenu: !isSpelled, words, customers, access: [...access, ...alsoSaid] });
  for (const look of looks) if (!readRoles(look, draft)) change(look, draft);
  for (const wish of wishes.filter((one) => !rows.test(one)))
    for (const clause of splitClauses(wish)) changeUnlessSo(clause, draft, change);
  if (sent && !isAddedByStrangers(sent))
    changeUnlessSo(`anyone can submit ${manyOf(sent)}, only admins can view them`, draft, change);
  tellOnce(draft);
  account();
}

/** What a new app has anyway, such as the board that its kind begins with, is no news: neither that nor for which table. */
function changeUnlessSo(clause: string, draft: Draft, change: ClauseReader): void {
  const { already, assumed } = draft;
  [draft.already, draft.assumed] = [[], [...assumed]];
  change(clause, draft);
  if (draft.already.length > 0) draft.assumed = assumed;
  draft.already = already;
}
