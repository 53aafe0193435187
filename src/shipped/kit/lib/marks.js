/**
 * Marks tint rows. A mark is `{ field: "due_date", is: "overdue", color: "#dc2626" }`, has `is: "<5"`, `is: "<reorder_level"` or `is: "<-30d"` (a day), and
 * may name further reasons that must hold as well: `and: [{ field: "status", is: "done", isNot: true }]`.
 */
import { isSettled } from "@/lib/fields";
import { daysUntil } from "@/lib/format";

/** @import { Row, Value } from "@/sdk/types" */

/** @typedef {{ field: string, is: string | number, isNot?: boolean }} Reason */
/** @typedef {Reason & { color: string, and?: Reason[] }} Mark */

const comparison = /^(<=?|>=?)(-?\d+(?:\.\d+)?|[a-z]\w*)$/i;
const days = /^([<>])([+-]\d+)d$/;
/** "<-30d": more than 30 days ago; an empty date is neither before nor after. @param {Value} value @param {string} is */
function isOfDays(value, is) {
  const [, sign = "", count = ""] = days.exec(is) ?? [];
  if (!value) return false;
  return sign === "<" ? daysUntil(value) < Number(count) : daysUntil(value) > Number(count);
}
/** "<5", "<reorder_level": an empty field is neither less nor more. @param {Row} row @param {Value} value @param {string} is */
function compares(row, value, is) {
  const [, sign = "", said = ""] = comparison.exec(is) ?? [];
  const limit = said in row ? row[said] : Number(said);
  if (typeof value !== "number" || typeof limit !== "number" || Number.isNaN(limit)) return false;
  if (value === limit) return sign.length === 2;
  return value < limit === (sign[0] === "<");
}

/** @param {Row} row @param {Reason} reason */
function holds(row, { field, is, isNot = false }) {
  const value = row[field];
  const isSo =
    is === "empty"
      ? value === null || value === undefined || value === ""
      : is === "overdue"
        ? Boolean(value) &&
          daysUntil(value) < 0 &&
          !Object.values(row).some((other) => typeof other === "string" && isSettled(other))
        : days.test(String(is))
          ? isOfDays(value, String(is))
          : comparison.test(String(is))
            ? compares(row, value, String(is))
            : String(value ?? false).toLowerCase() === String(is).toLowerCase();
  return isSo !== isNot;
}

/**
 * The tint of rows for which a mark's reasons all hold: `{ field: "due_date", is: "overdue", color: "#dc2626" }`.
 * @param {Mark[]} marks
 * @param {Row} row
 */
export function markOf(marks, row) {
  const mark = marks.find(({ and = [], ...first }) => [first, ...and].every((reason) => holds(row, reason)));
  return (
    mark && { background: `color-mix(in srgb, ${mark.color} 12%, transparent)`, boxShadow: `inset 3px 0 ${mark.color}` }
  );
}
