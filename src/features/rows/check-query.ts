import "server-only";
import { AppError } from "@/errors";
import type { Entity } from "./entity";
import { rowSystemFields } from "@/shipped/contract";

/** Names of system fields in exported Base44 apps. */
const formerNames: Record<string, string> = {
  created_date: "createdAt",
  updated_date: "updatedAt",
  created_by: "creatorId",
};
/** Recursion guard; the compiler refuses filters long before this depth. */
const depthMax = 10;

/**
 * A field's current name; a dotted one addresses a nested value.
 * @throws invalid-query naming a field that the entity does not have
 */
export function knownField({ name, schema }: Entity, field: string): string {
  if (Object.hasOwn(schema.properties, field.split(".", 1)[0]!) || rowSystemFields.some((system) => system === field))
    return field;
  const former = Object.hasOwn(formerNames, field) ? formerNames[field] : undefined;
  if (former) return former;
  throw new AppError("invalid-query", undefined, `"${field.slice(0, 60)}" is not a field of ${name}`);
}

/** "-created_date,name" with current names. */
export function knownSort(entity: Entity, sort: string | undefined): string | undefined {
  const part = (text: string) => {
    const [, sign = "", field = ""] = /^\s*([-+]?)(.*?)\s*$/s.exec(text)!;
    return field === "" ? "" : sign + knownField(entity, field);
  };
  return sort?.split(",").map(part).join(",");
}

/** A filter with current names. Malformed filters pass through: the compiler reports them. */
export function knownFilter(entity: Entity, filter: unknown, depth = 0): unknown {
  if (typeof filter !== "object" || filter === null || Array.isArray(filter) || depth > depthMax) return filter;
  const inner = (value: unknown) => knownFilter(entity, value, depth + 1);
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) => {
      if (key === "$not") return [key, inner(value)];
      if (key === "$and" || key === "$or") return [key, Array.isArray(value) ? value.map(inner) : value];
      return [key.startsWith("$") ? key : knownField(entity, key), withKnownFields(entity, value)];
    }),
  );
}

/** Names of other fields in comparisons: `{ $lte: { $field: "reorder_level" } }`. */
function withKnownFields(entity: Entity, value: unknown): unknown {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([operator, other]: [string, unknown]) => {
      const isField =
        typeof other === "object" && other !== null && "$field" in other && typeof other.$field === "string";
      return [operator, isField ? { ...other, $field: knownField(entity, other.$field as string) } : other];
    }),
  );
}
