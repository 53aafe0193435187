import "server-only";
import { sentence } from "../language/inflect";
import { specOf } from "../lexicon/known";
import type { AppModel, Entity } from "../model/app-model";
import { type Column, columnsOf, isDealing } from "../model/columns";
import { loadWords } from "../words/load";
import { isStaffField } from "../words/staff-fields";
import type { Thing } from "../words/thing";
import { numberKeys, wordKey } from "../words/word-key";
import type { Draft } from "./draft";

/**
 * Fields that are the team's where strangers or customers send rows in: those that the domain data name for the thing, and
 * others by the words of `staff-fields.json`.
 */

const settledPayment = /^(?:paid|refunded)$/i;

/** "Payment" with cash or card is how a customer pays, with paid or unpaid whether they have. */
const isPaymentState = ({ name, property }: Column) =>
  /(?:^|_)payment$/.test(name) && (property.enum ?? []).some((option) => settledPayment.test(String(option)));

/** The tables that a row refers to. */
const aboutOf = (model: AppModel, entity: Entity) =>
  columnsOf(entity).flatMap(
    ({ property }) => model.entities.find(({ name }) => name === property["x-reference"]) ?? [],
  );

/** Who gives says how much. */
const isGift = ({ name }: Entity) => /(?:Donation|Pledge|Contribution)$/.test(name);

/** What something came to, and the price of what has a price list; a budget is the customer's to say. */
const isForTeamToCharge = (model: AppModel, entity: Entity, name: string) =>
  !isGift(entity) &&
  (isStaffField("total", name) ||
    name === "cost" ||
    ((isStaffField("sum", name) || /(?:^|_)price_per_[a-z]+$/.test(name)) &&
      aboutOf(model, entity).some((about) => columnsOf(about).some(({ kind }) => kind === "money"))));

const isProviderName =
  /stylist|barber|hairdresser|therapist|trainer|teacher|coach|instructor|artist|doctor|lawyer|practitioner/i;

/** What is booked says how long it takes, and so does who is booked. */
const isLengthOf = (model: AppModel, entity: Entity, { name, kind }: Column) =>
  kind === "number" &&
  isStaffField("length", name) &&
  aboutOf(model, entity).some(
    (about) =>
      isProviderName.test(about.name) || columnsOf(about).some((column) => isStaffField("length", column.name)),
  );

/** What says that a row is approved of: nobody says so of their own, even where everybody sees and keeps their rows. */
export const isApproval = ({ name }: Column): boolean =>
  isStaffField("approved", name) || isStaffField("internal", name);

/** Numbers that the team gives out, in order: "ORD-1042". */
const isGiven = (name: string) =>
  name === "number" || name === "reference" || name === "code" || isStaffField("number", name);

/** The thing that a table keeps: by its name, and of several of that name the one that has most of the table's fields. */
function thingKept(things: Readonly<Record<string, string>>, entity: Entity): Thing | undefined {
  const words = loadWords();
  const known = words.things.get(things[entity.name] ?? "");
  if (known) return known;
  const keys = numberKeys(sentence(entity.name));
  // The loans of a tool library are tool loans.
  const longer = [...words.things.values()].filter(({ name }) => keys.some((key) => wordKey(name).endsWith(` ${key}`)));
  const has = (thing: Thing) => thing.fields.filter((field) => entity.properties[specOf(field).name]).length;
  const all = keys.flatMap((key) => [...(words.byName.get(key) ?? []), words.quiet.get(key) ?? []].flat());
  return [...all, ...longer].sort((left, right) => has(right) - has(left))[0];
}

/** Whether the rows of a table are such as others than the team may well send in. */
export const isSentIn = (things: Readonly<Record<string, string>>, entity: Entity): boolean =>
  (thingKept(things, entity)?.team.length ?? 0) > 0;

/** Whether the team sets a field of rows that others send in. */
export function isForTeam({ model, things }: Draft, entity: Entity, column: Column): boolean {
  const { name, kind } = column;
  if (thingKept(things, entity)?.team.some((field) => specOf(field).name === name)) return true;
  const isPaid = isStaffField("paid", name) || isPaymentState(column);
  if (kind === "enum") return isStaffField("state", name) || isPaid || isApproval(column);
  if (kind === "money") return isPaid || (isDealing(entity) && isForTeamToCharge(model, entity, name));
  // Nobody rates an application of their own.
  if (kind === "rating") return /applica|candidate/i.test(entity.name);
  return (
    isApproval(column) ||
    isPaid ||
    isStaffField("assigned", name) ||
    (isDealing(entity) && isStaffField("afterwards", name)) ||
    isLengthOf(model, entity, column) ||
    ((isDealing(entity) || model.members === "customers") && kind === "text" && isGiven(name)) ||
    (kind === "boolean" && isStaffField("done", name))
  );
}

/** What a business does not tell those who buy: what a thing costs it, and from whom it comes. */
export function isSecret(entity: Entity, { name }: Column): boolean {
  if (isStaffField("secret", name) || /(?:^|_)supplier_/.test(name) || isStaffField("internal", name)) return true;
  // How a business stands with a company, and what it notes of it.
  if (entity.properties.relationship && /^(?:relationship|notes)$/.test(name)) return true;
  return name === "cost" && columnsOf(entity).some((other) => other.kind === "money" && other.name !== name);
}
