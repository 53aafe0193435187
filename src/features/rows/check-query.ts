import "server-only";
import { AppError } from "@/errors";
import type { Entity } from "./entity";
import { rowSystemFields } from "@/shipped/contract";

/** What exported Base44 apps call the fields that every row has. */
const formerNames: Record<string, string> = {
  created_date: "createdAt",
  updated_date: "updatedAt",
  created_by: "creatorId",
};
/** Deeper than any filter may be: the compiler refuses it. */
const depthMax = 10;

/**
 * A field's name as rows have it; a dotted one reaches into a field of the schema.
 * @throws invalid-query naming a field that the entity does not have
 */
export function knownField({ name, schema }: Entity, field: string): string {
  if (Object.hasOwn(schema.properties, field.split(".", 1)[0]!) || rowSystemFields.some((system) => system === field))
    return field;
  const former = Object.hasOwn(formerNames, field) ? formerNames[field] : undefined;
  if (former) return former;
  throw new AppError("invalid-query", undefined, `"${field.slice(0, 60)}" is not a field of ${name}`);
}

/** "-created_date,name" with the names that rows have. */
export function knownSort(entity: Entity, sort: string | undefined): string | undefined {
  const part = (text: string) => {
    const [, sign = "", field = ""] = /^\s*([-+]?)(.*?)\s*$/s.exec(text)!;
    return field === "" ? "" : sign + knownField(entity, field);
  };
  return sort?.split(",").map(part).join(",");
}

/** A filter with the names that rows have. What is no filter is left to the compiler, which says so. */
export function knownFilter(entity: Entity, filter: unknown, depth = 0): unknown {
  if (typeof filter !== "object" || filter === null || Array.isArray(filter) || depth > depthMax) return filter;
  const inner = (value: unknown) => knownFilter(entity, value, depth + 1);
  return Object.fromEntries(
    Object.entries(filter).map(([key, value]) => {
      if (key === "$not") return [key, inner(value)];
      if (key === "$and" || key === "$or") return [key, Array.isArray(value) ? value.map(inner) : value];
      return [key.startsWith("$") ? key : knownField(entity, key), value];
    }),
  );
}
