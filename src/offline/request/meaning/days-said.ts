import "server-only";
import type { Clause } from "./clause";
import type { Mark } from "./marks";

const numbers = ["zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten"];
const daysOf = { day: 1, week: 7, month: 30, year: 365 } as const;
const span = String.raw`(\d+|an?|${numbers.slice(1).join("|")}) (day|week|month|year)s?`;
/** How far from today a date is said to lie: the first pattern that fits, as a reason has it. */
const patterns: [RegExp, "<-" | "<+" | ">-" | ">+"][] = [
  [
    new RegExp(
      `\\b(?:older than|longer than|(?:more|longer) than|over|for more than|for over) ${span}(?: ago| old)?\\b`,
      "i",
    ),
    "<-",
  ],
  [
    new RegExp(
      `\\b(?:younger than|newer than|(?:in|of|from|during) the (?:last|past)|less than) ${span}(?: ago| old)?\\b`,
      "i",
    ),
    ">-",
  ],
  [new RegExp(`\\b(?:within|in less than|(?:in|within|during|over) (?:the )?(?:next|coming)) ${span}\\b`, "i"), "<+"],
];

/** Today or later. */
export const fromToday = ">-1d";

/** "older than 30 days", "within a month": the days, as in "<-30d", and where they stand in the clause. */
export function daysSaid({ text }: Pick<Clause, "text">): { is: string; at: number; end: number } | undefined {
  const coming = /\b(?:upcoming|future|still to come)\b/i.exec(text);
  if (coming) return { is: fromToday, at: coming.index, end: coming.index + coming[0].length };
  for (const [pattern, sign] of patterns) {
    const found = pattern.exec(text);
    if (!found) continue;
    const said = found[1]!.toLowerCase();
    const count = /^an?$/.test(said) ? 1 : numbers.includes(said) ? numbers.indexOf(said) : Number(said);
    const days = count * daysOf[found[2]!.toLowerCase() as keyof typeof daysOf];
    return { is: `${sign}${days}d`, at: found.index, end: found.index + found[0].length };
  }
  return undefined;
}

/** Whether a mark is a part of the days that are said. */
export const isOfDays = (clause: Pick<Clause, "text">, { at, end }: Mark): boolean => {
  const days = daysSaid(clause);
  return days !== undefined && at < days.end && end > days.at;
};
