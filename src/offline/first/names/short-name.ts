import "server-only";
import { isPlural, singular, wordsOf } from "../../language/inflect";
import { isDeed } from "../../description/plan/happenings";
import { familyOf } from "../../description/plan/kindred";
import { outings } from "../heads/heads";
import { loadWords } from "../../words/load";
import { wordKey } from "../../words/word-key";
import { isAttribute, isRecordVerb, verbAt } from "../../lexicon/lexicon";
import { type Kind, type Known, knownAs, knownNamed, quietAs } from "../../lexicon/known";
import { tokenize } from "../../lexicon/tokens";
import { createPlan, type Plan, planTable, type PlannedTable } from "../../description/plan/plan";
import { general } from "../../description/plan/said-things";

/** Words for all of the rows, and what they add to each: the certificates of an "SSL certificates expiry" expire. */
const shelves: Record<string, string> = {
  expiry: "expires on (date)",
  expiration: "expires on (date)",
  renewals: "renew by (date)",
  deadlines: "due (date)",
  times: "at (datetime)",
  dates: "date (date)",
};
const shelf =
  /^(?:list|log|logbook|book|diary|journal|tracker|tracking|history|records?|register|registry|inventory|stock|planner|planning|schedule|overview|checklist|database|management|manager|organi[sz]er|app|system|tool|website|site|form|page|online)$/i;
/** Where it is done, or who does it. */
const place =
  /^(?:stable|stables|school|club|shop|store|studio|salon|gym|farm|kennel|cattery|yard|workshop|centre|center|academy|clinic|practice|office|agency|company|business|association|society|team|group|hotel|hospital|university|college|kindergarten|nursery|parish|pharmacy|museum|theatre|theater|church|library|restaurant|cafe|café|bar|pub|garage|bakery|brewery|zoo)$/i;
const idle =
  /^(?:my|our|the|a|an|small|little|simple|new|local|public|private|online|daily|weekly|monthly|yearly|annual|family|personal|digital|modern|free|best|old|big|second|hand|kids|children|childrens|for|of|and)$/i;
/** What is of a subject or a sport, which is no table of its own: "tennis lessons", "football results". */
const subject =
  /\b(?:lessons?|class|classes|courses?|trainings?|results?|scores?|match|matches|games?|tournaments?|practice|exams?|tests?|championships?|leagues?)$/i;
const taught = /\b(?:lessons?|class|classes|courses?|tuition|tutoring|coaching|training)$/i;
/** What people keep of each other: whoever won, and by how much. */
const counted = /^(?:scores?|results?|points|rankings?|standings)$/i;

const isShelf = (word: string): boolean => shelf.test(word) || word in shelves;

/** The words of a request that is nothing but a name; null for sentences and lists. */
export function bareWords(sentences: string[]): string[] | null {
  const [sentence = ""] = sentences;
  if (
    sentences.length !== 1 ||
    /[,:;()/+&]|\s-\s|\b(?:with|who|which|that|where|for|of|in|to|and|i|we|is|are|can|could|should|may|must|will)\b/i.test(
      sentence,
    )
  )
    return null;
  return wordsOf(sentence.toLowerCase()).filter((word) => !idle.test(word));
}

/** The same without the words for all of its rows; null where less than a deed and its whole is left. */
export function nameWords(sentences: string[]): string[] | null {
  const words = bareWords(sentences);
  if (!words) return null;
  while (words.length > 1 && isShelf(words.at(-1)!)) words.pop();
  return words.length > 1 && words.length < 5 ? words : null;
}

/** What is done or held, by its noun: a thing that happens, a verb's noun, "racing". */
function deedOf(words: string[], among: readonly string[]): { noun: string; known?: Known } | null {
  const noun = words.join(" ");
  const known = knownAs(noun, among);
  if (known && /^(?:record|event|message|money)$/.test(known.kind)) return { noun, known };
  const head = words.length === 1 ? loadWords().heads.get(singular(noun)) : undefined;
  if (head?.isOf) return { noun, known: knownNamed(head.name)! };
  const entry = verbAt(tokenize(noun), 0)?.entry;
  if (entry?.sort === "record" && !known) {
    const makes = entry.data.makes;
    const made = makes.includes("{") ? null : knownAs(makes);
    return {
      noun: noun.endsWith("ing") || made === null ? noun : makes.toLowerCase(),
      ...(made ? { known: made } : {}),
    };
  }
  if (words.length > 1 || known) return null;
  if (isDeed(noun)) return { noun: heldAs(noun, among) };
  return counted.test(noun) ? { noun } : null;
}

