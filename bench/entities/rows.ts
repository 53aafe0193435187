/** Rows of both sides: twelve fields of four types, and a status that one row in fifty has. */
export const names = Array.from({ length: 12 }, (_, index) => `f${index}`);

const propertyOf = (index: number) =>
  index === 11
    ? { type: "string", enum: ["open", "won"] }
    : index % 4 === 1
      ? { type: "number" }
      : index % 4 === 2
        ? { type: "boolean" }
        : index % 4 === 3
          ? { type: "string", format: "date-time" }
          : { type: "string" };

/** `creator` for both: the default of generated apps (2-builder.md §3), and the most expensive pair for members. */
export const schema = {
  name: "Row",
  type: "object",
  properties: Object.fromEntries(names.map((name, index) => [name, propertyOf(index)])),
  required: [],
  "x-accessControl": { read: "creator", write: "creator" },
};

export type Data = Record<string, string | number | boolean>;

function valueOf(row: number, index: number): string | number | boolean {
  if (index === 11) return row % 50 === 0 ? "won" : "open";
  if (index % 4 === 1) return row * 1.5 + index;
  if (index % 4 === 2) return (row + index) % 2 === 0;
  if (index % 4 === 3) return new Date(Date.UTC(2026, 0, 1) + row * 60_000).toISOString();
  return `text ${row} of column ${index}`;
}

export const dataOf = (row: number): Data =>
  Object.fromEntries(names.map((name, index) => [name, valueOf(row, index)]));

export const csvLine = (row: number) => `${names.map((_name, index) => valueOf(row, index)).join(",")}\n`;

/** The only filter: matches 2 % of the rows. */
export const filter = { f11: "won" };
