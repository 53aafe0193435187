import "server-only";
import { labelFor, optionsOf } from "../model/field-kinds";
import { type Draft, titleOf } from "../draft/draft";
import { splitOptions } from "../language/normalize";
import { listed as englishList, wordsOf } from "../language/inflect";
import { hasUsualOptions } from "./usual-options";
import { type Clause, pickRef, type Rule } from "../request/meaning/clause";
import { type FieldRef, has, isFiller, marksOf } from "../request/meaning/marks";
import { isChoice, propertyOf, setOptions } from "./options";

const listed = /^(?:please )?((?:add|i need|we need) )?(?:the |an? )?([\w ]+?): ?([^:]+)$/i;
/** "members: role (president, treasurer, member)" of a table that is there: the role of members. */
function bracketed(text: string, { model }: Draft): string {
  const [, table = "", field = "", list = ""] =
    /^(?:the )?([\w -]+): ?(?:the |an? )?([\w -]+?) ?\(([^()]+)\)$/i.exec(text) ?? [];
  const owners = table === "" ? [] : marksOf(table, model).flatMap(({ entities }) => entities);
  return owners.length === 1 ? `${field}: ${list}` : text;
}

const lower = (text: string) => text.toLowerCase();

/** How many of the options that were said a dropdown has already. */
const sharedWith = (ref: FieldRef, said: string[]): number => {
  const had = optionsOf(propertyOf(ref)).map(lower);
  return said.filter((option) => had.includes(lower(option))).length;
};

/** The dropdown of that name whose options are the likest to the list. */
function likest(clause: Clause, refs: FieldRef[], said: string[]): FieldRef | undefined {
  const most = Math.max(...refs.map((ref) => sharedWith(ref, said)));
  return pickRef(
    clause,
    refs.filter((ref) => sharedWith(ref, said) === most),
  );
}

/**
 * "categories: travel, food, tech" says all options of a dropdown; with "add", only a list that repeats one of them does:
 * "add severity: low, medium, critical", where critical is there.
 */
export const readWholeList: Rule = (clause) => {
  const { draft, text } = clause;
  const [, adding, head = "", list = ""] = listed.exec(bracketed(text, draft)) ?? [];
  const named = marksOf(head, draft.model).filter((mark) => !isFiller(mark) && !has(mark, "field"));
  // "categories of expenses: …": the table says whose.
  // "player position: …": the table before its field.
  // … though other rows link to that table by a field of its name.
  const [first, second] = named;
  const isOfFirst = second?.fields.some(({ entity }) => first!.entities.includes(entity)) ?? false;
  const isTableFirst = named.length === 2 && second!.entities.length === 0 && (first!.fields.length === 0 || isOfFirst);
  const [field, table, ...more] = isTableFirst ? named.toReversed() : named;
  const owners = table?.entities ?? [];
  const isOne = field?.entities.length === 0 && more.length === 0 && (table === undefined || owners.length === 1);
  const refs = isOne
    ? field.fields.filter((ref) => isChoice(ref) && (table === undefined || owners.includes(ref.entity)))
    : [];
  const said = splitOptions(list);
  const isList = said.length > 2 && said.every((option) => wordsOf(option).length < 4);
  const isMarked = /[()]|\b(?:also|too|as well|add|remove|default|instead|between)\b|->|=/i.test(list);
  if (refs.length === 0 || !isList || isMarked) return false;
  const ref = likest(clause, refs, said);
  if (!ref || (adding && sharedWith(ref, said) === 0)) return false;
  const had = optionsOf(propertyOf(ref));
  if (had.map(lower).join() === said.map(lower).join()) {
    const label = labelFor(ref.name, propertyOf(ref)).toLowerCase();
    draft.already.push(`The ${label} of ${titleOf(ref.entity).toLowerCase()} has these options already.`);
    return true;
  }
  // What somebody has said before is replaced only where that is clear.
  if (had.length > 0 && sharedWith(ref, said) === 0 && !hasUsualOptions(ref)) {
    const label = labelFor(ref.name, propertyOf(ref)).toLowerCase();
    draft.skipped.push(
      `“${text}”: ${label} of ${titleOf(ref.entity).toLowerCase()} can be ${englishList(had, "or")} already; “${label} can only be …” takes these in their place, and “${label} can also be …” adds them.`,
    );
    return true;
  }
  return setOptions(clause, ref, said);
};