/** "racing" is a race, where that is a word for it. */
function heldAs(noun: string, among: readonly string[]): string {
  const one = singular(noun);
  const stem = one.replace(/ing$/, "");
  return outings[one] ?? [`${stem}e`, stem].find((word) => word !== one && knownAs(word, among) !== null) ?? one;
}

/** Whether a kind is named only by where something else is done: the pub of "pub quiz scores". */
export function isOnlyPlace(words: string[], kind: Kind | undefined, phrase = ""): boolean {
  if (!kind) return true;
  const said = ` ${wordKey(phrase)} `;
  const last = words.at(-1)!;
  if (/^(?:orders?|jobs?|tasks?|payments?|bookings?|appointments?|invoices?|notes?|messages?|events?)$/.test(last))
    return false;
  if (phrase === last && words.length > 1 && loadWords().heads.get(singular(last))?.isOf) return true;
  if (said.includes(` ${last} `) || said.includes(` ${singular(last)} `)) return false;
  const deed = deedOf(words.slice(-2), []) ?? deedOf([last], []);
  if (!deed) return false;
  const own = deed.known?.name;
  return own === undefined
    ? !kind.things.some((name) => wordKey(name).endsWith(singular(last)))
    : !kind.things.includes(own);
}

/** "pigeon racing", "car service history": what is done, and with what. Null where the words name no deed. */
export function planByName(sentence: string, words: string[]): Plan | null {
  const plan = createPlan(undefined, "", sentence);
  const isPlace = place.test(words.at(-1)!);
  const rest = isPlace ? words.slice(0, -1) : words;
  const size = [2, 1].find((count) => rest.length >= count && deedOf(rest.slice(-count), plan.among) !== null);
  const deed = size ? deedOf(rest.slice(-size), plan.among)! : null;
  const others = size ? rest.slice(0, -size) : rest;
  const added = wordsOf(sentence.toLowerCase())
    .map((word) => shelves[word])
    .find(Boolean);
  if (!deed) {
    const last = words.at(-1)!;
    if (!added || isPlace || !isPlural(last)) return null;
    planTable(plan, words.join(" "), knownAs(words.join(" "), plan.among) ?? undefined).said.push(added);
    hear(plan, sentence, words);
    return plan;
  }
  const wholes = wholesIn(plan, others, !subject.test(deed.noun));
  // "car service": of the car.
  if (wholes.length === 0 && size === 2) wholes.push(...wholesIn(plan, rest.slice(-2, -1), false));
  // "guitar lessons": whoever takes them.
  if (wholes.length === 0 && taught.test(deed.noun))
    wholes.push(planTable(plan, "student", knownNamed("Student") ?? undefined));
  // "SSL certificates expiry": of what is part of their name.
  if (wholes.length === 0 && loadWords().heads.has(singular(deed.noun))) {
    const own = planTable(plan, rest.join(" "), deed.known);
    if (added) own.said.push(added);
    hear(plan, sentence, rest);
    return plan;
  }
  if (wholes.length === 0 && !counted.test(deed.noun)) return null;
  // "horse riding stable": lessons are what is booked there.
  const noun = isPlace && deed.noun.endsWith("ing") ? `${deed.noun} lesson` : deed.noun;
  const done = planTable(
    plan,
    noun,
    isPlace && deed.noun.endsWith("ing") ? (knownNamed("Lesson") ?? undefined) : deed.known,
  );
  for (const whole of wholes) if (whole !== done) done.links.push({ to: whole });
  if (counted.test(deed.noun)) {
    const who = planTable(plan, /quiz|league|football|volleyball|team/i.test(sentence) ? "team" : "player", undefined);
    done.links.push({ to: who });
    done.said.push("points (number)");
  }
  if (added && !deed.known) done.said.push(added);
  hear(plan, sentence, rest.slice(-size!));
  return plan;
}

/** What was made of a name: the deed's words, and those for all of its rows. The others are told where no table has them. */
function hear({ heard }: Plan, sentence: string, words: string[]): void {
  for (const word of wordsOf(sentence.toLowerCase()))
    if (words.includes(word) || isShelf(word) || place.test(word)) heard.add(word);
}

/** "hotel housekeeping": what is done there is kept beside what such a place keeps. */
export function addDeed(plan: Plan, words: string[]): void {
  const last = words.at(-1)!;
  const deed = isDeed(last) ? deedOf([last], plan.among) : null;
  if (
    !deed ||
    plan.phrase.includes(last) ||
    plan.tables.some((table) => familyOf(table) !== undefined && familyOf(table) === familyOf({ noun: last })) ||
    plan.tables.some(({ noun, thing }) => noun.endsWith(singular(last)) || (deed.known && thing === deed.known))
  )
    return;
  const about = plan.tables.find(({ thing }) => /^(?:item|place)$/.test(thing?.kind ?? "")) ?? plan.tables[0];
  const done = planTable(plan, deed.noun, deed.known);
  if (about && about !== done) done.links.push({ to: about });
}

