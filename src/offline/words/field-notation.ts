import { abbreviated } from "../language/inflect";
import { type FieldType, fieldTypes } from "./schema";

/** An option of a dropdown; its meaning gives it a colour. */
export type Option = { value: string; meaning: "neutral" | "good" | "attention" | "bad" };

export type Field = {
  /** What people read: "Read on". */
  label: string;
  /** What rows are stored under: "read_on". */
  name: string;
  type: FieldType;
  /** Of `option` and `options`, in their natural order. */
  options?: Option[];
  /** The thing that a relation points to. */
  to?: string;
  isRequired: boolean;
  /** Dates stay relative: "today", "+14d". */
  default?: string | number | boolean;
};

/** The type, and the options, of a field that names none. */
export type Inferred = { type: FieldType; options?: Option[] };

export const fieldName = (label: string) =>
  label
    .normalize("NFKD")
    .replace(/[^A-Za-z0-9]+/g, " ")
    .trim()
    .toLowerCase()
    .replaceAll(" ", "_");

const marks: Record<string, Option["meaning"]> = { "+": "good", "~": "attention", "-": "bad" };

/** "paid+ | open | overdue-" in the given order. */
export function parseOptions(text: string, divider: string): Option[] {
  return text
    .split(divider)
    .map((part) => part.trim())
    .map((part): Option => {
      const meaning = marks[part.at(-1) ?? ""];
      return meaning ? { value: part.slice(0, -1), meaning } : { value: part, meaning: "neutral" };
    });
}

function typedAs(text: string): Inferred & { to?: string } {
  if (text.startsWith("->")) return { type: "relation", to: text.slice(2).trim() };
  if (text.startsWith("[")) return { type: "options", options: parseOptions(text.slice(1, -1), ",") };
  if (text.includes("|")) return { type: "option", options: parseOptions(text, "|") };
  const type = fieldTypes.find((known) => known === text);
  if (!type) throw new Error(`“${text}” is no type of field.`);
  return { type };
}

function typedDefault(type: FieldType, text: string): Field["default"] {
  if (["number", "integer", "money", "percent", "rating", "duration"].includes(type)) return Number(text);
  return type === "boolean" ? text === "yes" : text;
}

/**
 * One field: "title!", "author -> Author", "copies: integer = 1", "read on: date?", "genre: fiction | non-fiction", "days: [Mon, Tue]".
 * @throws where the text is no field
 */
export function parseField(text: string, infer: (label: string) => Inferred): Field {
  const [before = "", fallback] = text.split(/\s+=\s+(?=[^=]*$)/);
  const isRequired = /!/.test(before);
  const plain = before.replace(/[?!](?=$|\s*(?:->|:))/g, "").trim();
  const match = /^([^:>[|]+?)\s*(?:(->.+)|:\s*(.+))?$/.exec(plain);
  if (!match) throw new Error(`“${text}” is no field.`);
  const label = abbreviated(match[1]!.charAt(0).toUpperCase() + match[1]!.slice(1));
  const said = (match[2] ?? match[3])?.trim();
  const kind: Inferred & { to?: string } = said ? typedAs(said) : infer(match[1]!);
  const field: Field = { label, name: fieldName(label), ...kind, isRequired };
  return fallback === undefined ? field : { ...field, default: typedDefault(field.type, fallback.trim()) };
}
