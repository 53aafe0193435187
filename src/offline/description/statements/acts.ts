import "server-only";
import { singular } from "../../language/inflect";
import { loadWords } from "../../words/load";
import type { RecordVerb } from "../../words/schema";
import { knownAs, quietAs } from "../../lexicon/known";
import { isApp, isPeople, isPersonLike, isScreen, weak } from "../../lexicon/nouns";
import type { Noun } from "../../lexicon/phrases";
import { linkParts, tableOf } from "../plan/place";
import { type Plan, planTable, type PlannedTable, refuse } from "../plan/plan";
import { isPerson } from "../plan/happenings";
import { readMentions } from "./mentions";
import { type Frame, nounsOf } from "./statements";
import { recordNoun } from "../plan/table-names";

export function readFrames(plan: Plan, frames: Frame[]): void {
  for (const frame of frames) readFrame(plan, frame);
}

/** Reads one statement: what is refused, linked, recorded, owned, or only mentioned. */
function readFrame(plan: Plan, frame: Frame): void {
  const entry = frame.verbs.find((verb) => verb.entry)?.entry;
  const verbWord = frame.verbs.at(-1)?.word ?? "";
  if (frame.verbs.some((verb) => verb.isNegated)) {
    for (const noun of frame.objects) if (noun.thing) refuse(plan, noun.thing.name);
  } else if (/^(?:belong|relat|link|connect|refer|assign|concern|involv|cover)/.test(verbWord)) relate(plan, frame);
  else if (
    /^(?:put|place|group|sort|organi[sz]e|file|collect)/.test(verbWord) &&
    frame.complements.some(({ word }) => word === "into")
  )
    relate(plan, frame);
  else if (entry?.sort === "record") record(plan, frame, entry.data);
  else if (
    entry?.sort === "having" ||
    (frame.subjects.some((noun) => noun.thing) && /^(?:needs?|gets?)$/.test(verbWord))
  )
    having(plan, frame);
  else if (
    /^(?:enter|provide|give|fill|state|specify|note)/.test(verbWord) &&
    frame.objects.length > 1 &&
    frame.objects.every(({ isAttribute }) => isAttribute)
  )
    having(plan, frame);
  else {
    readMentions(plan, frame, entry);
    if (!entry && frame.verbs.length > 0) act(plan, frame);
  }
}

/** "professors offer topics": a verb that nobody knows still tells who has to do with what. */
function act(plan: Plan, frame: Frame): void {
  const ones = frame.subjects.filter((noun) => noun.isPlural && !isPeople(noun) && !isApp(noun));
  const stands = (noun: Noun) => plan.tables.some((table) => table.noun === singular(noun.text).toLowerCase());
  const whats = frame.objects.filter((noun) => noun.isPlural || stands(noun));
  if (ones.length === 0 || whats.length === 0) return;
  const subject = tableOf(plan, ones[0]!, { mayBeNew: isPersonLike(singular(ones[0]!.text)) });
  const object = tableOf(plan, whats[0]!, { mayBeNew: true });
  if (subject && object && subject !== object) linkParts(subject, object);
}

/** What is done, to what: "members borrow books", "books can be borrowed by members". */
function partsOf(frame: Frame): { objects: Noun[]; actors: Noun[] } {
  if (frame.verbs.some((one) => one.isPassive))
    return { objects: frame.subjects, actors: frame.complements.find(({ word }) => word === "by")?.nouns ?? [] };
  const others = frame.complements
    .filter(({ word }) => /^(?:for|to|on|in|of|about)$/.test(word))
    .flatMap(({ nouns }) => nouns);
  return {
    objects: [...frame.objects, ...(frame.objects.length === 0 ? others.slice(0, 1) : [])],
    actors: frame.subjects,
  };
}

/** "readers can comment": nothing is kept of whoever only says something. */
const saying = /^(?:Comment|Review|Vote|Like|Answer|.*rating)$/i;
const audience = /^(?:readers?|listeners?|viewers?|editors?|visitors?|buyers?|fans?)$/i;

