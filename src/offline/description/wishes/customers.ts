import "server-only";
import { plural, sentence, singular, wordsOf } from "../../language/inflect";
import type { Entity } from "../../model/app-model";
import { customerWords } from "../../words/customers";
import { forInsiders } from "./strangers";

/** What customers are said to do in an app into which they sign. */
export type Deed = {
  sort: "join" | "see" | "make" | "manage";
  verb: string;
  /** "their own orders". */
  object: string;
  isTheirs: boolean;
  /** "all bookings", "each other's bookings". */
  isOfAll: boolean;
};
/** `isOpen`: they make themselves an account. */
export type Customers = { people: string[]; deeds: Deed[]; isOpen: boolean };

const anyOf = (names: Iterable<string>): string =>
  [...names].sort((left, right) => right.length - left.length).join("|");

type Patterns = {
  subject: RegExp;
  deed: RegExp;
  joining: RegExp;
  work: RegExp;
  home: RegExp;
  takes: ReadonlySet<string>;
};
let made: Patterns | undefined;

function patterns(): Patterns {
  if (made) return made;
  const words = customerWords();
  const whole = (names: Iterable<string>) => new RegExp(`\\b(?:${anyOf([...names].map((one) => `${one}s?`))})\\b`, "i");
  const who = anyOf([...words.people, ...words.anybody].flatMap((one) => [plural(one), one]));
  const begins =
    "(?:^|[.,;:!?()\\n–—-]\\s*|\\b(?:where|(?:on|in|through|with) which|and|so|so that|that|lets?|letting|allow|allows|allowing|for|helps?|wants?|then|but)\\s+)";
  const determiners = "(?:(?:the|our|my|its|all|any|each|every|an?|new|registered|logged[- ]in|signed[- ]in) )*";
  const modals =
    "(?:(?:can|could|may|should|shall|will|must|to|be able to|are able to|is able to|be allowed to|are allowed to|also|just|only|then|first|easily|who) )*";
  const doer = `${begins}${determiners}((?:[a-z]+ )?)(${who})\\s+(${modals})`;
  const doing = anyOf([...words.sees, ...words.makes, ...words.manages]);
  made = {
    joining: new RegExp(
      `(${doer})(?:${anyOf(words.joins)})(?:,? and (?:then |also )?|, (?:then )?)(?=(?:${doing})\\b)`,
      "gi",
    ),
    subject: new RegExp(`${doer}(?=((?:${anyOf(words.joins)}|${doing})\\b[^.;!?\\n]*))`, "gi"),
    deed: new RegExp(
      `^(?:(?:can|may|should|also|then|only|just|to|be able to) )*(?:(${anyOf(words.joins)})(?! (?:for|to)\\b)|(${anyOf(words.sees)})|(${anyOf(words.makes)})|(${anyOf(words.manages)}))\\b\\s*(.*)$`,
      "i",
    ),
    work: whole(words.work),
    home: whole(words.home),
    takes: words.takes,
  };
  return made;
}

/** ", and we approve them", ", teachers see all": what somebody else does. */
const others =
  /(?:,|\b(?:and|but|while|so))\s+(?:(?:only )?(?:the |our )?(?:we|i|staff|they|admins?|[a-z]*(?:ers|ors|ists|ees|staff|admins|owners|parents|students|members|clients|patients|doctors|teachers))(?: can| may| should)?\s+(?!of\b)[a-z]+)/i;
