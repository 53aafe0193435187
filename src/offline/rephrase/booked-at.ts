import "server-only";
import { plural, singular } from "../language/inflect";
import { knownAs, quietAs } from "../lexicon/known";
import { kindsIn } from "../words/find";
import { inOrder, rule } from "./phrase-rule";

const own = {
  deed: "(?:book|reserve)",
  booking: "(?:booking|bookings|reservation|reservations)",
  lending: "(?:check-?outs?|lending|loans?|borrowing)",
  /** "courts", "boats and oars". */
  goods: "(?!(?:a|an|the|their|his|our|my)\\b)(?:(?!for\\b|at\\b|in\\b|with\\b|on\\b)[a-z]+,? ){0,4}?[a-z]+s",
  /** "laptop and projector", "parking spot". */
  nouns: "(?!(?:photo|video|film|music)\\b)[a-z]+(?: and [a-z]+| (?!and\\b)[a-z]+)?",
  hall: "(?:[a-z'-]+ )?(?:hall|barn|clubhouse|club house|(?:community|youth|parish|cultural|neighbou?rhood) (?:cent(?:er|re)|house))",
  practice:
    "(?:[a-z]+ ){0,2}?(?:medical|dental|doctor['’]?s?|clinic|hospital|therapy|physio(?:therapy)?|veterinary|vet|health)",
  /** "system for our film club", where anything more is said. */
  more: "(?: (?:system|app|application|tool|software|tracker|sheet|log|list))?(?: (?:for|of|at) (?:our|my|the) [a-z' -]{3,40})?",
};

const isClub = (place: string): boolean => /(?:club|association|society|co-?op|cooperative)$/i.test(place);
/** Nobody calls an app "Office". */
const anyPlace = /^(?:office|company|team|building|house|school|business|department|)$/i;
const whereBooked = (place: string, rows: string): string =>
  anyPlace.test(place)
    ? `${rows.toLowerCase().replace(/[a-z]+$/, singular)} booking: ${rows.toLowerCase()}, bookings`
    : `An app for our ${place.toLowerCase()} where ${isClub(place) ? "members" : "people"} can book ${rows.toLowerCase()}`;

/** Something of which there are several: a laptop, but no class, which takes place. */
const isKept = (noun: string): boolean => /^(?:item|place)$/.test((knownAs(noun) ?? quietAs(noun))?.kind ?? "");

function bookingOf(nouns: string, place: string): string | null {
  // "vacation rental bookings": a kind of its own.
  if (kindsIn(nouns).some(({ phrase }) => phrase === nouns)) return null;
  const isKind = kindsIn(`${nouns} booking`).some(({ phrase }) => phrase.endsWith(" booking"));
  if (isKind) return place === "" ? null : `${nouns} booking for our ${place}`;
  const each = nouns.split(" and ");
  return each.every(isKept) ? whereBooked(place, each.map(plural).join(" and ")) : null;
}

/** "laptop checkout": loans of laptops, and no till. */
function lentOut(ask: string, noun: string, more: string): string | null {
  const one = singular(noun.toLowerCase());
  if (kindsIn(`${one} lending`).length > 0) return `${ask}${noun} lending${more}`;
  return isKept(one) ? `${one} loans: ${plural(one)}, loans` : null;
}

/** What a house lends or has booked, as what such an app keeps: "a kayak booking site", "an equipment checkout system for our film club". */
export const plainBookings = inOrder([
  rule(
    "{ask}{noun} {lending}{more}",
    // "textbook loans" is what is kept already.
    ({ ask, noun, lending, more }) => (lending === "loans" && more === "" ? null : lentOut(ask, noun, more)),
    own,
  ),
  rule("{few}rental {site} for {rows}", ({ few, rows, site }) => `${few}${singular(rows)} rental ${site}`),
  rule(
    "{few}{practice}( practice| clinic| office)? appointments? (scheduling|booking|management|calendar)( {app})? (with|for) {list}",
    ({ few, practice, list }) => `${few}${practice} practice: appointments, ${list.replace(/,? and /, ", ")}`,
    own,
  ),
  rule(
    "{ask}{software} (for|at) {our} {house} to {deed} {goods}",
    ({ house, goods }) => whereBooked(house, goods),
    own,
  ),
  rule(
    "(let |allow |i want |we want )?(the )?{customers} (of|in|at) {our} {house} (to |can |should (be able to )?)?{deed} {goods}",
    ({ customers, house, goods }) =>
      `An app for our ${house.toLowerCase()} where ${customers.toLowerCase()} can book ${goods.toLowerCase()}`,
    own,
  ),
  rule(
    "{ask}({booking} {software}|{booking2} calendar|calendar|schedule) (for|of) {our} {hall}",
    ({ hall }) => whereBooked(hall, "rooms"),
    own,
  ),
  rule(
    "{ask}{nouns} {booking}( {software})?( (for|of|at) {our} {house})?",
    ({ nouns, house }) => bookingOf(nouns.toLowerCase(), house.toLowerCase()),
    own,
  ),
]);
