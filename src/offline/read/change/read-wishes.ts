import "server-only";
import type { Draft } from "../draft/draft";
import { isNotUnderstood, readClause } from "./read-clause";
import { differencesBetween } from "./differences/between";
import { beyondIn, marginLeast, marginMissed, missedIn, readLearned, readSurePart } from "./read-learned";
import { beyondNote, reasonAgainst } from "./unsupported";

/**
 * Works the clauses of a message into the draft. Rules go first; a message that they do not understand whole is read as
 * it was learned, and where that does not understand it whole either, each clause by whoever does.
 */
export function readWishes(clauses: string[], message: string, draft: Draft): void {
  const byRules = structuredClone(draft);
  for (const clause of clauses) readClause(clause, byRules);
  if (!isOpen(draft, byRules)) return readMissed(message, draft, byRules);
  if (readLearned(message, draft)) return;
  for (const clause of clauses) {
    const read = structuredClone(draft);
    readClause(clause, read);
    if (!isOpen(draft, read) || !(readLearned(clause, draft) || readSurePart(clause, draft)))
      Object.assign(draft, read);
  }
}

/** Whether words were not understood, and nothing else was refused. */
function isOpen(before: Draft, after: Draft): boolean {
  const skipped = after.skipped.slice(before.skipped.length);
  return skipped.length > 0 && skipped.every(isNotUnderstood);
}

/** What the rules understood, unless they left a request out or took one for a question. */
function readMissed(message: string, draft: Draft, byRules: Draft): void {
  const grew = (list: "answers" | "skipped" | "replaced") => byRules[list].length > draft[list].length;
  const differences = differencesBetween(draft.model, byRules.model);
  const isAnswer = byRules.answers.slice(draft.answers.length).some((answer) => !/\balready\b/.test(answer));
  const addsFields = differences.length > 0 && differences.every(({ line }) => line.startsWith("+field"));
  // Where nothing is changed either way it is enough that this is likelier than a question.
  const beyond = beyondIn(message, draft, isAnswer && differences.length === 0 ? marginLeast : marginMissed);
  const decline = (said: string, into: Draft) =>
    into.skipped.push(`“${said}”: ${reasonAgainst(said, draft) ?? beyondNote}`);
  if (beyond[0]?.isAll && (addsFields || (isAnswer && differences.length === 0))) {
    decline(message, draft);
    return;
  }
  if (isAnswer && beyond.length > 0) {
    byRules.answers = byRules.answers.filter((answer, at) => at < draft.answers.length || /\balready\b/.test(answer));
    for (const { said } of beyond) decline(said, byRules);
  }
  const missed = grew("answers") || grew("skipped") || grew("replaced") ? [] : missedIn(message, draft.model, byRules);
  if (missed.length > 0 && readLearned(message, draft)) return;
  for (const said of missed) byRules.skipped.push(`“${said}”: I did not understand this.`);
  Object.assign(draft, byRules);
}
