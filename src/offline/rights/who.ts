import "server-only";
import type { RowTest } from "@/shipped/contract";
import { singular } from "../language/inflect";
import { isPersonLike, isServingPerson } from "../lexicon/nouns";
import { isAnyone } from "../request/meaning/people";
import { has, isUnknown, type Mark } from "../request/meaning/marks";

/** "everyone can add rides": all who use the app, and no strangers, unless it is a form that they send. */
export const isOfUsers = (piece: string): boolean =>
  /\bevery(?:one|body)\b/i.test(piece) &&
  !/\b(?:submit|fill in|send|register|sign up|book|apply|without|public)\b/i.test(piece);

export type Who = { test: RowTest; isPeople: boolean };

/** Who is spoken of before "can": admins, everybody, or people of a role. */
export function whoIn(marks: Mark[], said: string): Who | null {
  if (marks.some((mark) => has(mark, "admin"))) return { test: "admin", isPeople: true };
  if (marks.some((mark) => has(mark, "anyone"))) return { test: isOfUsers(said) ? "all" : "anonymous", isPeople: true };
  if (marks.some((mark) => has(mark, "signed"))) return { test: "all", isPeople: true };
  // Who made a row, and everybody who may only send one in, are what a pair says.
  if (marks.some(({ words }) => words.some((word) => /^(?:creators?|authors?)$/.test(word)))) return null;
  const person = marks.find((mark) => (isUnknown(mark) || mark.entities.length > 0) && isPerson(mark.words.at(-1)!));
  if (!person) return null;
  // "people can only edit their own articles": whoever is there.
  if (person.entities.length === 0 && /^(?:people|persons?)$/.test(person.words.join(" ")))
    return { test: "all", isPeople: true };
  // "only teachers can edit lessons": what not everybody may is for those who are given the role.
  const isAnyMember = !marks.some((mark) => has(mark, "only")) || isAnyone(person.words.at(-1)!);
  return person.entities.length > 0 && isAnyMember
    ? { test: "all", isPeople: true }
    : { test: { role: singular(person.words.join(" ")).replaceAll(" ", "-") }, isPeople: true };
}
export const isPerson = (word: string) =>
  isPersonLike(singular(word)) ||
  isServingPerson(singular(word)) ||
  /^(?:members?|people|staff|students?|pupils?|clients?|guests?|nurses?|paralegals?|assistants?|interns?|colleagues?)$/.test(
    word,
  );
