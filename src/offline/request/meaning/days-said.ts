import "server-only";
import type { Clause } from "./clause";
import type { Mark } from "./marks";

const numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const daysOf = { day: 1, week: 7, month: 30, year: 365 } as const;
const span = String.raw`(\d+|an?|${numbers.slice(1).join("|")}) (day|week|month|year)s?`;
const more = "(?:(?:for|by|since) )?(?:more than|over|at least)|for|by|since";
const late = "too late|late|overdue|over ?due|past due|past the due date|after the due date|behind";
/** How far from today a date is said to lie: the first pattern that fits, as a reason has it. */
const patterns: [RegExp, "<-" | "<+" | ">-" | ">+"][] = [
  // "more than 3 days late": by the day on which it was due.
  [new RegExp(`\\b(?:(?:${more}) )?${span} (?:${late})\\b|\\b(?:${late}) (?:${more}) ${span}\\b`, "i"), "<-"],
  [
    new RegExp(
      `\\b(?:older than|longer than|(?:more|longer) than|over|for more than|for over) ${span}(?: ago| old)?\\b`,
      "i",
    ),
    "<-",
  ],
  [
    new RegExp(
      `\\b(?:younger than|newer than|(?:in|of|from|during) the (?:last|past)|(?<!\\bin )less than) ${span}(?! (?:away|from now|left|to go))(?: ago| old)?\\b`,
      "i",
    ),
    ">-",
  ],
  [
    new RegExp(
      `\\b(?:(?:within|in less than|(?:in|within|during|over) (?:the )?(?:next|coming)) ${span}|less than ${span} (?:away|from now|left|to go))\\b`,
      "i",
    ),
    "<+",
  ],
];

/** Today or later. */
export const fromToday = ">-1d";

type DaysSaid = {
  is: string;
  at: number;
  end: number;
  /** Whether it is told of the day on which something was due. */
  isLate?: boolean;
};

/** "older than 30 days", "within a month": the days, as in "<-30d", and where they stand in the clause. */
export function daysSaid({ text }: Pick<Clause, "text">): DaysSaid | undefined {
  const coming = /\b(?:upcoming|future|still to come)\b/i.exec(text);
  if (coming) return { is: fromToday, at: coming.index, end: coming.index + coming[0].length };
  for (const [pattern, sign] of patterns) {
    const found = pattern.exec(text);
    if (!found) continue;
    const [, first, unit, second, other] = found;
    const said = (first ?? second)!.toLowerCase();
    const count = /^an?$/.test(said) ? 1 : numbers.includes(said) ? numbers.indexOf(said) : Number(said);
    const days = count * daysOf[(unit ?? other)!.toLowerCase() as keyof typeof daysOf];
    const isLate = new RegExp(`\\b(?:${late})\\b`, "i").test(found[0]);
    return { is: `${sign}${days}d`, at: found.index, end: found.index + found[0].length, isLate };
  }
  return undefined;
}

/** Whether a mark is a part of the days that are said. */
export const isOfDays = (clause: Pick<Clause, "text">, { at, end }: Mark): boolean => {
  const days = daysSaid(clause);
  return days !== undefined && at < days.end && end > days.at;
};
