import { ExpressionError } from "./parse";

/** Values of expressions are JSON; dates are strings such as "2026-11-23". */
export type Value = string | number | boolean | null | Value[] | { [key: string]: Value };

const numberPattern = /^\s*[-+]?(?:\d{1,3}(?:,\d{3})+|\d+)?(?:\.\d+)?(?:e[-+]?\d+)?\s*$/i;

/** A number or numeric string: "1,200.50". */
export const isNumeric = (value: Value): boolean =>
  typeof value === "number" || (typeof value === "string" && /\d/.test(value) && numberPattern.test(value));

/** Empty counts as 0, as in spreadsheets. @throws ExpressionError */
export function asNumber(value: Value): number {
  if (typeof value === "number") return value;
  if (value === null || value === "") return 0;
  if (typeof value === "boolean") return value ? 1 : 0;
  if (typeof value === "string" && isNumeric(value)) return Number(value.replaceAll(",", ""));
  // Heights and weights evaluate to metric numbers.
  if (typeof value === "object" && !Array.isArray(value) && typeof value.metric === "number") return value.metric;
  throw new ExpressionError(`“${asText(value).slice(0, 30)}” is not a number`);
}

/** Rounds to four decimals for display: 0.1 + 0.2 is 0.3. */
export function numberText(value: number): string {
  const digits = Math.abs(value) >= 1 ? 2 : 4;
  return String(Number(value.toFixed(digits)));
}

export function asText(value: Value): string {
  if (value === null) return "";
  if (typeof value === "number") return numberText(value);
  if (typeof value === "boolean") return value ? "Yes" : "No";
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(asText).join(", ");
  return typeof value.text === "string" ? value.text : JSON.stringify(value);
}

export const asList = (value: Value): Value[] => (Array.isArray(value) ? value : value === null ? [] : [value]);

export const isTrue = (value: Value): boolean =>
  Array.isArray(value) ? value.length > 0 : value !== null && value !== "" && value !== 0 && value !== false;

/** Strings compare case-insensitively, numbers by value, numeric strings included. */
export function isEqual(left: Value, right: Value): boolean {
  if (isNumeric(left) && isNumeric(right)) return asNumber(left) === asNumber(right);
  if (typeof left === "boolean" || typeof right === "boolean") return isTrue(left) === isTrue(right);
  return asText(left).toLowerCase() === asText(right).toLowerCase();
}

export function compare(left: Value, right: Value): number {
  const isNumber = (value: Value) => isNumeric(value) || (typeof value === "object" && !Array.isArray(value));
  if (isNumber(left) && isNumber(right)) return asNumber(left) - asNumber(right);
  const [first, second] = [asText(left), asText(right)];
  return first < second ? -1 : first > second ? 1 : 0;
}

const dayMs = 86_400_000;

/** Parses "2026-11-23" as a UTC day. @throws ExpressionError */
export function asDay(value: Value): number {
  const text = asText(value).trim();
  const match = /^(\d{4})-(\d{2})-(\d{2})/.exec(text);
  const time = match ? Date.UTC(Number(match[1]), Number(match[2]) - 1, Number(match[3])) : Date.parse(text);
  if (Number.isNaN(time)) throw new ExpressionError(`“${text.slice(0, 30)}” is not a date`);
  return Math.floor(time / dayMs);
}

export const dayText = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10);

/**
 * Stands for a line break within a value whose text becomes a table or a list, where a break would end the row: lines()
 * divides at it, and what is rendered has a blank in its place.
 */
export const softBreak = "\u2028";
