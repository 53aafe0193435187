import "server-only";
import { isOneOff, isPlural, listed, singular } from "../language/inflect";
import { type Draft, manyOf, titleOf } from "../draft/draft";
import { type AppModel, type Entity, entityOf } from "../model/app-model";
import { labelFor, optionsOf } from "../model/field-kinds";
import { differencesBetween } from "../request/differences/between";
import { rowsStay } from "../tables/samples";
import { type FieldRef, has, isFiller, type Mark, marksOf, type State } from "../request/meaning/marks";

/** What a table, field or option is taken from stands behind these. */
const placing = /^(?:of|in|on|for|to|at)$/;
const taking = /^(?:from|out of)$/;
const exceptSaid =
  /\b(?:everything|anything|all(?: fields)?|every field) (?:but|except|besides|apart from|other than)\b/i;
/** Which rows of a table. */
const tellingRows =
  /^(?:old|older|oldest|past|last|previous|first|new|newest|finished|completed|done|expired|outdated|overdue|duplicates?|duplicated|empty|inactive|archived|cancell?ed|remaining|other|some|few)$/;
const pointing = /^(?:this|that|these|those)$/;

type Said = { marks: Mark[]; touched: string | undefined };
/** Why something that a rule takes away was not asked for. */
type Reason = string | undefined;

/**
 * Why a change takes away more than its request names: what is deleted must be called by its name, in the table that
 * was said, and may be nothing else of that name.
 */
export function unnamedLoss(request: string, { model: before, touched, filled }: Draft, after: Draft): Reason {
  const isAnyGone = () => differencesBetween(before, after.model).some(({ line }) => line.startsWith("-"));
  if (exceptSaid.test(request) && isAnyGone()) return "I delete what is named one by one, and not all but something.";
  const said: Said = { marks: marksOf(request, before), touched };
  const gone = before.entities.filter(({ name }) => !entityOf(after.model, name));
  for (const entity of gone) {
    const reason = whyNotTable(entity, said);
    if (reason) return reason;
  }
  for (const old of before.entities) {
    const now = entityOf(after.model, old.name);
    for (const [name, value] of now ? Object.entries(old.properties) : []) {
      const is = now!.properties[name];
      const ref = { entity: old, name };
      // What pointed to a table goes with it, and what was only supposed with the first that is said.
      const isImplied = gone.some((one) => one.name === value["x-reference"]) || filled.includes(old.name);
      if (!is && (isImplied || isMoved(ref, before, after.model))) continue;
      const reason = is ? whyNotOptions(ref, optionsOf(is), said) : whyNotField(ref, said);
      if (reason) return reason;
    }
  }
  return whyNotPage(said, before, after.model) ?? leftOf(said, before, after.model);
}

/** Why a page goes that neither its title, its table nor its kind names; those of a table that went go with it. */
function whyNotPage({ marks }: Said, before: AppModel, after: AppModel): Reason {
  const gone = before.pages.filter(
    ({ page, entity }) =>
      !after.pages.some((other) => other.page === page) && (!entity || entityOf(after, entity) !== undefined),
  );
  const other = gone.find(
    (page) =>
      !marks.some(
        (mark) =>
          mark.pages.includes(page) ||
          mark.entities.some(({ name }) => name === page.entity) ||
          (page.kind !== "list" && page.kind !== "text" && has(mark, page.kind)),
      ),
  );
  return other && `I delete only what is named, and the page “${other.title}” is not.`;
}

/** Whether another table has got the field that one has lost. */
const isMoved = ({ entity, name }: FieldRef, before: AppModel, after: AppModel): boolean =>
  after.entities.some(
    (one) => one.name !== entity.name && one.properties[name] && !entityOf(before, one.name)?.properties[name],
  );

