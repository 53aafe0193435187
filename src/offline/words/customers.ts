import "server-only";
import { z } from "zod";
import { nameList } from "./name-list";
import { read } from "./read-data";

/** Who comes to an app as a customer, and what they do there, as in `customers.json`. */
const schema = z.strictObject({
  /** Whom a place serves, or who belongs to it. */
  people: nameList,
  /** They are customers where they are said to get an account and to book or order. */
  anybody: nameList,
  /** "team members" are none: the word before. */
  team: nameList,
  /** How they get in. */
  joins: nameList,
  /** Of `joins`, those by which people make themselves an account. */
  opens: nameList,
  sees: nameList,
  makes: nameList,
  /** What they do to rows that others have made: pay, sign. */
  manages: nameList,
  /** Of `makes`, those whose object was there before: the class that is booked. */
  takes: nameList,
  /** What tells that members are those who work there. */
  work: nameList,
  /** What tells that an app is for one household. */
  home: nameList,
});
type Customers = z.infer<typeof schema>;

let loaded: Customers | undefined;
export const customerWords = (): Customers => (loaded ??= read(schema, "customers.json"));
