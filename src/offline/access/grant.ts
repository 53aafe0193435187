import "server-only";
import { type FieldTest, type RowOperation, rowOperations, type RowTest } from "@/shipped/contract";
import { listed } from "../language/inflect";
import { accessOf, type Entity, type Level } from "../model/app-model";
import { labelFor } from "../model/field-kinds";
import { describeAccess } from "../draft/compose";
import { type Draft, manyOf, tellState, titleOf } from "../draft/draft";
import { noteRole } from "../draft/note-role";
import { isReadByStrangers, merged, type Tests, testsOf, writeRights } from "../draft/rights";
import { allRightsSaid, testWords } from "../draft/rights-said";
import { type Asked, isBroad, nameOf, newTests, testOf } from "./new-tests";
import type { Scene } from "./scene";
import type { Statement } from "./statement";
import { fieldsMeant, isForm, isLimiting, tablesMeant } from "./tables-meant";

const levels: readonly RowTest[] = ["anonymous", "all", "admin", "creator"];
/** The level of the pair that a list of tests comes next to. */
function levelOf(tests: readonly RowTest[]): Level {
  const [first] = tests;
  if (tests.length === 0) return "none";
  if (tests.length === 1 && levels.includes(first!)) return first as Level;
  return tests.includes("creator") ? "creator" : "admin";
}

function writeTests(entity: Entity, tests: Tests): void {
  // The pair that says the same: nobody changes what only admins see.
  if (isSentIn(tests) && JSON.stringify(tests.update) === '["admin"]') {
    writeRights(entity, { read: "admin", write: "anonymous" }, {});
    return;
  }
  const pair = { read: levelOf(tests.read), write: levelOf(tests.update) };
  const isOfPair = (operation: RowOperation) =>
    JSON.stringify(tests[operation]) === JSON.stringify([operation === "read" ? pair.read : pair.write]);
  const rules = Object.fromEntries(rowOperations.filter((one) => !isOfPair(one)).map((one) => [one, tests[one]]));
  writeRights(entity, pair, rules);
}

const asAdmin =
  /^(?:admin|administrator|owner|the owner|the owners|app owners?|owner of the app|i|me|myself|we|us|ourselves|ich|wir)s?$/;
function noteAdmins({ assumed }: Draft, noun: string): void {
  const note = `By “${noun}” I understood the admins of the app: make these people admins.`;
  if (!assumed.includes(note)) assumed.push(note);
}

const isSentIn = ({ read, create }: Tests) => JSON.stringify([read, create]) === '[["admin"],["anonymous"]]';

/** Whether nobody has other rights: rows that come in and only admins see are changed by nobody else, whatever is said of that. */
function isSame(was: Tests, is: Tests): boolean {
  return JSON.stringify(was) === JSON.stringify(is) || (isSentIn(was) && isSentIn(is));
}

/** "only HR may see salaries": nor the salary in the row of an employee. */
function closeFields(draft: Draft, { isOnly, may, rows, who, limit }: Statement, asked: Asked): void {
  if (!isOnly || !may.includes("read") || limit !== null || typeof rows !== "object") return;
  const tests = merged(
    who.map((one) => testOf(one, "read", true, asked)),
    ["admin"],
  ).filter(isOfCaller);
  if (tests.some((test) => test === "all" || test === "anonymous")) return;
  for (const { entity, name } of rows.nouns.flatMap((noun) => fieldsMeant(draft.model, noun))) {
    const property = entity.properties[name]!;
    entity.properties[name] = { ...property, "x-accessControl": { read: tests, write: tests } };
    for (const test of tests) if (typeof test === "object") noteRole(draft, test.role);
    draft.done.push(
      `${titleOf(entity)}: only ${listed(tests.map(testWords))} can see ${labelFor(name, property).toLowerCase()}.`,
    );
  }
}
const isOfCaller = (test: RowTest): test is FieldTest =>
  typeof test === "string" ? test !== "creator" : "role" in test;

/** Gives people the rights that a message says they have, and tells so; the tables whose rights that changed. */
export function grantAccess(draft: Draft, statements: readonly Statement[], scene: Scene): Entity[] {
  const { model } = draft;
  const byTable = new Map<Entity, Statement[]>();
  const isOfAll = statements.some((one) => one.rows === "before" && isLimiting(one) && one.limit === null);
  // What visitors are said to see of a site its purpose has opened, drafts and people left out.
  const isShown = model.purpose === "site" && model.entities.some((one) => isReadByStrangers(testsOf(one).read));
  const isOfSite = ({ isTold, may, who }: Statement) =>
    isShown && isTold && may.join() === "read" && who.every(({ is }) => is === "strangers");
  for (const statement of statements.filter((one) => !isOfSite(one))) {
    const tables = tablesMeant(model, statement, isOfAll && !statement.who.some(isBroad));
    if (tables === null && statement.isStrong && !statement.isTold)
      draft.skipped.push(
        `“${statement.text}”: I did not see which of the tables that is about, so nobody has more or fewer rights by it.`,
      );
    for (const table of tables ?? []) {
      const isSent = statement.isWord && isForm(model, table);
      const one: Statement = isSent ? { ...statement, may: ["create"] } : statement;
      byTable.set(table, [...(byTable.get(table) ?? []), one]);
    }
  }
  const names = new Set(
    statements.flatMap(({ who }) => who.filter(({ is }) => is !== "admins" && is !== "author").map(nameOf)),
  );
  const changed: Entity[] = [];
  const seen: string[] = [];
  for (const [entity, said] of byTable) {
    if (!said.some(({ isStrong }) => isStrong)) continue;
    const was = testsOf(entity);
    const tests = newTests(entity, said, { draft, scene, names });
    if (!isSame(was, tests)) {
      writeTests(entity, tests);
      changed.push(entity);
      const { rules } = entity["x-accessControl"]!;
      const line = rules ? allRightsSaid(entity) : `${titleOf(entity)}: ${describeAccess(accessOf(entity))}.`;
      tellState(draft, line, `access ${entity.name}`);
    }
    const isOfAll = said.some(
      ({ who, may, isOnly, limit }) =>
        may.includes("read") &&
        !isOnly &&
        limit === null &&
        who.some(
          (one) => one.is === "everyone" || one.is === "anyone" || (one.is === "people" && one.noun === "people"),
        ),
    );
    if (isOfAll && tests.read.includes("all")) seen.push(manyOf(entity));
    for (const test of rowOperations.flatMap((one) => tests[one]))
      if (typeof test === "object" && "role" in test) noteRole(draft, test.role);
  }
  for (const statement of statements) closeFields(draft, statement, { draft, scene, names });
  if (seen.length > 0)
    draft.assumed.push(
      `Everybody who signs in sees ${listed(seen)}. Say “anyone can see ${seen[0]}” if strangers may, too.`,
    );
  for (const { who } of statements)
    for (const one of who) if (one.is === "admins" && one.noun && !asAdmin.test(one.noun)) noteAdmins(draft, one.noun);
  draft.touched = changed.at(-1)?.name ?? draft.touched;
  return changed;
}
