import "server-only";
import type { FieldAccess, FieldTest, RowOperation, RowTest } from "@/shipped/contract";
import { isPlural } from "../language/inflect";
import { manyOf } from "../draft/draft";
import { already, label } from "../learned/requests/carry/carry";
import { type Clause, kindOfRef, pickRef } from "../request/meaning/clause";
import type { Mark } from "../request/meaning/marks";

/** A right to one field of a table: who has it, whether nobody else does, and whether it is to see the field or to set it. */
export type FieldRight = { who: RowTest; isOnly: boolean; operations: RowOperation[] };

/** Whether a test is of the caller alone: a field is open or closed in the whole table. */
const isOfCaller = (test: RowTest): test is FieldTest =>
  test === "anonymous" || test === "all" || test === "admin" || (typeof test === "object" && "role" in test);

/** "only admins can see the fee": of those who reach a row. Told why where it cannot be said of a field. */
export function setFieldRight(clause: Clause, field: Mark, right: FieldRight | undefined): true {
  const { draft, text } = clause;
  const ref = pickRef(clause, field.fields);
  const many = ref ? manyOf(ref.entity) : "rows";
  if (/\b(?:of|from) (?:the )?(?:others?|other [\w-]+)\b|\bwho else\b|\beach other/i.test(text)) {
    draft.skipped.push(
      `“${text}”: who sees ${field.text} is the same for all ${many}, whosever they are; “members see only their own ${many}” hides the rows of others. Nothing was changed.`,
    );
    return true;
  }
  // "only the admin may edit the stages": rows that the app does not keep, and not the stage of something else.
  const isOther = ref !== undefined && kindOfRef(ref) === "text" && isPlural(field.text) && !isPlural(label(ref));
  const isWide = right !== undefined && !right.isOnly && typeof right.who === "object";
  if (
    !ref ||
    !right ||
    isWide ||
    isOther ||
    !isOfCaller(right.who) ||
    !right.operations.some((one) => one === "read" || one === "update")
  ) {
    draft.skipped.push(
      `“${text}”: of a single field such as ${field.text} I can say who sees it and who sets it, as in “only admins can see the ${field.text} of ${many}”; nothing was changed.`,
    );
    return true;
  }
  const { who, isOnly, operations } = right;
  const value = ref.entity.properties[ref.name]!;
  const was = value["x-accessControl"] ?? {};
  const tests: FieldTest[] = typeof who === "object" ? [who, "admin"] : [who];
  const access = isOnly ? closed(was, tests, operations) : opened(was, operations);
  if (JSON.stringify(access) === JSON.stringify(was)) return already(draft, `That is so of ${label(ref)} of ${many}`);
  const { "x-accessControl": _, ...open } = value;
  const isOpen = Object.keys(access).length === 0;
  ref.entity.properties[ref.name] = isOpen ? open : { ...open, "x-accessControl": access };
  draft.touched = ref.entity.name;
  if (typeof who === "object" && "role" in who)
    draft.assumed.push(`“${who.role}” is a role: give it to a member when you invite them, or on the Members page.`);
  return true;
}

/** Nobody sets what they do not see. */
const closed = (was: FieldAccess, tests: FieldTest[], operations: RowOperation[]): FieldAccess => ({
  ...was,
  ...(operations.includes("read") && { read: tests }),
  write: operations.includes("update") ? tests : (was.write ?? tests),
});

/** Whoever sets a field sees it. */
function opened(was: FieldAccess, operations: RowOperation[]): FieldAccess {
  const { read: _, ...seen } = was;
  return operations.includes("update") ? {} : seen;
}