const theirs = /\b(?:their|theirs|his|her|own)\b|^(?:it|them|these|those)\b/i;
const ofAll =
  /\b(?:each others?'?s?|one another's|everyone'?s|everybody'?s|(?:other|all) (?:members?|customers?|clients?|guests?|students?|users?|people)'s?|of (?:all|other) [a-z]+|who (?:else )?)\b|^(?:all|every)\b(?! (?:their|of their)\b)/i;

/** "book classes and see only their own": one deed each. */
function deedsIn(said: string): Deed[] {
  const { deed } = patterns();
  const deeds: Omit<Deed, "isTheirs" | "isOfAll">[] = [];
  for (const piece of said.split(others)[0]!.split(/\s*,\s*(?:and |or )?|\s+(?:and|or|but|then)\s+/i)) {
    const [, join, see, make, manage, object = ""] = deed.exec(piece.trim()) ?? [];
    const verb = (join ?? see ?? make ?? manage)?.toLowerCase();
    const last = deeds.at(-1);
    if (verb === undefined) {
      // "see their lease and payments".
      if (last) last.object += `, ${piece.trim()}`;
      continue;
    }
    deeds.push({ sort: join ? "join" : see ? "see" : make ? "make" : "manage", verb, object });
  }
  // "photos and daily reports of their child" are theirs, all of them.
  return deeds.map((one) => ({ ...one, isTheirs: theirs.test(one.object), isOfAll: ofAll.test(one.object) }));
}

/** "can cancel" tells of no rows. */
const isOfRows = ({ sort, verb, object }: Deed) =>
  sort === "make" && (object !== "" || !/^(?:cancel|reschedule)/.test(verb));
const isModal = /\b(?:can|could|may|should|will|must|able|allowed|to)\b/i;
const opened = /^(?:.*\b(?:where|which|so|so that|that|lets?|letting|allows?|allowing)\s+)/i;
const whoIn = "customer|client|patient|guest|tenant|resident|parent|student|member|applicant|donor|policyholder";
const portal = new RegExp(
  `\\b(?:(${whoIn})s?'? (?:self[- ]service )?(?:portal|login|log-?in|area|accounts?|app)|(?:portal|login|log-?in) for (?:our |the |all )?(${whoIn})s?)\\b`,
  "gi",
);

/**
 * Who is said to use an app as its customer, with an account: whoever signs up, books or orders there, or sees what is
 * theirs. Null where nothing is said of that, or where those who sign in are the team.
 */
export function customersOf(said: string): Customers | null {
  const { subject, work, home, takes } = patterns();
  const { anybody, team, opens } = customerWords();
  if (forInsiders.test(said)) return null;
  const people = new Set<string>();
  const deeds: Deed[] = [];
  let [isSure, isOpen] = [false, false];
  for (const [whole, before = "", who = "", modals = "", rest = ""] of said.matchAll(subject)) {
    const person = singular(who.toLowerCase());
    const own = deedsIn(rest);
    if (team.has(before.trim().toLowerCase()) || (person === "member" && work.test(said))) continue;
    if (/^(?:parent|guest|child)$/.test(person) && home.test(said)) continue;
    // Owners may be of a shop.
    if (person === "owner" && !own.some((one) => one.sort === "make" && takes.has(one.verb))) continue;
    const has = (sort: Deed["sort"]) => own.some((deed) => deed.sort === sort);
    if (anybody.has(person) && !(has("join") && has("make") && !work.test(said))) continue;
    const isAsked =
      isModal.test(modals) ||
      /\bonline\b/i.test(rest) ||
      opened.test(whole.slice(0, whole.toLowerCase().indexOf(who.toLowerCase())));
    isSure ||= has("join") || own.some((one) => one.isTheirs && one.sort === "see") || (isAsked && own.some(isOfRows));
    isOpen ||= own.some(({ sort, verb }) => sort === "join" && opens.has(verb));
    people.add(person);
    deeds.push(...own);
  }
  for (const [, before, behind] of said.matchAll(portal))
    if (!work.test(said)) {
      people.add((before ?? behind ?? "").toLowerCase());
      isSure = true;
    }
  return isSure ? { people: [...people], deeds, isOpen } : null;
}

/** A description without how people get in, which is no deed of rows: "members can sign up and book classes" are bookings alone. */
export const withoutJoining = (said: string): string => said.replace(patterns().joining, "$1");

const nameOf = ({ name }: Entity) => singular(wordsOf(sentence(name)).at(-1)!.toLowerCase());
const isNamedIn = (entity: Entity, { object }: Deed): boolean =>
  wordsOf(object.toLowerCase()).map(singular).includes(nameOf(entity));

/** Whether a table is of the customers themselves. */
export const isOneOf = ({ people }: Customers, entity: Entity): boolean => people.includes(nameOf(entity));
/** Whether customers make rows of a table: repairs that they report, and no classes that they book. */
export const isMadeBy = ({ deeds }: Customers, entity: Entity): boolean =>
  deeds.some(
    (deed) => deed.sort === "make" && !patterns().takes.has(deed.verb) && !deed.isOfAll && isNamedIn(entity, deed),
  );
/** Whether they are said to report something, or nothing at all of what they do: "a portal for customers with tickets". */
export const isForReporting = ({ deeds }: Customers): boolean =>
  deeds.length === 0 || deeds.some(({ verb }) => /^(?:report|submit|send|request|file|ask)/.test(verb));
/** Whether rows of a table are somebody's of them: "their invoices". */
export const isTheirs = ({ deeds }: Customers, entity: Entity): boolean =>
  deeds.some((deed) => (deed.isTheirs || deed.sort === "manage") && isNamedIn(entity, deed));
/** Whether they all see its rows: "see the timetable", "see each other's bookings". */
export const isSharedBy = ({ deeds }: Customers, entity: Entity): boolean =>
  deeds.some((deed) => deed.sort === "see" && deed.isOfAll && isNamedIn(entity, deed));
export const isSeenBy = ({ deeds }: Customers, entity: Entity): boolean =>
  deeds.some((deed) => (deed.sort === "see" && !deed.isTheirs && isNamedIn(entity, deed)) || isTakenIn(deed, entity));
const isTakenIn = (deed: Deed, entity: Entity) =>
  deed.sort === "make" && patterns().takes.has(deed.verb) && isNamedIn(entity, deed);
