import "server-only";
import { singular } from "../../language/inflect";
import { splitList } from "../../language/normalize";
import { knownAs, namesThing } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { briefs } from "../../words/briefs";
import { withoutDetails } from "./details";
import { hasField, keptIn } from "./kept-rows";
import { type VerbPhrase, verbPhrases } from "./verb-phrases";

/** What is made by doing it: whoever books an appointment leaves the appointment. */
export const isDealt =
  /(?:appointment|booking|reservation|viewing|session|visit|consultation|ticket|meeting|interview|drive|order|loan|rental|application|request|inquiry|enquiry|donation|payment|quiz|test|exam|surveys?|questionnaire|form|poll)s?$/i;
/**
 * What a brief was heard to ask for: rows, what people do that leaves a record ("users can book tours"), fields that rows
 * are searched by, as requests ("add city to donors"), what nothing is made of, and all that is done in plain sentences.
 * `isPlain`: nothing tells more than what is done to which rows.
 */
export type Heard = {
  rows: string[];
  statements: string[];
  wishes: string[];
  left: string[];
  deeds: string[];
  isPlain: boolean;
  /** Fields and conditions. */
  details: number;
  /** Those of them that the rows do not have anyway. */
  untold: number;
  /** Who does what, in the plural. */
  people: string[];
  /** Things that nouns mean in this message before others. */
  among: readonly string[];
};

/** Before anything is read. */
export const nothingHeard = (among: readonly string[] = []): Heard => ({
  rows: [],
  statements: [],
  wishes: [],
  left: [],
  deeds: [],
  isPlain: true,
  details: 0,
  untold: 0,
  people: [],
  among,
});

const isJoining = /^(?:connect|match|link|exchange|assign|share|connect with)$/;
const isFinding = /^(?:compare|search|find|browse|locate|look up|look for|filter|sort)$/;
/** What an operator does as well as a visitor. */
const isGiving = /^(?:sell|post|report|answer|invite|message|teach|grade|deliver|clean|repair|service|inspect|lend)\b/;
const isShowing =
  /^(?:view|browse|see|show|display|present|watch|read|access|explore|discover|check|showcase|feature|provide|offer|get|highlight|introduce)$/;

const picture = /^(?:photos?|pictures?|images?|videos?|links?|descriptions?)$/i;
const pronoun = /^(?:it|them|these|those)$/i;
const isPersonRow = (noun: string): boolean => knownAs(singular(noun))?.kind === "person";

/** Whom visitors write to. */
const isWhoRuns =
  /^(?:(?:the|our|your) )?(?:us|team|staff|support|company|business|shop|store|agency|school|club|restaurant|hotel|gallery|studio|office|customer service|customer support|support team|site owner|owners?|administrators?|admins?)$/i;

const mail = /\b(?:newsletters?|mailing lists?|updates|notifications|alerts|news)$/i;

/** "charts of spending by month": what they are drawn by is no field. */
const isView = /^(?:dashboard|calendar|kanban|board)$/;

const statementOf = (verb: string, object: string) => `${verb} ${object}`.trim();
const isSaying =
  /^(?:comment|subscribe|vote|like|rate|review|follow|(?:leave|write|give|post|submit|share) (?:an? |their )?(?:reviews?|ratings?|comments?|feedback))\b/;

/** What every row has, or what a search is typed in as. */
const isEverywhere = /^(?:dates?|times?|names?|titles?|keywords?|availability|relevance|popularity|newest|id)$/i;

/** "location and price" of "search homes by location and price". */
const criteriaOf = (object: string, rows: string, { among }: Heard): string[] => {
  const list = /(?:^| )by (?:(?:their|its|the|a) )?(.+)$/i.exec(object)?.[1];
  // "by location and date, booking, and …": the list ends behind its "and".
  const own = list?.replace(/( and [^,]+),.*$/i, "$1");
  return own
    ? splitList(own)
        .filter((noun) => !isEverywhere.test(noun) && !hasField(rows, noun, among))
        .map((noun) => `add a field called "${noun}" to ${rows}`)
    : [];
};

/** "search by destination and price": of the rows that have those, else of those that were told of last. */
function aboutOf({ rows, among }: Heard, object: string): string | undefined {
  const nouns = splitList(object.replace(/^by /i, ""));
  const countOf = (one: string) => nouns.filter((noun) => hasField(one, noun, among)).length;
  return rows
    .filter((one) => !isView.test(one))
    .toReversed()
    .reduce<string | undefined>(
      (best, one) => (best !== undefined && countOf(best) >= countOf(one) ? best : one),
      undefined,
    );
}

/** "filter them by glaze and price": of which rows is told before. */
function filteredBy(object: string, heard: Heard): string[] {
  const [, sold] = /^.*? can \S+ (.+)$/.exec(heard.statements.at(-1) ?? "") ?? [];
  const found = aboutOf(heard, object.replace(/^.*?(?=\bby )/i, "")) ?? sold;
  return found && /(?:^| )by /i.test(object) ? criteriaOf(object, found, heard) : [];
}

/** "campaigns with a goal amount": as requests, unless such rows have it anyway. */
const fieldWishes = (rows: string, fields: string[], { among }: Heard): string[] =>
  fields.filter((noun) => !hasField(rows, noun, among)).map((noun) => `add a field called "${noun}" to ${rows}`);

