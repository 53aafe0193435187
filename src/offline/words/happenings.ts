import "server-only";
import { z } from "zod";
import { read } from "./read-data";

/** Nouns, divided by commas. */
const nouns = z
  .string()
  .min(1)
  .transform((list): ReadonlySet<string> => new Set(list.split(", ")));
/** Nouns of rows by what their rows have to do with others, by their last words, as in `happenings.json`. */
const schema = z.strictObject({
  /** What takes place with many people. */
  held: nouns,
  /** What is done for somebody, about something. */
  dealt: nouns,
  /** Who made what is lent or sold, and by what it changes hands. */
  makers: nouns,
  changesHands: nouns,
  /** What is always of something else: bookings are of a lesson, and no lesson is of a booking. */
  follows: nouns,
  /** What the house offers or does by itself: who takes part is said by the bookings of it. */
  offered: nouns,
  takesPart: nouns,
  papers: nouns,
  work: nouns,
  /** What hands out several kinds of things, as a library its laptops beside its books. */
  lentOut: nouns,
  /** What a site publishes beside what it is about, and who has its newsletter. */
  published: nouns,
  /** "order line": whose they are is said by the first word. */
  lines: nouns,
  /** What happens between people and things: an appointment of a patient with a doctor. */
  meetings: nouns,
  /** By what things of the house go to its customers. */
  handedOut: nouns,
  /** What somebody says or notes of something. */
  voices: nouns,
  /** What takes a thing, whatever it is called: "rentals" of "wheels". */
  taking: nouns,
  /** What has parts of its own (the garments of a ticket, the steps of an order), and such parts. */
  divided: nouns,
  parts: nouns,
  /** What people do with events: an event is of none of these. */
  joined: nouns,
  /** What comes back to whoever gave it. */
  returned: nouns,
  /** What has a time that is agreed on. */
  booked: nouns,
  /** What is written down again and again: each row is of some day. */
  logged: nouns,
  /** What else is of some day. */
  dated: nouns,
  /** What belongs to what happens: the steps of a repair. */
  belonging: nouns,
  /** What somebody owes: boats and events are not of it. */
  owed: nouns,
});
type Sorts = z.infer<typeof schema>;

let loaded: Sorts | undefined;

/** Whether a noun in the singular ends as one of a sort: a "boat rental" is a rental. */
export function endsAs(sort: keyof Sorts, noun: string): boolean {
  const listed = (loaded ??= read(schema, "happenings.json"))[sort];
  const words = noun.split(/[^\p{L}\d]+/u);
  return words.some((_, from) => listed.has(words.slice(from).join(" ")));
}
