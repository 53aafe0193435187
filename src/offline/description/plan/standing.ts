import "server-only";
import { isPlural, singular } from "../../language/inflect";
import { wordKey } from "../../words/word-key";
import { type Known, knownAs } from "../../lexicon/known";
import { isAttribute } from "../../lexicon/lexicon";
import { idle } from "../../lexicon/nouns";
import { type Plan, planTable, type PlannedTable } from "./plan";

/** The rows of which a noun tells the list: "guest list", "course timetable". */
export function listedIn(noun: string, among: readonly string[]): { noun: string; thing: Known } | null {
  const [, listed, word = ""] =
    /^(.+) (list|register|directory|roster|stock|schedule|timetable|plan)$/i.exec(noun) ?? [];
  const named = listed === undefined ? null : knownAs(listed, among);
  // "rehearsal plan", but a "business plan".
  const thing = /^plan$/i.test(word) && named?.kind !== "event" ? null : named;
  return listed === undefined || !thing ? null : { noun: listed, thing };
}

/** "electricity readings" are no glucose readings: the name of such a thing tells itself what it is of. */
const isOfOther = ({ name }: Known, tail: string): boolean => wordKey(name).endsWith(` ${singular(wordKey(tail))}`);

/** The table of a noun of a list, by the longest known thing that it ends with. */
export function tableFrom(plan: Plan, said: string, siblings: PlannedTable[] = []): PlannedTable {
  const noun =
    said
      .replace(idle, "")
      .replace(/^(?:the|an?|my|our|their)\s+/i, "")
      // "vaccinations due": vaccinations.
      .replace(/^(.+s) (?:due|overdue)$/i, "$1")
      .trim() || said;
  const words = noun.split(" ");
  const standing = plan.tables.find((table) => table.noun === singular(wordKey(noun)));
  if (standing) return standing;
  const whole = knownAs(noun, plan.among);
  // "buildings, apartments": nobody lists the same rows twice.
  const sibling = whole ? siblings.find((table) => table.thing === whole) : undefined;
  if (sibling && singular(wordKey(noun)) !== sibling.noun) {
    const made = planTable(plan, noun, undefined);
    // "goods receipts, stock movements": the one that goes by the thing's own name is what the data tell of.
    if (whole && made !== sibling && made.noun === wordKey(whole.name)) {
      made.thing = whole;
      delete sibling.thing;
    }
    return made;
  }
  // "feed bought": what was done to it is no name of a table.
  if (whole) return planTable(plan, / (?:bought|sold)$/i.test(noun) ? whole.name.toLowerCase() : noun, whole);
  const listed = listedIn(noun, plan.among);
  if (listed) return planTable(plan, listed.noun, listed.thing);
  for (let from = 1; from < words.length; from++) {
    const tail = words.slice(from).join(" ");
    const thing = knownAs(tail, plan.among);
    if (!thing || (isOfOther(thing, tail) && !plan.among.includes(thing.name))) continue;
    if (plan.among.includes(thing.name) || !isPlural(noun)) return planTable(plan, tail, thing);
    return planTable(plan, noun, plan.tables.some((table) => table.thing === thing) ? undefined : thing);
  }
  return planTable(plan, words.slice(-3).join(" "), undefined);
}

/** The table that a noun names already. */
export function standingAs(plan: Plan, noun: string): PlannedTable | undefined {
  const key = singular(wordKey(noun));
  const thing: Known | null = isAttribute(noun) ? null : knownAs(noun, plan.among);
  return plan.tables.find(
    (table) =>
      table.noun === key ||
      table.called?.some((one) => one === key || one.endsWith(` ${key}`)) ||
      table.noun.endsWith(` ${key}`) ||
      (thing !== null && table.thing === thing) ||
      wordKey(table.thing?.name ?? "") === key,
  );
}
