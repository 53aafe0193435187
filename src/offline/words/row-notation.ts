import { addDays, addMonths, addYears, format, startOfDay } from "date-fns";
import { type Field, fieldName } from "./field-notation";

export type Cell = string | number | boolean | string[];
/** A sample row by the names of its fields. A relation holds the title of the other row. */
export type Row = Record<string, Cell>;

const offset = /^(?:today|([+-]\d+)([dwmy]))(?:\s+(\d{1,2}):(\d{2}))?$/;

/** "+3d", "-2w", "+1d 14:30" or "2019-05-04", seen from a day. Null where the text is no day. */
export function dayOf(text: string, now: Date): Date | null {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return new Date(`${text}T00:00:00`);
  const match = offset.exec(text);
  if (!match) return null;
  const [, count = "0", unit = "d", hours = "0", minutes = "0"] = match;
  const amount = Number(count);
  const today = startOfDay(now);
  const day =
    unit === "m"
      ? addMonths(today, amount)
      : unit === "y"
        ? addYears(today, amount)
        : addDays(today, unit === "w" ? amount * 7 : amount);
  day.setHours(Number(hours), Number(minutes));
  return day;
}

/** "1h 30m" → 90. */
function minutesOf(text: string): number {
  const match = /^(?:(\d+)h)?\s*(?:(\d+)m)?$/.exec(text);
  return match && text !== "" ? Number(match[1] ?? 0) * 60 + Number(match[2] ?? 0) : Number.NaN;
}

function numberOf(field: Field, text: string): number {
  const value = field.type === "duration" ? minutesOf(text) : Number(text);
  if (!Number.isFinite(value)) throw new Error(`“${text}” is no number for ${field.label}.`);
  if (["integer", "rating"].includes(field.type) && !Number.isInteger(value))
    throw new Error(`“${text}” is no whole number for ${field.label}.`);
  if (field.type === "rating" && (value < 1 || value > 5)) throw new Error(`${field.label} goes from 1 to 5.`);
  return value;
}

function chosen(field: Field, text: string): string {
  if (!field.options?.some(({ value }) => value === text)) throw new Error(`“${text}” is no option of ${field.label}.`);
  return text;
}

/** @throws where the text does not fit the field */
export function parseCell(field: Field, text: string, now: Date): Cell {
  switch (field.type) {
    case "number":
    case "integer":
    case "money":
    case "percent":
    case "rating":
    case "duration":
      return numberOf(field, text);
    case "boolean":
      if (text !== "yes" && text !== "no") throw new Error(`${field.label} is yes or no, not “${text}”.`);
      return text === "yes";
    case "date":
    case "datetime": {
      const day = dayOf(text, now);
      if (!day) throw new Error(`“${text}” is no day for ${field.label}.`);
      return field.type === "date" ? format(day, "yyyy-MM-dd") : day.toISOString();
    }
    case "option":
      return chosen(field, text);
    case "options":
      return text.split(/,\s*/).map((part) => chosen(field, part));
    case "tags":
      return text.split(/,\s*/);
    default:
      return text;
  }
}

/** The rows below a line of column names. Empty cells are left out. @throws on an unknown column or a cell that does not fit */
export function parseRows(lines: string[], fields: Field[], now: Date): Row[] {
  const cells = (line: string) => line.split("|").map((cell) => cell.trim());
  const columns = cells(lines[0] ?? "").map((label) => {
    const field = fields.find(({ name }) => name === fieldName(label));
    if (!field) throw new Error(`No field is called “${label}”.`);
    return field;
  });
  return lines.slice(1).map((line) => {
    const values = cells(line);
    if (values.length > columns.length) throw new Error(`More cells than columns: “${line}”.`);
    const filled = columns.flatMap((field, at) =>
      values[at] ? [[field.name, parseCell(field, values[at], now)]] : [],
    );
    return Object.fromEntries(filled) as Row;
  });
}
