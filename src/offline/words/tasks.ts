import "server-only";
import { z } from "zod";
import { read } from "./read-data";

const words = z
  .string()
  .transform((list): ReadonlySet<string> => new Set(list.split(" ").map((word) => word.replaceAll("-", " "))));

/** What the verbs of a brief do with rows, as in `tasks.json`; a hyphen stands for a space. */
const schema = z.strictObject({
  /** Verbs of looking at rows: their objects are there, and what is looked for or at is told of them. */
  looking: words,
  /** Verbs whose object is the row that somebody makes or keeps. */
  entering: words,
  /** Verbs whose doing leaves a row of its own, which is of the object. */
  deeds: words,
  /** Verbs of a decision: each of two is where a row stands afterwards. */
  deciding: words,
  /** Verbs that move a row to another state. */
  setting: words,
  /** Verbs that link two kinds of rows. */
  joining: words,
  /** Verbs that leave nothing. */
  idle: words,
  /** Nouns for rows that are called by something else where the brief goes on. */
  general: words,
  /** What whoever does something enters, whatever is spoken of. */
  held: words,
  /** Deeds whose object may be the row that they leave: "book an appointment". */
  making: words,
  /** Deeds that are done to what the app is about, where nothing else is said: "apply with a letter". */
  main: words,
  /** Verbs that begin a row of which those made by the others right after it are parts: "create a survey, add questions". */
  opening: words,
  inside: words,
  /** Verbs of what is sent in about what was looked at: "read an article, suggest a correction". */
  sending: words,
  /** Verbs of how rows stand that somebody only looks at: "follow a repair from reported to fixed". */
  following: words,
  /** Verbs that say of which sort a row is: "categorize deals". */
  sorting: words,
  /** Verbs of what somebody gets: "give a grade to each student", and those of points among them. */
  giving: words,
  awarding: words,
  /** Verbs that put one thing to another only where that is said with "to": "hand out keys to members". */
  handing: words,
  /** Verbs that link what they name with what was spoken of: "assign drivers". */
  matching: words,
  /** Verbs that may leave a row of their own or enter the one that they name. */
  requesting: words,
  /** Verbs that change fields of a row. */
  editing: words,
  /** Verbs that put down a line of text: "leave washing instructions". */
  stating: words,
  /** Verbs of picking something before it is done: "choose a barber, book a time". */
  choosing: words,
  /** Verbs by which whoever does it shows its own rows: "shelters post animals". */
  publishing: words,
  /** What is done without an object: "and comment". */
  alone: words,
  /** What is booked of something, and no rows: "book a place". */
  places: words,
  /** Who only uses an app. */
  onlyUsing: words,
  /** Pages that show no rows. */
  noPages: words,
});

type Tasks = z.infer<typeof schema>;
let loaded: Tasks | undefined;

/** How briefs speak of what is done with rows. Read once. */
export const tasks = (): Tasks => (loaded ??= read(schema, "tasks.json"));
