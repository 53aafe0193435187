import "server-only";
import type { RowTest } from "@/shipped/contract";
import type { Entity } from "../model/app-model";
import { isDealing } from "../model/columns";
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

/** "complaints", "questions": what customers leave with a team, besides orders and bookings. */
const leftTo = /(?:complaint|claim|question|feedback|suggestion|idea|ticket)$/i;

/** A new table of an app whose members are customers: they see what they leave there, and nothing that the team keeps for itself. */
export function closeToCustomers(draft: Draft, entity: Entity): void {
  const { entities, members, pages } = draft.model;
  const isLeftByThem = isDealing(entity) || leftTo.test(entity.name);
  const isTheirs = isLeftByThem && entities.some((one) => one !== entity && isOfOwn(testsOf(one).read));
  if (pages.length === 0 || (members !== "customers" && !isTheirs)) return;
  if (isLeftByThem)
    writeRights(
      entity,
      { read: "creator", write: "creator" },
      { read: ownAndTeam, create: ["all"], update: ownAndTeam, delete: ownAndTeam },
    );
  else writeRights(entity, { read: "admin", write: "admin" }, {});
  draft.assumed.push(
    isLeftByThem
      ? `Whoever is signed in can add ${manyOf(entity)} and sees only their own; admins see and change all.`
      : `Only admins see ${manyOf(entity)}. Say “all members can see ${manyOf(entity)}” if others may.`,
  );
}
