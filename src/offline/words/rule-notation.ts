import { fieldName } from "./field-notation";

/** A value by name, of this row or counted over the rows that point to it. */
export type Operand =
  | { kind: "field"; name: string }
  | { kind: "number"; value: number }
  | { kind: "rows"; of: "count" | "sum" | "average" | "latest"; thing: string; field?: string };

/** "amount = quantity * price", "left = capacity - count(Booking)". Worked from left to right. */
export type Computed = { label: string; name: string; first: Operand; rest: { operator: string; operand: Operand }[] };

export type Condition = {
  field: string;
  operator: "<" | "<=" | ">" | ">=" | "is" | "is not";
  /** A literal, "today", or another field. */
  value: string | number | boolean;
  isField: boolean;
};

/** A name for rows for which every condition holds. */
export type Flag = { label: string; conditions: Condition[] };

function parseOperand(text: string): Operand {
  const rows = /^(count|sum|average|latest)\(([^.)]+)(?:\.([^)]+))?\)$/.exec(text);
  if (rows) {
    const of = rows[1] as "count" | "sum" | "average" | "latest";
    return { kind: "rows", of, thing: rows[2]!.trim(), ...(rows[3] ? { field: fieldName(rows[3]) } : {}) };
  }
  return /^[\d.]+$/.test(text) ? { kind: "number", value: Number(text) } : { kind: "field", name: fieldName(text) };
}

/** @throws where the text has no "name = value" */
export function parseComputed(text: string): Computed {
  const [label, right] = text.split(/\s*=\s*/, 2);
  if (!label || !right) throw new Error(`“${text}” computes nothing.`);
  const [first = "", ...others] = right.split(/\s+([-+*/])\s+/);
  const rest = [];
  for (let at = 0; at + 1 < others.length; at += 2)
    rest.push({ operator: others[at]!, operand: parseOperand(others[at + 1]!) });
  return { label, name: fieldName(label), first: parseOperand(first), rest };
}

function parseCondition(text: string, fields: ReadonlySet<string>): Condition {
  const match = /^(.+?)\s+(<=|>=|<|>|is not|is)\s+(.+)$/.exec(text.trim());
  if (!match) throw new Error(`“${text}” is no condition.`);
  const [, left = "", operator, right = ""] = match;
  const isField = fields.has(fieldName(right)) && !/^(is|is not)$/.test(operator!);
  const literal = /^-?[\d.]+$/.test(right) ? Number(right) : right === "yes" ? true : right === "no" ? false : right;
  return {
    field: fieldName(left),
    operator: operator as Condition["operator"],
    value: isField ? fieldName(right) : literal,
    isField,
  };
}

/** "Overdue: due < today and returned is no". @param fields the names of the row's fields */
export function parseFlag(text: string, fields: ReadonlySet<string>): Flag {
  const at = text.indexOf(":");
  if (at < 1) throw new Error(`“${text}” has no name.`);
  const conditions = text
    .slice(at + 1)
    .split(" and ")
    .map((part) => parseCondition(part, fields));
  return { label: text.slice(0, at), conditions };
}