/** What a request that only deletes names beside the fields and options that went: "ready in status and note in orders". */
function leftOf({ marks, touched }: Said, before: AppModel, after: AppModel): Reason {
  const isGone = ({ entity, name, ...rest }: FieldRef & { is?: string }) => {
    const now = entityOf(after, entity.name)?.properties[name];
    return !now || (rest.is !== undefined && !optionsOf(now).includes(rest.is));
  };
  const parts = before.entities.flatMap((entity) =>
    Object.entries(entity.properties).flatMap(([name, value]): (FieldRef & { is?: string })[] => [
      { entity, name },
      ...optionsOf(value).map((is) => ({ entity, name, is })),
    ]),
  );
  const lost = parts.filter(isGone);
  if (lost.some((ref) => isMoved(ref, before, after))) return undefined;
  const only = ["remove", "hide", "field", "option", "table", "also", "have", "page", "no"];
  // "stage: cold, contacted, meeting": the list says what stays.
  if (marks.some(({ text }) => text === ":") && !marks.some((mark) => has(mark, "remove", "hide"))) return undefined;
  // "a status (brewing, fermenting, bottled)": its options stand there, and nothing is asked to be deleted.
  const isReplaced = lost.length > 0 && lost.every(({ is }) => is !== undefined);
  if (isReplaced && !marks.some((mark) => has(mark, "remove", "hide"))) return undefined;
  const isLess = lost.length > 0 || after.pages.length < before.pages.length;
  if (!isLess || marks.some(({ asks }) => asks.length > 0 && !asks.some((ask) => only.includes(ask)))) return undefined;
  const left = marks.find(({ fields, entities, states }, at) => {
    if (fields.length + states.length === 0 || entities.length > 0) return false;
    // "remove bought on from boats", where outings last from one time to another.
    if (taking.test(marks[at]!.words.join(" "))) return false;
    if (isTakenFrom(marks, at) || isPlacedBy(marks, at, placing)) return false;
    const owners = ownersAt({ marks, touched }, at);
    const own = [...fields, ...states].filter(({ entity }) => owners.length === 0 || owners.includes(entity));
    return !own.some((ref) => lost.some(isRef(ref)));
  });
  return left && `“${left.text}” is to be deleted as well, as far as I see, and I did not understand of what.`;
}

const label = ({ entity, name }: FieldRef) => labelFor(name, entity.properties[name]!).toLowerCase();
const key = (text: string) => singular(text.toLowerCase()).replaceAll(/[^\p{L}\p{N}]/gu, "");
const isRef = (one: FieldRef) => (other: FieldRef) => one.entity === other.entity && one.name === other.name;

