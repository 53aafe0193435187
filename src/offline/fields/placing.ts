import "server-only";
import type { Entity } from "../model/app-model";
import { isPlural } from "../language/inflect";
import { isAttribute } from "../lexicon/lexicon";
import { isPersonLike } from "../lexicon/nouns";
import { type Clause, entitiesIn, tableOf } from "../request/meaning/clause";
import { has, isUnknown, type Mark } from "../request/meaning/marks";
import { plainWish } from "./wish-words";

/** What stands before a list: options and fields in it ask for nothing. */
export const headOf = (clause: Clause): Clause => {
  const at = clause.marks.findIndex(({ text, words }) => /^[:(]$/.test(text) || /^(?:with|either)$/.test(words[0]!));
  return at < 1 ? clause : { ...clause, marks: clause.marks.slice(0, at) };
};

/** Words that speak of something else than what rows hold. */
export const notAdded = [
  "remove",
  "rename",
  "sort",
  "first",
  "desc",
  "asc",
  "hide",
  "filter",
  "group",
  "board",
  "calendar",
  "gallery",
  "chart",
  "pie",
  "line",
  "dashboard",
  "page",
  "default",
  "required",
  "optional",
  "overdue",
  "sample",
  "cannot",
  "dark",
  "airy",
  "compact",
];
const isOnly = (entity: Entity) => (mark: Mark) => mark.entities.length === 1 && mark.entities[0] === entity;

export type Place = { owner: Entity; from: number; to: number };

const joint = /^(?:to|for|on|in|of|at|per|from|into|onto|under)$/;
const each = /^(?:the|each|every|all|an?|any|our|my|these|those)$/;

/** "potters add pieces": what people do, and nothing that they have. */
const isDeed = ({ name }: Entity, { words }: Mark): boolean =>
  /^(?:add|adds)$/.test(words.join(" ")) && isPersonLike(name.toLowerCase());

/** Where a clause names the table, and which of its marks say what is added there. */
export function placeOf(clause: Clause): Place | null {
  const { marks } = clause;
  const named = entitiesIn(clause);
  const verb = marks.findIndex(
    (mark) => has(mark, "add", "have", "also") && mark.fields.length + mark.entities.length === 0,
  );
  for (const [at, mark] of marks.entries()) {
    const owner = mark.entities.length === 1 ? mark.entities[0]! : undefined;
    if (!owner) continue;
    const before = marks.slice(0, at).filter((one) => !one.words.every((word) => each.test(word)));
    const after = marks[at + 1];
    // "dogs: a photo", "owners also have an address", "walks need a price".
    if (
      before.length === 0 &&
      after &&
      (after.text === ":" ||
        after.text === "," ||
        (has(after, "have", "also", "add") && !isDeed(owner, after)) ||
        /^(?:should|must)$/.test(after.words[0]!))
    ) {
      let from = at + 1;
      while (
        from < marks.length &&
        (marks[from]!.isSign ||
          has(marks[from]!, "have", "also", "add") ||
          /^(?:should|must|to|please|be|can)$/.test(marks[from]!.words[0]!)) &&
        !isContent(marks[from]!)
      )
        from++;
      if (from < marks.length) return { owner, from, to: marks.length };
    }
    // "for dogs: a photo", "to walks add a price", "give walks a price".
    const isGiven =
      before.length === 1 && has(before[0]!, "add") && /^(?:give|extend|provide)/.test(before[0]!.words[0]!);
    if (isGiven || (before.length === 1 && joint.test(before[0]!.words[0]!))) {
      let from = at + 1;
      while (
        from < marks.length &&
        (marks[from]!.isSign ||
          has(marks[from]!, "have", "also", "add") ||
          /^(?:with|by|please|we|i|you|they)$/.test(marks[from]!.words[0]!)) &&
        !isContent(marks[from]!)
      )
        from++;
      if (from < marks.length) return { owner, from, to: marks.length };
    }
  }
  // "add a photo to the dogs", "birthday of the singers", "genre for songs, either a or b".
  for (let at = marks.length - 1; at > 0; at--) {
    const mark = marks[at]!;
    if (mark.entities.length !== 1 || named.length > 2) continue;
    let start = at - 1;
    while (start > 0 && marks[start]!.words.every((word) => each.test(word))) start--;
    if (!joint.test(marks[start]!.words[0]!)) continue;
    const from = verb >= 0 && verb < start ? verb + 1 : 0;
    if (from >= start) continue;
    return { owner: mark.entities[0]!, from, to: start };
  }
  // "add a field Varroa to colonies", which the app does not keep: that is another place.
  const last = marks.at(-1);
  const isElsewhere =
    last !== undefined &&
    isUnknown(last) &&
    last.quoted === undefined &&
    /^(?:the|each|every|all|our|my)$/.test(marks.at(-2)?.words[0] ?? "")
      ? marks.at(-3)?.words[0] === "to"
      : marks.at(-2)?.words[0] === "to" &&
        (isPlural(last?.words[0] ?? "") || marks.some(({ quoted }) => quoted !== undefined));
  if (named.length === 0 && isElsewhere && last && isUnknown(last) && verb === 0 && !/\blinks?\b/i.test(clause.text))
    return null;
  const owner = named.length === 0 ? (countedBy(clause) ?? tableOf(clause)) : undefined;
  // An app with one table: "estimate in hours", where that is a property beyond doubt.
  const [single] = clause.draft.model.entities;
  if (
    single &&
    clause.draft.model.entities.length === 1 &&
    named.length === 0 &&
    verb < 0 &&
    isAttribute(plainWish(clause.text.split(/[:,(]|\s(?:in|as|with)\s/)[0]!))
  )
    return { owner: single, from: 0, to: marks.length };
  // "add the fields bottle size and barcode": a part of the name is no place.
  const compound = marks.find(({ entities }, at) => entities.length === 1 && marks[at + 1]?.isSign === false);
  if (compound && verb === 0 && named.length === 1 && marks.slice(1, 3).some((mark) => has(mark, "field")))
    return { owner: named[0]!, from: 1, to: marks.length };
  if (owner && verb === 0 && marks.length > 1 && has(marks[0]!, "add", "have"))
    return { owner, from: 1, to: marks.length };
  return null;
}

/** "a price per copy": of the one table that has copies. */
function countedBy({ marks }: Clause): Entity | undefined {
  const at = marks.findIndex((mark) => has(mark, "per"));
  const owners = [...new Set(marks[at + 1]?.fields.map(({ entity }) => entity))];
  return at > 0 && owners.length === 1 ? owners[0] : undefined;
}

const isContent = (mark: Mark) =>
  isUnknown(mark) || mark.fields.length > 0 || mark.kind !== undefined || mark.quoted !== undefined;

/** What stands behind the table still belongs to the list: "genre for songs, either sacred or folk". */
export const restOf = (clause: Clause, place: Place): string => {
  const at = clause.marks.findIndex((mark, index) => index >= place.to && isOnly(place.owner)(mark));
  if (at < 0 || at === clause.marks.length - 1) return "";
  const rest = clause.text.slice(clause.marks[at]!.end).trim();
  // "a second photo to costumes for the back": what for is no part of the list.
  if (!/^for (?:the|my|our|when|later|internal|each|every)\b[^,:()]*$/i.test(rest)) return rest;
  clause.draft.assumed.push(`I took “${rest}” for a remark.`);
  return "";
};

/** "a phone to contacts and a priority to deals" names two places. */
export const placedTables = ({ marks }: Clause): number =>
  new Set(
    marks.flatMap((mark, at) => {
      let before = at - 1;
      while (before > 0 && marks[before]!.words.every((word) => each.test(word))) before--;
      return mark.entities.length === 1 && before > 0 && /^(?:to|for|on|in|into)$/.test(marks[before]!.words[0]!)
        ? mark.entities
        : [];
    }),
  ).size;
