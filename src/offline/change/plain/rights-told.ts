import "server-only";
import { singular } from "../../language/inflect";
import { type Draft, manyOf } from "../../draft/draft";
import { isPersonLike, isServingPerson } from "../../lexicon/nouns";
import { isFiller, isUnknown, type Mark, marksOf } from "../../request/meaning/marks";
import { tableIn } from "./told-of-tables";

const deed = "(see|view|read|look at|edit|change|delete)";
const denied =
  "(?:can'?t|cannot|can not|must not|mustn't|may not|should not|shouldn't|are not (?:allowed|able) to|aren't allowed to|never)(?: be able to)?";
const others =
  "(?:each others?|one another|the others|others|other (?:people|users|members)|some(?:body|one) else|any(?:body|one) else)";
const ofOthers = [
  new RegExp(
    `^(?:[\\p{L} -]+? ${denied}|(?:nobody|no one) (?:can|may|should|must)) ${deed} ${others}(?:['’]?s?) ([\\p{L} ]+)$`,
    "iu",
  ),
  new RegExp(
    `^(?:[\\p{L} -]+? ${denied}|(?:nobody|no one) (?:can|may|should|must)) ${deed} (?:the |any )?([\\p{L} ]+?) (?:of|from|by|that belong to) ${others}$`,
    "iu",
  ),
];

/** "only the board can see the rent": people of a role, and no view with columns. */
const ofTheBoard = (text: string): string =>
  text.replace(
    /^only (?:the )?(board|committee|council|management board|Vorstand)(?: members)? (?=(?:can|may|should|must|sees?|views?|edits?|changes?)\b)/i,
    (_, who: string) => `only ${/vorstand/i.test(who) ? "board" : who.toLowerCase().replace(/ /g, "-")}-members `,
  );

/** "nobody may see the applications of others", "patients can't view each other's visits": everybody sees their own. */
function othersDenied(text: string, { model }: Draft): string {
  const [, verb = "", rows = ""] = ofOthers.map((pattern) => pattern.exec(text)).find((match) => match !== null) ?? [];
  const table = rows === "" ? undefined : tableIn(rows, model);
  return table ? `users can only ${verb} their own ${manyOf(table)}` : text;
}

/** "candidates can only see their own applications": whoever signs in, where the app knows no such people. */
function ownOfAnybody(text: string, { model }: Draft): string {
  const [, who = "", right = "", rows = ""] =
    /^(?:the |our |all )?([\p{L}-]+s) (can only (?:see|view|read|edit|change|delete)) their own ([\p{L} ]+)$/iu.exec(
      text,
    ) ?? [];
  const table = rows === "" ? undefined : tableIn(rows, model);
  const [person, ...more] = who === "" ? [] : marksOf(who, model);
  if (!table || !person || more.length > 0) return text;
  const isOfRows = person.entities.includes(table) && who.toLowerCase() !== manyOf(table);
  const one = singular(who.toLowerCase());
  const isStrange = isUnknown(person) && !isPersonLike(one) && !isServingPerson(one);
  return isOfRows || isStrange ? `users ${right} their own ${rows}` : text;
}

/** "the phone is private", "id numbers are too sensitive": only admins see such a field. */
function privateField(text: string, { model }: Draft): string {
  const [, field = ""] =
    /^(?:the |our |their )?([\p{L} ]+?) (?:is|are|must be|should be|stays?|must stay|should stay) (?:too |very |really |quite |strictly )?(?:private|confidential|secret|sensitive)$/iu.exec(
      text,
    ) ?? [];
  const isField = (mark: Mark) => mark.fields.length > 0 && (mark.entities.length === 0 || mark.words.length > 1);
  const marks = field === "" ? [] : marksOf(field, model).filter((mark) => !isFiller(mark));
  return marks.some(isField) && marks.every((mark) => mark.fields.length + mark.entities.length > 0)
    ? `only admins can see the ${field}`
    : text;
}

/** "show cost only to admins", "notes should only be visible for me": who alone sees a field. */
function shownOnlyTo(text: string, { model }: Draft): string {
  const [, field = "", who = ""] =
    /^(?:show|display) (?:the )?([\p{L} ]+?) only (?:to|for) (?:the )?([\p{L} ]+?)$/iu.exec(text) ??
    /^(?:the )?([\p{L} ]+?) (?:should |must |may |can |is |are )?(?:only )?(?:be )?(?:only )?visible (?:only )?(?:for|to) (?:the )?([\p{L} ]+?)(?: only)?$/iu.exec(
      text,
    ) ??
    [];
  const marks = field === "" ? [] : marksOf(field, model).filter((mark) => !isFiller(mark));
  const isOnly = /\bonly\b/i.test(text);
  const isField =
    marks.some(({ fields }) => fields.length > 0) &&
    marks.every((mark) => mark.fields.length + mark.entities.length > 0);
  const isTable = field !== "" && tableIn(field, model) !== undefined;
  return isOnly && (isField || isTable)
    ? `only ${/^(?:me|us|myself)$/i.test(who) ? "admins" : who} can see the ${field}`
    : text;
}

/** "owners can log in and see only their dogs". */
function onlyTheirs(text: string, { model }: Draft): string {
  const [, who = "", verb = "", rows = ""] =
    /^(?:the |our |all )?([\p{L}-]+) (?:(?:can|may|should|must) )?(?:be able to )?(?:(?:log|sign) ?in and )?(see|view|edit|change) only their (?:own )?([\p{L} ]+)$/iu.exec(
      text,
    ) ?? [];
  return rows !== "" && tableIn(rows, model) ? `${who} can only ${verb} their own ${rows}` : text;
}

/** "members can only edit their own data": of those whom the app keeps, their own rows. */
function ownData(text: string, { model }: Draft): string {
  const [, who = "", right = ""] =
    /^(?:the |our |all )?([\p{L}-]+) (can only (?:edit|change)) their own (?:data|info|information|details|profiles?|records?)$/iu.exec(
      text,
    ) ?? [];
  const table = who === "" ? undefined : tableIn(who, model);
  return table ? `users ${right} their own ${manyOf(table)}` : text;
}

/** How people tell who may see what, and the plain words. */
export const rightsTold = [ofTheBoard, othersDenied, ownData, onlyTheirs, ownOfAnybody, privateField, shownOnlyTo];
