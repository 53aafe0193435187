import { canBeUnique } from "@/shipped/contract";
import { labelOf } from "@/value-words";
import type { EntityProperty, EntitySchema } from "@/features/rows/schema";
import type { ColumnKind, ColumnRights } from "./limits";
import { rightsOfColumn } from "./rules";

export type TableColumn = {
  id: string;
  label: string;
  dataType: ColumnKind;
  /** Unique, even where the schema repeats one. */ options: string[];
  readonly: boolean;
  /** Created At and User ID, which no file of the table names. A viewer's other columns are read-only too. */
  isSystem?: true;
  /** Added since the table was opened: the grid shows it. */ created: boolean;
  reference?: string | undefined;
  /** Whether it refers to several rows. */ isList?: boolean;
  isRequired: boolean;
  isUnique?: boolean;
  /** Undefined where everybody who reaches the row sees and sets it; "own" are rights that its file alone can say. */
  rights?: Exclude<ColumnRights, "open"> | "own";
  /** Whether options are numbers. */ isNumeric?: boolean;
};

/** An array edited as one list, "split by a chosen character": of texts, options or numbers. Other arrays are JSON. */
export const isListed = ({ type, items }: EntityProperty): boolean =>
  type === "array" && items?.type !== "object" && items?.type !== "array";

/**
 * "image (name contains image), datetime, boolean, select (enum), text, number, multiselect (array with enum items),
 * json (other arrays and objects)".
 */
export function kindOf(name: string, { type, format, enum: options, items }: EntityProperty): ColumnKind {
  if (/image/i.test(name) && (type === undefined || type === "string")) return "image";
  if (format === "date-time") return "datetime";
  if (type === "boolean") return "boolean";
  if (Array.isArray(options)) return "select";
  if (type === "number" || type === "integer") return "number";
  if (type === "array") return Array.isArray(items?.enum) ? "multiselect" : "json";
  return type === "object" ? "json" : "text";
}

/**
 * "first name" → "first_name": a new field's key from its label. A label without usable letters gets a numbered key and
 * stays the title.
 */
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

/** The entity that a field refers to, and whether it is a list. */
function referenceOf({ type, items, "x-reference": own }: EntityProperty): Pick<TableColumn, "reference" | "isList"> {
  if (type !== "array") return { reference: own };
  const reference = own ?? items?.["x-reference"];
  return reference === undefined ? {} : { reference, isList: true };
}

/**
 * The entity's own columns, then the read-only ones: Created At and User ID.
 * @param known the fields that there were when the table was opened
 */
export function columnsOf({ properties, required = [] }: EntitySchema, known?: ReadonlySet<string>): TableColumn[] {
  const own = Object.entries(properties).map(([id, property]): TableColumn => {
    const dataType = kindOf(id, property);
    const rights = rightsOfColumn(property);
    const options = (dataType === "multiselect" ? property.items?.enum : property.enum) ?? [];
    return {
      id,
      label: labelOf(id, property.title),
      dataType,
      options: [...new Set(options.map(String))],
      readonly: false,
      created: known?.has(id) === false,
      ...referenceOf(property),
      isRequired: required.includes(id),
      ...(property["x-unique"] === true && canBeUnique(id, property) && { isUnique: true }),
      ...(rights !== "open" && { rights }),
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
    isSystem: true,
    created: false,
    isRequired: false,
  });
  return [...own, system("createdAt", "Created At", "datetime"), system("creatorId", "User ID", "text")];
}
