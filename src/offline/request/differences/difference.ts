import "server-only";
import type { Reason } from "../../model/look";
import { type Draft, tellState } from "../../draft/draft";
import type { Chart } from "../../model/app-model";

/** One way in which the app differs from before. */
export type Difference = {
  /** For tests and benches: "+field Contact.phone phone". */
  line: string;
  /** For people. */
  said: string;
  /** What the difference is about, in words that a request may have used. */
  about: string[];
  /** A chart that is new. */
  chart?: Chart;
  /** What the words tell the state of: those of a later difference of the same take their place in a report. */
  state?: string;
};

/** Adds what a change has made to the report: the state of something once, as it is now. */
export function tellOf(draft: Draft, done: string[], differences: Difference[]): void {
  draft.done = [...done];
  for (const { said, state } of differences) tellState(draft, said, state);
}

export const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

const compared: Record<string, string> = { "<": "below", ">": "above", "<=": "at most", ">=": "at least" };
/** What a box says, and a day that has gone by. */
const isWords: Record<string, string> = {
  overdue: "past",
  empty: "empty",
  ">-1d": "today or later",
  true: "yes",
  false: "no",
};
const daysWords: Record<string, (days: string) => string> = {
  "<-": (days) => `more than ${days} days ago`,
  ">-": (days) => `not more than ${days} days ago`,
  "<+": (days) => `less than ${days} days from now`,
  ">+": (days) => `more than ${days} days from now`,
};
function valueWords(is: string): string {
  const [, sign = "", days = ""] = /^([<>][+-])(\d+)d$/.exec(is) ?? [];
  return (
    isWords[is] ??
    daysWords[sign]?.(days) ??
    is.replace(/^[<>]=?/, (compare) => `${compared[compare]} `).replaceAll("_", " ")
  );
}
/** "due is past", "status is not done", "stock is below reorder level". */
export const reasonWords = ({ field, is, isNot }: Reason): string =>
  `${field.replaceAll("_", " ")} is ${isNot ? "not " : ""}${valueWords(is)}`;
