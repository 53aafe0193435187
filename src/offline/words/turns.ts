import "server-only";
import { z } from "zod";
import { read } from "./read-data";

/** How people tell in passing what is kept, as in `turns.json`. */
const schema = z.array(
  z.strictObject({
    /** Words in their order: "/" stands between those of which one is said, "_" between the words of one, "…" for up to three others. */
    said: z.string(),
    /** The same as rows: "leave requests". "…" stands for the first others. */
    is: z.string(),
  }),
);

const escaped = (word: string): string =>
  word
    .replaceAll(/[.*+?^${}()|[\]\\]/g, "\\$&")
    .replaceAll("_", " ")
    .replaceAll("'", "['’]?");
const slot = (word: string): string =>
  word === "…" ? "((?:[a-z0-9'-]+ ){0,2}[a-z0-9'-]+)" : `(?:${word.split("/").map(escaped).join("|")})`;

type Turn = {
  said: RegExp;
  is: string;
  /** The rows alone: "leave requests" of "submit leave requests". */
  rows: string;
};

function load(): Turn[] {
  return read(schema, "turns.json").map(({ said, is }) => ({
    said: new RegExp(`\\b${said.split(" ").map(slot).join(" ")}(?![\\w'-])`, "gi"),
    is: is.replace("…", "$1"),
    rows: is.replace(/^(?:submit|send|keep|have|i keep my) /i, ""),
  }));
}

let loaded: Turn[] | undefined;

/** Turns of phrase by what they leave. Read once. */
export const turns = (): readonly Turn[] => (loaded ??= load());
