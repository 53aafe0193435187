import "server-only";
import { isAnonymous } from "./anonymous";
import type { FieldTest, RowTest } from "@/shipped/contract";
import { listed, singular } from "../language/inflect";
import { accessOf, type AppModel, type Entity, type Property } from "../model/app-model";
import { type Column, columnsOf, isDealing, isLeft, isLike, isVoice } from "../model/columns";
import { labelFor } from "../model/field-kinds";
import { startOf } from "../model/visitor-pages";
import { addTotal } from "./add-totals";
import { addForm, addSlots } from "./add-views";
import { loadWords } from "../words/load";
import { type Draft, manyOf } from "./draft";
import { limitAmounts } from "./least-amounts";
import { byTheirAddress } from "./mine";
import {
  isAddedByStrangers,
  isOfOwn,
  isReadByAll,
  isReadByStrangers,
  type Tests,
  testsOf,
  writeRights,
} from "./rights";
import { isApproval, isForTeam, isSecret, isSentIn } from "./staff-fields";

/**
 * Closes fields of tables that strangers or customers write, or strangers see: anybody can send any value for what a
 * form does not ask. Only of what this message made or opened: what stood before is as its owner wants it.
 */
export function guardFields(before: AppModel, draft: Draft): void {
  const { model } = draft;
  for (const entity of model.entities) {
    const earlier = before.entities.find(({ name }) => name === entity.name);
    const isOpened =
      !earlier || JSON.stringify(earlier["x-accessControl"]) !== JSON.stringify(entity["x-accessControl"]);
    const tests = testsOf(entity);
    const isFresh = ({ name }: Column) => isOpened || !earlier.properties[name];
    const fresh = columnsOf(entity).filter(isFresh);
    const team = teamOf(tests);
    const kept = isVisited(tests, model) ? fresh.filter((column) => isSecret(entity, column)) : [];
    for (const { name, property } of kept)
      entity.properties[name] = { ...property, "x-accessControl": { read: team, write: team } };
    const closed = fresh.filter((column) => !kept.includes(column) && isTeams(draft, entity, tests, column));
    for (const { name, property } of closed) entity.properties[name] = closedTo(team, property);
    if (kept.length > 0) draft.assumed.push(`Only admins see ${namesOf(kept)} of ${manyOf(entity)}.`);
    if (closed.length > 0)
      draft.assumed.push(
        `Only ${isRunByAll(tests) ? "people who are signed in" : "admins"} set ${namesOf(closed)} of ${manyOf(entity)}, whoever may add them.`,
      );
    if (isOpened && isSentByStrangers(tests)) {
      askWhoSends(draft, entity, earlier !== undefined);
      if (!earlier || !isSentByStrangers(testsOf(earlier))) addDoor(draft, entity);
    } else if (isOpened && model.members === "customers" && isSentByCustomers(tests) && !isVoice(entity))
      askWhoSends(draft, entity, earlier !== undefined);
    if (isOpened) showWhatIsEnteredForThem(draft, entity);
    if (earlier) continue;
    addTotal(model, entity);
    limitAmounts(entity, loadWords().things.get(draft.things[entity.name] ?? ""));
  }
}

const namesOf = (columns: Column[]) =>
  listed(columns.map(({ name, property }) => labelFor(name, property).toLowerCase()));

const isOpen = (tests: RowTest[]) => tests.includes("anonymous") || tests.includes("all");
/** Strangers see the rows, or customers do, and somebody else runs the table. */
const isVisited = ({ read, update }: Tests, { members }: AppModel) =>
  !isOpen(update) && (isReadByStrangers(read) || (members === "customers" && (isReadByAll(read) || isOfOwn(read))));
const isSentByStrangers = ({ create, read }: Tests) => create.includes("anonymous") && !isReadByStrangers(read);
/** Whoever is signed in sends rows in, and others see only what is theirs. */
const isSentByCustomers = ({ create, read }: Tests) =>
  create.includes("all") && read.includes("creator") && !isOpen(read);
/** Strangers send rows in, and all who sign in work with them. */
const isRunByAll = (tests: Tests) =>
  isSentByStrangers(tests) && tests.update.includes("all") && !tests.update.includes("anonymous");

/** Those who run a table: who may do more than write their own. */
function teamOf(tests: Tests): FieldTest[] {
  if (isRunByAll(tests)) return ["all"];
  const named = [...tests.update, ...tests.read].filter(
    (test): test is FieldTest => test === "admin" || (typeof test === "object" && "role" in test),
  );
  const seen = [...new Map(named.map((test) => [JSON.stringify(test), test])).values()];
  return seen.includes("admin") ? seen : [...seen, "admin"];
}

/** Whether rows come from people who do not run the table, and the field is not theirs to set. */
function isTeams(draft: Draft, entity: Entity, tests: Tests, column: Column): boolean {
  if (isRunByAll(tests)) return isForTeam(draft, entity, column);
  const { create, update, read } = tests;
  const isSentIn = isOpen(create) || create.includes("creator");
  const isRun = [...update, ...read].some((test) => test === "admin" || (typeof test === "object" && "role" in test));
  if (!isSentIn || !isRun || (isOpen(update) && isOpen(read))) return false;
  // What everybody sees is its author's: a seller says what is sold, and others what is approved.
  return isOpen(read) ? isApproval(column) : isForTeam(draft, entity, column);
}

