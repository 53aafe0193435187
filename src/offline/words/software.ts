import "server-only";
import { z } from "zod";
import { read } from "./read-data";

/** Words of people who know software, as in `software.json`. */
const schema = z.strictObject({
  /** Parts of a screen, divided by spaces: "calendar view", "property cards". */
  screens: z.string(),
  /** What is done with rows: "deal tracking". */
  handling: z.string(),
  /** Words for all rows of a kind together: "book catalog". */
  registers: z.string(),
  /** Views by their words, divided by commas. */
  views: z.strictObject({ calendar: z.string(), board: z.string(), dashboard: z.string() }),
  /** Pages of text, divided by commas. */
  pages: z.string(),
  /** Services and devices outside of an app. */
  outside: z.string(),
  /** Praise, which tells nothing of what is kept. */
  plainly: z.string(),
  /** Languages, frameworks and databases, divided by commas. */
  stack: z.string(),
  /** Products that people name for an example, with what a copy of each keeps. */
  products: z.record(z.string(), z.string().includes(" with ")),
});

export type View = keyof z.infer<typeof schema>["views"];

type Software = {
  screens: ReadonlySet<string>;
  handling: ReadonlySet<string>;
  registers: ReadonlySet<string>;
  outside: ReadonlySet<string>;
  plainly: ReadonlySet<string>;
  views: ReadonlyMap<string, View>;
  pages: ReadonlySet<string>;
  stack: readonly string[];
  products: ReadonlyMap<string, string>;
};

const setOf = (words: string) => new Set(words.split(" "));
const listOf = (phrases: string) => phrases.split(", ");

function load(): Software {
  const words = read(schema, "software.json");
  const { views } = words;
  return {
    screens: setOf(words.screens),
    handling: setOf(words.handling),
    registers: setOf(words.registers),
    outside: setOf(words.outside),
    plainly: setOf(words.plainly),
    pages: new Set(listOf(words.pages)),
    views: new Map(
      (["calendar", "board", "dashboard"] as const).flatMap((view) =>
        listOf(views[view]).map((words) => [words, view] as const),
      ),
    ),
    stack: listOf(words.stack),
    products: new Map(Object.entries(words.products)),
  };
}

let loaded: Software | undefined;

/** How people who know software speak of an app's parts. Read once. */
export const software = (): Software => (loaded ??= load());