/** Whether a word is a field's own name, with one letter wrong perhaps, and no other word for it. */
function isOwnName({ text }: Mark, ref: FieldRef): boolean {
  const said = key(text.replace(/['’]s?$/, ""));
  return [ref.name, label(ref)].some((name) => {
    const own = key(name);
    return own === said || (said.length > 4 && isOneOff(own, said));
  });
}

const isPlacedBy = (marks: Mark[], at: number, words: RegExp): boolean => {
  let place = at - 1;
  while (place >= 0 && /^(?:the|all|each|every|our|my|an?)$/.test(marks[place]!.words[0]!)) place--;
  return place >= 0 && words.test(marks[place]!.words.join(" "));
};
/** "from pets", "out of the list of pets". */
const isTakenFrom = (marks: Mark[], at: number) =>
  isPlacedBy(marks, at, taking) ||
  (isPlacedBy(marks, at, /^of$/) && /\bout$/.test(marks[at - 2]?.words.join(" ") ?? ""));

/** "no phone, but a birthday", "remove phone but keep email": behind "but" stands what is not to be deleted. */
function isWantedInstead(marks: Mark[], at: number): boolean {
  const but = marks.slice(0, at).findLastIndex(({ words }) => words[0] === "but");
  return but >= 0 && !marks.slice(but, at).some((mark) => has(mark, "remove", "hide", "no"));
}

/** The tables that are said to have what stands at a place: "visit fee", "fee of visits", "visits: no fee". */
function ownersAt({ marks }: Said, at: number): Entity[] {
  const beside = marks[at - 1];
  if (beside && beside.entities.length > 0 && !beside.isSign) return beside.entities;
  const isPlace = (place: number) =>
    marks[place]!.entities.length > 0 && (isPlacedBy(marks, place, placing) || isTakenFrom(marks, place));
  for (let place = at + 1; place < marks.length; place++) {
    if (!isPlace(place)) {
      if (marks[place]!.entities.length > 0 && marks[place]!.fields.length === 0) break;
      continue;
    }
    // "from customers and products": of both.
    const found = [...marks[place]!.entities];
    for (let next = place + 1; next < marks.length; next++) {
      if (marks[next]!.entities.length > 0 && marks[next]!.fields.length === 0) found.push(...marks[next]!.entities);
      else if (!isFiller(marks[next]!)) break;
    }
    return found;
  }
  return marks.slice(0, at).findLast((mark) => mark.entities.length > 0 && mark.fields.length === 0)?.entities ?? [];
}

const whichOf = (tables: Entity[], text: string): string =>
  `${listed(tables.map(titleOf))} each have ${text}; please say which one to delete.`;

function whyNotField(ref: FieldRef, said: Said): Reason {
  const { marks } = said;
  let reason: Reason;
  for (const [at, mark] of marks.entries()) {
    if (!mark.fields.some(isRef(ref)) || isTakenFrom(marks, at)) continue;
    // "trainers don't need a phone, but a birthday".
    if (isWantedInstead(marks, at)) {
      reason = `${mark.text} stands behind “but”, so I did not see whether to delete it.`;
      continue;
    }
    // "the price list".
    if (marks[at + 1] && has(marks[at + 1]!, "table") && mark.entities.length === 0) continue;
    const owners = ownersAt(said, at);
    const isOwn = isOwnName(mark, ref);
    const others = mark.fields.filter((other) => other.entity !== ref.entity && isOwnName(mark, other));
    if (owners.length > 0 && !owners.includes(ref.entity))
      reason = `${listed(owners.map(manyOf))} have no ${mark.text}.`;
    else if (!isOwn && (others.length > 0 || mark.states.some((state) => !isRef(ref)(state))))
      reason = `${manyOf(ref.entity)} have no ${mark.text}.`;
    else if (optionsOf(ref.entity.properties[ref.name]!).length > 0 && pointing.test(marks[at - 1]?.words[0] ?? ""))
      reason = `this could mean ${label(ref)} of ${manyOf(ref.entity)} or one of its options; please say which one to delete.`;
    else {
      const among = mark.fields.filter((other) => !isOwn || isOwnName(mark, other)).map(({ entity }) => entity);
      if (owners.length > 0 || among.length < 2 || said.touched === ref.entity.name) return undefined;
      reason = whichOf(among, mark.text);
    }
  }
  return reason
    ? reason[0]!.toUpperCase() + reason.slice(1)
    : `I delete only what is named, and ${label(ref)} of ${manyOf(ref.entity)} is not.`;
}

function whyNotOptions(ref: FieldRef, now: string[], said: Said): Reason {
  const had = optionsOf(ref.entity.properties[ref.name]!);
  // Where all are given anew, or are none any more, none of them is deleted by its name.
  if (now.length === 0 || now.some((option) => !had.includes(option))) return undefined;
  const gone = had.filter((option) => !now.includes(option));
  const isAnew = now.every((option) => isOptionNamed({ ...ref, is: option }, said).some(Boolean));
  for (const option of isAnew ? [] : gone) {
    const found = isOptionNamed({ ...ref, is: option }, said);
    if (found.length === 0) return `I delete only what is named, and “${option}” of ${label(ref)} is not.`;
    if (!found.some(Boolean))
      return `${label(ref)} of ${manyOf(ref.entity)} is not the only field with “${option}”, so please say which one to delete it from.`;
  }
  return undefined;
}

/** For each time that an option is named, whether it can be no other's. */
const isOptionNamed = (state: State, said: Said): boolean[] =>
  said.marks.flatMap((mark, at) => {
    const isOf = isRef(state);
    if (!mark.states.some((one) => isOf(one) && one.is === state.is)) return [];
    const owners = ownersAt(said, at);
    const tables = [...new Set(mark.states.map(({ entity }) => entity))];
    const isSaid = said.marks.some(({ fields }) => fields.some(isOf));
    return [
      isSaid ||
        owners.includes(state.entity) ||
        (owners.length === 0 && (tables.length < 2 || said.touched === state.entity.name)),
    ];
  });

function whyNotTable(entity: Entity, { marks }: Said): Reason {
  const named = marks.filter((mark) => mark.entities.includes(entity));
  const taken = named.filter((mark) => !isTakenFrom(marks, marks.indexOf(mark)));
  if (named.length === 0) return `I delete only what is named, and ${manyOf(entity)} are not.`;
  const other = marks.find((mark) => mark.entities.length + mark.fields.length > 0 && !named.includes(mark));
  if (taken.length === 0) return `${titleOf(entity)} have no ${other?.text ?? "such field"}.`;
  const isTable = marks.some((mark) => has(mark, "table"));
  // "delete the played gigs", "delete old gigs": some of its rows, and not the table.
  const ofRows = isTable
    ? undefined
    : marks.find(
        ({ states, entities, words }, at) =>
          entities.length === 0 &&
          (states.some((state) => state.entity === entity) ||
            (taken.includes(marks[at + 1]!) && words.every((word) => tellingRows.test(word)))),
      );
  if (ofRows) return `“${ofRows.text}” tells of rows. ${rowsStay}`;
  const only = taken.find((mark) => isTable || isPlural(mark.text) || mark.fields.length === 0);
  // "remove owner", where pets have one.
  return only
    ? undefined
    : `This could mean the table ${manyOf(entity)} or ${listed(taken[0]!.fields.map((ref) => `${label(ref)} of ${manyOf(ref.entity)}`))}; please say which one to delete.`;
}
