import "server-only";
import type { Mark } from "./marks";

const comparisons: [RegExp, string][] = [
  [/(?:\bat least|\bnot (?:less|fewer|lower) than|\bfrom|>=) (?:[€$£] ?)?$/, ">="],
  [/(?:\bat most|\bup to|\bnot (?:more|higher|greater) than|\bno more than|<=) (?:[€$£] ?)?$/, "<="],
  [/(?:\bbelow|\bunder|\b(?:less|fewer|lower|smaller|cheaper) than|<) (?:[€$£] ?)?$/, "<"],
  [
    /(?:\babove|\bover|\b(?:more|higher|greater|bigger|larger|dearer|more expensive) than|\bexceed(?:s|ing)?|>) (?:[€$£] ?)?$/,
    ">",
  ],
];

/** "below 5", "at least 100", "5 or less": how the rows' number is compared. Empty: equal. */
export function comparisonOf(part: Mark[], number: Mark): string {
  const at = part.indexOf(number);
  const before = `${part
    .slice(0, at)
    .flatMap(({ words }) => words)
    .join(" ")} `;
  const behind = part
    .slice(at + 1)
    .flatMap(({ words }) => words)
    .join(" ");
  if (/^(?:or|and) (?:less|fewer|below|under|lower)\b/.test(behind)) return "<=";
  if (/^(?:or|and) (?:more|above|over|higher)\b/.test(behind)) return ">=";
  return comparisons.find(([pattern]) => pattern.test(before))?.[1] ?? "";
}
