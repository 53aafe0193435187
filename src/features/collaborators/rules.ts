import type { PresentPerson } from "./schema";

/** "ada.lovelace@example.com" → "Ada Lovelace": accounts have no other name. */
export function nameOf(email: string): string {
  const words = (email.split("@")[0] ?? "").split(/[._+-]+/).filter(Boolean);
  return words.map((word) => word[0]!.toUpperCase() + word.slice(1)).join(" ") || email;
}

/** "AL" of "Ada Lovelace". */
export function initialsOf(email: string): string {
  const words = nameOf(email).split(" ");
  return ((words[0]?.[0] ?? "") + (words.length > 1 ? (words.at(-1)?.[0] ?? "") : "")).toUpperCase();
}

/** Each person once, however many tabs and servers they are on, by address. */
export function presentOnce(people: Iterable<PresentPerson>): PresentPerson[] {
  const byId = new Map([...people].map((person) => [person.accountId, person]));
  return [...byId.values()].sort((a, b) => a.email.localeCompare(b.email));
}
