import "server-only";
import { accessOf, type Entity } from "../model/app-model";
import { type RowOperation, rowOperations, type RowTest } from "@/shipped/contract";
import { manyOf, titleOf } from "../draft/draft";
import { noteRole } from "../draft/note-role";
import { listed, singular } from "../language/inflect";
import { isServingPerson } from "../lexicon/nouns";
import { isOfOwn, merged, writeRights, testsOf, type Tests } from "../draft/rights";
import { type FieldRight, setFieldRight } from "./field-rights";
import { isPerson, type Who, whoIn } from "./who";
import { asks, type Clause, clauseOf, type Rule, tableOf } from "../request/meaning/clause";
import { has, isFieldOfRights, isFiller, type Mark, ofRights } from "../request/meaning/marks";

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

/** Who does what others come for, and enters none of it: trainers, and no employees. */
const isTaking = (who: string): boolean =>
  isServingPerson(singular(who.toLowerCase())) && !/^(?:employee|staff|worker|colleague|volunteer|nurse)s?$/i.test(who);

/** "…, admins all of them", "…, teachers see all". */
const othersToo =
  /,?\s+(?:but |and |while |only )*(?:the )?(admins?|administrators?|i|management|(?:the )?(?:office|boss)|staff|team|(?!sees|views|edits|changes)[\w-]+s)(?: can| may)?(?: sees?| views?| edits?| changes?)? (?:all(?: of (?:them|it))?|everything|any(?: of them)?|everyone's|everybody's)$/i;
const isAdmin = /^(?:admins?|administrators?|i|management|(?:the )?(?:office|boss))$/i;
const anything = /\b(?:what|everything|anything|whatever)\b/i;

/**
 * Permissions that a pair cannot say: one operation alone, one's own rows, and people of a role. What a pair can say
 * ("only admins can edit deals") stays with the reader of pairs.
 */
