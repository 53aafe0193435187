import "server-only";
import type { RowTest } from "@/shipped/contract";
import type { Entity } from "../model/app-model";
import { readByTheirs, theirsTold, whoseWords } from "./mine";
import { type Draft, manyOf, titleOf } from "./draft";
import { isOfOwn, testsOf, writeRights } from "./rights";

/** Whose rows are theirs, and the team. */
export const ownAndTeam: RowTest[] = ["creator", "admin"];

/** "requester": whose such rows are has made them. */
export const isRequested = ({ properties }: Entity): boolean =>
  ["requester", "requested_by", "submitted_by"].some((name) => properties[name]);
/** "reported_by": the same where they are said to report something. */
export const isReported = (entity: Entity): boolean =>
  isRequested(entity) || ["reporter", "reported_by"].some((name) => entity.properties[name]);

const isAnyone = (test: RowTest) => test === "anonymous" || test === "all" || test === "creator";

/**
 * Lets people of an app see only rows of their own, and the team all of them. Who may add rows still may; who could
 * change those of others changes their own.
 * @param isMade whether customers make the rows, and not the team about each of them, such as invoices
 */
export function keepOwn(draft: Draft, entity: Entity, isMade: boolean): void {
  const tests = testsOf(entity);
  draft.touched = entity.name;
  if (isOfOwn(tests.read)) {
    draft.already.push(`${titleOf(entity)}: only who made a row and admins can see them already.`);
    return;
  }
  draft.model.members = "customers";
  if (!isMade) {
    writeRights(entity, { read: "admin", write: "admin" }, { read: readByTheirs(draft.model, entity) });
    draft.assumed.push(theirsTold(manyOf(entity), whoseWords(draft.model, entity)));
    return;
  }
  const of = (now: RowTest[]) => (now.some(isAnyone) ? ownAndTeam : now);
  const create: RowTest[] = tests.create.includes("anonymous")
    ? ["anonymous"]
    : tests.create.some(isAnyone)
      ? ["all"]
      : tests.create;
  writeRights(
    entity,
    { read: "creator", write: "creator" },
    { read: ownAndTeam, create, update: of(tests.update), delete: of(tests.delete) },
  );
}
