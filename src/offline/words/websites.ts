import "server-only";
import { z } from "zod";
import { read } from "./read-data";

/** What a website shows that is for somebody's trade and of which nothing more is said, as in `websites.json`. */
const schema = z.strictObject({
  /** Words for who has a website, besides people and places. */
  organisations: z.string(),
  /** What has a website of its own, where its parts are listed. */
  occasions: z.string(),
  sets: z.array(
    z.strictObject({
      /** Things of which the kind of app that the trade usually has keeps one. */
      of: z.string(),
      /** Words for the trade itself. */
      said: z.string(),
      /** Rows, as in a list: "news, events". */
      keeps: z.string(),
      /** The same in German. */
      de: z.string(),
    }),
  ),
  /** Parts of a website as people call them, and the rows that each shows. */
  shows: z.array(z.strictObject({ said: z.string(), rows: z.string() })),
  /** Parts that are a page of text, with what stands there until the owner writes their own. */
  texts: z.array(z.strictObject({ said: z.string(), title: z.string(), text: z.string() })),
  /** What is booked at a trade, by words of its name. */
  booked: z.array(z.strictObject({ said: z.string(), rows: z.string() })),
  bookedOtherwise: z.string(),
  otherwise: z.string(),
  otherwiseDe: z.string(),
});

export type Websites = {
  organisations: ReadonlySet<string>;
  occasions: ReadonlySet<string>;
  sets: { of: ReadonlySet<string>; said: ReadonlySet<string>; keeps: string; de: string }[];
  /** The rows that a part of a website shows, by each of its names. */
  shows: ReadonlyMap<string, string>;
  texts: { said: ReadonlySet<string>; title: string; text: string }[];
  booked: { said: ReadonlySet<string>; rows: string }[];
  bookedOtherwise: string;
  otherwise: string;
  otherwiseDe: string;
};

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(", "));

function load(): Websites {
  const { organisations, occasions, sets, shows, texts, booked, bookedOtherwise, otherwise, otherwiseDe } = read(
    schema,
    "websites.json",
  );
  return {
    organisations: setOf(organisations),
    occasions: setOf(occasions),
    sets: sets.map(({ of, said, keeps, de }) => ({ of: setOf(of), said: setOf(said), keeps, de })),
    shows: new Map(shows.flatMap(({ said, rows }) => said.split(", ").map((name) => [name, rows] as const))),
    texts: texts.map((text) => ({ ...text, said: setOf(text.said) })),
    booked: booked.map((one) => ({ ...one, said: setOf(one.said) })),
    bookedOtherwise,
    otherwise,
    otherwiseDe,
  };
}

let loaded: Websites | undefined;

/** What strangers come to see of a shop, a club, a trade. Read once. */
export const websites = (): Websites => (loaded ??= load());
