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
 * A whole number that is written out in digits, of which the last ones are lost already. Beyond 1e21 it has an
 * exponent, and promises none.
 */
const isInexact = (value: number) => Number.isInteger(value) && !Number.isSafeInteger(value) && Math.abs(value) < 1e21;

/** Names the place of what is wrong: `rows[3].title`. */
function placeOf(path: (string | number)[]): string {
  const place = path.map((part) => (typeof part === "number" ? `[${part}]` : `.${part.slice(0, 60)}`)).join("");
  // A place that is nested too deep is named by its beginning.
  return place.replace(/^\./, "").slice(0, 120).replaceAll("\0", "\\0").toWellFormed();
}

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
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries()) {
      const fault = faultOf(one, [...path, index]);
      if (fault) return fault;
    }
    return undefined;
  }
  for (const [key, one] of Object.entries(value)) {
    const words = textFault(key);
    const fault = words ? { path: [...path, key], words } : faultOf(one, [...path, key]);
    if (fault) return fault;
  }
  return undefined;
}

/** What no door takes of a value that is no request's: words to stand behind its name, or undefined. */
export function jsonFault(value: unknown): string | undefined {
  const fault = faultOf(value, []);
  return fault && [placeOf(fault.path) && `at ${placeOf(fault.path)}`, fault.words].filter(Boolean).join(" ");
}

/**
 * The one check of JSON that comes from outside, whatever its door.
 * @param name what the whole is called in words
 * @throws invalid-input naming the place
 */
export function checkJson(value: unknown, name = "The request"): void {
  const fault = faultOf(value, []);
  if (fault) throw new AppError("invalid-input", undefined, `${placeOf(fault.path) || name} ${fault.words}`);
}

/** @throws invalid-input when the text is no JSON, or JSON that no door takes */
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

/** Whether a stored value is nested deeper than any door takes by now. */
export function isTooDeep(value: unknown, left = jsonDepthMax): boolean {
  if (typeof value !== "object" || value === null) return false;
  if (left === 0) return true;
  for (const key in value) if (isTooDeep((value as Record<string, unknown>)[key], left - 1)) return true;
  return false;
}

/** Whether JSON may hold values nested too deep: only where it opens that many. */
export function mayBeTooDeep(text: string): boolean {
  if (text.length < 2 * jsonDepthMax) return false;
  let opened = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if ((code === 0x7b || code === 0x5b) && (opened += 1) >= jsonDepthMax) return true;
  }
  return false;
}

/** An answer that is JSON already. */
export class JsonText {
  constructor(readonly text: string) {}
}
