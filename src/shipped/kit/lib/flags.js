import { fieldOf } from "@/lib/fields";
import { dayKey } from "@/lib/format";

/**
 * @import { Entity, Field } from "@/lib/fields"
 * @import { Query, Row, Value } from "@/sdk/types"
 */

/**
 * Names the rows that meet a filter: `{ label: "Low stock", when: { stock: { $lte: { $field: "reorder_level" } } } }`.
 * @typedef {{ label: string, when: Query }} Flag
 */

/**
 * A day from today as a date field holds it.
 * @param {Entity} entity
 * @param {string} name
 * @param {number} days
 */
export function dayOf(entity, name, days) {
  const date = new Date(new Date().setHours(0, 0, 0, 0));
  date.setDate(date.getDate() + days);
  return fieldOf(entity, name)?.kind === "datetime" ? date.toISOString() : dayKey(date);
}

const relative = /^(?:today|([+-]\d+)d)$/;
/** @param {Entity} entity @param {string} name */
const isOfDates = (entity, name) => ["date", "datetime"].includes(fieldOf(entity, name)?.kind ?? "");
/** @param {unknown} value @returns {value is Query} */
const isTests = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The filter of a flag as it is today. A flag names rows that meet a filter: `{ label: "Low stock", when: { stock: { $lte: { $field:
 * "reorder_level" } } } }`; in it dates may be "today", "+7d" or "-2d".
 * @param {Entity} entity
 * @param {Pick<Flag, "when">} flag
 * @returns {Query}
 */
export function filterOf(entity, { when }) {
  /** @param {string} name @param {unknown} value */
  const now = (name, value) => {
    const days = typeof value === "string" && isOfDates(entity, name) ? relative.exec(value) : null;
    return days ? dayOf(entity, name, Number(days[1] ?? 0)) : value;
  };
  return Object.fromEntries(
    Object.entries(when).map(([name, tests]) => [
      name,
      isTests(tests)
        ? Object.fromEntries(Object.entries(tests).map(([test, value]) => [test, now(name, value)]))
        : now(name, tests),
    ]),
  );
}

/** @param {unknown} left @param {unknown} right */
const isBefore = (left, right) =>
  (typeof left === "number" && typeof right === "number" && left < right) ||
  (typeof left === "string" && typeof right === "string" && left < right) ||
  (typeof left === "boolean" && typeof right === "boolean" && left < right);
/** @type {Record<string, (value: Value, other: unknown) => boolean>} */
const tests = {
  $eq: (value, other) => value === other,
  $ne: (value, other) => value !== other,
  $lt: isBefore,
  $lte: (value, other) => isBefore(value, other) || (value !== null && value === other),
  $gt: (value, other) => isBefore(other, value),
  $gte: (value, other) => isBefore(other, value) || (value !== null && value === other),
  $in: (value, others) => Array.isArray(others) && others.includes(value),
  $nin: (value, others) => !(Array.isArray(others) && others.includes(value)),
};

/**
 * Whether a row meets a flag's filter, by the server's rules: only values of one type compare.
 * @param {Row} row
 * @param {Query} filter
 */
function meets(row, filter) {
  return Object.entries(filter).every(([name, wanted]) =>
    Object.entries(isTests(wanted) ? wanted : { $eq: wanted }).every(([test, value]) => {
      const other = isTests(value) ? (row[String(value.$field)] ?? null) : value;
      return tests[test]?.(row[name] ?? null, other) ?? false;
    }),
  );
}

/** Labels of the flags that hold for a row. @param {Entity} entity @param {Row} row @param {Flag[]} flags */
export const flagsOf = (entity, row, flags) =>
  flags.filter((flag) => meets(row, filterOf(entity, flag))).map(({ label }) => label);

/**
 * The fields of a flag that say how bad it is: what is compared, before what only narrows.
 * @param {Entity} entity
 * @param {Flag} flag
 */
export const measuredBy = (entity, { when }) =>
  Object.entries(when)
    .filter(([, wanted]) => isTests(wanted) && Object.keys(wanted).some((test) => /^\$[lg]te?$/.test(test)))
    .map(([name]) => fieldOf(entity, name))
    .filter((field) => field !== undefined);
