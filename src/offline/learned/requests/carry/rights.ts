import "server-only";
import { type RowOperation, rowOperations, type RowTest } from "@/shipped/contract";
import { singular } from "../../../language/inflect";
import { accessOf, type Entity, type Level } from "../../../model/app-model";
import { merged, testsOf, type Tests, writeRights } from "../../../draft/rights";
import { ownAndTeam } from "../../../draft/own-rows";
import { findEntity } from "../../../draft/resolve";
import { certainty } from "../checks/certainty";
import { already, type Carry } from "./carry";
import { asked, type Meaning } from "../grounds/meaning";
import { says } from "../says";
import { has, isFieldOfRights, isFiller, marksOf } from "../../../request/meaning/marks";
import { isAnyone } from "../../../request/meaning/people";

const writes: RowOperation[] = ["create", "update", "delete"];

/** What is done to rows, as it was learned: "all" is all of it, and who may change rows may also add and delete them if nobody else may. */
function operationsIn(meaning: Meaning, isOnly: boolean, isRole: boolean): RowOperation[] {
  const may = meaning.detail("may");
  // "look at the books without registering" registers nothing.
  const said = meaning.said.replace(/\bwithout (?:an? )?\w+(?: (?:up|in))?/gi, "");
  const told = rowOperations.filter(
    (one) => says(said, one) || meaning.all.some((mark) => has(mark, one) && said.includes(mark.text)),
  );
  // "a musician can only have one uniform" is about no right.
  if (told.length === 0 && asked(meaning, "have")) return [];
  // "every employee: only the shifts he made himself".
  if (told.length === 0 && asked(meaning, "own")) return [...rowOperations];
  // Nobody gets a right that no word tells: "the repairs are for everybody".
  if (told.length === 0 && !isOnly && meaning.surenessOf("may") < certainty.told) return [];
  const found =
    may === "all" ? [...rowOperations] : told.length > 0 ? told : rowOperations.filter((one) => one === may);
  const isWriting = found.includes("update") && isOnly && !isRole;
  return rowOperations.filter((one) => found.includes(one) || (isWriting && one !== "read"));
}

/** "whoever is logged in can see them but just the admin can edit" is two rights in one breath. */
const isOfTwo = (meaning: Meaning) => ["admin", "signed", "anyone"].filter((who) => asked(meaning, who)).length > 1;

/** "salary only visible to admins": the right is to a field, and would be taken for one to the table. */
const isOfField = ({ marks, table }: Meaning) =>
  marks.some((mark) => isFieldOfRights(mark) && mark.fields.some(({ entity }) => !table || entity === table));

function whoIn(meaning: Meaning): RowTest | undefined {
  const { names } = meaning;
  const isOwn = asked(meaning, "own") || says(meaning.said, "oneself");
  // "…, not write": what is denied would be given.
  if (/(?:\bbut|,)\s+(?:they\s+)?not\s+(?:change|edit|write|add|delete|modify|touch)\b/i.test(meaning.said))
    return undefined;
  // Strangers have no rows of their own to come back to.
  if (isOwn && says(meaning.said, "without an account")) return undefined;
  // "only the chief (admin) can delete calls".
  const who = isOwn ? "own" : asked(meaning, "admin") ? "admin" : meaning.detail("who");
  if (who === "admin") return "admin";
  // Strangers get what is said of everybody, or of people without an account: "nurses see everything" is of members.
  if (who === "everyone")
    return asked(meaning, "anyone") || says(meaning.said, "without an account") ? "anonymous" : undefined;
  // "only Vorstand can see members": a word that nobody knows is not everybody.
  if (who === "signed-in")
    return meaning.detail("only") !== "yes" || asked(meaning, "signed", "anyone") ? "all" : undefined;
  // "each juror should only see": nothing in it tells whose rows.
  if (who === "own") return isOwn ? "creator" : undefined;
  const role = names[0];
  if (who !== "role" || !role || role.split(" ").length > 3) return undefined;
  // "the plate": a field is nobody.
  if (marksOf(role, meaning.model).some(({ fields, entities }) => fields.length > 0 && entities.length === 0))
    return undefined;
  // People who are rows of a table are everybody who signs in: no account belongs to a row.
  const isAnyMember = meaning.detail("only") !== "yes" || isAnyone(role.toLowerCase().split(" ").at(-1)!);
  return findEntity(meaning.model, role).kind === "none" || !isAnyMember
    ? { role: singular(role.toLowerCase()).replaceAll(" ", "-") }
    : "all";
}

