import "server-only";
import { z } from "zod";
import { read } from "./read-data";

/** Words of briefs ("functionalities for browsing tours"), as in `briefs.json`; a hyphen stands for a space. */
const schema = z.strictObject({
  /** Verbs whose objects are rows that the app keeps. */
  kept: z.string(),
  /** Verbs of screens: their objects are no rows for that. */
  nothing: z.string(),
  /** Verbs of what an app of tables and pages does not do. */
  beyond: z.string(),
  /** Nouns for what tells of rows: "the details of a tour", "tour details". */
  shelves: z.string(),
  /** What is told of rows, and is no part of their name. */
  told: z.string(),
  /** What nobody keeps rows of. */
  intangible: z.string(),
  /** What reports and statistics are of: figures of the rows that there are ("sales reports"). */
  reported: z.string(),
  /** Names of the same rows: of each line the app keeps those that are named first. */
  twins: z.array(z.string()),
});

type Sets = Exclude<keyof z.infer<typeof schema>, "twins">;
type Briefs = { [Word in Sets]: ReadonlySet<string> } & { twins: ReadonlySet<string>[] };

const setOf = (words: string) => new Set(words.split(" ").map((word) => word.replaceAll("-", " ")));

function load(): Briefs {
  const { kept, nothing, beyond, shelves, told, intangible, reported, twins } = read(schema, "briefs.json");
  return {
    kept: setOf(kept),
    nothing: setOf(nothing),
    beyond: setOf(beyond),
    shelves: setOf(shelves),
    told: setOf(told),
    intangible: setOf(intangible),
    reported: setOf(reported),
    twins: twins.map(setOf),
  };
}

let loaded: Briefs | undefined;

/** How briefs speak of what people do in an app. Read once. */
export const briefs = (): Briefs => (loaded ??= load());
