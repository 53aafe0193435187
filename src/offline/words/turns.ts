import "server-only";
import { z } from "zod";
import { phrasePattern } from "./phrase";
import { read } from "./read-data";

/** How people say something in passing, and how it is put plainly, as in `turns.json` and `plainly.json`. */
const schema = z.array(
  z.strictObject({
    /** Words in their order, as `phrase.ts` reads them. */
    said: z.string(),
    /** The same as a request or as rows: "leave requests". Each "…" stands for the next of the others. */
    is: z.string(),
  }),
);

type Turn = {
  said: RegExp;
  is: string;
  /** The rows alone: "leave requests" of "submit leave requests"; none where they are in the message's own words. */
  rows: string;
};

function load(path: string): Turn[] {
  return read(schema, path).map(({ said, is }) => {
    let at = 0;
    return {
      said: phrasePattern(said),
      is: is.replaceAll("…", () => `$${(at += 1)}`),
      rows: is.includes("…") ? "" : is.replace(/^(?:submit|send|keep|have|i keep my) /i, ""),
    };
  });
}

let told: Turn[] | undefined;
let changed: Turn[] | undefined;

/** Turns of phrase in which apps are described, by what they leave. Read once. */
export const turns = (): readonly Turn[] => (told ??= load("turns.json"));

/** A change with the turns of phrase of `plainly.json` in plain words. */
export const inShort = (clause: string): string =>
  (changed ??= load("plainly.json")).reduce((text, { said, is }) => text.replaceAll(said, is), clause);
