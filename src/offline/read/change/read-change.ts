import "server-only";
import type { Draft } from "../draft/draft";
import { differencesBetween } from "./differences/between";
import { readAdditions } from "./additions";
import { readInOne, readNewTables } from "./new-tables";
import { clauseOf, type Rule } from "./clause";
import { readAccent, readConditions, readCurrency, readLooks } from "./looks";
import { readAppName, readNames, readTableNames } from "./names";
import { readFilters, readHidden, readOrder, readPlaces, readRemovals } from "./parts-of-tables";
import { readNoPages, readNoViews } from "./pages";
import { readRights } from "./rights";
import { readDropdown, readFewerOptions, readMoreOptions, readOptionOrder, readOptions, readSeveral } from "./options";
import { readDefaults, readDuties, readTypes, readUnits } from "./values";
import { readCards, readFigures, readSamples, readViews } from "./views";

/** Narrow rules before wide ones; each takes a clause only when it has an answer to every word. */
const rules: Rule[] = [
  readLooks,
  readConditions,
  readAccent,
  readCurrency,
  readRights,
  readSamples,
  readDefaults,
  readDuties,
  readOptionOrder,
  readDropdown,
  readFewerOptions,
  readSeveral,
  readMoreOptions,
  readTypes,
  readUnits,
  readAppName,
  readTableNames,
  readNames,
  readFilters,
  readHidden,
  readPlaces,
  readViews,
  readCards,
  readFigures,
  readOrder,
  readNoPages,
  readRemovals,
  readNoViews,
  readNewTables,
];
/** What is added goes by the words that are left over, so that these wait for everybody else. */
const additions: Rule[] = [readAdditions];
const last: Rule[] = [readOptions, readInOne];

/**
 * Works a clause into the draft where a rule has an answer to every word of it. What was done is told from the result.
 * @returns false where no rule knew all of it; the draft is as before then
 */
export const readChange = (text: string, draft: Draft): boolean => apply(rules, text, draft);
/** The same for what a clause adds to the app. */
export const readAdded = (text: string, draft: Draft): boolean => apply(additions, text, draft);

/** What is tried where nobody else knew a clause. */
export const readRest = (text: string, draft: Draft): boolean => apply(last, text, draft);

function apply(list: Rule[], text: string, draft: Draft): boolean {
  if (text.length > wishMax || isQuestion(text)) return false;
  const kept = structuredClone(draft);
  let clause = clauseOf(text, draft);
  for (const rule of list) {
    const { model } = draft;
    if (rule(clause)) return tell(text, draft, kept);
    // A rule that tried and gave up has put a copy back, and its notes are nobody's.
    if (draft.model !== model) clause = clauseOf(text, draft);
    draft.assumed.length = kept.assumed.length;
  }
  return false;
}

/** "what region is best?" asks for an answer; "how many bugs per severity?" may ask for a chart. */
const isQuestion = (text: string) =>
  text.endsWith("?") &&
  /^(?:what|which|who|whom|why|when|where|how|is|are|does|do|did|was|were|has|have)\b/i.test(text) &&
  !/^how many\b.*\b(?:per|by|for each)\b/i.test(text);

/** A wish longer than this is none of one rule. */
const wishMax = 400;

function tell(text: string, draft: Draft, kept: Draft): true {
  const differences = differencesBetween(kept.model, draft.model);
  if (differences.length > 0) draft.done = [...kept.done, ...differences.map(({ said }) => said)];
  const lists = ["done", "answers", "skipped"] as const;
  if (lists.every((name) => draft[name].length === kept[name].length))
    draft.answers.push(`“${text}” is like that already, so I changed nothing for it.`);
  return true;
}
