import "server-only";
import { z } from "zod";
import { read } from "./read-data";

const words = z
  .string()
  .transform((list): ReadonlySet<string> => new Set(list.split(" ").map((word) => word.replaceAll("-", " "))));

const oneOf = (list: string) => `(?:${list.replaceAll(" ", "|")})`;
/** "stock in and out", "stock-in/stock-out", "vehicle entry and exit", "buy and sell transactions". */
const flow = z
  .strictObject({ of: z.string(), in: z.string(), out: z.string(), is: z.string() })
  .transform(({ of, in: comes, out: goes, is }) => {
    const what = `${oneOf(of)}(?:'?s)?[- ]?`;
    const [into, away] = [oneOf(comes), oneOf(goes)];
    const both = "(?: and |/| & | or )";
    return {
      said: new RegExp(`\\b(?:${what}${into}${both}(?:${what})?${away}|${into}${both}${away} ${what})(?!\\w)`, "gi"),
      is,
    };
  });

/** Words of briefs ("functionalities for browsing tours"), as in `briefs.json`; a hyphen stands for a space. */
const schema = z.strictObject({
  /** Verbs whose objects are rows that the app keeps. */
  kept: words,
  /** Verbs of screens: their objects are no rows for that. */
  nothing: words,
  /** Verbs of what an app of tables and pages does not do. */
  beyond: words,
  /** Nouns for what tells of rows: "the details of a tour", "tour details". */
  shelves: words,
  /** What is told of rows, and is no part of their name. */
  told: words,
  /** What nobody keeps rows of. */
  intangible: words,
  /** What reports and statistics are of: figures of the rows that there are ("sales reports"). */
  reported: words,
  /** Verbs of looking for rows, and of looking at them. */
  finding: words,
  showing: words,
  /** Verbs that take two kinds of rows: "match tutors with students". */
  joining: words,
  /** What an operator does as well as a visitor, by the first word. */
  giving: words,
  /** "let guests book rooms": what others do. */
  letting: words,
  /** Verbs of those who write to whoever runs the app. */
  asking: words,
  /** Verbs whose object is the person: "enrolling students". */
  enrolling: words,
  /** Verbs of those who only say something, verbs that leave it, and what is left. */
  saying: words,
  leaving: words,
  voices: words,
  /** Whom visitors write to. */
  running: words,
  /** What is sent by mail, and no rows. */
  mailed: words,
  /** What is made by doing it: whoever books an appointment leaves the appointment. */
  dealt: words,
  /** What every row has, or what a search is typed in as. */
  everywhere: words,
  /** What tells nothing more of rows. */
  pictured: words,
  /** "recording stock in and stock out": what comes and goes, and the rows that are kept of it. */
  flows: z.array(flow),
  /** Names of the same rows: of each line the app keeps those that are named first. */
  twins: z.array(words),
});

type Briefs = z.infer<typeof schema>;
let loaded: Briefs | undefined;

/** How briefs speak of what people do in an app. Read once. */
export const briefs = (): Briefs => (loaded ??= read(schema, "briefs.json"));
