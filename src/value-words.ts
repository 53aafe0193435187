/** Names of expected types for people. */
const kinds: Record<string, string> = {
  string: "text",
  number: "a number",
  int: "a whole number",
  integer: "a whole number",
  boolean: "true or false",
  array: "a list",
  object: "an object",
  record: "an object",
  date: "a date",
  nan: "a number",
  null: "empty",
  undefined: "left out",
};
const formats: Record<string, string> = {
  email: "an email address",
  url: "a web address",
  uri: "a web address",
  datetime: "a date with a time",
  "date-time": "a date with a time",
  date: "a date",
  time: "a time of day",
  uuid: "an id",
};

export const listOf = (values: unknown) =>
  Array.isArray(values) ? values.map(String).slice(0, 20).join(", ") : String(values);

/** Faults of a value, to follow its field's name; shared by requests (input-words.ts), rows and imports. */
export const faults = {
  missing: () => "is required",
  /** @param expected a type of JSON Schema or zod, or alternatives */
  kind: (expected: unknown) =>
    `must be ${[expected]
      .flat()
      .map((one) => kinds[String(one)] ?? String(one))
      .join(" or ")}`,
  format: (format: unknown) => (formats[String(format)] ? `must be ${formats[String(format)]}` : undefined),
  signs: () => "has signs that are not allowed here",
  form: () => "does not have the form that is asked for here",
  choice: (values: unknown) => `must be one of ${listOf(values)}`,
  long: (most: unknown) => `takes ${String(most)} characters max`,
  short: (least: unknown) => `needs at least ${String(least)} characters`,
  many: (most: unknown) => `takes ${String(most)} entries at most`,
  few: (least: unknown) => `needs at least ${String(least)} ${least === 1 ? "entry" : "entries"}`,
  high: (most: unknown, isIncluded = true) => `must be ${isIncluded ? "at most" : "less than"} ${String(most)}`,
  low: (least: unknown, isIncluded = true) => `must be ${isIncluded ? "at least" : "more than"} ${String(least)}`,
  step: (step: unknown) => `must be a multiple of ${String(step)}`,
  /** @param value undefined for a value that says nothing to people, such as an id */
  taken: (value?: string) =>
    `must be unique: ${value === undefined ? "another row has this one" : `another row has "${value}"`} already`,
  other: () => "is not valid",
};

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
