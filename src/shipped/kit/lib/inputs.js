/** Between a stored value and what the input of its field holds. */
import { isEmpty, optionOf } from "@/lib/fields";
import { toDate } from "@/lib/format";

/**
 * @import { Field } from "@/lib/fields"
 * @import { Value } from "@/sdk/types"
 */

/** @param {Value} value of an input that holds a text */
export const textOf = (value) => (isEmpty(value) ? "" : String(value));

/** @param {number} number */
const pad = (number) => String(number).padStart(2, "0");
/** @param {Value} value */
function localTime(value) {
  const date = toDate(value);
  if (Number.isNaN(date.getTime())) return "";
  return `${date.getFullYear()}-${pad(date.getMonth() + 1)}-${pad(date.getDate())}T${pad(date.getHours())}:${pad(date.getMinutes())}`;
}

/**
 * A stored value as its input holds it.
 * @param {Field} field
 * @param {Value} value
 * @returns {Value}
 */
export function toInput({ kind, property }, value) {
  if (kind === "boolean") return value ?? property.default === true;
  if (kind === "tags" || kind === "multi") return value ?? [];
  if (kind === "rating") return value ?? null;
  if (kind === "datetime") return isEmpty(value) ? "" : localTime(value);
  if (kind === "date") return textOf(value).slice(0, 10);
  if (kind === "json") return value ? JSON.stringify(value, null, 2) : "";
  return value ?? property.default ?? "";
}

/**
 * What an input holds as it is stored: nothing is null, numbers are numbers, times carry their zone.
 * @param {Field} field
 * @param {Value} value
 * @returns {Value}
 * @throws {SyntaxError} for a text that is no JSON where the field holds some
 */
export function fromInput(field, value) {
  const { kind } = field;
  if (["boolean", "rating", "tags", "multi"].includes(kind)) return value;
  if (kind === "json") return value ? JSON.parse(String(value)) : null;
  if (["number", "money", "percent"].includes(kind)) return value === "" ? null : Number(value);
  const text = String(value).trim();
  if (text === "") return null;
  if (kind === "enum") return optionOf(field, text);
  if (kind === "datetime") return new Date(text).toISOString();
  if (kind === "url" && !/^[a-z]+:/i.test(text)) return `https://${text}`;
  return text;
}
