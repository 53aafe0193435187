import "server-only";
import { myAddress, type RowOperation, type RowTest } from "@/shipped/contract";
import { listed } from "../language/inflect";
import type { Entity } from "../model/app-model";
import { titleOf } from "./draft";
import { type Tests, testsOf } from "./rights";

export const operationWords = { read: "see them", create: "add some", update: "change them", delete: "delete them" };
export const testText = (test: RowTest): string =>
  typeof test === "string" ? test : "role" in test ? `role:${test.role}` : JSON.stringify(test);
/** Whose address a row has, or one that it refers to. */
const isOfAddress = (test: RowTest): boolean =>
  typeof test === "object" && ("meets" in test || ("is" in test && test.is === myAddress));
export const testWords = (test: RowTest): string =>
  test === "admin"
    ? "admins"
    : test === "creator"
      ? "who made a row"
      : test === "all"
        ? "whoever is signed in"
        : test === "anonymous"
          ? "anybody"
          : isOfAddress(test)
            ? "whoever has its address"
            : "role" in test
              ? `members with the role ${test.role}`
              : "people by a field of the row";

/** Who adds a row has made it: "creator" is whoever is signed in there. */
export const addingOf = (tests: Tests): Tests => ({
  ...tests,
  create: tests.create.map((test) => (test === "creator" ? "all" : test)),
});
export const told: RowOperation[] = ["create", "read", "update", "delete"];

/** "see, change or delete them". */
function deedsOf(operations: RowOperation[]): string {
  const [last = "", ...others] = operations.map((operation) => operationWords[operation]).toReversed();
  return listed(
    [...others.toReversed().map((deed) => (deed === operationWords.create ? deed : deed.replace(/ them$/, ""))), last],
    "or",
  );
}

/** "only admins", "nobody", "whoever is signed in". */
export function whoMay(tests: RowTest[]): string {
  if (tests.length === 0) return "nobody";
  const isOpen = tests.some((test) => test === "all" || test === "anonymous");
  return `${isOpen ? "" : "only "}${listed(tests.map(testWords), "and")}`;
}

/** "anybody can see them; only admins can add some, change or delete them": who may do what of `operations`. */
export function partsSaid(tests: Tests, operations: readonly RowOperation[] = told): string {
  const groups = new Map<string, RowOperation[]>();
  for (const operation of operations) {
    const who = whoMay(tests[operation]);
    groups.set(who, [...(groups.get(who) ?? []), operation]);
  }
  return [...groups].map(([who, some]) => `${who} can ${deedsOf(some)}`).join("; ");
}

/** All rights of a table, told. */
export const allRightsSaid = (entity: Entity): string => `${titleOf(entity)}: ${partsSaid(addingOf(testsOf(entity)))}.`;
