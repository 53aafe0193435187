import "server-only";
import type { Entity } from "../../model/app-model";

type Row = Record<string, unknown>;

/** Gives each sample row a value of its own in the unique fields: "Oak desk", "Oak desk 2". */
export function keptApart(entity: Entity, rows: Row[]): Row[] {
  const unique = Object.keys(entity.properties).filter((name) => entity.properties[name]!["x-unique"]);
  if (unique.length === 0) return rows;
  const taken = new Map(unique.map((name) => [name, new Set<string>()]));
  return rows.map((row) => {
    const own = { ...row };
    for (const name of unique) {
      const seen = taken.get(name)!;
      let value = own[name];
      for (let number = 2; isTaken(seen, value); number += 1) value = numbered(own[name], number);
      if (value === undefined) delete own[name];
      else {
        own[name] = value;
        seen.add(keyOf(value));
      }
    }
    return own;
  });
}

const keyOf = (value: unknown) => JSON.stringify(value).trim().toLowerCase();
const isTaken = (seen: Set<string>, value: unknown) => value !== undefined && seen.has(keyOf(value));

/** Dates, options and references have no other value that would be true: such a row has none. */
function numbered(value: unknown, number: number): unknown {
  if (typeof value === "number") return value + number - 1;
  if (typeof value !== "string" || /^\d{4}-\d\d-\d\d/.test(value) || value.startsWith("$ref:")) return undefined;
  const at = value.indexOf("@");
  return at > 0 ? `${value.slice(0, at)}${number}${value.slice(at)}` : `${value} ${number}`;
}
