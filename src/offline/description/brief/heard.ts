import "server-only";
import { briefs } from "../../words/briefs";
import { endsInOne } from "../../words/name-list";
import type { VerbPhrase } from "./verb-phrases";

/**
 * What a brief was heard to ask for: rows, what people do that leaves a record ("users can book tours"), fields that rows
 * are searched by, as requests ("add city to donors"), what nothing is made of, and all that is done in plain sentences.
 * `isPlain`: nothing tells more than what is done to which rows.
 */
export type Heard = {
  rows: string[];
  statements: string[];
  wishes: string[];
  left: string[];
  deeds: string[];
  isPlain: boolean;
  /** Whether its first sentence lists what people do ("for paper submission and reviewer assignment"), and needs no other. */
  isOfDeeds: boolean;
  /** Fields and conditions. */
  details: number;
  /** Those of them that the rows do not have anyway. */
  untold: number;
  /** Who does what, in the plural. */
  people: string[];
  /** Things that nouns mean in this message before others. */
  among: readonly string[];
};

/** Before anything is read. */
export const nothingHeard = (among: readonly string[] = []): Heard => ({
  rows: [],
  statements: [],
  wishes: [],
  left: [],
  deeds: [],
  isPlain: true,
  isOfDeeds: false,
  details: 0,
  untold: 0,
  people: [],
  among,
});

/** One thing that people do: the verb without its "by", and all that it is done to. */
export type Deed = VerbPhrase & { who: string };

/** Whether the last words of a noun phrase are of a list: "test drives" end in a drive. */
export const endsIn = (listed: ReadonlySet<string>, noun: string): boolean =>
  endsInOne(noun.toLowerCase().split(/[ -]/), listed);

/** What is made by doing it: whoever books an appointment leaves the appointment. */
export const isDealt = (noun: string): boolean =>
  endsIn(briefs().dealt, noun) || endsIn(briefs().dealt, noun.replace(/s$/i, ""));