/** The level that says the same as a list of tests. */
function levelOf(tests: RowTest[]): Level | undefined {
  const [only] = tests;
  if (only === undefined) return "none";
  return tests.length === 1 && typeof only === "string" ? only : undefined;
}

/** The level that a pair shows for a list of tests; rules say the rest. */
const nearestLevel = (tests: RowTest[]): Level | undefined =>
  tests.length === ownAndTeam.length && ownAndTeam.every((one) => tests.includes(one)) ? "creator" : levelOf(tests);

/** Rights as the pair says them where it can, and by rules where it cannot. */
function setTests(entity: Entity, tests: Tests): void {
  const before = accessOf(entity);
  const [read, write] = [nearestLevel(tests.read), nearestLevel(tests.create)];
  const isPair = write !== undefined && writes.every((one) => nearestLevel(tests[one]) === write);
  const permissions = { read: read ?? before.read, write: isPair ? write : before.write };
  const rules = Object.fromEntries(
    rowOperations
      .filter((one) => levelOf(tests[one]) !== (one === "read" ? permissions.read : permissions.write))
      .map((one) => [one, tests[one]]),
  );
  writeRights(entity, permissions, rules);
}

/** "the parents should only see the entries that they made": entries of whatever was spoken of, and no parents. */
function isOfDoers({ all, table, said }: Meaning): boolean {
  const at = all.findIndex((mark) => has(mark, ...rowOperations));
  const isOf = ({ entities }: (typeof all)[number]) => entities.some((one) => one === table);
  const subject = at < 0 ? all.filter((mark) => !isFiller(mark)).slice(0, 1) : all.slice(0, at);
  const isDoer = subject.some(isOf);
  const isDone = at >= 0 && all.slice(at).some(({ entities }) => entities.length > 0);
  // "volunteers can cancel only their own": of what they signed up for, and not of themselves.
  const isOwn =
    all.some((mark) => has(mark, "own")) &&
    // "whoever puts in an item should see their own".
    !/\bwho(?:ever)?\b/i.test(said) &&
    !/\b(?:data|profiles?|details|accounts?|information|entry|row)\b/i.test(said);
  return (
    isDoer && !isDone && (isOwn || /\b(?:entries|entry|rows?|records?|ones|those|everything|anything)\b/i.test(said))
  );
}

/** Who may do what with the rows of a table, and whether nobody else may. */
type Right = { who: RowTest; isRole: boolean; isOnly: boolean; operations: RowOperation[] };

/** The right that a request gives: what is done, and what is said of it. */
export function rightIn(meaning: Meaning): Right | undefined {
  const who = whoIn(meaning);
  if (isOfDoers(meaning)) return undefined;
  if (who === undefined || isOfTwo(meaning) || isOfField(meaning)) return undefined;
  const isOnly = meaning.detail("only") === "yes";
  const isRole = typeof who === "object" && "role" in who;
  const operations = operationsIn(meaning, isOnly, isRole);
  return operations.length > 0 ? { who, isRole, isOnly, operations } : undefined;
}

export const setRights: Carry = (meaning, draft) => {
  const { table } = meaning;
  const right = rightIn(meaning);
  if (!table || !right) return false;
  const { who, isRole, isOnly, operations } = right;
  const tests = testsOf(table);
  const before = JSON.stringify(tests);
  for (const one of operations) {
    if (who === "creator") tests[one] = one === "create" ? tests[one] : ownAndTeam;
    else if (isOnly) tests[one] = who === "admin" || !isRole ? [who] : [who, "admin"];
    else tests[one] = merged(tests[one], isRole ? [who, "admin"] : [who]);
  }
  // Rows that others cannot see are not theirs to change.
  if (who === "creator" && operations.includes("read"))
    for (const one of writes)
      if (tests[one].includes("all") || tests[one].includes("anonymous"))
        tests[one] = one === "create" ? ["creator"] : ownAndTeam;
  if (JSON.stringify(tests) === before) return already(draft, "That is allowed");
  setTests(table, tests);
  if (typeof who === "object" && "role" in who)
    draft.assumed.push(`“${who.role}” is a role: give it to a member when you invite them, or on the Members page.`);
  return true;
};
