/** Marks tint rows. A mark is `{ field: "due_date", is: "overdue", color: "#dc2626" }`, or has `is: "<5"`. */
import { isSettled } from "@/lib/fields";
import { daysUntil } from "@/lib/format";

/** @import { Row, Value } from "@/sdk/types" */

/** @typedef {{ field: string, is: string | number, color: string }} Mark */

const comparison = /^(<=?|>=?)(-?\d+(?:\.\d+)?)$/;
/** "<5": an empty field is neither less nor more. @param {Value} value @param {string} is */
function compares(value, is) {
  const [, sign = "", limit] = comparison.exec(is) ?? [];
  if (typeof value !== "number") return false;
  if (value === Number(limit)) return sign.length === 2;
  return value < Number(limit) === (sign[0] === "<");
}

/**
 * The tint of rows that meet a condition: `{ field: "due_date", is: "overdue", color: "#dc2626" }`, or `is: "<5"`.
 * @param {Mark[]} marks
 * @param {Row} row
 */
export function markOf(marks, row) {
  const mark = marks.find(({ field, is }) =>
    is === "overdue"
      ? row[field] &&
        daysUntil(row[field]) < 0 &&
        !Object.values(row).some((value) => typeof value === "string" && isSettled(value))
      : comparison.test(String(is))
        ? compares(row[field], String(is))
        : String(row[field]).toLowerCase() === String(is).toLowerCase(),
  );
  return (
    mark && { background: `color-mix(in srgb, ${mark.color} 12%, transparent)`, boxShadow: `inset 3px 0 ${mark.color}` }
  );
}
