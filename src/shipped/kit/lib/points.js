/** The points of a chart, from the groups that the server counted. */
import { fieldOf, optionLabel } from "@/lib/fields";
import { toDate } from "@/lib/format";
import { toneColor, toneOf } from "@/lib/tones";

/**
 * @import { Entity, Names } from "@/lib/fields"
 * @import { Group, Value } from "@/sdk/types"
 */

/**
 * @typedef {{ name: string, value: number | null, color: string }} Point an average of no rows is null
 * @typedef {{ points: Point[], format: (value: Value) => string }} ShapeProps
 */

const palette = ["--chart-1", "--chart-2", "--chart-3", "--chart-4", "--chart-5"];
/** How far a chart looks ahead, where something is planned. */
const monthsAhead = 3;
/** @param {string} key "2026-03" */
const monthName = (key) => toDate(`${key}-01`).toLocaleDateString(undefined, { month: "short" });

/**
 * Points of groups, in the order of the options, or of time without gaps.
 * @param {Entity} entity
 * @param {string} by
 * @param {`${"sum" | "avg"}:${string}` | undefined} metric
 * @param {Group[]} groups
 * @param {Names} names
 * @returns {Point[]}
 */
export function pointsOf(entity, by, metric, groups, names) {
  const field = fieldOf(entity, by);
  // No rows: their number and their sum are 0, an average there is none.
  const nothing = metric?.startsWith("avg:") ? null : 0;
  /** @param {Group | undefined} group */
  const valueOf = (group) => {
    const value = metric ? group?.[metric] : group?.count;
    return value ?? nothing;
  };
  if (!field || field.kind === "date" || field.kind === "datetime") {
    const known = new Map(groups.map((group) => [group.key, valueOf(group)]));
    const today = new Date();
    const months = Array.from({ length: 12 + monthsAhead }, (_, at) => {
      const month = new Date(today.getFullYear(), today.getMonth() - 11 + at, 1);
      const key = `${month.getFullYear()}-${String(month.getMonth() + 1).padStart(2, "0")}`;
      return { name: monthName(key), value: known.get(key) ?? nothing, color: "var(--chart-1)" };
    });
    // From the first month with rows to this one, or to the last one for which something is planned.
    const isFilled = months.map(({ value }) => Boolean(value));
    const first = isFilled.indexOf(true);
    return months.slice(first < 0 ? 0 : Math.min(first, 6), Math.max(11, isFilled.lastIndexOf(true)) + 1);
  }
  if (field.kind === "enum" || field.kind === "multi")
    return field.options.map((option) => ({
      name: optionLabel(option),
      value: valueOf(groups.find(({ key }) => key === option)),
      color: toneColor(toneOf(option, field.options)),
    }));
  /** @param {Value} key */
  const nameOf = (key) =>
    key === null || key === ""
      ? "None"
      : field.kind === "boolean"
        ? key
          ? "Yes"
          : "No"
        : (names[by]?.get(key) ?? optionLabel(key));
  return groups
    .map((group, at) => ({
      name: nameOf(group.key),
      value: valueOf(group),
      color: `var(${palette[at % palette.length]})`,
    }))
    .sort((left, right) => (right.value ?? 0) - (left.value ?? 0))
    .slice(0, 8);
}

/** @param {Point[]} points */
export const mostOf = (points) => Math.max(...points.map(({ value }) => value ?? 0), 1);
/** In percent. @param {number | null} value @param {number} whole */
export const shareOf = (value, whole) => ((value ?? 0) / whole) * 100;
