import "server-only";
import { z } from "zod";
import { read } from "./read-data";

const names = z.string().min(1);
const schema = z.strictObject({
  /** How far a row has come. */
  state: names,
  paid: names,
  /** That somebody of the team approves of a row. */
  approved: names,
  /** That what a row asks for has been done. */
  done: names,
  /** Who of the team takes care of it. */
  assigned: names,
  /** What is known once it took place. */
  afterwards: names,
  /** What the team notes for itself. */
  internal: names,
  /** What something costs, where a price list says so. */
  sum: names,
  total: names,
  /** "ORD-1042": given out by the team, in order. */
  number: names,
  /** When a row came in. */
  came: names,
  /** How long something takes. */
  length: names,
  /** What a business tells nobody who buys. */
  secret: names,
});
export type StaffField = keyof z.infer<typeof schema>;

let loaded: ReadonlyMap<StaffField, ReadonlySet<string>> | undefined;
const load = () =>
  (loaded ??= new Map(
    Object.entries(read(schema, "staff-fields.json")).map(
      ([sort, list]) => [sort as StaffField, new Set(list.split(", "))] as const,
    ),
  ));

/** Whether the last words of a field's name are of a sort of `staff-fields.json`: "deposit_paid" is paid. */
export function isStaffField(sort: StaffField, name: string): boolean {
  const listed = load().get(sort)!;
  const words = name.toLowerCase().split("_");
  return words.some((_, from) => listed.has(words.slice(from).join(" ")));
}
