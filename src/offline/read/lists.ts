import "server-only";
import { loadWords } from "../words/load";
import { knownAs } from "./known";
import { isFieldList, type Item, itemsOf, plainItem } from "./items";
import { isAttribute } from "./lexicon";
import { splitFields } from "./normalize";
import { singular } from "../inflect";
import { isApp, isPeople, isPersonLike, isScreen } from "./nouns";
import type { Noun } from "./phrases";
import { isOfKind, isScreenHere, linkParts, tableOf } from "./place";
import { type Plan, planTable, type PlannedTable, refuse } from "./plan";
import { readFrames } from "./acts";
import { framesOf } from "./statements";

/** The table that a noun names already. */
const standing = ({ tables }: Plan, { noun, text }: Item, but?: PlannedTable) =>
  tables.find(
    (table) =>
      table !== but &&
      (table.noun === plainItem(text).toLowerCase().replace(/s$/, "") ||
        (noun?.thing !== undefined && table.thing === noun.thing)),
  );

/** Gives a table the fields that are spelled out for it. */
export function define(plan: Plan, table: PlannedTable, list: string, isWhole: boolean): void {
  for (const item of itemsOf(list, plan.among)) {
    // "…, and must be approved before it counts": no field, but what is done.
    if (item.isDone && item.text.split(" ").length > 3) readFrames(plan, framesOf(item.text, plan.among));
    else placeIn(plan, item, table, true);
  }
  settle(plan, table, isWhole);
  plan.owner = table;
  plan.last = table;
}

/** Whether the fields that were spelled out are all: a whole list, one with a name, or one among such lists. */
function settle(plan: Plan, table: PlannedTable, isWhole: boolean): void {
  const count = table.said.length + table.links.length;
  const isNamed = table.said.some((field) => /\b(?:name|title|subject)$/i.test(field));
  const isSpelled = isWhole || isNamed || plan.tables.some((other) => other !== table && other.isExact);
  if (isSpelled ? count > 1 : count > 2) table.isExact = true;
}

/** One member of a list of what a table has: a field, a link, or a table whose rows belong to it. */
function placeIn(plan: Plan, item: Item, owner: PlannedTable, areFields: boolean): void {
  const { noun, text } = item;
  const phrase = text.replace(/^- /, "").trim();
  if (noun && /\b(?:no|without)\b/.test(noun.determiner)) return refuse(plan, noun.thing?.name ?? noun.text);
  if (item.belongsTo !== undefined) belong(plan, owner, item.belongsTo);
  if (item.belongsTo !== undefined && !noun) return;
  if (!noun || item.isTyped) return void owner.said.push(phrase);
  const other = standing(plan, item, owner);
  if (other && !noun.isAttribute) {
    if (noun.isPlural) linkParts(owner, other);
    else owner.links.push({ to: other });
    return;
  }
  const isPart = (loadWords().belongs.get(noun.thing?.name ?? "") ?? []).includes(owner.thing?.name ?? "");
  const isChild =
    (isPart && noun.isPlural) ||
    (noun.thing !== undefined &&
      noun.isPlural &&
      !isScreenHere(plan, noun) &&
      (isOfKind(plan, noun) ? !noun.isAttribute || !areFields : !noun.isAttribute));
  if (!isChild) return void owner.said.push(phrase);
  const made = tableOf(plan, noun, { mayBeNew: true });
  if (made) linkParts(owner, made);
}

/** "that belong to a contact": waits for no table, since a belonging names one. */
function belong(plan: Plan, table: PlannedTable, said: string): void {
  const thing = knownAs(said, plan.among) ?? undefined;
  const to = planTable(plan, said, thing);
  if (to !== table) table.links.push({ to });
}

/**
 * Reads a list: of what the app keeps, or of what a table has.
 * @param owner the table that the list is about; undefined for the app
 */
