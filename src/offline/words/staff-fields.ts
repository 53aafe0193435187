import "server-only";
import { z } from "zod";
import { endsInOne, nameList } from "./name-list";
import { read } from "./read-data";

const schema = z.strictObject({
  /** How far a row has come. */
  state: nameList,
  paid: nameList,
  /** That somebody of the team approves of a row. */
  approved: nameList,
  /** That what a row asks for has been done. */
  done: nameList,
  /** Who of the team takes care of it. */
  assigned: nameList,
  /** What is known once it took place. */
  afterwards: nameList,
  /** What the team notes for itself. */
  internal: nameList,
  /** What something costs, where a price list says so. */
  sum: nameList,
  total: nameList,
  /** "ORD-1042": given out by the team, in order. */
  number: nameList,
  /** When a row came in. */
  came: nameList,
  /** How long something takes. */
  length: nameList,
  /** What a business tells nobody who buys. */
  secret: nameList,
});
type StaffFields = z.infer<typeof schema>;
type StaffField = keyof StaffFields;

let loaded: StaffFields | undefined;

/** Whether the last words of a field's name are of a sort of `staff-fields.json`: "deposit_paid" is paid. */
export const isStaffField = (sort: StaffField, name: string): boolean =>
  endsInOne(name.toLowerCase().split("_"), (loaded ??= read(schema, "staff-fields.json"))[sort]);
