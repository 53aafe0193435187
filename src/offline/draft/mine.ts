import "server-only";
import { myAddress, type RowTest } from "@/shipped/contract";
import { listed, sentence, singular, wordsOf } from "../language/inflect";
import type { AppModel, Entity } from "../model/app-model";
import { columnsOf, isVoice } from "../model/columns";
import { customerWords } from "../words/customers";
import { endsInTable } from "../words/privacy";
import { oneOf } from "./draft";

/** What a team writes of each customer is known as theirs by an address: that of the row, or of the customer to whom it refers. */
type Way = { test: RowTest; of: string };

const served = ["served", "received", "enrolled"] as const;
/** Whether a table is of people who are customers: patients, parents. */
export const isOfCustomers = ({ name }: Entity): boolean =>
  served.some((sort) => endsInTable(sort, name)) ||
  name.endsWith("Owner") ||
  customerWords().people.has(singular(wordsOf(sentence(name)).at(-1)!.toLowerCase()));

const emailOf = (entity: Entity): string | undefined => columnsOf(entity).find(({ kind }) => kind === "email")?.name;

const hopsMax = 2;

const ownWay = (entity: Entity): Way[] => {
  const email = emailOf(entity);
  return email ? [{ test: { field: email, is: myAddress }, of: "the email" }] : [];
};

/** The ways from a row to an address, over at most two references: a lesson of a child of a parent. */
function waysFrom(model: AppModel, entity: Entity, hops = hopsMax): Way[] {
  const email = emailOf(entity);
  if (email && (hops === hopsMax || isOfCustomers(entity)))
    return [
      {
        test: { field: email, is: myAddress },
        of: hops === hopsMax ? "the email" : `the email of its ${oneOf(entity)}`,
      },
    ];
  return referredWays(model, entity, hops);
}

function referredWays(model: AppModel, entity: Entity, hops: number): Way[] {
  if (hops === 0) return [];
  return columnsOf(entity).flatMap(({ name, property }) => {
    const other = model.entities.find((one) => one.name === property["x-reference"]);
    if (!other || other === entity) return [];
    return waysFrom(model, other, hops - 1).map(({ test, of }) => ({
      test: { field: name, of: other.name, meets: test },
      of,
    }));
  });
}

/** Who reads rows that the team writes of customers: whoever has the address, and the team. */
export function readByTheirs(model: AppModel, entity: Entity): RowTest[] {
  const ways = waysFrom(model, entity);
  if (ways.length === 0) {
    const people = model.entities.find(
      (other) =>
        isOfCustomers(other) && columnsOf(entity).some(({ property }) => property["x-reference"] === other.name),
    );
    // Where nothing says whose they are, the address is asked for.
    const holder = people ?? entity;
    holder.properties["email"] = { type: "string", format: "email" };
    return [...waysFrom(model, entity).map(({ test }) => test), "admin"];
  }
  return [...ways.map(({ test }) => test), "admin"];
}

/** Who sees such rows, told. */
export const theirsTold = (tables: string, whose: string): string =>
  `Only admins add and change ${tables}. A member sees those that have their own address as ${whose}, once they have proven it by a code (they are asked for it when they sign up).`;

/**
 * How rows that customers make are theirs, too, where the team makes them: a booking that is taken by phone. By the
 * customer alone: who lives in a flat now is not whose its earlier repairs were. What is said to a row is of its reader.
 */
export function byTheirAddress(model: AppModel, entity: Entity): { tests: RowTest[]; whose: string } {
  const hops = isVoice(entity) ? hopsMax : 1;
  const ways = new Map(
    [...ownWay(entity), ...referredWays(model, entity, hops)].map((way) => [JSON.stringify(way.test), way]),
  );
  return { tests: [...ways.values()].map(({ test }) => test), whose: told([...ways.values()]) };
}

/** "the email of its parent". */
export const whoseWords = (model: AppModel, entity: Entity): string => told(waysFrom(model, entity));
const told = (ways: Way[]): string => listed([...new Set(ways.map(({ of }) => of))], "or");
