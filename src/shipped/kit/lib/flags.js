import { fieldOf } from "@/lib/fields";
import { dayKey } from "@/lib/format";

/** A day from today as a date field holds it. */
export function dayOf(entity, name, days) {
  const date = new Date(new Date().setHours(0, 0, 0, 0));
  date.setDate(date.getDate() + days);
  return fieldOf(entity, name)?.kind === "datetime" ? date.toISOString() : dayKey(date);
}

const relative = /^(?:today|([+-]\d+)d)$/;
const isOfDates = (entity, name) => ["date", "datetime"].includes(fieldOf(entity, name)?.kind);
const isTests = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/**
 * The filter of a flag as it is today. A flag names rows that meet a filter: `{ label: "Low stock", when: { stock: { $lte: { $field:
 * "reorder_level" } } } }`; in it dates may be "today", "+7d" or "-2d".
 */
export function filterOf(entity, { when }) {
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

const isBefore = (left, right) => typeof left === typeof right && left !== null && right !== null && left < right;
const tests = {
  $eq: (value, other) => value === other,
  $ne: (value, other) => value !== other,
  $lt: isBefore,
  $lte: (value, other) => isBefore(value, other) || (value !== null && value === other),
  $gt: (value, other) => isBefore(other, value),
  $gte: (value, other) => isBefore(other, value) || (value !== null && value === other),
  $in: (value, others) => others.includes(value),
  $nin: (value, others) => !others.includes(value),
};

/** Whether a row meets a flag's filter, by the server's rules: only values of one type compare. */
function meets(row, filter) {
  return Object.entries(filter).every(([name, wanted]) =>
    Object.entries(isTests(wanted) ? wanted : { $eq: wanted }).every(([test, value]) => {
      const other = isTests(value) ? (row[value.$field] ?? null) : value;
      return tests[test]?.(row[name] ?? null, other) ?? false;
    }),
  );
}

/** Labels of the flags that hold for a row. */
export const flagsOf = (entity, row, flags) =>
  flags.filter((flag) => meets(row, filterOf(entity, flag))).map(({ label }) => label);

/** The fields of a flag that say how bad it is: what is compared, before what only narrows. */
export const measuredBy = (entity, { when }) =>
  Object.entries(when)
    .filter(([, wanted]) => isTests(wanted) && Object.keys(wanted).some((test) => /^\$[lg]te?$/.test(test)))
    .map(([name]) => fieldOf(entity, name))
    .filter(Boolean);
