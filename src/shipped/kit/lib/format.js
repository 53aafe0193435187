import { isEmpty, optionLabel } from "@/lib/fields";

let currency = "USD";
/** The currency in which amounts are shown: "EUR". */
export const setCurrency = (code) => void (currency = code ?? "USD");

const formatters = new Map();
/** Number formats cost a millisecond to make: each is made once. */
function number(options) {
  const key = JSON.stringify(options);
  if (!formatters.has(key)) formatters.set(key, new Intl.NumberFormat(undefined, options));
  return formatters.get(key);
}
function dates(options) {
  const key = `date${JSON.stringify(options)}`;
  if (!formatters.has(key)) formatters.set(key, new Intl.DateTimeFormat(undefined, options));
  return formatters.get(key);
}

/** "2026-03-01" is that day here, whatever the time zone. */
export function toDate(value) {
  if (value instanceof Date) return value;
  const day = /^(\d{4})-(\d{2})-(\d{2})$/.exec(String(value));
  return day ? new Date(Number(day[1]), Number(day[2]) - 1, Number(day[3])) : new Date(value);
}
const written = (value, options) => {
  if (isEmpty(value)) return "–";
  const date = toDate(value);
  return Number.isNaN(date.getTime()) ? String(value) : dates(options).format(date);
};

export const formatDate = (value) => written(value, { day: "numeric", month: "short", year: "numeric" });
export const formatDay = (value) => written(value, { weekday: "short", day: "numeric", month: "short" });
export const formatTime = (value) => written(value, { hour: "2-digit", minute: "2-digit" });
export const formatDateTime = (value) =>
  written(value, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
export const formatMonth = (value) => written(value, { month: "long", year: "numeric" });
export const formatMoney = (value) =>
  isEmpty(value)
    ? "–"
    : number({ style: "currency", currency, maximumFractionDigits: Number.isInteger(Number(value)) ? 0 : 2 }).format(
        Number(value),
      );
export const formatNumber = (value) =>
  isEmpty(value) ? "–" : number({ maximumFractionDigits: 2 }).format(Number(value));
export const formatCompact = (value) => number({ notation: "compact", maximumFractionDigits: 1 }).format(Number(value));
export const formatPercent = (value) =>
  isEmpty(value) ? "–" : `${number({ maximumFractionDigits: 1 }).format(Number(value))}%`;

/** "3 days ago", "in 2 hours" */
export function formatAgo(value) {
  const seconds = (toDate(value).getTime() - Date.now()) / 1000;
  const steps = [
    ["year", 31_536_000],
    ["month", 2_592_000],
    ["week", 604_800],
    ["day", 86_400],
    ["hour", 3_600],
    ["minute", 60],
  ];
  const [unit, size] = steps.find(([, length]) => Math.abs(seconds) >= length) ?? ["second", 1];
  if (unit === "second") return "just now";
  if (!formatters.has("ago")) formatters.set("ago", new Intl.RelativeTimeFormat(undefined, { numeric: "auto" }));
  return formatters.get("ago").format(Math.round(seconds / size), unit);
}

/** The local day as it is stored: "2026-03-01". */
export const dayKey = (date = new Date()) =>
  `${date.getFullYear()}-${String(date.getMonth() + 1).padStart(2, "0")}-${String(date.getDate()).padStart(2, "0")}`;

/** Whole days from today; negative for the past. */
export const daysUntil = (value) => Math.round((toDate(dayKey(toDate(value))) - toDate(dayKey())) / 86_400_000);

/** A field's value as text, for titles, exports and search. */
export function formatField({ kind }, value) {
  if (isEmpty(value)) return "–";
  if (kind === "money") return formatMoney(value);
  if (kind === "percent") return formatPercent(value);
  if (kind === "number" || kind === "rating") return formatNumber(value);
  if (kind === "date") return formatDate(value);
  if (kind === "datetime") return formatDateTime(value);
  if (kind === "boolean") return value ? "Yes" : "No";
  if (kind === "enum") return optionLabel(value);
  if (kind === "tags" || kind === "multi") return value.map(optionLabel).join(", ");
  return typeof value === "object" ? JSON.stringify(value) : String(value);
}