/** "people book a wheel": one of several wheels. */
function oneOf(plan: Plan, noun: Noun): PlannedTable | undefined {
  const isOne = /^(?:an?|another|which)$/.test(noun.determiner) && !noun.isPlural && noun.text.split(" ").length < 3;
  if (!isOne || noun.isAttribute || isScreen(noun) || isPeople(noun) || isApp(noun)) return undefined;
  return planTable(plan, noun.text, noun.thing);
}

/** Somebody does what must be remembered: a table of what was done, linked to whom and what. */
function record(plan: Plan, frame: Frame, verb: RecordVerb): void {
  const { objects, actors } = partsOf(frame);
  const made = objects.flatMap((noun) => tableOf(plan, noun, { mayBeNew: true }) ?? oneOf(plan, noun) ?? []);
  const named = made[0];
  const object = named ?? plan.last ?? plan.tables[0];
  if (!object) return;
  for (const { word } of frame.verbs) plan.heard.add(word);
  // "lends instruments to players": who gets them.
  const isLent = /^(?:lend|lent|loan|rent|hire|give|sell|sold)/.test(frame.verbs.at(-1)?.word ?? "");
  const takers = isLent ? frame.complements.filter(({ word }) => word === "to").flatMap(({ nouns }) => nouns) : [];
  const actor = [...takers.filter(({ isPlural }) => isPlural), ...actors]
    .filter((noun) => !isApp(noun) && !isPeople(noun) && !(saying.test(verb.makes) && audience.test(noun.text)))
    .map((noun) => tableOf(plan, noun, { mayBeNew: true }))
    .find((table) => table && table !== object);
  // "tickets for our theatre plays": what the object is for.
  if (named)
    for (const { word, nouns } of frame.complements)
      for (const noun of /^(?:for|of)$/.test(word) && !frame.verbs.some(({ isPassive }) => isPassive) ? nouns : []) {
        const other = noun.isPlural ? tableOf(plan, noun, { mayBeNew: true }) : undefined;
        if (other && other !== named && other !== actor) named.links.push({ to: other });
      }
  const makes =
    verb.makesFor[object.thing?.name ?? ""] ??
    verb.makes.replaceAll("{object}", object.thing?.name ?? object.noun).replaceAll("{actor}", actor?.noun ?? "");
  if (object.thing?.name === makes || object.act) return;
  // "subscribe to the newsletter": of what is sent there are no rows.
  if (!named && makes === "Subscriber") {
    planTable(plan, makes, knownAs(makes, plan.among) ?? undefined).act ??= verb;
    return;
  }
  if (named && isRecordItself(plan, named, verb, makes)) {
    if (actor) named.links.push({ to: actor });
    return;
  }
  const isReserved = makes === "Booking" && frame.verbs.some(({ word }) => word.startsWith("reserv"));
  // What is reserved in a library is no table of a restaurant.
  const reservation = isReserved ? knownAs("reservation", plan.among) : null;
  const reserved = reservation && plan.among.includes(reservation.name) ? reservation : undefined;
  const done = planTable(
    plan,
    isReserved ? "reservation" : recordNoun(makes, verb.makes),
    reserved ?? knownAs(makes, plan.among) ?? undefined,
  );
  done.act ??= verb;
  done.links.push({ to: object });
  if (actor) done.links.push({ to: actor });
  plan.last = object;
  const isEntered = objects.some(isAnyOne) && ofDoing.test(withWhat(frame).join(" "));
  completeWith(plan, frame, isEntered ? done : object);
}

/** "a tour": one of them, whichever. */
export const isAnyOne = ({ isPlural, determiner }: Noun): boolean =>
  !isPlural && /^(?:an?|one|the|another)$/.test(determiner);

/** "book a tour with name, email and number of people": words for what only whoever does something enters. */
export const ofDoing =
  /\b(?:e-?mail|phone|address|contact|quantity|how many|people|persons|guests|participants|message|notes?|(?<!birth )(?:date|day)|time)\b/i;

const withWhat = ({ complements }: Frame): string[] =>
  complements.flatMap(({ word, nouns }) => (word === "with" ? nouns.map(({ text }) => text) : []));