/** Works one thing that people do into what is kept. */
export function hear(phrase: VerbPhrase, who: string, heard: Heard): void {
  const { nothing, beyond } = briefs();
  const { said, isDeed } = phrase;
  // "filter by size".
  const isBy = phrase.verb.endsWith(" by");
  const verb = isBy ? phrase.verb.slice(0, -" by".length) : phrase.verb;
  const named = pronoun.test(phrase.object) ? (heard.rows.find((one) => !isPersonRow(one)) ?? "") : phrase.object;
  const whole = isBy ? `by ${named}` : named;
  const isAsking = /^(?:inquire|enquire)(?: about)?$/.test(verb) || (verb === "contact" && isWhoRuns.test(whole));
  if (isAsking) return void heard.rows.push("inquiries");
  const [, other, theirs] = /^(?:let|allow|enable|help)$/.test(verb) ? (/^(\S+) (?:to )?(.+)$/.exec(whole) ?? []) : [];
  if (other && theirs) {
    for (const phrase of verbPhrases(theirs, "base") ?? []) hear(phrase, other, heard);
    return;
  }
  const isJoined = isJoining.test(verb);
  const details = withoutDetails(whole, isJoined);
  const { object } = details;
  if (beyond.has(verb) && !isFinding.test(verb)) return void heard.left.push(said);
  if (verb === "filter") return void heard.wishes.push(...filteredBy(whole, heard));
  if (nothing.has(verb)) return;
  // "follow other cooks": those who use it, too.
  if (verb === "follow" && /^(?:each )?other\b/i.test(whole)) return void heard.left.push(said);
  if (verb === "report" && whole === "") return void heard.rows.push("dashboard");
  if (details.left) heard.left.push(details.left);
  const isShown = isShowing.test(verb);
  const own = keptIn(isJoined ? object.replace(/ (?:to|with) /g, " and ") : object, isShown || isFinding.test(verb));
  // "set a funding goal": of what was told before.
  const isSetting = verb === "set" && own.length > 0 && !own.some(namesThing);
  if (isSetting) details.fields.push(...own.splice(0).map(singular));
  const rows = [...own, ...details.rows.flatMap((noun) => keptIn(noun, false))];
  const first = own[0] ?? rows[0];
  // "partners" of "conversation partners".
  const found =
    first === undefined ? aboutOf(heard, object) : (heard.rows.findLast((one) => one.endsWith(` ${first}`)) ?? first);
  if ((isFinding.test(verb) || isShowing.test(verb)) && found && !isView.test(found))
    heard.wishes.push(...criteriaOf(object, found, heard));
  // "tutors with reviews".
  if (found && details.fields.some((noun) => /^(?:reviews?|ratings?)$/i.test(noun))) {
    heard.statements.push(`users can review ${found}`);
    details.fields = details.fields.filter((noun) => !/^(?:reviews?|ratings?)$/i.test(noun));
  }
  // Pictures tell nothing more of rows.
  const untold = details.fields
    .filter((noun) => !picture.test(noun))
    .filter((noun) => !found || !hasField(found, noun, heard.among));
  heard.untold += untold.length + (details.left ? 2 : 0);
  const told = details.fields.filter((noun) => !namesThing(noun) || isAttribute(noun));
  heard.details += told.length + (details.left ? 2 : 0);
  if (found && (own.length > 0 || !isDeed)) heard.wishes.push(...fieldWishes(found, details.fields, heard));
  const last = own.at(-1) ?? "";
  // "enrolling students": who they are.
  const isEnrolled = /^(?:enrol|enroll|register|sign up)$/.test(verb) && knownAs(singular(last))?.kind === "person";
  // "lend and return books": what ends a loan.
  const isLent = (one: string) => / can (?:lend|borrow|rent|loan|check out) /.test(one);
  if (verb === "return" && (heard.statements.some(isLent) || heard.rows.some((one) => /^(?:loans|rentals)$/.test(one))))
    return;
  const isSeen = verb === "review" && /^(?:record|person|document)$/.test(knownAs(singular(last))?.kind ?? "");
  const isDiscussed = verb === "discuss" && rows.some(namesThing);
  const isKept = (!isDeed && !isDiscussed) || isDealt.test(last) || isSeen || isEnrolled;
  // Who only says something is no list that somebody keeps.
  const doer = isSaying.test(statementOf(verb, object)) ? "users" : who;
  // "subscribe to the newsletter": there are no rows of what is sent.
  const isOfMail = verb.startsWith("subscribe") && mail.test(statementOf(verb, object));
  const statement = isOfMail
    ? `${doer} can subscribe`
    : `${doer} can ${statementOf(verb === "discuss" ? "comment on" : verb, object)}`;
  if (isKept) heard.rows.push(...rows);
  else heard.statements.push(statement);
  // Who may see what is decided by what people do, and no list of functions says who.
  if (isShowing.test(verb) || isFinding.test(verb)) heard.deeds.push(`${who} can view ${object}`);
  else if (isDeed && !isEnrolled && !isGiving.test(verb)) heard.deeds.push(statement);
}
