import "server-only";
import { AppError } from "@/errors";

/** "JSON from outside: depth 64, numbers finite, no NUL, no lone surrogate" (design §6). */
export const jsonDepthMax = 64;

type Fault = { path: (string | number)[]; words: string };

const textFault = (text: string): string | undefined =>
  text.includes("\0")
    ? "must not contain the NUL character"
    : text.isWellFormed()
      ? undefined
      : "contains half of a surrogate pair, which is no text";

const inexact = "must be a whole number of at most 15 digits, or a text";

/**
 * An integer literal beyond 2^53 has lost digits. From 1e21 on it is written with an exponent and promises no
 * exactness.
 */
const isInexact = (value: number) => Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;

/** The path of a fault: `rows[3].title`. */
function placeOf(path: (string | number)[]): string {
  const place = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part.slice(0, 60)}`)).join("");
  // Truncate the path of deeply nested values.
  return place.replace(/^\./, "").slice(0, 120).replaceAll("\0", "\\0").toWellFormed();
}

/** @param path of the value; it is changed while values within are looked at */
function faultOf(value: unknown, path: (string | number)[]): Fault | undefined {
  switch (typeof value) {
    case "string": {
      const words = textFault(value);
      return words ? { path, words } : undefined;
    }
    case "number":
      if (!Number.isFinite(value)) return { path, words: "must be a finite number" };
      return isInexact(value) ? { path, words: inexact } : undefined;
    case "bigint":
      return { path, words: inexact };
    case "object":
      return value === null || value instanceof Date ? undefined : faultWithin(value, path);
    default:
      return undefined;
  }
}

function faultWithin(value: object, path: (string | number)[]): Fault | undefined {
  if (path.length >= jsonDepthMax) return { path, words: `is nested more than ${jsonDepthMax} deep` };
  const within = (key: string | number, one: unknown) => {
    path.push(key);
    const words = typeof key === "string" ? textFault(key) : undefined;
    const fault = words ? { path, words } : faultOf(one, path);
    if (!fault) path.pop();
    return fault;
  };
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) {
      const fault = within(index, one);
      if (fault) return fault;
    }
    return undefined;
  }
  for (const key of Object.keys(value)) {
    const fault = within(key, (value as Record<string, unknown>)[key]);
    if (fault) return fault;
  }
  return undefined;
}

/** Why a value is not acceptable JSON, to follow its name in a message; undefined when it is. */
export function jsonFault(value: unknown): string | undefined {
  const fault = faultOf(value, []);
  return fault && [placeOf(fault.path) && `at ${placeOf(fault.path)}`, fault.words].filter(Boolean).join(" ");
}

/**
 * The one check of JSON from outside.
 * @param name what the message calls the whole
 * @throws invalid-input naming the place
 */
export function checkJson(value: unknown, name = "The request"): void {
  const fault = faultOf(value, []);
  if (fault) throw new AppError("invalid-input", undefined, `${placeOf(fault.path) || name} ${fault.words}`);
}

/** @throws invalid-input when the text is not acceptable JSON */
export function parseJson(text: string, name = "The request"): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw new AppError("invalid-input", undefined, `${name} is not valid JSON`);
  }
  checkJson(value, name);
  return value;
}

/** Whether a stored value exceeds today's depth limit. */
export function isTooDeep(value: unknown, left = jsonDepthMax): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  for (const key in value) if (isTooDeep((value as Record<string, unknown>)[key], left - 1)) return true;
  return false;
}

/** Cheap pre-check: whether the text has enough opening brackets to exceed the depth limit. */
export function mayBeTooDeep(text: string): boolean {
  if (text.length < 2 * jsonDepthMax) return false;
  let opened = 0;
  for (const bracket of ["{", "["])
    for (let at = text.indexOf(bracket); at >= 0; at = text.indexOf(bracket, at + 1))
      if ((opened += 1) >= jsonDepthMax) return true;
  return false;
}

/** About the length of a value's JSON, without writing it: escapes are not counted, and a number counts as ten signs. */
export function jsonLength(value: unknown): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return typeof value === "number" ? 10 : 5;
  let length = 2;
  if (Array.isArray(value)) for (const one of value) length += jsonLength(one) + 1;
  else
    for (const name of Object.keys(value))
      length += name.length + 4 + jsonLength((value as Record<string, unknown>)[name]);
  return length;
}

/** A value as JSON text: a door passes it on as it is, everybody else reads it. */
export class JsonText<T = unknown> {
  constructor(readonly text: string) {}

  read(): T {
    return JSON.parse(this.text) as T;
  }
}
