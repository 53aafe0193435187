import "server-only";
import { z } from "zod";
import { read } from "./read-data";

/** What a website shows that is for somebody's trade and of which nothing more is said, as in `websites.json`. */
const schema = z.strictObject({
  /** Words for who has a website, besides people and places. */
  organisations: z.string(),
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
  otherwise: z.string(),
  otherwiseDe: z.string(),
});

export type Websites = {
  organisations: ReadonlySet<string>;
  sets: { of: ReadonlySet<string>; said: ReadonlySet<string>; keeps: string; de: string }[];
  otherwise: string;
  otherwiseDe: string;
};

const setOf = (words: string): ReadonlySet<string> => new Set(words.split(", "));

function load(): Websites {
  const { organisations, sets, otherwise, otherwiseDe } = read(schema, "websites.json");
  return {
    organisations: setOf(organisations),
    sets: sets.map(({ of, said, keeps, de }) => ({ of: setOf(of), said: setOf(said), keeps, de })),
    otherwise,
    otherwiseDe,
  };
}

let loaded: Websites | undefined;

/** What strangers come to see of a shop, a club, a trade. Read once. */
export const websites = (): Websites => (loaded ??= load());