/** "log expenses", "submit requests", "appointments can be booked": the object is the record already. */
function isRecordItself(plan: Plan, { thing: known, noun }: PlannedTable, verb: RecordVerb, makes: string): boolean {
  const thing = known ?? quietAs(noun);
  // "book a training session": with one person, at a time.
  if (makes === "Booking" && /(?:^| )(?:session|consultation|call|interview|treatment|massage)$/.test(noun))
    return true;
  // "comment on articles": the article is there before.
  if (!thing || saying.test(makes)) return false;
  if (/^(?:request|submission)$/i.test(makes)) return true;
  if (
    !verb.makesFor[thing.name] &&
    !weak.has(thing.name.toLowerCase()) &&
    !verb.fields.some((text) => text.includes("{"))
  )
    return true;
  return plan.among.includes(thing.name) && loadWords().recordVerbs.some(({ makes: other }) => other === thing.name);
}

/** "classes with a trainer": what stands behind the object of a verb. */
function completeWith(plan: Plan, frame: Frame, owner: PlannedTable): void {
  for (const { word, nouns } of frame.complements)
    if (word === "with") for (const noun of nouns) haveOne(plan, noun, owner);
}

function relate(plan: Plan, frame: Frame): void {
  const others = frame.complements.filter(({ word }) => /^(?:to|with|into)$/.test(word)).flatMap(({ nouns }) => nouns);
  const isAssign = /^(?:assign|put|place|group|sort|organi[sz]e|file|collect)/.test(frame.verbs.at(-1)!.word);
  const children = (isAssign && frame.objects.length > 0 ? frame.objects : frame.subjects).map((noun) =>
    tableOf(plan, noun, { mayBeNew: true }),
  );
  const parents = (others.length > 0 ? others : frame.objects).map(
    (noun) =>
      tableOf(plan, noun, { mayBeNew: true }) ??
      (noun.isAttribute || isPeople(noun) || isScreen(noun) ? undefined : planTable(plan, noun.text, noun.thing)),
  );
  for (const child of children)
    for (const parent of parents) {
      if (!child || !parent || child === parent) continue;
      // "assign volunteers to visits": the visit is somebody's.
      if (isAssign && isPerson(child) && !isPerson(parent)) parent.links.push({ to: child });
      else child.links.push({ to: parent });
    }
}

function having(plan: Plan, frame: Frame): void {
  if (frame.subjects.every((noun) => isApp(noun) || isPeople(noun))) return readMentions(plan, frame, undefined);
  const owner = frame.subjects
    .map(
      (noun) =>
        tableOf(plan, noun, { mayBeNew: true }) ??
        (/^(?:each|every)$/.test(noun.determiner) ? planTable(plan, noun.text, noun.thing) : undefined),
    )
    .find(Boolean);
  if (!owner) return;

  for (const noun of nounsOf(frame)) haveOne(plan, noun, owner);
  plan.owner = owner;
  plan.last = owner;
}

/** "each dog has an owner", "customers have orders". */
function haveOne(plan: Plan, noun: Noun, owner: PlannedTable): void {
  if (/\b(?:no|without)\b/.test(noun.determiner)) return refuse(plan, noun.thing?.name ?? noun.text);
  const stands = plan.tables.find(
    (table) =>
      table !== owner &&
      (table.noun === singular(noun.text).toLowerCase() || (noun.thing && table.thing === noun.thing)),
  );
  const isMany = noun.isPlural || /^(?:many|several|multiple)$/.test(noun.determiner);
  // "gardeners have plots, each plot has a number": rows that are spoken of on their own.
  const one = singular(noun.text);
  const isOwn = isMany && new RegExp(` (?:each|every|an?|one) ${one} (?:has|belongs|is|can|consists) `).test(plan.text);
  const made =
    stands ??
    (isOwn ||
    (noun.isPlural &&
      /\d|\b(?:two|three|four|five|six|seven|eight|ten|twelve)\b/.test(noun.determiner) &&
      !noun.isAttribute)
      ? planTable(plan, noun.text, noun.thing)
      : undefined) ??
    (noun.thing && isMany && !noun.isAttribute ? tableOf(plan, noun, { mayBeNew: true }) : undefined);
  if (made && made !== owner) {
    if (isMany) linkParts(owner, made);
    else owner.links.push({ to: made });
  } else if (!made && (!isScreen(noun) || noun.isAttribute))
    owner.said.push(noun.inner === undefined ? noun.text : `${noun.text} (${noun.inner})`);
}
