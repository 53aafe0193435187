import "server-only";
import { myAddress, type RowTest } from "@/shipped/contract";
import { listed, sentence, singular, wordsOf } from "../language/inflect";
import type { AppModel, Entity } from "../model/app-model";
import { columnsOf } from "../model/columns";
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
  `Only admins add and change ${tables}. A member sees those that have their own address as ${whose}, once a code that was sent there has signed them in.`;

/** "the email of its parent". */
export const whoseWords = (model: AppModel, entity: Entity): string =>
  listed([...new Set(waysFrom(model, entity).map(({ of }) => of))], "or");
