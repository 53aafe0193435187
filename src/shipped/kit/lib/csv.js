/** Between rows and the cells of a CSV file (RFC 4180). */
import { isEmpty } from "@/lib/fields";
import { dayKey, toDate } from "@/lib/format";

/**
 * @import { Field } from "@/lib/fields"
 * @import { Value } from "@/sdk/types"
 */

/** Quoted where it must be; a leading sign is kept from being read as a formula. @param {Value} value */
export const cellText = (value) => {
  const text = isEmpty(value)
    ? ""
    : Array.isArray(value)
      ? value.join("; ")
      : typeof value === "object"
        ? JSON.stringify(value)
        : String(value);
  const safe = /^[=+\-@\t]/.test(text) && typeof value === "string" ? `'${text}` : text;
  return /[",\n\r]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** The text of a file: UTF-8, or Windows-1252 as spreadsheets in Europe still write it. @param {ArrayBuffer} bytes */
export function decodeText(bytes) {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

/** The separator that a CSV text's first line has most of. @param {string} text */
export function separatorOf(text) {
  const head = text.slice(0, text.search(/\r?\n|$/));
  return [",", ";", "\t"].reduce((most, one) => (head.split(one).length > head.split(most).length ? one : most));
}

/** The records of a CSV text (RFC 4180). @param {string} text */
export function parseCsv(text) {
  const separator = separatorOf(text);
  /** @type {string[]} */
  let row = [];
  const rows = [row];
  let cell = "";
  let isQuoted = false;
  for (let at = text.charCodeAt(0) === 0xfeff ? 1 : 0; at < text.length; at++) {
    const letter = text[at];
    if (isQuoted && letter === '"' && text[at + 1] === '"') cell += text[++at];
    else if (letter === '"') isQuoted = !isQuoted;
    else if (!isQuoted && letter === separator) {
      row.push(cell);
      cell = "";
    } else if (!isQuoted && (letter === "\n" || letter === "\r")) {
      if (letter === "\r" && text[at + 1] === "\n") at++;
      row.push(cell);
      cell = "";
      row = [];
      rows.push(row);
    } else cell += letter;
  }
  row.push(cell);
  return rows.filter((row) => row.some((value) => value.trim() !== ""));
}

/**
 * How a column writes numbers and days, which one cell alone does not tell: "1.234" and "03/04/2026".
 * @typedef {{ hasCommas: boolean, isDayFirst: boolean }} Notation
 */

const slashed = /^(\d{1,2})[/-](\d{1,2})[/-](\d{4}|\d\d)(?!\d)(.*)$/;
const dotted = /^(\d{1,2})\.(\d{1,2})\.(\d{4}|\d\d)(?!\d)(.*)$/;

/** @param {string[]} cells @param {string} separator of the file: where it is a semicolon, the comma is the decimal one @returns {Notation} */
export function notationOf(cells, separator) {
  const hasPoints = cells.some((cell) => /\d\.\d{1,2}\D*$/.test(cell));
  const parts = cells.flatMap((cell) => {
    const day = slashed.exec(cell.trim());
    return day ? [[Number(day[1]), Number(day[2])]] : [];
  });
  const isMonthFirst = parts.some(([, second = 0]) => second > 12);
  return {
    hasCommas: cells.some((cell) => /,\d{1,2}\D*$/.test(cell)) || (separator === ";" && !hasPoints),
    isDayFirst: parts.some(([first = 0]) => first > 12) || (!isMonthFirst && !isMonthFirstHere()),
  };
}

/** Whether people here write the month before the day. */
const isMonthFirstHere = () =>
  new Intl.DateTimeFormat(undefined).formatToParts().find(({ type }) => type === "month" || type === "day")?.type ===
  "month";

/** "1,234.50", "1.234,50", "85,5", "$ 1 200"; "1.234" by the notation. @param {string} text @param {boolean} hasCommas */
function numberOf(text, hasCommas) {
  const plain = text.replace(/[^\d.,-]/g, "").replace(/[.,-]+$/, "");
  if (!/\d/.test(plain)) return NaN;
  const thousands = hasCommas
    ? /^-?\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3})+)$/
    : /^-?\d{1,3}(?:(?:,\d{3})+|(?:\.\d{3}){2,})$/;
  const at = thousands.test(plain) ? -1 : Math.max(plain.lastIndexOf(","), plain.lastIndexOf("."));
  if (at < 0) return Number(plain.replace(/[.,]/g, ""));
  return Number(`${plain.slice(0, at).replace(/[.,]/g, "")}.${plain.slice(at + 1)}`);
}

/** @param {string} text @param {boolean} isDayFirst @returns {Date | undefined} undefined for a day that no month has */
function dateOf(text, isDayFirst) {
  const european = dotted.exec(text) ?? (isDayFirst ? slashed.exec(text) : null);
  const [, first, second, year = "", rest = ""] =
    european ?? slashed.exec(text) ?? /^(\d{4})-(\d\d)-(\d\d)(.*)$/.exec(text) ?? [];
  if (first === undefined) return orUndefined(toDate(text));
  const isIso = first.length === 4;
  const [day, month] = isIso
    ? [Number(year), Number(second)]
    : european
      ? [Number(first), Number(second)]
      : [Number(second), Number(first)];
  const whole = isIso ? Number(first) : Number(year) + (year.length === 2 ? 2000 : 0);
  const date = new Date(whole, month - 1, day);
  if (date.getMonth() !== month - 1 || date.getDate() !== day) return undefined;
  if (rest.trim() === "") return date;
  return orUndefined(isIso ? toDate(text) : new Date(`${month}/${day}/${whole} ${rest.replace(/^[T,\s]+/, "")}`));
}
/** @param {Date} date */
const orUndefined = (date) => (Number.isNaN(date.getTime()) ? undefined : date);

const yes = /^(?:yes|true|1|x|y|ja|j|wahr|✓)$/i;
const no = /^(?:no|false|0|n|nein|falsch|-)$/i;
/** What the server takes for an address of a person. */
const email = /^[^\s@]+@[^\s@]+\.[^\s@]+$/;

/**
 * What a cell means; undefined where it means nothing.
 * @param {Field} field @param {string} text @param {Notation} notation @returns {Value}
 */
export function valueOf({ kind, options }, text, { hasCommas, isDayFirst }) {
  // The export's own mark, which keeps a sign from being read as a formula.
  const value = text.trim().replace(/^'(?=[=+\-@])/, "");
  if (value === "") return undefined;
  if (["number", "money", "percent", "rating"].includes(kind)) {
    const number = numberOf(value, hasCommas);
    return Number.isFinite(number) ? number : undefined;
  }
  if (kind === "boolean") return yes.test(value) ? true : no.test(value) ? false : undefined;
  if (kind === "email") return email.test(value) ? value : undefined;
  if (kind === "tags" || kind === "multi") return value.split(/\s*;\s*/).filter(Boolean);
  if (kind === "enum") return options.find((option) => String(option).toLowerCase() === value.toLowerCase());
  if (kind === "date" || kind === "datetime") {
    const date = dateOf(value, isDayFirst);
    return date && (kind === "date" ? dayKey(date) : date.toISOString());
  }
  return value;
}
