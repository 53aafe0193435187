import { isObject } from "./protocol/records";

/**
 * Type guards for what a browser reads: messages, its own storage, other windows. What the server is sent is checked by
 * schemas (zod), which alone would be a tenth of a page's scripts.
 */
export type Guard<T> = (value: unknown) => value is T;

export const isText: Guard<string> = (value) => typeof value === "string";
export const isNumber: Guard<number> = (value): value is number => Number.isFinite(value);
export const isFlag: Guard<boolean> = (value) => typeof value === "boolean";

export const oneOf =
  <T extends string>(names: readonly T[]): Guard<T> =>
  (value): value is T =>
    (names as readonly unknown[]).includes(value);

export const listOf =
  <T>(isItem: Guard<T>): Guard<T[]> =>
  (value): value is T[] =>
    Array.isArray(value) && value.every((item) => isItem(item));

export const orUndefined =
  <T>(isValue: Guard<T>): Guard<T | undefined> =>
  (value): value is T | undefined =>
    value === undefined || isValue(value);

/** A guard for each field; optional fields need one that takes undefined. */
type Fields<T> = {
  [K in keyof T]-?: undefined extends T[K]
    ? Guard<T[K]>
    : object extends Pick<T, K>
      ? Guard<T[K] | undefined>
      : Guard<T[K]>;
};

/** An object with these fields; others are left as they are. */
export const shape =
  <T extends object>(fields: Fields<T>): Guard<T> =>
  (value): value is T =>
    isObject(value) &&
    Object.entries<(field: unknown) => boolean>(fields).every(([name, isField]) => isField(value[name]));
