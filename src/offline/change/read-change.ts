import "server-only";
import type { Draft } from "../draft/draft";
import { differencesBetween } from "../request/differences/between";
import { tellOf } from "../request/differences/difference";
import { isOnlyTaken } from "../request/gaps";
import { unnamedLoss } from "../answers/losses";
import { readAdditions } from "../fields/additions";
import { readAddTable, readInOne, readNewTables } from "../tables/new-tables";
import { clauseOf, type Rule } from "../request/meaning/clause";
import { readAccess } from "../rights/table-access";
import { readBare, readCourtesy, readQuestion } from "../answers/questions";
import { readDashboard } from "../views/dashboards";
import { readDropdown, readOptions, readSeveral } from "../values/dropdowns";
import { withoutToo } from "../language/normalize";
import { readKept, readRelation } from "../tables/relations";
import { readEverywhere } from "../fields/everywhere";
import { readFigures } from "../views/figures";
import { readLimits } from "../values/limits";
import { readPicked } from "../tables/picked";
import { readEntryOrder, readOrder } from "../views/order";
import { readRoom } from "../values/room";
import { readCustomers } from "../rights/customers-said";
import { readViewOnly } from "../rights/view-only";
import { readReplaceText } from "../restyle/replace-text";
import { readDeleteRows, readNoSeeds, readSamples, readSeeds } from "../tables/samples";
import { readConditions } from "../restyle/conditions";
import { readAccent, readColors, readCurrency, readLooks, readStyle, readTooColored } from "../restyle/looks";
import { readLabelLanguage } from "../tables/label-language";
import { readAppName, readFieldName, readNames, readTableNames } from "../tables/names";
import { readFilters, readPlaces, readRemovals } from "../fields/parts-of-tables";
import { readAddPage, readNoPages, readNoViews, readPageText } from "../views/pages";
import { readNoCharts } from "../views/no-charts";
import { readOpeningHours } from "../views/opening-hours";
import { readMenuOrder } from "../views/menu";
import { readHidden } from "../fields/shown";
import { readMoves } from "../fields/moves";
import { readApprovals } from "../rights/approvals";
import { readRights } from "../rights/row-rights";
import { readStrangers } from "../rights/strangers-said";
import { readFewerOptions } from "../values/fewer-options";
import { readMoreOptions, readOptionOrder } from "../values/options";
import { readWholeList } from "../values/whole-list";
import { readSomeFirst } from "../views/some-first";
import { readSomeRows } from "../views/some-rows";
import { readUnique } from "../values/uniqueness";
import { readDefaults, readDuties, readTypes, readUnits } from "../values/values";
import { readCards, readViews } from "../views/views";

/** Narrow rules before wide ones; each takes a clause only when it has an answer to every word. */
const rules: Rule[] = [
  readBare,
  readOpeningHours,
  readStrangers,
  readLabelLanguage,
  readTooColored,
  readLooks,
  readStyle,
  readConditions,
  readAccent,
  readCurrency,
  readCustomers,
  readViewOnly,
  readApprovals,
  readRights,
  readSamples,
  readLimits,
  readDefaults,
  readDuties,
  readUnique,
  readPicked,
  readOptionOrder,
  readDropdown,
  readFewerOptions,
  readSeveral,
  readWholeList,
  readMoreOptions,
  readRoom,
  readTypes,
  readUnits,
  readAppName,
  readTableNames,
  readFieldName,
  readNames,
  readFilters,
  readHidden,
  readSomeFirst,
  readMenuOrder,
  readPlaces,
  readMoves,
  readViews,
  readCards,
  readFigures,
  readEntryOrder,
  readOrder,
  readNoPages,
  readRemovals,
  readNoViews,
  readNoCharts,
  readNewTables,
  readKept,
];
/** What is added goes by the words that are left over, so that these wait for everybody else. */
const additions: Rule[] = [readEverywhere, readAdditions, readAddTable];
/** Read by their turn of phrase: what they do counts where it answers to all words. */
const worded: Rule[] = [
  readCourtesy,
  readColors,
  readReplaceText,
  readPageText,
  readNoSeeds,
  readDeleteRows,
  readSeeds,
  readDashboard,
  readAccess,
  readRelation,
  readAddPage,
  readQuestion,
];
const last: Rule[] = [readOptions, readInOne];

/**
 * Works a clause into the draft where a rule has an answer to every word of it. What was done is told from the result.
 * @returns false where no rule knew all of it; the draft is as before then
 */
export const readChange = (text: string, draft: Draft): boolean => apply(rules, text, draft);
/** A page of some rows, which is asked for in the words of what is not built. */
export const readSomePage = (text: string, draft: Draft): boolean => apply([readSomeRows], text, draft);
/** The same for what a clause adds to the app. */
export const readAdded = (text: string, draft: Draft): boolean =>
  !isOnlyTaken(text, draft.model) && apply(additions, text, draft);

/** What goes by its wording. Whether it answers to every word is for the caller to ask, and so is telling of it. */
export function readWorded(text: string, draft: Draft): boolean {
  const clause = clauseOf(withoutToo(text), draft);
  return worded.some((rule) => rule(clause));
}

/** What is tried where nobody else knew a clause. */
export const readRest = (text: string, draft: Draft): boolean => apply(last, text, draft);

function apply(list: Rule[], text: string, draft: Draft): boolean {
  if (text.length > wishMax || isQuestion(text)) return false;
  const kept = structuredClone(draft);
  let clause = clauseOf(text, draft);
  for (const rule of list) {
    const { model } = draft;
    if (rule(clause)) {
      refuseLoss(text, draft, kept);
      return tell(text, draft, kept);
    }
    // A rule that tried and gave up has put a copy back, and its notes are nobody's.
    if (draft.model !== model) clause = clauseOf(text, draft);
    draft.assumed.length = kept.assumed.length;
  }
  return false;
}

/** Takes back what deletes something that the request does not name, and says why. */
export function refuseLoss(text: string, draft: Draft, kept: Draft): boolean {
  const reason = unnamedLoss(text, kept, draft);
  if (reason === undefined) return false;
  Object.assign(draft, structuredClone(kept));
  draft.skipped.push(`“${text}”: ${reason}`);
  return true;
}

/** "what region is best?" asks for an answer; "how many bugs per severity?" may ask for a chart. */
const isQuestion = (text: string) =>
  text.endsWith("?") &&
  /^(?:what|which|who|whom|why|when|where|how|is|are|does|do|did|was|were|has|have)\b/i.test(text) &&
  !/^how many\b.*\b(?:per|by|for each)\b/i.test(text);

/** A wish longer than this is none of one rule. */
const wishMax = 400;

function tell(text: string, draft: Draft, kept: Draft): true {
  const differences = differencesBetween(kept.model, draft.model, text);
  // What changes a field a second time may be told in the line that is there.
  if (differences.length > 0) tellOf(draft, kept.done, differences);
  const lists = ["done", "answers", "already", "skipped", "unclear"] as const;
  if (differences.length === 0 && lists.every((name) => draft[name].length === kept[name].length)) {
    // What was supposed on the way to nothing is of no use.
    draft.assumed.length = kept.assumed.length;
    draft.already.push(`“${text}” is like that already, so I changed nothing for it.`);
  }
  return true;
}