const settled =
  /^(?:yes|paid|refunded|approved|accepted|confirmed|verified|published|done|completed?|closed|delivered)$/i;

/** A closed dropdown begins with what is true of a row that has just come in. */
function closedTo(team: FieldTest[], property: Property): Property {
  const { enum: options, default: usual } = property;
  const isUsual = !options || (typeof usual === "string" && !settled.test(usual));
  const first = isUsual ? usual : options.find((option) => !settled.test(String(option)));
  return { ...property, ...(first !== undefined && { default: first }), "x-accessControl": { write: team } };
}

/** Customers see what they book themselves, and what the team books for them: by the address in the row, or in the customer's. */
function showWhatIsEnteredForThem({ model, assumed }: Draft, entity: Entity): void {
  const tests = testsOf(entity);
  const isOfBookers = isSentByStrangers(tests) || (model.members === "customers" && isSentByCustomers(tests));
  if (!isOfBookers || !isOfOwn(tests.read)) return;
  const { tests: ways, whose } = byTheirAddress(model, entity);
  const all: RowTest[] = ["creator", ...tests.read.filter((test) => test !== "admin"), ...ways, "admin"];
  const read = [...new Map(all.map((test) => [JSON.stringify(test), test])).values()];
  if (read.length === tests.read.length) return;
  writeRights(entity, accessOf(entity), { ...entity["x-accessControl"]?.rules, read });
  assumed.push(
    `Members also see ${manyOf(entity)} that somebody else entered with their address as ${whose}, once they have proven it by a code.`,
  );
}

const isWho =
  /(?:^|_)name$|_by$|^(?:from|sender|customer|client|contact|member|student|pupil|guest|patient|visitor|attendee|participant|passenger|renter|borrower|requester|reporter|applicant|donor|buyer|holder)$/;

/**
 * Strangers cannot choose among people whom they do not see: they say who they are instead, so that somebody can answer.
 * @param isStanding the table was there before this message
 */
function askWhoSends(draft: Draft, entity: Entity, isStanding: boolean): void {
  const { model, assumed, things } = draft;
  if (isAnonymous(draft, entity)) return;
  const isOfMembers = !isAddedByStrangers(entity);
  const isSeen = ({ read }: Tests) =>
    isReadByStrangers(read) || (isOfMembers && (isReadByAll(read) || read.includes("creator")));
  const closed = columnsOf(entity).filter(({ property }) => {
    const target = model.entities.find(({ name }) => name === property["x-reference"]);
    return property["x-reference"] === "User" || (target && !isSeen(testsOf(target)));
  });
  const names = closed.map(({ name }) => name);
  if (entity.required) entity.required = entity.required.filter((name) => !names.includes(name));
  if (entity.required?.length === 0) delete entity.required;
  const email = columnsOf(entity).find(({ kind }) => kind === "email");
  const isReached = email ?? columnsOf(entity).find(({ kind }) => kind === "phone");
  if (email && isOfMembers) entity.required = [...new Set([...(entity.required ?? []), email.name])];
  if (isOfMembers ? email : isReached || !(isLeft(model, entity) || isSentIn(things, entity))) return;
  const isNamed = columnsOf(entity).some(({ name, kind }) => kind === "text" && isWho.test(name));
  // A title that nobody named says less than who it is from.
  const titled = assumed.findIndex((line) => line.endsWith(` ${singular(entity.name)}, so I added a title.`));
  if (titled >= 0) {
    assumed.splice(titled, 1);
    delete entity.properties["title"];
    entity.required = entity.required?.filter((name) => name !== "title");
  }
  // What names a booking that is there, such as the pet, names a stranger's by who comes.
  const standing = isStanding && !isNamed && startOf(entity) && entity.properties["title"];
  const asked: Record<string, Property> = {
    ...(standing ? { title: { ...standing, title: "Name" } } : !isNamed && { name: { type: "string" } }),
    email: { type: "string", format: "email" },
  };
  entity.properties = { ...asked, ...entity.properties, ...asked };
  entity.required = [...new Set([...Object.keys(asked), ...(entity.required ?? [])])];
  assumed.push(
    isOfMembers
      ? `Whoever adds ${manyOf(entity)} gives ${isNamed ? "" : "name and "}email, which their account fills in, so that you know who it is.`
      : `Whoever sends in ${manyOf(entity)} gives ${isNamed ? "" : "name and "}email, so that you can answer them.`,
  );
}

/** Where strangers send in rows of a table that they could not add to before: the times to book, a form, or what they are about. */
function addDoor(draft: Draft, entity: Entity): void {
  const { model } = draft;
  const hasDoor = model.pages.some(
    (page) => page.entity === entity.name && (page.form === "slots" || page.kind === "form"),
  );
  const isOffered =
    model.purpose === "site" &&
    isDealing(entity) &&
    model.pages.some(
      ({ form, entity: name }) =>
        form === "gallery" && columnsOf(entity).some(({ property }) => property["x-reference"] === name),
    );
  // A comment is written beside what it is about.
  const isBeside = columnsOf(entity).some(({ property }) => property["x-reference"] !== undefined);
  if (hasDoor || isOffered || (isVoice(entity) && isBeside) || isLike(entity)) return;
  if (startOf(entity) && (isDealing(entity) || isSentIn(draft.things, entity))) addSlots(draft, entity);
  else addForm(draft, entity);
}
