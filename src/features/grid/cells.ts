import { typedNumber } from "@/engines/typed-number";
import type { TableColumn } from "@/features/entities/columns";

/** "Text cells over 50 characters or containing newlines open the dialog editor" (2-builder.md §9). */
export const inlineTextMax = 50;

const shortDate = new Intl.DateTimeFormat("en-US", {
  year: "2-digit",
  month: "numeric",
  day: "numeric",
  hour: "numeric",
  minute: "2-digit",
  hour12: true,
});

/** What a cell shows. "Datetime shown as short US date with 12-hour time" (2-builder.md §5). */
export function displayOf({ dataType }: Pick<TableColumn, "dataType">, value: unknown): string {
  if (value === null || value === undefined) return "";
  if (dataType === "datetime") {
    const date = new Date(typeof value === "string" ? value : Number.NaN);
    return Number.isNaN(date.getTime()) ? textOf(value) : shortDate.format(date);
  }
  if (Array.isArray(value) && dataType === "multiselect") return value.join(", ");
  return textOf(value);
}

const textOf = (value: unknown): string => (typeof value === "string" ? value : JSON.stringify(value));

export type CellReading = { ok: true; value: unknown } | { ok: false; message: string };
const read = (value: unknown): CellReading => ({ ok: true, value });
const refuse = (message: string): CellReading => ({ ok: false, message });

/** An option in its column's type. */
export const optionValue = ({ isNumeric }: Pick<TableColumn, "isNumeric">, option: string): string | number =>
  isNumeric && option.trim() !== "" && Number.isFinite(Number(option)) ? Number(option) : option;

const booleans: Record<string, boolean> = { true: true, "1": true, false: false, "0": false };

/** "Boolean cell accepts true/'true'/1/'1' as true" (2-builder.md §5), for stored values too. */
export const isTicked = (value: unknown): boolean =>
  (typeof value === "string" || typeof value === "number" ? booleans[String(value)] : value) === true;

/** Splits a text into options. Options may contain separators themselves, so the longest match wins. */
export function optionsIn(text: string, options: string[]): string[] | undefined {
  const longestFirst = options.toSorted((a, b) => b.length - a.length);
  const found = new Set<string>();
  for (let rest = text.replace(/^[\s,;|]+/, ""); rest !== ""; rest = rest.replace(/^[\s,;|]+/, "")) {
    const next = longestFirst.find(
      (option) =>
        option !== "" &&
        rest.toLowerCase().startsWith(option.toLowerCase()) &&
        /^\s*([,;|]|$)/.test(rest.slice(option.length)),
    );
    if (next === undefined) return undefined;
    found.add(next);
    rest = rest.slice(next.length);
  }
  return [...found];
}

/** Parses typed or pasted text for a column (2-builder.md §5). Empty text is no value. */
export function readCell(column: TableColumn, text: string): CellReading {
  const { dataType, options, label } = column;
  const trimmed = text.trim();
  if (trimmed === "") return read(null);
  switch (dataType) {
    case "number": {
      const number = typedNumber(trimmed);
      return number === undefined ? refuse(`${label} must be a number`) : read(number);
    }
    case "boolean": {
      const found = booleans[trimmed.toLowerCase()];
      return found === undefined ? refuse(`${label} must be true or false`) : read(found);
    }
    case "datetime": {
      const time = Date.parse(trimmed);
      return Number.isNaN(time) ? refuse(`${label} must be a date`) : read(new Date(time).toISOString());
    }
    case "select": {
      const found = options.find((option) => option.toLowerCase() === trimmed.toLowerCase());
      return found === undefined
        ? refuse(`${label} must be one of ${options.join(", ")}`)
        : read(optionValue(column, found));
    }
    case "multiselect": {
      const found = optionsIn(trimmed, options);
      return found ? read(found) : refuse(`${label} takes ${options.join(", ")}`);
    }
    case "json":
      return readJson(text);
    default:
      return read(text);
  }
}

/** "JSON cell must parse, else 'Invalid JSON: {reason}'; empty text saves null" (2-builder.md §5). */
export function readJson(text: string): CellReading {
  if (text.trim() === "") return read(null);
  try {
    return read(JSON.parse(text));
  } catch (error) {
    return refuse(`Invalid JSON: ${error instanceof Error ? error.message : "it does not parse"}`);
  }
}

/** A pending row can be saved once it has a value and all required fields. */
export function canSaveRow(columns: TableColumn[], fields: Record<string, unknown>): boolean {
  const isFilled = (value: unknown) => value !== undefined && value !== null && value !== "";
  return (
    Object.values(fields).some(isFilled) && columns.every(({ id, isRequired }) => !isRequired || isFilled(fields[id]))
  );
}
