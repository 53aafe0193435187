import "server-only";
import { accessOf, type AppModel, type Entity, entityOf } from "../../model/app-model";
import { labelFor } from "../../model/field-kinds";
import { listed } from "../../language/inflect";
import { rowOperations, type RowTest } from "@/shipped/contract";
import { describeAccess } from "../../draft/compose";
import { manyOf, titleOf } from "../../draft/draft";
import { optionsOf } from "../../model/field-kinds";
import { type Difference, same } from "./difference";
import { fieldDifferences } from "./fields";

function ruleDifferences(before: Entity, after: Entity): Difference[] {
  const [was, is] = [before["x-accessControl"]?.rules ?? {}, after["x-accessControl"]?.rules ?? {}];
  return rowOperations.flatMap((operation) => {
    if (same(was[operation], is[operation])) return [];
    const tests = is[operation];
    const words = tests === undefined ? "" : tests.map(testText).join("|") || "nobody";
    return {
      line: `rules ${after.name} ${operation}=${words}`,
      state: `rules ${after.name} ${operation}`,
      said: `${titleOf(after)}: ${tests === undefined ? `who may ${operationWords[operation]} goes by the table again` : `${whoMay(tests)} can ${operationWords[operation]}`}.`,
      about: [after.name, manyOf(after), operation, operationWords[operation], words],
    };
  });
}

const operationWords = { read: "see them", create: "add some", update: "change them", delete: "delete them" };
const testText = (test: RowTest): string =>
  typeof test === "string" ? test : "role" in test ? `role:${test.role}` : JSON.stringify(test);
const testWords = (test: RowTest): string =>
  test === "admin"
    ? "admins"
    : test === "creator"
      ? "who made a row"
      : test === "all"
        ? "whoever is signed in"
        : test === "anonymous"
          ? "anybody"
          : "role" in test
            ? `members with the role ${test.role}`
            : "people by a field of the row";

/** "only admins", "nobody", "whoever is signed in". */
function whoMay(tests: RowTest[]): string {
  if (tests.length === 0) return "nobody";
  const isOpen = tests.some((test) => test === "all" || test === "anonymous");
  return `${isOpen ? "" : "only "}${listed(tests.map(testWords), "and")}`;
}

export function tableDifferences(before: AppModel, after: AppModel): Difference[] {
  const found: Difference[] = [];
  for (const entity of after.entities) {
    const old = entityOf(before, entity.name);
    const fields = Object.entries(entity.properties).map(([name, value]) => labelFor(name, value).toLowerCase());
    if (!old) {
      found.push({
        line: `+table ${entity.name} ${Object.keys(entity.properties).join(", ")}`,
        said: `There is a new table, ${manyOf(entity)}, with ${listed(fields)}.`,
        about: [
          entity.name,
          manyOf(entity),
          ...Object.keys(entity.properties),
          ...fields,
          ...Object.values(entity.properties).flatMap((value) => [...optionsOf(value), value["x-reference"] ?? ""]),
        ],
      });
      continue;
    }
    if (manyOf(old) !== manyOf(entity))
      found.push({
        line: `~table ${entity.name} title=${titleOf(entity)}`,
        said: `${titleOf(old)} are called ${manyOf(entity)} now.`,
        about: [manyOf(old), manyOf(entity)],
      });
    found.push(...fieldDifferences(old, entity));
    const [was, is] = [accessOf(old), accessOf(entity)];
    if (!same(was, is))
      found.push({
        line: `access ${entity.name} read=${is.read} write=${is.write}`,
        said: `${titleOf(entity)}: ${describeAccess(is)}.`,
        state: `access ${entity.name}`,
        about: [entity.name, manyOf(entity)],
      });
    found.push(...ruleDifferences(old, entity));
  }
  for (const entity of before.entities)
    if (!entityOf(after, entity.name))
      found.push({
        line: `-table ${entity.name}`,
        said: `The table ${manyOf(entity)} is gone; its rows stay stored and come back with an earlier version.`,
        about: [entity.name, manyOf(entity)],
      });
  return found;
}
