import "server-only";
import { isPlural, plural, wordsOf } from "../language/inflect";
import { knownAs, quietAs } from "../lexicon/known";
import { isPersonLike } from "../lexicon/nouns";
import { kindsIn } from "../words/find";
import { websites } from "../words/websites";
import { asking, few } from "./asked";

const site = "(?:web ?site|web ?page|home ?page|internet page|web presence|site)";
const named = "([a-z][a-z' -]{2,40}?)";
/** "a website for my law firm", and nothing else. */
const siteFor = new RegExp(`^${asking}${few}${site} (?:for|of) ${few}${named}$`, "i");
/** "plumber website". */
const siteNamed = new RegExp(`^${asking}${few}${named} ${site}$`, "i");

/** "a website for our bakery with the menu, opening hours and an order form": the trade, and a list of what the site shows. */
const siteWith = new RegExp(
  `^${asking}${few}(?:one-page |single-page |public )?(?:${site}|landing page|page) (?:for|of) ${few}${named}(?:,? (?:with|showing|that shows|which shows|to show|that has|which has|including|where we show|where people can see)|:| -) (?:all )?([^.;:()]+)$`,
  "i",
);
/** "plumber website with a contact form". */
const siteNamedWith = new RegExp(
  `^${asking}${few}${named} ${site},? (?:with|showing|that shows|that has|including) ([^.;:()]+)$`,
  "i",
);

