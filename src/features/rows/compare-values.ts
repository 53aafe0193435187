import "server-only";
import { createHash } from "node:crypto";

type Fields = Record<string, unknown>;

const moment = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:?\d\d)$/i;

/**
 * What two values of a unique field are compared by: texts without surrounding white space and case, since people take
 * "a@b.c" and " A@B.C" for the same address; numbers by value, times by moment. Empty values, lists and objects equal
 * nothing. A hash, because an index holds no long texts.
 */
export function keyOf(value: unknown): string | undefined {
  if (typeof value === "number") return hashed(String(value));
  if (typeof value !== "string") return undefined;
  const text = value.trim();
  if (text === "") return undefined;
  const time = moment.test(text) ? Date.parse(text) : Number.NaN;
  return hashed(Number.isNaN(time) ? text.normalize("NFC").toLowerCase() : new Date(time).toISOString());
}

/** 128 bits: two of a billion values share them by chance once in 10^20 times. */
const hashed = (text: string): string => createHash("sha256").update(text).digest("base64url").slice(0, 22);

/** A row that is to be written. */
export type Claimant = {
  id: string;
  data: Fields;
  /** Before the change; undefined for a new row. */
  was?: Fields | undefined;
  /** Whether it gets all its values or none, as new rows do. */
  isWhole?: boolean;
};

/** A row's change of one unique field: the key that it gives up, and the one that it wants. */
export type Wish = { at: number; id: string; field: string; was: string | undefined; key: string | undefined };

/** @returns the wishes of each row that has any, in the list's order; `at` is the row's place in the list */
export function wishesOf(unique: string[], list: Claimant[]): Wish[][] {
  return list.flatMap(({ id, data, was }, at) => {
    const wishes = unique.flatMap((field): Wish[] => {
      const [before, key] = [keyIn(was, field), keyIn(data, field)];
      return before === key ? [] : [{ at, id, field, was: before, key }];
    });
    return wishes.length > 0 ? [wishes] : [];
  });
}

const keyIn = (fields: Fields | undefined, field: string) =>
  fields && Object.hasOwn(fields, field) ? keyOf(fields[field]) : undefined;

/** Where a key may stand once. */
export const placeOf = (field: string, key: string): string => `${field} ${key}`;

/**
 * The wishes that cannot be granted; those of a whole row all, or none. Rows may exchange values among each other.
 * @param holders row ids by place, as they are before the change
 * @returns `taken`: those whose value another row has
 */
export function refusedWishes(
  rows: Wish[][],
  isWhole: (at: number) => boolean,
  holders: ReadonlyMap<string, string>,
): { refused: Set<Wish>; taken: Set<Wish> } {
  const [refused, taken] = [new Set<Wish>(), new Set<Wish>()];
  const open = (wishes: Wish[]) => wishes.filter((wish) => !refused.has(wish));
  // Who is refused keeps the old value, which another row may have been granted: look again until nothing changes.
  for (let isSettled = false; !isSettled;) {
    isSettled = true;
    const held = new Map(holders);
    for (const { field, was } of open(rows.flat())) if (was !== undefined) held.delete(placeOf(field, was));
    for (const wishes of rows) {
      const wanted = open(wishes);
      const lost = wanted.filter(
        ({ field, key, id }) => key !== undefined && (held.get(placeOf(field, key)) ?? id) !== id,
      );
      for (const wish of lost) taken.add(wish);
      if (lost.length > 0) isSettled = false;
      for (const wish of lost.length > 0 && isWhole(wishes[0]!.at) ? wanted : lost) refused.add(wish);
      for (const { field, key, id } of open(wanted)) if (key !== undefined) held.set(placeOf(field, key), id);
    }
  }
  return { refused, taken };
}
