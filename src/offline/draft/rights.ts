import "server-only";
import { myAddress, type RowOperation, type RowTest } from "@/shipped/contract";
import { type Access, accessOf, type Entity, type Level } from "../model/app-model";

/** Who may do what: nobody where a list is empty. */
export type Tests = Record<RowOperation, RowTest[]>;

/** Who may do what with an entity's rows now, of the pair and the rules. */
export function testsOf(entity: Entity): Tests {
  const { read, write } = accessOf(entity);
  const of = (level: Level): RowTest[] => (level === "none" ? [] : [level]);
  return {
    read: of(read),
    create: of(write),
    update: of(write),
    delete: of(write),
    ...entity["x-accessControl"]?.rules,
  };
}

/** Whether strangers see rows, be it only those in a state: what is published. */
export const isReadByStrangers = (read: RowTest[]): boolean =>
  read.some((test) => test === "anonymous" || (typeof test === "object" && "is" in test && !isOfCaller(test.is)));
const isOfCaller = (value: unknown) => value === "me" || value === myAddress;

/** Whether those who are no admins see what is their own alone: what they made, or what has their address. */
export const isOfOwn = (read: RowTest[]): boolean =>
  read.includes("admin") && read.length > 1 && read.every((test) => test === "admin" || isOwn(test));
export const isOwn = (test: RowTest): boolean =>
  test === "creator" || (typeof test === "object" && ("meets" in test || ("is" in test && isOfCaller(test.is))));

/** Whether all who are signed in see rows, be it only those in a state. */
export const isReadByAll = (read: RowTest[]): boolean =>
  read.some((test) => test === "all" || (typeof test === "object" && "every" in test && test.every.includes("all")));

/** Whether strangers may add rows. */
export const isAddedByStrangers = (entity: Entity): boolean => testsOf(entity).create.includes("anonymous");

/** Writes a pair and its rules, which are left out where there are none: nothing else of the table changes by that. */
export function writeRights(entity: Entity, permissions: Access, rules: Partial<Tests>): void {
  const { rules: _rules, ...control } = entity["x-accessControl"] ?? {};
  entity["x-accessControl"] = { ...control, permissions, ...(Object.keys(rules).length > 0 && { rules }) };
}

/** Those who might, and more. */
export function merged(old: RowTest[], more: RowTest[]): RowTest[] {
  const seen = [...new Map([...old, ...more].map((test) => [JSON.stringify(test), test])).values()];
  // Whoever is signed in holds everybody with a role, too.
  return seen.includes("anonymous") ? ["anonymous"] : seen.includes("all") ? ["all"] : seen;
}
