import "server-only";
import { type AppModel, type Entity, entityOf } from "../model/app-model";
import type { Draft } from "../draft/draft";
import { findEntity } from "../draft/resolve";
import { isDealing, isLeft } from "../model/columns";
import { isAddedByStrangers } from "../draft/rights";
import { isSentIn } from "../draft/staff-fields";
import { plural, singular, wordsOf } from "../language/inflect";
import { thingOf } from "../words/find";
import { addTable } from "../fields/things";
import { openAdding, openReading } from "./strangers-add";
import type { Clause } from "../request/meaning/clause";

const who =
  "(?:anyone|anybody|people|citizens|visitors?|customers?|clients?|guests?|strangers?|the public|patients?|shoppers)";
const said = [
  new RegExp(`^(?:let|allow) (?:the |our |my )?${who} (?:to )?(.+)$`, "i"),
  new RegExp(
    `^(?:the |our |my )?${who} (?:(?:can|may|should|must|could)(?: be able to)?|(?:are|is) able to) (.+)$`,
    "i",
  ),
];
const freely =
  /,? (?:without (?:an? |any )?(?:account|login|log in|signing (?:in|up)|registration|registering)|online|themselves)$/i;
const isVisited = /^(?:site|form|booking)$/;
const sees = /^(?:see|view|browse|look at|read) (?:all )?(?:the |our |my )?([\w -]+)$/i;
const sends =
  /^(book|reserve|order|place|submit|send in|send|leave|request|rent|hire|sign up|register|apply|enroll? in|report|fill (?:in|out)|add|make)(?: (?:for )?(?:an? |the |our |their |one of the )?((?!(?:as|by|with|in|on|via|through|at|to) )[\w -]+))?$/i;
/** Verbs that tell what is sent without naming it: who books a wash makes an appointment. */
const deals = /^(?:book|reserve|rent|hire|sign up|register|apply|enroll? in)$/i;
const signs = /^(?:sign up|register|apply|enroll? in)$/i;
const isSignUp = ({ name }: Entity) => /(?:Registration|SignUp|Signup|Enrolment|Enrollment|Application)$/.test(name);

/** "book a court": the bookings of courts, where one table alone keeps them. */
function dealingsAbout(thing: Entity, verb: string, { entities }: AppModel): Entity | undefined {
  const dealings = entities.filter(
    (one) => isDealing(one) && Object.values(one.properties).some((value) => value["x-reference"] === thing.name),
  );
  const signUps = signs.test(verb) ? dealings.filter(isSignUp) : [];
  return [dealings, signUps].find((some) => some.length === 1)?.[0];
}

/** The table of the rows that somebody sends in: of those that others than the team may well fill in. */
function sentTable(verb: string, noun: string | undefined, draft: Draft): Entity | undefined {
  const { model } = draft;
  const isSent = (entity: Entity) => isLeft(model, entity) || isSentIn(draft.things, entity);
  const only = (some: Entity[]) => (some.length === 1 ? some[0] : undefined);
  const byVerb = () => {
    if (!deals.test(verb)) return undefined;
    const slots = entityOf(model, model.pages.find(({ form }) => form === "slots")?.entity);
    const left = model.entities.filter((one) => isLeft(model, one));
    return slots ?? only(left) ?? (signs.test(verb) ? only(left.filter(isSignUp)) : undefined);
  };
  if (noun === undefined) return byVerb() ?? only(model.entities.filter(isSent));
  const found = findEntity(model, noun);
  if (found.kind === "one") return isSent(found.value) ? found.value : dealingsAbout(found.value, verb, model);
  const word = singular(wordsOf(noun.toLowerCase()).at(-1)!);
  const named = model.entities.filter(
    (one) => isSent(one) && wordsOf(one.name).some((part) => part.toLowerCase() === word),
  );
  return only(named) ?? byVerb();
}

/** What strangers are said to do: "book a court" of "anyone can book a court without an account". */
const deedSaid = (text: string): string | undefined =>
  said.map((pattern) => pattern.exec(text.replace(freely, ""))?.[1]).find((one) => one !== undefined);

/** The tables that strangers see, and those that they add to, by what a sentence says; null where it says anything else. */
function deedsIn(text: string, draft: Draft): { seen: Entity[]; sent: Entity[] } | null {
  const rest = deedSaid(text);
  const found = { seen: [] as Entity[], sent: [] as Entity[] };
  for (const deed of rest?.split(/,? and |, /) ?? []) {
    const [, noun] = sees.exec(deed) ?? [];
    const [, verb, what] = sends.exec(deed) ?? [];
    const table = noun === undefined ? undefined : findEntity(draft.model, noun);
    const entity = table?.kind === "one" ? table.value : verb && sentTable(verb, what, draft);
    // "anyone can add recipes" says nothing of what is sent in.
    if (!entity) return null;
    (noun === undefined ? found.sent : found.seen).push(entity);
  }
  return found.sent.length > 0 ? found : null;
}

/** "people can send us an inquiry", where the app keeps none yet: a table of what strangers send in, if it is known. */
function newlySent(text: string, draft: Draft): { seen: Entity[]; sent: Entity[] } | null {
  const deed = deedSaid(text);
  const [, noun] =
    /^(?:send in|send|submit|leave|fill (?:in|out))(?: (?:to )?us)? (?:an? )?([a-z -]+?)$/i.exec(deed ?? "") ?? [];
  const thing = noun === undefined ? null : thingOf(noun);
  if (noun === undefined || !thing?.team.length || findEntity(draft.model, noun).kind !== "none") return null;
  const entity = addTable(draft, { text, noun: plural(noun), inner: undefined });
  return entity && { seen: [], sent: [entity] };
}

/** "anyone can book appointments": strangers add rows of their own, and neither see nor change those of others. */
export function readStrangers({ text, draft }: Pick<Clause, "text" | "draft">): boolean {
  // In an office, people are as likely those who work there: nothing is opened to the world for them.
  if (/^(?:let |allow )?people\b/i.test(text) && !freely.test(text) && !isVisited.test(draft.model.purpose ?? ""))
    return false;
  const deeds = deedsIn(text, draft) ?? newlySent(text, draft);
  if (!deeds) return false;
  for (const entity of deeds.sent) openAdding(draft, entity);
  for (const entity of deeds.seen.filter((one) => !deeds.sent.includes(one))) openReading(entity);
  return true;
}

/** Lets strangers add what the description of a new app says they do ("submit a ticket"), where its purpose has not done so. */
export function openSent(draft: Draft, deeds: readonly string[]): void {
  for (const deed of deeds)
    for (const entity of deedsIn(`anyone can ${deed}`, draft)?.sent ?? [])
      if (!isAddedByStrangers(entity)) openAdding(draft, entity);
}
