import "server-only";
import { z } from "zod";
import { endsInOne, nameList } from "./name-list";
import { read } from "./read-data";

/** Nouns of rows by what their rows have to do with others, by their last words, as in `happenings.json`. */
const schema = z.strictObject({
  /** What takes place with many people. */
  held: nameList,
  /** What is done for somebody, about something. */
  dealt: nameList,
  /** Who made what is lent or sold, and by what it changes hands. */
  makers: nameList,
  changesHands: nameList,
  /** What is always of something else: bookings are of a lesson, and no lesson is of a booking. */
  follows: nameList,
  /** What the house offers or does by itself: who takes part is said by the bookings of it. */
  offered: nameList,
  takesPart: nameList,
  /** What several people come to: each of them is of one, and it is of none of them. */
  attended: nameList,
  papers: nameList,
  work: nameList,
  /** What hands out several kinds of things, as a library its laptops beside its books. */
  lentOut: nameList,
  /** What a site publishes beside what it is about, and who has its newsletter. */
  published: nameList,
  /** "order line": whose they are is said by the first word. */
  lines: nameList,
  /** What happens between people and things: an appointment of a patient with a doctor. */
  meetings: nameList,
  /** By what things of the house go to its customers. */
  handedOut: nameList,
  /** What somebody says or notes of something. */
  voices: nameList,
  /** What takes a thing, whatever it is called: "rentals" of "wheels". */
  taking: nameList,
  /** What has parts of its own (the garments of a ticket, the steps of an order), and such parts. */
  divided: nameList,
  parts: nameList,
  /** What people do with events: an event is of none of these. */
  joined: nameList,
  /** What comes back to whoever gave it. */
  returned: nameList,
  /** What has a time that is agreed on. */
  booked: nameList,
  /** What is written down again and again: each row is of some day. */
  logged: nameList,
  /** What else is of some day. */
  dated: nameList,
  /** What belongs to what happens: the steps of a repair. */
  belonging: nameList,
  /** What somebody owes: boats and events are not of it. */
  owed: nameList,
  /** What people are in, come to or ask for: a kid is in a team, a guest at a wedding, an applicant's opening is a row before theirs. */
  joins: nameList,
  /** What holds things as a place does: racks of a freezer. */
  holds: nameList,
  /** What is put together of others: a song may be in many of them. */
  gathers: nameList,
  /** By what others are sorted. */
  sorts: nameList,
  /** Behind which a title names what is kept: a risk register is of risks. */
  shelves: nameList,
  /** Where and with whom people work, and what they ask for: no rows of a list behind such a title. */
  workplaces: nameList,
});
type Sorts = z.infer<typeof schema>;

let loaded: Sorts | undefined;

/** Whether a noun in the singular ends as one of a sort: a "boat rental" is a rental. */
export const endsAs = (sort: keyof Sorts, noun: string): boolean =>
  endsInOne(noun.split(/[^\p{L}\d]+/u), (loaded ??= read(schema, "happenings.json"))[sort]);
