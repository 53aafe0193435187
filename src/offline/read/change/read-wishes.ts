import "server-only";
import { type Draft, notDone } from "../draft/draft";
import { readClause } from "./read-clause";
import { differencesBetween } from "./differences/between";
import {
  beyondIn,
  marginLeast,
  marginMissed,
  missedIn,
  type Reading,
  readingOf,
  readLearned,
  readSurePart,
} from "./read-learned";
import { beyondNote, reasonAgainst } from "./unsupported";

/**
 * Works the clauses of a message into the draft. Rules go first; a message that they do not understand whole is read as
 * it was learned, and where that does not understand it whole either, each clause by whoever does.
 */
export function readWishes(clauses: string[], message: string, draft: Draft): void {
  const byRules = structuredClone(draft);
  for (const clause of clauses) readClause(clause, byRules);
  const reading = readingOf(message, draft.model);
  if (isOpen(draft, byRules)) readOpen(clauses, reading, draft);
  else Object.assign(draft, withDeclined(message, reading, draft, byRules) ?? withMissed(reading, draft, byRules));
}

/** Whether words were not understood, and nothing was refused for a reason. */
const isOpen = (before: Draft, after: Draft): boolean =>
  after.unclear.length > before.unclear.length && after.skipped.length === before.skipped.length;

/** Works in a message that the rules do not understand whole. */
function readOpen(clauses: string[], reading: Reading, draft: Draft): void {
  if (readLearned(reading, draft)) return;
  for (const clause of clauses) {
    const byRules = structuredClone(draft);
    readClause(clause, byRules);
    const learned = isOpen(draft, byRules) ? readingOf(clause, draft.model) : undefined;
    if (!learned || !(readLearned(learned, draft) || readSurePart(learned, draft))) Object.assign(draft, byRules);
  }
}

/** What the rules did, with a reason in place of what they took for a question or a field and nobody builds. */
function withDeclined(message: string, reading: Reading, draft: Draft, byRules: Draft): Draft | undefined {
  const differences = differencesBetween(draft.model, byRules.model);
  const isAnswer = byRules.answers.length > draft.answers.length;
  const isOnlyAnswer = isAnswer && differences.length === 0;
  const addsFields = differences.length > 0 && differences.every(({ line }) => line.startsWith("+field"));
  // Where nothing is changed either way it is enough that this is likelier than a question.
  const beyond = beyondIn(reading, isOnlyAnswer ? marginLeast : marginMissed);
  const declined = (said: string) => `“${said}”: ${reasonAgainst(said, draft) ?? beyondNote}`;
  if (beyond[0]?.isAll && (addsFields || isOnlyAnswer))
    return { ...draft, skipped: [...draft.skipped, declined(message)] };
  if (!isAnswer || beyond.length === 0) return undefined;
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
  return {
    ...byRules,
    unclear: [...byRules.unclear, ...missed.map((said) => `“${said}”: I did not understand this.`)],
  };
}
