import type { EntityProperty, EntitySchema } from "@/features/rows/schema";
import type { ColumnKind } from "./schema";

export type TableColumn = {
  id: string;
  label: string;
  dataType: ColumnKind;
  /** Each once, also where a schema repeats one. */ options: string[];
  readonly: boolean;
  reference?: string | undefined;
  /** It refers to several rows. */ isList?: boolean;
  isRequired: boolean;
  /** Its options are numbers. */ isNumeric?: boolean;
};

/** "column width min 50, default 150, max 400; default column widths 100, or 200 for multiselect; created-at column 208" (2-builder.md §9). */
export const columnWidths = { min: 50, default: 150, max: 400, own: 100, multiselect: 200, createdAt: 208 };
/** "Add-column pseudo column id 999999" (2-builder.md §9): what stands behind the last column, so that no field can be called like it. */
export const addColumnId = "999999";
/** Wide enough for a row's number, and for a tick and a cross. */
export const markerWidth = 64;
/** "Table: row height 40, viewport 480" (2-builder.md §9). */
export const rowHeight = 40;
export const viewportHeight = 480;
/** "Text cells over 50 characters or containing newlines open the dialog editor" (2-builder.md §9). */
export const inlineTextMax = 50;

/** An array whose cell is one list, "split by a chosen character": of texts, of options, of numbers. One of objects or of arrays is JSON. */
export const isListed = ({ type, items }: EntityProperty): boolean =>
  type === "array" && items?.type !== "object" && items?.type !== "array";

/** "image (name contains image), datetime, boolean, select (enum), text, number, multiselect (array with enum items), json (other arrays and objects)". */
export function kindOf(name: string, { type, format, enum: options, items }: EntityProperty): ColumnKind {
  if (/image/i.test(name) && (type === undefined || type === "string")) return "image";
  if (format === "date-time") return "datetime";
  if (type === "boolean") return "boolean";
  if (Array.isArray(options)) return "select";
  if (type === "number" || type === "integer") return "number";
  if (type === "array") return Array.isArray(items?.enum) ? "multiselect" : "json";
  return type === "object" ? "json" : "text";
}

/** "first_name" and "firstName" → "First name". */
export function labelOf(name: string, title?: string): string {
  if (title) return title;
  const words = name
    .replaceAll(/([a-z0-9])([A-Z])/g, "$1 $2")
    .replaceAll(/[_-]+/g, " ")
    .trim()
    .toLowerCase();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** "first name" → "first_name": a new field's name, from what a person calls it. Words without a letter that a name takes get a number; they stay the title. */
export function fieldNameOf(label: string, taken: string[]): string {
  const name = label
    .trim()
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "_")
    .replaceAll(/^_+|_+$/g, "")
    .replace(/^([0-9])/, "_$1");
  if (name !== "" || label.trim() === "") return name;
  let number = 1;
  while (taken.includes(`column_${number}`)) number += 1;
  return `column_${number}`;
}

/** Whose rows a field refers to, and whether to several of them. */
function referenceOf({ type, items, "x-reference": own }: EntityProperty): Pick<TableColumn, "reference" | "isList"> {
  if (type !== "array") return { reference: own };
  const reference = own ?? items?.["x-reference"];
  return reference === undefined ? {} : { reference, isList: true };
}

/** The entity's own columns, then the read-only ones: Created At and User ID. */
export function columnsOf({ properties, required = [] }: EntitySchema): TableColumn[] {
  const own = Object.entries(properties).map(([id, property]): TableColumn => {
    const dataType = kindOf(id, property);
    const options = (dataType === "multiselect" ? property.items?.enum : property.enum) ?? [];
    return {
      id,
      label: labelOf(id, property.title),
      dataType,
      options: [...new Set(options.map(String))],
      readonly: false,
      ...referenceOf(property),
      isRequired: required.includes(id),
      ...(dataType === "select" &&
        property.type !== "string" &&
        options.length > 0 &&
        options.every((one) => typeof one === "number") && { isNumeric: true }),
    };
  });
  const system = (id: string, label: string, dataType: ColumnKind): TableColumn => ({
    id,
    label,
    dataType,
    options: [],
    readonly: true,
    isRequired: false,
  });
  return [...own, system("createdAt", "Created At", "datetime"), system("creatorId", "User ID", "text")];
}

export function widthOf({ id, dataType, readonly, isList }: TableColumn): number {
  if (id === "createdAt") return columnWidths.createdAt;
  if (readonly) return columnWidths.default;
  return dataType === "multiselect" || isList ? columnWidths.multiselect : columnWidths.own;
}

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

/** An option as its column holds it. */
export const optionValue = ({ isNumeric }: Pick<TableColumn, "isNumeric">, option: string): string | number =>
  isNumeric && option.trim() !== "" && Number.isFinite(Number(option)) ? Number(option) : option;

const booleans: Record<string, boolean> = { true: true, "1": true, false: false, "0": false };

/** "Boolean cell accepts true/'true'/1/'1' as true" (2-builder.md §5), also where rows hold it so. */
export const isTicked = (value: unknown): boolean =>
  (typeof value === "string" || typeof value === "number" ? booleans[String(value)] : value) === true;

/** The options that a text lists. One may hold a separator itself, so at each place the longest that fits counts. */
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

/** What typed or pasted text means in a column, by the rules of 2-builder.md §5. Empty text is no value. */
export function readCell(column: TableColumn, text: string): CellReading {
  const { dataType, options, label } = column;
  const trimmed = text.trim();
  if (trimmed === "") return read(null);
  switch (dataType) {
    case "number": {
      const number = Number(trimmed.replace(/^[$€£]\s*/, "").replaceAll(",", ""));
      return Number.isFinite(number) ? read(number) : refuse(`${label} must be a number`);
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

/** A pending row may be saved when something is in it and nothing that is required is missing. */
export function canSaveRow(columns: TableColumn[], fields: Record<string, unknown>): boolean {
  const isFilled = (value: unknown) => value !== undefined && value !== null && value !== "";
  return (
    Object.values(fields).some(isFilled) && columns.every(({ id, isRequired }) => !isRequired || isFilled(fields[id]))
  );
}