export function readList(plan: Plan, list: string, owner: PlannedTable | undefined): void {
  const items = itemsOf(list, plan.among);
  const areFields = isFieldList(items);
  if (owner && areFields) return define(plan, owner, list, false);
  let open = owner;
  const opened = new Set<PlannedTable>();
  for (const item of items) {
    const { noun } = item;
    const made = item.inner === undefined && item.open === undefined ? undefined : tableFor(plan, item);
    if (made) {
      if (item.inner !== undefined) define(plan, made, item.inner, true);
      if (item.open !== undefined) define(plan, made, item.open, false);
      if (item.belongsTo !== undefined) belong(plan, made, item.belongsTo);
      open = item.open === undefined ? undefined : made;
      if (open) opened.add(open);
      plan.last = made;
    } else if (item.belongsTo !== undefined && !noun) {
      if (open ?? plan.last) belong(plan, (open ?? plan.last)!, item.belongsTo);
    } else if (item.isDone) readFrames(plan, framesOf(item.text, plan.among));
    else if (open && (item.isTyped || (noun && isFieldOf(plan, noun)) || open === owner))
      placeIn(plan, item, open, areFields);
    else placeInApp(plan, item, areFields);
  }
  for (const table of opened) settle(plan, table, false);
}

const isFieldOf = (plan: Plan, noun: Noun) =>
  (noun.isAttribute && !(noun.isPlural && isOfKind(plan, noun))) || (!noun.isPlural && !noun.thing);

/** The table of a member that has fields of its own. */
function tableFor(plan: Plan, { noun, inner }: Item): PlannedTable | undefined {
  if (!noun || isApp(noun)) return undefined;
  // "users (name, email)": people with fields are rows.
  if (isPeople(noun)) return planTable(plan, noun.text, noun.thing);
  return (
    tableOf(plan, noun, { mayBeNew: true, isListed: true }) ??
    (isScreen(noun) && inner === undefined ? undefined : planTable(plan, noun.text, noun.thing))
  );
}

/** Units stand for an amount of something. */
const measure =
  /^(?:kilos?|kilograms?|kg|grams?|lit(?:re|er)s?|kilomet(?:re|er)s?|km|miles?|minutes?|seconds?|met(?:re|er)s?|points?|pieces?|calories|pages|steps|reps)$/i;

/** Plurals that are properties of something else more often than rows of their own. */
const usuallyField =
  /^(?:photos?|pictures?|images?|notes?|tags?|files?|attachments?|links?|locations?|prices?|colou?rs?|labels?|keywords?|skills|categories|genres|allergens)$/i;

/** One member of a list of what the app keeps. */
function placeInApp(plan: Plan, item: Item, areFields: boolean): void {
  const { noun } = item;
  const phrase = item.text.replace(/^- /, "").trim();
  // "vendors and their stalls, stall number and fee": fields of what was named before.
  const words = plainItem(item.text).toLowerCase().split(" ");
  const before = words.length > 1 ? plan.tables.find((table) => table.noun.split(" ").at(-1) === words[0]) : undefined;
  if (before && (item.isTyped || noun?.isAttribute || isAttribute(words.slice(1).join(" ")))) {
    before.said.push(words.slice(1).join(" "));
    plan.owner = before;
    plan.last = before;
    return;
  }
  if (item.isTyped) return void plan.pending.push(phrase);
  if (!noun) return;
  if (/\b(?:no|without)\b/.test(noun.determiner)) return refuse(plan, noun.thing?.name ?? noun.text);
  const isThing =
    noun.thing !== undefined &&
    noun.isPlural &&
    (isOfKind(plan, noun) || !noun.isAttribute || !usuallyField.test(noun.text));
  if (measure.test(noun.text) || (areFields && !noun.isPlural && !isOfKind(plan, noun))) {
    plan.pending.push(phrase);
    return;
  }
  const isPerson = noun.isPlural && isPersonLike(singular(noun.text));
  if (noun.isAttribute && !((isThing || isPerson) && !areFields)) {
    plan.pending.push(phrase);
    return;
  }
  const made = tableOf(plan, noun, { mayBeNew: !areFields, isListed: !areFields });
  if (made) {
    if (item.belongsTo !== undefined) belong(plan, made, item.belongsTo);
    if (/^(?:their|its|his|her)\b/.test(noun.determiner) && plan.last && plan.last !== made) linkParts(plan.last, made);
    plan.last = made;
  } else if (areFields && !isScreen(noun) && !isPeople(noun) && !isApp(noun)) plan.pending.push(phrase);
}

/** "books (title, author)" as a noun with brackets. */
export function defineInner(plan: Plan, made: PlannedTable, noun: Noun): void {
  if (noun.inner !== undefined && splitFields(noun.inner).length > 0) define(plan, made, noun.inner, true);
}