export const readRights: Rule = (whole) => {
  const others = othersToo.exec(whole.text);
  const isOfPeople = others !== null && (isAdmin.test(others[1]!) || isPerson(others[1]!.toLowerCase()));
  const clause = isOfPeople ? clauseOf(whole.text.slice(0, others.index), whole.draft) : whole;
  const seer = isOfPeople && !isAdmin.test(others[1]!) ? singular(others[1]!.toLowerCase()) : undefined;
  const { draft, marks } = clause;
  if (isOfAll(clause)) return readForEach(clause);
  const sorts = peopleIn(clause);
  if (sorts.length > 1) {
    draft.skipped.push(
      `“${clause.text}”: ${listed(sorts.map(manyOf))} are rows of tables here, and whoever signs in is a member like any other, so I cannot give them different rights; nothing was changed.`,
    );
    return true;
  }
  const at = marks.findIndex((mark) => has(mark, "can", "cannot", "only"));
  if (
    at < 0 ||
    asks(clause, "field", "option", "chart", "hide", "filter", "required", "default") ||
    // "can view" looks at rows, and asks for no view of them.
    marks.some((mark) => has(mark, "page") && !has(mark, "read")) ||
    marks.some(({ color }) => color)
  )
    return false;
  // "salary only visible to admins".
  const shown = marks.findIndex(({ words }) =>
    /^(?:visible|readable|editable|accessible|private|hidden)$/.test(words[0]!),
  );
  const single = marks.slice(0, Math.max(0, shown)).find((mark) => mark.fields.length > 0);
  if (single && isOfField(marks.slice(0, shown), single))
    return setFieldRight(clause, single, shownTo(marks.slice(shown), clause.text));
  const turn = marks.findIndex((mark) => has(mark, "can", "cannot"));
  // "tenants may report defects, but each one sees only their own" are two rights.
  // "let clients place orders without an account, but they must not see others" are two, too.
  const isGranted = /^(?:let|allow)\b/i.test(clause.text) && operationsIn(marks.slice(0, Math.max(0, turn))).length > 0;
  if (turn < 0 || isGranted || /\b(?:but|while|whereas|and) (?:each|every)(?: one|body)?\b/i.test(clause.text))
    return false;
  const who = whoIn(marks.slice(0, turn), clause.text);
  // "the assignee can change a bug": a name in a field is nobody's account.
  const byField = marks
    .slice(0, turn)
    .find((mark) => mark.fields.some(({ isPart }) => !isPart) && mark.entities.length + mark.asks.length === 0);
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
  // "librarians can do everything, members only see books": of others, too.
  const isOfMore = object.some(
    (mark, place) =>
      mark.asks.length === 0 && isPerson(mark.words.at(-1)!) && has(object[place + 1] ?? mark, "only", "can", "cannot"),
  );
  if (isOfMore) return false;
  // "only admins can see the fee": a right to a field, which leaves the table as it is.
  const field = object.find(isFieldOfRights);
  const isClosed = field?.fields.some(({ entity, name }) => entity.properties[name]!["x-accessControl"]);
  if (field && (asks(clause, "only", "cannot") || isClosed) && operationsIn(object).length > 0)
    return setFieldRight({ ...clause, marks: object }, field, fieldRightIn(clause, who, turn));
  const isOwn = object.some((mark) => has(mark, "own"));
  // "members can only edit their own data": the rows of the table that the people are.
  const spoken = new Set(marks.slice(0, turn).flatMap(({ entities }) => entities));
  const [themselves, theirs] = spoken.size < 3 ? spoken : [];
  const isOfNone = !object.some(({ entities }) => entities.length > 0);
  // "everybody may edit only what he entered": of every table.
  if (isOwn && isOfNone && anything.test(clause.text) && draft.model.entities.length > 1) return false;
  // "colleagues see each other's shifts but can only edit those they made".
  const entity = isOwn && isOfNone && themselves ? (theirs ?? themselves) : tableOf({ ...clause, marks: object });
  // "only therapists see them", of which nothing was understood before: a table that nobody named stays as it is.
  const isUntold = isOfNone && draft.touched === undefined && draft.model.entities.length > 1;
  if (isUntold && /\b(?:them|it|those|these)$/i.test(clause.text)) {
    draft.skipped.push(`“${clause.text}”: I did not see of which table; please name it.`);
    return true;
  }
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
    has(mark, ...ofRights, "also", "have", "become", "first") ||
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
    // "trainers can only see their own classes": whoever takes them would see none.
    const takesThem = isOfPeople ? undefined : marks.slice(0, turn).find(({ text }) => isTaking(text));
    if (takesThem && entity !== themselves && !/\b(?:entered|added|created|made|wrote|put in)\b/i.test(clause.text)) {
      draft.skipped.push(
        `“${clause.text}”: what is their own goes by who entered a row, and all others, too, would see only ${manyOf(entity)} that they entered; nothing was changed.`,
      );
      return true;
    }
    if (who.test === "all" && !isOfPeople) return false;
    if (isOfPeople && !seer && isOfOwn(testsOf(entity).read)) {
      draft.already.push(`${titleOf(entity)}: others than admins see only their own already.`);
      draft.touched = entity.name;
      return true;
    }
    const read: RowTest[] = ["creator", ...(seer ? [{ role: seer }] : []), "admin"];
    const { write } = accessOf(entity);
    const isOpen = write === "all" || write === "anonymous";
    // Rows that others cannot see are not theirs to change.
    const limited = { ...(isOpen && { update: read, delete: read }), read };
    if (isOfPeople) writeRights(entity, accessOf(entity), { ...entity["x-accessControl"]?.rules, ...limited });
    else writeRights(entity, { read: "creator", write: isOpen ? "creator" : write }, limited);
    draft.touched = entity.name;
    if (seer) noteRole(draft, seer);
    return true;
  }
  const rules = testsOf(entity);
  for (const one of granted.filter((operation) => !denied.includes(operation))) {
    if (isOwn) rules[one] = ["creator", "admin"];
    else if (isOnly) rules[one] = isRole ? [who.test, "admin"] : [who.test];
    else rules[one] = merged(rules[one] ?? [], [who.test, "admin"]);
  }
  // "can add hearings but not delete them", "users cannot delete orders": left to admins.
  // "… but not see the ones of others": their own they do.
  const isOfOthers =
    butNot >= 0 &&
    /\b(?:of|from|by) (?:the )?others?\b|\bothers'|\bother (?:people|users|members)|\beach other/i.test(clause.text);
  const [sort] = sorts;
  if (sort && sort !== entity && denied.length > 0 && !isOwn && !isOfOthers && draft.model.members !== "customers")
    draft.assumed.push(
      `${titleOf(sort)} are rows of a table here, and whoever signs in is a member like any other: this holds for all members but admins.`,
    );
  const isOfStrangers =
    who.test === "anonymous" && marks.slice(0, turn).some(({ words }) => strangers.test(words.at(-1)!));
  for (const one of denied)
    rules[one] = isOwn
      ? rules[one]
      : isOfOthers
        ? ["creator", "admin"]
        : isOfStrangers
          ? withoutStrangers(rules[one])
          : ["admin"];
  if (isOwn && who.test === "admin") return false;
  writeRights(entity, accessOf(entity), tidy(entity, rules));
  draft.touched = entity.name;
  if (!isRole) return true;
  if (granted.some((one) => !denied.includes(one))) noteRole(draft, (who.test as { role: string }).role);
  else draft.assumed.push("Whoever signs in is a member like any other: this holds for all members but admins.");
  return true;
};