/** "an intranet for our company with news and a phone directory". */
const intranetWith = new RegExp(
  `^${asking}${few}(intranet|(?:staff|employee|team|company|member|members) (?:portal|area|hub)) (?:for|of) ${few}${named},? (?:with|showing|that shows|that has|including) ([^.;:()]+)$`,
  "i",
);
/** "a booking page for my massage practice". */
const bookedAt = new RegExp(
  `^${asking}${few}(?:appointments? )?(?:booking|scheduling) (page|site|website|app|application|form|system|tool|software|calendar) (?:for|of|at) ${few}${named}[.!]*$`,
  "i",
);
/** "event registration for our conference with sessions": what is sent in is kept beside them. */
const registrationWith =
  /^((?:[a-z]+ ){0,4}?(registration|ordering|reservation)(?: (?:app|application|site|page|system|tool|platform|website|form))?(?: for (?:our|my|the|an?) [a-z' -]{3,40}?)?) with ([a-z ,]+)$/i;

/** Who has a website: people, places, organisations. */
function isTrade(last: string): boolean {
  const { organisations, sets } = websites();
  return organisations.has(last) || sets.some(({ said }) => said.has(last)) || isPersonLike(last);
}

/** Kinds of app that are for visitors as they stand. */
function isForVisitors(trade: string): boolean {
  const [named] = kindsIn(trade);
  return (
    named !== undefined &&
    (named.kind.purpose === "site" ||
      named.kind.purpose === "form" ||
      named.kind.things.some((thing) => /^(?:Appointment|Stay|Booking|Room booking|Table reservation)$/.test(thing)))
  );
}

/** "a blog about hiking" is a hiking blog: what it is about is written there, and kept in no table. */
const blogAbout =
  /\b((?:(?!an? |the |my |our )[a-z]+ )?)(blog|podcast|magazine|vlog) about (?:my |our |the )?([a-z-]+(?: [a-z-]+)?)(?=\s+(?:with|where|and)\s|\s*[.,:;!]|\s*$)/i;
export const blogOf = (text: string): string => text.replace(blogAbout, "$3 $1$2");

/** "eine Website für meine Bäckerei". */
const germanSite =
  /^(?:(?:bau|erstell|mach)\w* (?:mir |uns )?|ich (?:brauche|möchte|will) )?(?:(?:eine?|meine|unsere|kleine|einfache|neue) )*(?:website|webseite|homepage|internetseite) (?:für|von) (?:mein|unser|ein)\w* (?:kleine\w* )?([a-zäöüß-]{4,40})$/i;

/** What strangers come to see of a trade: by what it keeps, else by its own name. */
function setOf(trade: string) {
  const things = kindsIn(trade)[0]?.kind.things ?? [];
  const { sets } = websites();
  const last = wordsOf(trade).at(-1)?.toLowerCase() ?? "";
  return (
    sets.find(({ of }) => things.some((thing) => of.has(thing))) ??
    // "Sportverein" is a Verein.
    sets.find(({ said }) => [...said].some((one) => last === one || (one.length > 5 && last.endsWith(one))))
  );
}

/** "kayak rental": what is rented there, and its bookings. */
function rentedAt(trade: string): string | undefined {
  const what = / (?:rental|rentals|hire)$/.test(trade) ? trade.replace(/ [a-z]+$/, "") : "";
  const last = what.split(" ").at(-1)!;
  return what !== "" && [what, last].some((one) => knownAs(one) ?? quietAs(one))
    ? `${plural(what)}, bookings`
    : undefined;
}

const withoutArticle = (part: string) =>
  part
    .trim()
    .toLowerCase()
    .replace(/^(?:(?:an?|the|our|my|all|some|simple|online|their|its|us) )+(?=[a-z])/, "");

/** The trade whose website the first sentence of a message asks for, with what it shows, and the sentences behind it. */
function withList(message: string): { trade: string; list: string; rest: string } | null {
  const [, first = "", rest = ""] = /^([^.!?\n]*)[.!?]*\s*([^]*)$/.exec(message.trim())!;
  const [, trade = "", list = ""] = siteWith.exec(first) ?? siteNamedWith.exec(first) ?? [];
  const last = wordsOf(trade).at(-1)?.toLowerCase() ?? "";
  return isTrade(last) || websites().occasions.has(last) ? { trade: trade.toLowerCase(), list, rest } : null;
}

const partsOf = (list: string) =>
  list.split(/,\s*(?:and |plus )?|\s+(?:and|plus|&)\s+|\s+as well as\s+/).map(withoutArticle);

/** The pages of text that a first message in a person's own words lists as parts of a website: opening hours, how to find them. */
export function textsOnSite(message: string): { title: string; text: string }[] {
  const parts = partsOf(withList(message)?.list ?? "");
  return websites().texts.filter(({ said: names }) => parts.some((part) => names.has(part)));
}

/** The rows that visitors send by a form of their own, as the parts say: "an order form". */
export const formsOnSite = (message: string): string[] =>
  partsOf(withList(message)?.list ?? "")
    .filter((part) => part.endsWith(" form"))
    .flatMap((part) => websites().shows.get(part) ?? []);

/** What a list of a website's parts asks for, as rows; null where one of them is no such part. Prices are told of services, and a text is no rows. */
function shownRows(list: string): string[] | null {
  const { shows, texts } = websites();
  const rows = new Set<string>();
  let isPriced = false;
  for (const name of partsOf(list)) {
    if (name === "" || texts.some(({ said }) => said.has(name))) continue;
    if (/^(?:prices|price list|pricing|rates|fees)$/.test(name)) isPriced = true;
    else if (shows.has(name)) rows.add(shows.get(name)!);
    else if (isPlural(name) && name.split(" ").length < 3 && (knownAs(name) ?? quietAs(name))) rows.add(name);
    else return null;
  }
  if (isPriced && rows.size === 0) rows.add(shows.get("prices")!);
  return rows.size > 0 ? [...rows] : null;
}

/** The rows that a message in plain words lists as what a website shows. */
const listOf = /^website for our [^:.]+: ([^.]+)/;
export const shownOnSite = (text: string): readonly string[] => listOf.exec(text.trim())?.[1]?.split(", ") ?? [];

const bookedAs = (trade: string) =>
  websites().booked.find(({ said }) => [...said].some((one) => ` ${trade} `.includes(` ${one} `)))?.rows;
const isBookedByClass = (trade: string): boolean => bookedAs(trade) !== undefined;
const bookedIn = (trade: string): string => bookedAs(trade) ?? websites().bookedOtherwise;

/**
 * A first message that asks for the website of a trade and says nothing more, as a list of what strangers come to see: a law firm's
 * website shows no cases, and a school's no pupils. Every other message as it is.
 */
export function websiteOf(text: string): string {
  const said = text.trim().replace(/[.!]+$/, "");
  const german = germanSite.exec(said)?.[1];
  if (german)
    return isForVisitors(german)
      ? text
      : `Website für unsere ${german}: ${setOf(german)?.de ?? websites().otherwiseDe}`;
  const shown = withList(text);
  const asked = shown && shownRows(shown.list);
  if (shown && asked) {
    // Of a contact form alone visitors learn nothing: what the trade offers stands beside it.
    const isForm = asked.every((row) => row === "inquiries" || row === "subscribers");
    const usual = isForm ? (setOf(shown.trade)?.keeps ?? websites().otherwise).split(", ") : [];
    const rows = [...new Set([...usual, ...asked])].join(", ");
    return `website for our ${shown.trade}: ${rows}${shown.rest ? `. ${shown.rest}` : ""}`;
  }
  const inside = intranetWith.exec(said);
  const kept = inside && shownRows(inside[3]!);
  if (kept) return `${inside[1]!.toLowerCase()} for our ${inside[2]!.toLowerCase()}: ${kept.join(", ")}`;
  const [, software = "", at = ""] = bookedAt.exec(said) ?? [];
  const place = at.toLowerCase();
  // A barber's booking app has its own kind.
  const isOwnKind = /^(?:app|application|system|tool|software|calendar)$/i.test(software) && !isBookedByClass(place);
  if (place && isTrade(wordsOf(place).at(-1)!) && !isForVisitors(place) && !isOwnKind)
    return `booking app for our ${place}: ${bookedIn(place)}`;
  const registered = registrationWith.exec(said);
  const rows = registered && shownRows(registered[3]!);
  if (rows)
    return `${registered[1]} with ${[...rows, plural(registered[2]!.toLowerCase())].join(", ").replace(/, ([^,]+)$/, " and $1")}`;
  const trade = (siteFor.exec(said) ?? siteNamed.exec(said))?.[1]?.toLowerCase();
  const last = trade && wordsOf(trade).at(-1);
  if (!trade || !last || !isTrade(last) || isForVisitors(trade)) return text;
  return `website for our ${trade}: ${rentedAt(trade) ?? setOf(trade)?.keeps ?? websites().otherwise}`;
}