/** What a kind of app calls by a general name goes by the name's own word: the assets of an "elevator maintenance" are elevators. */
export function nameGeneral({ tables, kind, phrase }: Plan, words: string[]): void {
  const rest = words.filter((word) => !phrase.split(" ").includes(word));
  const [noun] = rest;
  const whole = tables.find(
    ({ noun: own, thing }) => thing !== undefined && general.test(thing.name) && own === wordKey(thing.name),
  );
  if (!kind || rest.length !== 1 || !noun || !whole || place.test(noun) || !isNoun(noun) || knownAs(noun)) return;
  whole.noun = singular(noun);
}

/** The things among the words before a deed, the longest names first; one that nobody knows is taken at its word. */
function wholesIn(plan: Plan, words: string[], mayBeUnknown: boolean): PlannedTable[] {
  const found: PlannedTable[] = [];
  for (let at = 0; at < words.length;) {
    const size = [3, 2, 1].find(
      (count) => at + count <= words.length && isThing(words.slice(at, at + count), plan.among),
    );
    const noun = words.slice(at, at + (size ?? 1)).join(" ");
    at += size ?? 1;
    if (size === undefined && (!mayBeUnknown || at < words.length || !isNoun(noun))) continue;
    if (place.test(noun) || (isAttribute(noun) && !isPlural(noun) && size === undefined)) continue;
    const known = size === undefined ? null : knownAs(noun, plan.among);
    found.push(planTable(plan, noun, known ?? undefined));
  }
  return found;
}

/** One word of a longer name may say nothing: the hearing of "hearing aids". */
const isThing = (words: string[], among: readonly string[]): boolean =>
  knownAs(words.join(" "), among) !== null || (words.length > 1 && quietAs(words.join(" ")) !== null);

/** What all rows together are called by, of rows of which nobody knows what they hold: days of a log, times of a schedule. */
const entries: Record<string, { thing: string; noun?: string }> = {
  log: { thing: "Log entry", noun: "entry" },
  logbook: { thing: "Log entry", noun: "entry" },
  diary: { thing: "Log entry", noun: "entry" },
  schedule: { thing: "Schedule entry", noun: "schedule entry" },
  programme: { thing: "Schedule entry", noun: "schedule entry" },
  timetable: { thing: "Schedule entry", noun: "schedule entry" },
  planner: { thing: "Schedule entry" },
  fund: { thing: "Cash entry" },
  finds: { thing: "Find" },
};

/** "geocaching log", "comic con schedule": rows of a log, of a schedule, where the name tells nothing else. */
export function fillByShelf({ tables, kind }: Plan, words: string[]): void {
  const [table] = tables;
  const entry = entries[words.at(-1)!];
  if (kind || !entry || !table || tables.length > 1 || table.thing || table.said.length > 0) return;
  if (quietAs(table.noun) !== null) return;
  table.thing = knownNamed(entry.thing) ?? undefined;
  if (entry.noun) table.noun = entry.noun;
}

const isNoun = (word: string): boolean =>
  word.length > 3 && !isRecordVerb(word) && !/(?:ly|al|ic|ive|ous|able|ing|ed)$/.test(word);

/** The words that an app of a kind is spoken of with: its phrases, and the names of what it keeps. */
function vocabularyOf(kind: Kind): ReadonlySet<string> {
  const { things, kinds } = loadWords();
  const known = kind.things.map((name) => things.get(name));
  const names = known.flatMap((thing) => (thing ? [thing.name, thing.plural, ...thing.synonyms] : []));
  const phrases = kinds.find(({ name }) => name === kind.name)?.phrases ?? [];
  return new Set([kind.name, ...phrases, ...names].flatMap((text) => wordKey(text).split(" ")).map(singular));
}

/** "school kitchen allergies": of a place that is not what the last word lists, where such a place keeps nothing of that name. */
export function isOfAnother(words: string[], kind: Kind | undefined, phrase: string): boolean {
  const last = words.at(-1)!;
  // "optician orders": the name is of who asks, and of what is kept.
  const isAsker = words.length === 2 && wordKey(phrase) === words[0] && knownAs(last) !== null;
  if (!kind || (!place.test(phrase) && !isAsker) || !isPlural(last) || place.test(last)) return false;
  return !vocabularyOf(kind).has(singular(last));
}
