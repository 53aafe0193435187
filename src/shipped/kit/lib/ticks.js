/** How rows are ticked off: once and for all, or anew each day. */
import { useRef } from "react";
import { toastFailure } from "@/lib/failure";
import { fieldOfKind, fieldsOf, isSettled, titleFieldOf, titleOf } from "@/lib/fields";
import { dayKey, daysUntil } from "@/lib/format";
import { useRows } from "@/lib/rows";

/**
 * @import { Entity } from "@/lib/fields"
 * @import { RowList } from "@/lib/rows"
 * @import { Row, Values } from "@/sdk/types"
 */

/**
 * `canTick` and `toggle` take the list in which the row stands, which shows the change at once.
 * @typedef {object} Ticks
 * @property {(row: Row) => boolean} isDone
 * @property {(row: Row, list: RowList) => boolean} canTick
 * @property {(row: Row, list: RowList) => Promise<unknown>} toggle
 */

/**
 * The table whose rows say that something was done on a day: `{ entity: HabitCheck, by: "habit", on: "date" }`.
 * @typedef {{ entity: Entity, by: string, on: string }} Checks
 */

/** The field that counts how often something was done in a row. @param {Entity} entity */
export const streakOf = (entity) => fieldsOf(entity).find(({ kind, name }) => kind === "number" && /streak/.test(name));

/**
 * How a row is ticked off: a yes/no field, the settled option of its status, or the day on which it was last done.
 * @param {Entity} entity
 * @returns {{ isDone: (row: Row) => boolean, values: (row: Row) => Values } | undefined} whether a row is done, and what it becomes
 */
function tickOf(entity) {
  const fields = fieldsOf(entity);
  const flag = fields.find(
    ({ kind, name }) =>
      kind === "boolean" && /(done|completed?|checked|bought|watered|taken|read|paid|finished)/.test(name),
  );
  if (flag) return { isDone: (row) => row[flag.name] === true, values: (row) => ({ [flag.name]: !row[flag.name] }) };
  const stage = fields.find(({ kind, options }) => kind === "enum" && options.some(isSettled));
  const done = stage?.options.find(isSettled);
  if (stage)
    return {
      isDone: (row) => isSettled(row[stage.name]),
      values: (row) => ({
        [stage.name]: isSettled(row[stage.name]) ? (stage.options.find((option) => !isSettled(option)) ?? done) : done,
      }),
    };
  const last = fields.find(({ kind, name }) => kind === "date" && /last|done|completed|checked|watered/.test(name));
  if (!last) return undefined;
  /** @param {Row} row */
  const isDoneToday = (row) => String(row[last.name] ?? "").slice(0, 10) === dayKey();
  return {
    isDone: isDoneToday,
    values: (row) => {
      const isDone = isDoneToday(row);
      const before = row[last.name] ? -daysUntil(row[last.name]) : Infinity;
      return { [last.name]: isDone ? null : dayKey(), ...streakAfter(entity, row, isDone, before) };
    },
  };
}

/** @param {Entity} entity @returns {Ticks | undefined} */
export function ownTicks(entity) {
  const tick = tickOf(entity);
  return (
    tick && {
      isDone: tick.isDone,
      canTick: (row, list) => list.canChange(row),
      toggle: (row, list) => list.save(row.id, tick.values(row)),
    }
  );
}

/** How many days may lie between two times in a row. @type {Record<string, number>} */
const gaps = { weekdays: 3, weekly: 7, monthly: 31 };

/**
 * The count of times in a row once a row is ticked, or no longer is.
 * @param {Entity} entity @param {Row} row @param {boolean} isUndone
 * @param {number} before days since it was done before today
 * @returns {Values}
 */
function streakAfter(entity, row, isUndone, before) {
  const streak = streakOf(entity);
  if (!streak) return {};
  const count = Number(row[streak.name] ?? 0);
  const gap = Object.entries(gaps).find(([often]) => Object.values(row).includes(often))?.[1] ?? 1;
  return { [streak.name]: isUndone ? Math.max(0, count - 1) : before <= gap ? count + 1 : 1 };
}

/**
 * Ticks that are rows of another table, one a day: what is ticked today is open again tomorrow.
 * @param {Entity} entity @param {Checks} checks
 * @returns {Ticks}
 */
export function useCheckTicks(entity, { entity: checks, by, on }) {
  const kept = useRows(checks, { sort: `-${on}`, limit: 300 });
  const flag = fieldOfKind(checks, "boolean");
  const title = titleFieldOf(checks);
  /** @param {Row} row */
  const checksOf = (row) => kept.rows.filter((check) => check[by] === row.id);
  /** Two tabs may each have ticked the same row. @param {Row} row */
  const todaysOf = (row) => checksOf(row).filter((check) => daysUntil(check[on]) === 0);
  /** @param {Row} check */
  const holds = (check) => !flag || check[flag.name] === true;
  const busy = useRef(new Set());
  /** @param {Row} row */
  const daysBefore = (row) => {
    const last = checksOf(row).find((check) => holds(check) && daysUntil(check[on]) < 0);
    // What was counted before anybody ticked it here goes on.
    return last ? -daysUntil(last[on]) : 1;
  };
  /** @param {Row} row @param {Row[]} todays */
  async function turn(row, todays) {
    const held = todays.filter(holds);
    if (held.length > 0)
      return Promise.all(
        held.map((check) => (flag ? kept.save(check.id, { [flag.name]: false }) : checks.delete(check.id))),
      );
    if (todays[0] && flag) return kept.save(todays[0].id, { [flag.name]: true });
    return kept.save(undefined, {
      ...(title && title !== by && { [title]: titleOf(entity, row) }),
      ...(flag && { [flag.name]: true }),
      [by]: row.id,
      [on]: dayKey(),
    });
  }
  return {
    isDone: (row) => todaysOf(row).some(holds),
    canTick: () => kept.canAdd && !kept.isLoading,
    async toggle(row, list) {
      if (busy.current.has(row.id)) return;
      busy.current.add(row.id);
      try {
        const todays = todaysOf(row);
        const counted = streakAfter(entity, row, todays.some(holds), daysBefore(row));
        await turn(row, todays);
        if (Object.keys(counted).length > 0 && list.canChange(row)) await list.save(row.id, counted);
      } catch (error) {
        toastFailure("That was not saved", error);
      } finally {
        busy.current.delete(row.id);
      }
    },
  };
}
