import "server-only";
import { accessOf, type Entity } from "../../../model/app-model";
import { singular } from "../../../language/inflect";
import { type RowOperation, rowOperations, type RowTest } from "@/shipped/contract";
import { merged, writeRights, testsOf, type Tests } from "../../draft/rights";
import { isPersonLike } from "../../language/nouns";
import { isOfUsers } from "./access";
import { asks, type Clause, type Rule, tableOf } from "../meaning/clause";
import { has, isFiller, isUnknown, type Mark } from "../meaning/marks";

const writes: RowOperation[] = ["create", "update", "delete"];

/** The operations that words name: "delete", "add or change", "manage". */
function operationsIn(marks: Mark[]): RowOperation[] {
  const found = new Set<RowOperation>();
  for (const mark of marks) {
    if (has(mark, "manage")) for (const one of writes) found.add(one);
    for (const one of rowOperations) if (has(mark, one)) found.add(one);
  }
  return rowOperations.filter((one) => found.has(one));
}

type Who = { test: RowTest; isPeople: boolean };

/** Who is spoken of before "can": admins, everybody, or people of a role. */
function whoIn(marks: Mark[], said: string): Who | null {
  if (marks.some((mark) => has(mark, "admin"))) return { test: "admin", isPeople: true };
  if (marks.some((mark) => has(mark, "anyone"))) return { test: isOfUsers(said) ? "all" : "anonymous", isPeople: true };
  if (marks.some((mark) => has(mark, "signed"))) return { test: "all", isPeople: true };
  // Who made a row, and everybody who may only send one in, are what a pair says.
  if (marks.some(({ words }) => words.some((word) => /^(?:creators?|authors?)$/.test(word)))) return null;
  const person = marks.find((mark) => (isUnknown(mark) || mark.entities.length > 0) && isPerson(mark.words.at(-1)!));
  if (!person) return null;
  return person.entities.length > 0
    ? { test: "all", isPeople: true }
    : { test: { role: singular(person.words.join(" ")).replaceAll(" ", "-") }, isPeople: true };
}
const isPerson = (word: string) =>
  isPersonLike(singular(word)) ||
  /^(?:members?|people|staff|students?|pupils?|clients?|guests?|nurses?|paralegals?|assistants?|interns?|colleagues?)$/.test(
    word,
  );

/**
 * Permissions that a pair cannot say: one operation alone, one's own rows, and people of a role. What a pair can say
 * ("only admins can edit deals") stays with the reader of pairs.
 */
