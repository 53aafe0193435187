import "server-only";
import type { AppModel } from "../model/app-model";
import { type Draft, notDone } from "../draft/draft";
import { isCourtesy } from "../answers/questions";
import { noteChartLimits } from "../request/chart-limits";
import { readClause, readSome } from "./read-clause";
import { differencesBetween } from "../request/differences/between";
import {
  beyondIn,
  type Reading,
  type ReadRequests,
  type Refusal,
  readingOf,
  readLearned,
  readSurePart,
} from "./read-learned";
import { missedIn } from "./missed";
import { noteField } from "./plain/pointed";
import { certainty } from "../learned/requests/checks/certainty";
import { nameMissed, whyBeyond } from "../answers/unsupported";

/**
 * Works the clauses of a message into the draft. Rules go first; a message that they do not understand whole is read as
 * it was learned, and where that does not understand it whole either, each clause by whoever does.
 */
export function readWishes(clauses: string[], message: string, draft: Draft, read: ReadRequests = readingOf): void {
  const before = structuredClone(draft.model);
  readAll(clauses, message, draft, read);
  noteChartLimits(message, before, draft);
  putFirst(message, before, draft);
  if (draft.done.length + notDone(draft) > 0) draft.answers = draft.answers.filter((answer) => !isCourtesy(answer));
}

/** "the start page should be the calendar of treatments", which there was not: what is new stands first. */
function putFirst(message: string, before: AppModel, draft: Draft): void {
  if (!startSaid.test(message)) return;
  const { pages } = draft.model;
  const [made, ...others] = pages.filter(({ page }) => !before.pages.some((one) => one.page === page));
  if (!made || others.length > 0 || pages[0] === made || made.kind === "dashboard") return;
  draft.model.pages = [made, ...pages.filter((page) => page !== made)];
  draft.done.push(`“${made.title}” is the first page now.`);
}
const startSaid =
  /\b(?:it|that|this|which) (?:should|must|has to|is to) be (?:the|my|our) (?:first|start|home|landing|front) page\b|\b(?:start|home|landing|first|front) ?page (?:should|must|has to|is) \b|^(?:my |the |our )?(?:start|home|landing|first|front) ?page: |\bfirst in the (?:menu|navigation|sidebar)\b|\bas (?:the |my |our )?(?:start|home|landing|first|front) ?page\b|\b(?:as |is |be )?(?:the )?first thing (?:that )?(?:you|we|i|people|they|everyone|everybody) sees?\b|\bwhen (?:you|we|i|people|they) (?:open|start) (?:the app|it)\b/i;

function readAll(clauses: string[], message: string, draft: Draft, read: ReadRequests): void {
  const byRules = structuredClone(draft);
  for (const clause of clauses) readClause(clause, byRules);
  const reading = read(message, draft.model);
  const declined = withDeclined(message, reading, draft, byRules);
  if (!declined && isOpen(draft, byRules)) return readOpen(clauses, reading, draft, read);
  if (!declined && isAnswer(draft, byRules) && isCertain(reading) && readLearned(reading, draft)) return;
  Object.assign(draft, declined ?? withMissed(reading, draft, byRules));
}

/** Whether words were not understood, and nothing was refused for a reason. */
const isOpen = (before: Draft, after: Draft): boolean =>
  after.unclear.length > before.unclear.length && after.skipped.length === before.skipped.length;

/** Works in a message that the rules do not understand whole. */
function readOpen(clauses: string[], reading: Reading, draft: Draft, read: ReadRequests): void {
  if (readLearned(reading, draft)) return;
  for (const clause of clauses) {
    const before = structuredClone(draft.model);
    const byRules = structuredClone(draft);
    readClause(clause, byRules);
    const isPart = isOpen(draft, byRules);
    const learned = isPart || isAnswer(draft, byRules) ? withRefusals(read(clause, draft.model)) : undefined;
    const isLearned =
      learned &&
      (((isPart || isCertain(learned)) && readLearned(learned, draft)) || (isPart && readSurePart(learned, draft)));
    if (isLearned) {
      noteField(clause, before, draft);
      continue;
    }
    if (learned && isPart && beyondIn(learned, certainty.least).some(({ isAll }) => isAll))
      draft.skipped.push(`“${clause}”: ${whyBeyond(clause, draft)}`);
    else if (learned && isPart && isOnlyGuessed(learned, draft, byRules))
      draft.unclear.push(`“${clause}”: I did not see which table or field this is about; please name it.`);
    else if (!isPart || !readSome(clause, draft)) Object.assign(draft, byRules);
    // "only admins can see it": the table that was not made, and no other one.
    if (isPart && learned?.requests.some(({ sort }) => sort === "+table")) draft.touched = undefined;
  }
}

/** A reading that notes why its requests were not carried out. */
function withRefusals(reading: Reading): Reading & { refusals: Refusal[] } {
  const refusals: Refusal[] = [];
  const refused = (sort: string, why: Refusal) => {
    refusals.push(why);
    reading.refused?.(sort, why);
  };
  return { ...reading, refused, refusals };
}

/** Whether a clause that nobody carried out was understood but for what it is about. */
const isOnlyGuessed = (
  { requests, refusals }: { requests: unknown[]; refusals: Refusal[] },
  draft: Draft,
  byRules: Draft,
) =>
  requests.length === 1 &&
  refusals.length > 0 &&
  refusals.every((why) => why === "guess") &&
  differencesBetween(draft.model, byRules.model).length === 0;

/** Whether rules answered a question: they may have taken a request for one. */
const isAnswer = (before: Draft, after: Draft): boolean => after.answers.length > before.answers.length;

const isCertain = ({ requests }: Reading): boolean => requests.every(({ margin }) => margin >= certainty.certain);

/** What the rules did, with a reason in place of what they took for a question or a field and nobody builds. */
function withDeclined(message: string, reading: Reading, draft: Draft, byRules: Draft): Draft | undefined {
  const differences = differencesBetween(draft.model, byRules.model);
  const isOnlyAnswer = isAnswer(draft, byRules) && differences.length === 0;
  const addsFields = differences.length > 0 && differences.every(({ line }) => line.startsWith("+field"));
  // Where nothing is changed either way it is enough that this is likelier than a question.
  const beyond = beyondIn(reading, isOnlyAnswer ? certainty.least : certainty.missed);
  const declined = (said: string) => `“${said}”: ${whyBeyond(said, draft)}`;
  if (beyond[0]?.isAll && (addsFields || isOnlyAnswer))
    return { ...draft, skipped: [...draft.skipped, declined(message)] };
  if (!isAnswer(draft, byRules) || beyond.length === 0) return undefined;
  const skipped = [...byRules.skipped, ...beyond.map(({ said }) => declined(said))];
  return { ...byRules, answers: draft.answers, skipped };
}

/** What the rules did, unless they left a request out: it is done as it was learned, or named. */
function withMissed(reading: Reading, draft: Draft, byRules: Draft): Draft {
  const saysOther =
    notDone(byRules) > notDone(draft) ||
    (["answers", "already", "replaced"] as const).some((list) => byRules[list].length > draft[list].length);
  const missed = saysOther ? [] : missedIn(reading, draft.model, byRules);
  if (missed.length > 0 && readLearned(reading, draft)) return draft;
  for (const said of missed) nameMissed(said, byRules);
  return byRules;
}
