import "server-only";
import { isPlural, singular } from "../../language/inflect";
import { isAttribute, verbAt } from "../../lexicon/lexicon";
import { tokenize } from "../../lexicon/tokens";
import { type Known, knownAs } from "../../lexicon/known";
import { plain } from "../../lexicon/plain-words";
import { briefs } from "../../words/briefs";
import { type Plan, planTable } from "./plan";

/** Records whose name says of what they are: a "room booking" is of a room. */
const ofThing =
  / (\w+ )?(\w+) (bookings?|reservations?|rentals?|hires?|loans?|check ?outs?|reviews?|inspections?|repairs?|registrations?|viewings?|measurements?|readings?|checks?|vaccinations?) /g;
/** "salon booking", "club member": where they are, and not what they are of. */
const places =
  /^(?:studio|shop|club|school|agency|salon|company|office|clinic|practice|centre|center|gym|hotel|church|farm|team|home|restaurant|garage|museum|event|class|course|tour|lesson|appointment)$/;

/** "online booking", "daily checks": how it is done, and not with what. */
const idleBefore =
  /^(?:online|group|early|late|daily|weekly|monthly|yearly|annual|easy|simple|new|double|public|private|home|short|long|free|paid|self|service|quick|local|holiday|summer|winter|day|night|week|weekend)$/;

const doneBefore = /^(?:to|can|may|should|must|and|or|also|then) $/;

/** What is done with people: a child's vaccinations. */
const ofPeople = /^(?:vaccinations?|measurements?|registrations?|loans?)$/;
const taken = /^(?:bookings?|reservations?|rentals?|hires?|loans?|repairs?)$/;

/** Adds what the records of a description are of, where it is known and nobody named it on its own: the books of "book reviews". */
export function addWholes(plan: Plan): void {
  const { tables, text } = plan;
  for (const [, before = "", word = "", last = ""] of text.matchAll(ofThing)) {
    const record = tables.find(({ noun }) => noun === singular(last) || noun.endsWith(` ${singular(last)}`));
    // "see their current loans", "to record loans".
    const isNoNoun = briefs().told.has(word) || (doneBefore.test(before) && briefs().kept.has(word));
    const thing =
      isNoNoun || isAttribute(word) || places.test(word) || idleBefore.test(word)
        ? null
        : wholeOf(plan, `${before}${word}`, word, last);
    if (!record || record.isExact || !thing || plan.refused.includes(singular(word))) continue;
    const isNamed = tables.some((table) => table.thing === thing.known || table.noun === thing.noun);
    const whole = planTable(plan, thing.noun, thing.known);
    if (whole === record) continue;
    // "desk booking": for a time, and no registration for an event.
    if (
      record.thing?.name === "Registration" &&
      taken.test(record.noun) &&
      (thing.known?.kind ?? "item") !== "person"
    ) {
      const booking = knownAs(record.noun);
      if (booking) record.thing = booking;
    }
    if (!record.links.some(({ to }) => to === whole) && (!isNamed || !whole.links.some(({ to }) => to === record)))
      record.links.push({ to: whole });
  }
}

function wholeOf(plan: Plan, both: string, one: string, last: string): { known?: Known; noun: string } | null {
  for (const noun of [both, one]) {
    const known = knownAs(noun, plan.among);
    if (known && (/^(?:item|place|event)$/.test(known.kind) || (known.kind === "person" && ofPeople.test(last))))
      return { known, noun };
  }
  // "wheelchair hire": whatever is hired; of "their repair" nothing is.
  return taken.test(last) &&
    !plain.has(one) &&
    !isPlural(one) &&
    knownAs(one) === null &&
    verbAt(tokenize(one), 0) === null &&
    !/(?:ly|al|ic|ive|ous|able|ing|ed)$/.test(one) &&
    one.length > 3
    ? { noun: one }
    : null;
}
