import { isEmpty, optionLabel } from "@/lib/fields";

/**
 * @import { Field } from "@/lib/fields"
 * @import { Value } from "@/sdk/types"
 */

let currency = "USD";
/** The currency in which amounts are shown: "EUR". @param {string | undefined} code */
export const setCurrency = (code) => void (currency = code ?? "USD");

/** @type {Map<string, Intl.NumberFormat>} */
const numbers = new Map();
/** @type {Map<string, Intl.DateTimeFormat>} */
const days = new Map();
/** Number formats cost a millisecond to make: each is made once. @param {Intl.NumberFormatOptions} options */
function number(options) {
  const key = JSON.stringify(options);
  const format = numbers.get(key) ?? new Intl.NumberFormat(undefined, options);
  numbers.set(key, format);
  return format;
}
/** @param {Intl.DateTimeFormatOptions} options */
function dates(options) {
  const key = JSON.stringify(options);
  const format = days.get(key) ?? new Intl.DateTimeFormat(undefined, options);
  days.set(key, format);
  return format;
}

/** "2026-03-01" is that day here, whatever the time zone. @param {Value | Date} value */
export function toDate(value) {
  if (value instanceof Date) return value;
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value));
  return day
    ? new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3]))
    : new Date(/** @type {string | number} */ (value));
}
/** @param {Value | Date} value @param {Intl.DateTimeFormatOptions} options */
const written = (value, options) => {
  if (!(value instanceof Date) && isEmpty(value)) return "–";
  const date = toDate(value);
  return Number.isNaN(date.getTime()) ? String(value) : dates(options).format(date);
};

/** @param {Value | Date} value */
export const formatDate = (value) => written(value, { day: "numeric", month: "short", year: "numeric" });
/** @param {Value | Date} value */
export const formatDay = (value) => written(value, { weekday: "short", day: "numeric", month: "short" });
/** @param {Value | Date} value */
export const formatTime = (value) => written(value, { hour: "numeric", minute: "2-digit" });
/** @param {Value | Date} value */
export const formatDateTime = (value) =>
  written(value, {
    day: "numeric",
    month: "short",
    hour: "numeric",
    minute: "2-digit",
    // Of half a year and more somebody would take it for this one.
    ...(Math.abs(daysUntil(value)) > 180 && { year: "numeric" }),
  });
/** @param {Value | Date} value */
export const formatMonth = (value) => written(value, { month: "long", year: "numeric" });
/** @param {Value} value */
export const formatMoney = (value) =>
  isEmpty(value)
    ? "–"
    : number({ style: "currency", currency, maximumFractionDigits: Number.isInteger(Number(value)) ? 0 : 2 }).format(
        Number(value),
      );
/** @param {Value} value */
export const formatNumber = (value) =>
  isEmpty(value) ? "–" : number({ maximumFractionDigits: 2 }).format(Number(value));
/** @param {Value} value */
export const formatCompact = (value) => number({ notation: "compact", maximumFractionDigits: 1 }).format(Number(value));
/** @param {Value} value */
export const formatPercent = (value) =>
  isEmpty(value) ? "–" : `${number({ maximumFractionDigits: 1 }).format(Number(value))}%`;

/** @type {Intl.RelativeTimeFormat | undefined} */
let ago;

/** "3 days ago", "in 2 hours" @param {Value} value */
export function formatAgo(value) {
  const seconds = (toDate(value).getTime() - Date.now()) / 1000;
  /** @type {[Intl.RelativeTimeFormatUnit, number][]} */
  const steps = [
    ["year", 31_536_000],
    ["month", 2_592_000],
    ["week", 604_800],
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ];
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? /** @type {const} */ (["second", 1]);
  if (unit === "second") return "just now";
  ago ??= new Intl.RelativeTimeFormat(undefined, { numeric: "auto" });
  return ago.format(Math.round(seconds / size), unit);
}

/** The local day as it is stored: "2026-03-01". */
export const dayKey = (date = new Date()) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;

/** Whole days from today; negative for the past. @param {Value | Date} value */
export const daysUntil = (value) =>
  Math.round((toDate(dayKey(toDate(value))).getTime() - toDate(dayKey()).getTime()) / 86_400_000);

/** "2019", and not "2,019". */
const year = /(?:^|_)(?:year|vintage|founded|jahr|jahrgang|baujahr)$/i;

/** A number by its field's name: years have no thousands. @param {string} name @param {Value} value */
export const formatCount = (name, value) => (year.test(name) ? String(value) : formatNumber(value));

/**
 * A field's value as text, for titles, exports and search.
 * @param {Pick<Field, "kind" | "name">} field
 * @param {Value} value
 */
export function formatField({ kind, name }, value) {
  if (isEmpty(value)) return "–";
  if (kind === "number") return formatCount(name, value);
  if (kind === "money") return formatMoney(value);
  if (kind === "percent") return formatPercent(value);
  if (kind === "rating") return formatNumber(value);
  if (kind === "date") return formatDate(value);
  if (kind === "datetime") return formatDateTime(value);
  if (kind === "boolean") return value ? "Yes" : "No";
  if (kind === "enum") return optionLabel(value);
  if ((kind === "tags" || kind === "multi") && Array.isArray(value)) return value.map(optionLabel).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
