import "server-only";
import type { ClauseReader, Draft } from "../draft/draft";
import { missingOwner, reasonOfFeature } from "../answers/no-field";
import { mustBeTicked, viewOnHome } from "../answers/not-built";
import { reasonAgainst } from "../answers/unsupported";

/**
 * Works in the part of a clause that can be done, and says why the rest cannot; or says why nothing of it can.
 * @param read who reads the part
 * @returns false where nothing is known to stand against the clause
 */
export function readOfPart(clause: string, draft: Draft, read: ClauseReader): boolean {
  const reason = reasonOfFeature(clause, draft.model) ?? reasonOfOwner(clause, draft);
  if (reason) draft.skipped.push(`“${clause}”: ${reason}`);
  return reason !== undefined || readViewOnHome(clause, draft, read) || readTicked(clause, draft, read);
}

/** "show a calendar on the home page": it gets a page of its own, where there is none. */
function readViewOnHome(clause: string, draft: Draft, read: ClauseReader): boolean {
  const [said, what = "", kind = ""] = viewOnHome.exec(clause) ?? [];
  if (said === undefined) return false;
  const wanted = kind.toLowerCase() === "kanban" ? "board" : kind.toLowerCase();
  const note = `A home page shows figures, charts and lists; a ${wanted} has a page of its own, which can be the first: “put the ${wanted} first in the menu”.`;
  if (draft.model.pages.some((page) => page.kind === wanted || page.form === wanted)) {
    draft.skipped.push(`“${clause}”: ${note}`);
    return true;
  }
  read(clause.replace(said, what), draft);
  draft.assumed.push(note);
  return true;
}

/** "add a waiver checkbox that must be ticked": the box is added, and its duty refused. */
function readTicked(clause: string, draft: Draft, read: ClauseReader): boolean {
  const duty = mustBeTicked.exec(clause);
  if (!duty) return false;
  const rest = clause.slice(0, duty.index);
  if (/^(?:please )?(?:add|include|put|i need|we need)\b/i.test(rest)) read(rest, draft);
  draft.skipped.push(
    `“${clause}”: a box may be ticked or not; that it must be ticked before a row is saved I cannot say.`,
  );
  return true;
}

/** Why a field is not added to rows of which the app has no table. */
function reasonOfOwner(clause: string, draft: Draft): string | undefined {
  const missing = missingOwner(clause, draft.model);
  return missing && (reasonAgainst(clause, draft) ?? `the app has no table of ${missing}.`);
}