export const readRights: Rule = (clause) => {
  const { draft, marks } = clause;
  const at = marks.findIndex((mark) => has(mark, "can", "cannot", "only"));
  if (
    at < 0 ||
    asks(clause, "field", "option", "chart", "page", "hide", "filter", "required", "default") ||
    marks.some(({ color }) => color)
  )
    return false;
  // "salary only visible to admins".
  const shown = marks.findIndex(({ words }) =>
    /^(?:visible|readable|editable|accessible|private|hidden)$/.test(words[0]!),
  );
  const single = marks.slice(0, Math.max(0, shown)).find((mark) => mark.fields.length > 0);
  if (single && !marks.slice(0, shown).some(({ entities }) => entities.length > 0)) return refuseField(clause, single);
  const turn = marks.findIndex((mark) => has(mark, "can", "cannot"));
  // "tenants may report defects, but each one sees only their own" are two rights.
  if (turn < 0 || /\b(?:but|while|whereas|and) (?:each|every)(?: one|body)?\b/i.test(clause.text)) return false;
  const who = whoIn(marks.slice(0, turn), clause.text);
  // "the assignee can change a bug": a name in a field is nobody's account.
  const byField = marks
    .slice(0, turn)
    .find((mark) => mark.fields.length > 0 && mark.entities.length + mark.asks.length === 0);
  if (byField && operationsIn(marks.slice(turn)).length > 0) {
    draft.unclear.push(
      `“${clause.text}”: ${byField.text} is a word in a field here and no account, so I cannot give it rights; nothing was changed.`,
    );
    return true;
  }
  if (!who) return false;
  const object = marks.slice(turn + 1);
  // "anyone can submit, only admins can view": each of two sentences of its own.
  if (
    object.some(
      (mark) =>
        has(mark, "can", "admin", "anyone", "signed") && !has(mark, "own", "read", "create", "update", "delete"),
    )
  )
    return false;
  // A right goes by tables and rows; one to a single field would take all of the table away.
  const field = object.find((mark) => mark.fields.length > 0 && mark.entities.length + mark.asks.length === 0);
  if (field && asks(clause, "only", "cannot") && operationsIn(object).length > 0) return refuseField(clause, field);
  const isOwn = object.some((mark) => has(mark, "own"));
  // "members can only edit their own data": the rows of the table that the people are.
  const themselves = marks.slice(0, turn).find(({ entities }) => entities.length === 1)?.entities[0];
  const isOfNone = !object.some(({ entities }) => entities.length > 0);
  const entity = isOwn && isOfNone && themselves ? themselves : tableOf({ ...clause, marks: object });
  const isDenied = has(marks[turn]!, "cannot");
  const butNot = object.findIndex((mark, index) => index > 0 && (has(mark, "cannot") || /^not$/.test(mark.words[0]!)));
  const named = operationsIn(butNot < 0 ? object : object.slice(0, butNot));
  // Whoever may add rows adds their own: what "their own" limits is the rest.
  const granted = isOwn && named.length > 1 ? named.filter((one) => one !== "create") : named;
  const denied = isDenied ? granted : operationsIn(butNot < 0 ? [] : object.slice(butNot));
  const isOnly = asks(clause, "only") || /^(?:nobody|no one|none)\b/i.test(clause.text);
  if (!entity || granted.length === 0) return false;
  const knows = (mark: Mark) =>
    mark.entities.length > 0 ||
    has(
      mark,
      "can",
      "cannot",
      "only",
      "own",
      "admin",
      "anyone",
      "signed",
      "read",
      "create",
      "update",
      "delete",
      "manage",
      "also",
      "have",
      "become",
      "first",
    ) ||
    isPerson(mark.words.at(-1)!);
  if (!marks.every((mark) => isFiller(mark) || knows(mark))) return false;
  const isRole = typeof who.test === "object";
  const isPair =
    !isOwn &&
    !isRole &&
    denied.length === 0 &&
    (isOnly || !isDenied) &&
    (granted.includes("read") || granted.includes("update"));
  if (isPair || (who.test === "anonymous" && !isOwn && denied.length === 0)) return false;
  // "users can only see their own deals" is a pair; so it is for whoever else enters rows.
  if (isOwn && granted.length === 1 && granted[0] === "read") {
    if (who.test === "all") return false;
    writeRights(entity, { ...accessOf(entity), read: "creator" }, {});
    draft.touched = entity.name;
    return true;
  }
  const rules = testsOf(entity);
  for (const one of granted.filter((operation) => !denied.includes(operation))) {
    if (isOwn) rules[one] = ["creator", "admin"];
    else if (isOnly) rules[one] = isRole ? [who.test, "admin"] : [who.test];
    else rules[one] = merged(rules[one] ?? [], [who.test, "admin"]);
  }
  // "can add hearings but not delete them", "users cannot delete orders": left to admins.
  for (const one of denied) rules[one] = isOwn ? rules[one] : ["admin"];
  if (isOwn && who.test === "admin") return false;
  writeRights(entity, accessOf(entity), tidy(entity, rules));
  draft.touched = entity.name;
  if (isRole) {
    const { role } = who.test as { role: string };
    draft.assumed.push(`“${role}” is a role: give it to a member when you invite them, or on the Members page.`);
  }
  return true;
};

function refuseField({ draft, text }: Clause, field: Mark): true {
  draft.skipped.push(
    `“${text}”: rights go by tables and rows here, and not by single fields such as ${field.text}; nothing was changed.`,
  );
  return true;
}

/** Rules that say what the pair says are left out. */
function tidy(entity: Entity, rules: Tests): Partial<Tests> {
  const { read, write } = accessOf(entity);
  const pair = (operation: RowOperation) => JSON.stringify([operation === "read" ? read : write]);
  return Object.fromEntries(
    Object.entries(rules).filter(([operation, tests]) => JSON.stringify(tests) !== pair(operation as RowOperation)),
  );
}
