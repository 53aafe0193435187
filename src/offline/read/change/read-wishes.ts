import "server-only";
import type { Draft } from "../draft/draft";
import { isNotUnderstood, readClause } from "./read-clause";
import { missedIn, readLearned, readSurePart } from "./read-learned";

/**
 * Works the clauses of a message into the draft. Rules go first; a message that they do not understand whole is read as
 * it was learned, and where that does not understand it whole either, each clause by whoever does.
 */
export function readWishes(clauses: string[], message: string, draft: Draft): void {
  const byRules = structuredClone(draft);
  for (const clause of clauses) readClause(clause, byRules);
  if (!isOpen(draft, byRules)) {
    const isAnswered = (["answers", "skipped", "replaced"] as const).some(
      (list) => byRules[list].length > draft[list].length,
    );
    const missed = isAnswered ? [] : missedIn(message, draft.model, byRules);
    if (missed.length > 0 && readLearned(message, draft)) return;
    for (const said of missed) byRules.skipped.push(`“${said}”: I did not understand this.`);
    return void Object.assign(draft, byRules);
  }
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
