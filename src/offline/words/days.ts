import "server-only";
import { z } from "zod";
import { singular, wordsOf } from "../language/inflect";
import { read } from "./read-data";

const words = z.string().min(2);
const schema = z.strictObject({
  fields: z.array(
    z.strictObject({
      when: z.enum(["birth", "until", "due", "closed", "since", "past", "planned"]),
      words,
    }),
  ),
  tables: z.array(z.strictObject({ when: z.enum(["past", "planned"]), words })),
  follows: z.array(z.strictObject({ when: z.enum(["after", "before"]), words })),
  ages: z.array(z.strictObject({ words, from: z.number().int(), to: z.number().int() })),
  states: z.array(
    z.strictObject({
      when: z.enum(["finished", "dropped", "late", "running", "planned", "fresh"]),
      words,
    }),
  ),
});
type Days = z.infer<typeof schema>;

/** When the day of a field lies, seen from today: a birth, an end of validity, a closing of what is done … */
export type FieldTime = Days["fields"][number]["when"];
/** What a table's rows are: recorded when they have happened, or planned ahead. */
export type TableTime = Days["tables"][number]["when"];
/** Whether a table's rows come after the row that they are for, as payments do, or before it, as registrations do. */
type FollowTime = Days["follows"][number]["when"];
/** What a status says of its row: over, dropped, late, under way, planned, or just come in. */
export type StateTime = Days["states"][number]["when"];

type Listed<T> = { when: T; phrases: Set<string> }[];
let loaded:
  | {
      fields: Listed<FieldTime>;
      tables: Listed<TableTime>;
      follows: Listed<FollowTime>;
      ages: Listed<[number, number]>;
      states: Listed<StateTime>;
    }
  | undefined;

function days() {
  if (loaded) return loaded;
  const { fields, tables, follows, ages, states } = read(schema, "days.json");
  const listed = <T>(lines: { when: T; words: string }[]): Listed<T> =>
    lines.map(({ when, words: text }) => ({
      when,
      phrases: new Set(text.split(",").map((part) => part.trim())),
    }));
  return (loaded = {
    fields: listed(fields),
    tables: listed(tables),
    follows: listed(follows),
    ages: listed(
      ages.map(({ words: text, from, to }) => ({
        when: [from, to],
        words: text,
      })),
    ),
    states: listed(states),
  });
}

const longestPhrase = 4;

/** The first list that has a run of a name's words; of several, the one with the longest run wins. */
function within<T>(lists: Listed<T>, name: string): T | undefined {
  const parts = wordsOf(name);
  for (let length = Math.min(longestPhrase, parts.length); length > 0; length--)
    for (const { when, phrases } of lists)
      for (let from = 0; from + length <= parts.length; from++)
        if (phrases.has(parts.slice(from, from + length).join(" "))) return when;
  return undefined;
}

export const fieldTimeOf = (name: string): FieldTime | undefined => within(days().fields, name);

/** Whether a day may come and go before its row is done: "ordered on" is always past, which makes no row late. */
export const mayBeLate = (field: string): boolean =>
  !["birth", "closed", "since", "past"].includes(fieldTimeOf(field) ?? "");

/** By the last words of a table's name: a "dive log" is recorded, whatever a "dive" is. */
function byEnd<T>(lists: Listed<T>, name: string): T | undefined {
  const parts = wordsOf(singular(wordsOf(name).join(" ")));
  for (let from = 0; from < parts.length; from++) {
    const tail = parts.slice(from).join(" ");
    const found = lists.find(({ phrases }) => phrases.has(tail));
    if (found) return found.when;
  }
  return undefined;
}

export const tableTimeOf = (name: string): TableTime | undefined => byEnd(days().tables, name);

export const followsOf = (table: string): FollowTime | undefined => byEnd(days().follows, table);

/** How old what a table keeps may be, in years; undefined for grown-ups and whatever is not known. */
export const agesOf = (table: string): [from: number, to: number] | undefined => byEnd(days().ages, table);

/** The times of a way's states, in their order: what is received after it was sent has arrived, and is no new request. */
export function stateTimesOf(options: readonly (string | number)[]): (StateTime | undefined)[] {
  const times = options.map((option) => stateTimeOf(String(option)));
  return times.map((time, at) =>
    /^(?:received|reported)$/.test(String(options[at])) && times.slice(0, at).includes("running") ? "finished" : time,
  );
}

export const stateTimeOf = (option: string): StateTime | undefined => {
  const said = wordsOf(option).join(" ");
  return days().states.find(({ phrases }) => phrases.has(said))?.when;
};