/** "visitors cannot add recipes": those who sign in may as before. */
const strangers = /^(?:visitors?|strangers?|guests?|public|outsiders?)$/;
const withoutStrangers = (tests: readonly RowTest[]): RowTest[] => (tests.includes("anonymous") ? ["all"] : [...tests]);

/** "leaders can edit everything": people of a role, and the rows of every table. */
const everything = /\b(?:everything|all (?:the )?(?:tables|data|rows))$/i;
const isOfAll = ({ text, marks, draft }: Clause): boolean =>
  everything.test(text) &&
  draft.model.entities.length > 1 &&
  marks.every(({ entities }) => entities.length === 0) &&
  typeof whoIn(marks, text)?.test === "object";
function readForEach({ text, draft }: Clause): boolean {
  const tables = draft.model.entities.map(manyOf);
  return tables.every((table) => readRights(clauseOf(text.replace(everything, table), draft)));
}

/** The tables of people of which a sentence says each what they may do: "teachers can edit courses, students can only look". */
const peopleIn = ({ marks }: Clause): Entity[] => [
  ...new Set(
    marks.flatMap((mark, at) =>
      mark.entities.length === 1 && has(marks[at + 1] ?? mark, "can", "cannot") && isPerson(mark.words.at(-1)!)
        ? mark.entities
        : [],
    ),
  ),
];

/** "the fee of visits": the table says whose field it is. */
const isOfField = (before: Mark[], field: Mark): boolean =>
  before.every(({ entities }) => entities.length === 0 || field.fields.some((ref) => entities.includes(ref.entity)));

/** Who alone may see or set a field, where a sentence says that of people. */
function fieldRightIn({ marks, text }: Clause, { test }: Who, turn: number): FieldRight | undefined {
  const object = marks.slice(turn + 1);
  if (object.some((mark) => has(mark, "own"))) return undefined;
  const isDenied = has(marks[turn]!, "cannot");
  // "admins cannot see the fee" would leave it to nobody.
  const isMember = typeof test === "object" && "role" in test && test.role === "member";
  if (isDenied && !isMember && (test === "admin" || typeof test === "object")) return undefined;
  const isOnly = marks.slice(0, turn).some((mark) => has(mark, "only")) || /^(?:nobody|no one|none)\b/i.test(text);
  return { who: isDenied ? "admin" : test, isOnly: isDenied || isOnly, operations: operationsIn(object) };
}

/** "only visible to admins", "hidden from members". */
function shownTo(behind: Mark[], text: string): FieldRight | undefined {
  const isHidden = /^(?:hidden|private)$/.test(behind[0]!.words[0]!);
  const who = whoIn(behind.slice(1), text);
  const operations: RowOperation[] = behind[0]!.words[0] === "editable" ? ["update"] : ["read"];
  if (isHidden) return who?.test === "admin" ? undefined : { who: "admin", isOnly: true, operations };
  return who ? { who: who.test, isOnly: true, operations } : undefined;
}

/** Rules that say what the pair says are left out. */
function tidy(entity: Entity, rules: Tests): Partial<Tests> {
  const { read, write } = accessOf(entity);
  const pair = (operation: RowOperation) => JSON.stringify([operation === "read" ? read : write]);
  return Object.fromEntries(
    Object.entries(rules).filter(([operation, tests]) => JSON.stringify(tests) !== pair(operation as RowOperation)),
  );
}
