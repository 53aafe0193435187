import "server-only";
import type { Draft } from "../draft";
import { differencesBetween } from "./differences/between";
import { readAdditions } from "./additions";
import { readInOne, readNewTables } from "./new-tables";
import { clauseOf, type Rule } from "./clause";
import { isComplaint, readAccent, readConditions, readLooks } from "./looks";
import { has, marksOf } from "./marks";
import { readNames } from "./names";
import { readFilters, readHidden, readOrder, readPlaces, readRemovals } from "./parts-of-tables";
import { readRights } from "./rights";
import { readFewerOptions, readMoreOptions, readOptions } from "./options";
import { readDefaults, readDuties, readTypes } from "./values";
import { readCards, readFigures, readNoViews, readSamples, readViews } from "./views";

/** Narrow rules before wide ones; each takes a clause only when it has an answer to every word. */
const rules: Rule[] = [
  readLooks,
  readConditions,
  readAccent,
  readRights,
  readSamples,
  readDefaults,
  readDuties,
  readFewerOptions,
  readMoreOptions,
  readTypes,
  readNames,
  readFilters,
  readHidden,
  readPlaces,
  readViews,
  readCards,
  readFigures,
  readOrder,
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

/** "nobody except admins should edit" → "only admins can edit". */
const inPlain = (text: string): string =>
  text
    .replace(/^instead of ([^"].*?),? (?:say|use|write|call it|put) ([^"].*)$/i, "rename $1 to $2")
    .replace(/\b(?:nobody|no one|no-one|none) (?:except|but|other than|besides|apart from) (?:for )?/i, "only ")
    .replace(
      /\b(only [\w ]{2,30}?) should (?=(?:be able to )?(?:see|view|read|edit|change|add|create|delete|update|write|manage)\b)/i,
      "$1 can ",
    );

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

const asideStart =
  /^(?:we|i|it|that|then|because|since|so|otherwise|as|they|people|which|this|would|thanks|and that|cheers|and then|just|cause|cuz|but)\b/i;

/** "…, we never use it", "…, then I'm happy", "I don't like the blue, …": words about the wish that name nothing of the app. */
export function withoutAside(said: string, draft: Draft): string {
  const parts = inPlain(said).split(/,\s+|\s+(?=because\s|since we\s|so that\s|so we\s|so i\s|otherwise\s)/i);
  if (parts.length < 2) return inPlain(said);
  const names = (part: string) =>
    marksOf(part, draft.model).some(
      (mark) =>
        mark.entities.length + mark.fields.length + mark.states.length + mark.pages.length > 0 ||
        mark.color !== undefined ||
        mark.role !== undefined ||
        has(mark, "add", "currency", "several", "option"),
    );
  let text = inPlain(said);
  const last = parts.at(-1)!;
  if (asideStart.test(last) && !names(last)) text = text.slice(0, text.lastIndexOf(last)).replace(/[,\s]+$/, "");
  const first = parts[0]!;
  if (isComplaint(first)) text = text.slice(text.indexOf(first) + first.length).replace(/^[,\s]+(?:but\s+)?/, "");
  return text;
}
