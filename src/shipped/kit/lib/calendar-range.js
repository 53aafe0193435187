/** Which days a calendar shows: a month or a week, by the address. */
import { useAddress } from "@/lib/address";
import { dayKey, formatDay, formatMonth, toDate } from "@/lib/format";

export const weekdays = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];
/** @param {Date} date @param {number} count */
const addDays = (date, count) => new Date(date.getFullYear(), date.getMonth(), date.getDate() + count);
/** @param {Date} date @param {number} count */
const addMonths = (date, count) => new Date(date.getFullYear(), date.getMonth() + count, 1);
const thisMonth = () => addMonths(new Date(), 0);
/** The day of a month that its week view begins with: today, where it is this month. @param {Date} month */
const nearest = (month) => (dayKey(month) === dayKey(thisMonth()) ? toDate(dayKey()) : month);

/** The whole weeks that a month touches, Monday first. @param {Date} month its first day */
function weeksOf(month) {
  const start = addDays(month, -((month.getDay() + 6) % 7));
  /** @type {Date[]} */
  const days = [];
  for (let day = start; day < addMonths(month, 1) || days.length % 7 !== 0; day = addDays(day, 1)) days.push(day);
  return days;
}

/** The week of a day, Monday first. @param {Date} day */
const weekOf = (day) => weekdays.map((_, at) => addDays(day, at - ((day.getDay() + 6) % 7)));

/** The day that an address names, if it does. @param {string | undefined} text */
function dayIn(text) {
  const day = text ? toDate(text) : undefined;
  return day && !Number.isNaN(day.getTime()) ? day : undefined;
}

/**
 * The days that are shown, and ways to others.
 * @param {"week" | "month"} range what it begins with
 */
export function useCalendarRange(range) {
  const [{ week, month }, go] = useAddress();
  const isWeek = week !== undefined || (range === "week" && month === undefined);
  const from = isWeek ? (dayIn(week) ?? toDate(dayKey())) : (dayIn(month && `${month}-01`) ?? thisMonth());
  const days = isWeek ? weekOf(from) : weeksOf(from);
  /** @param {Date} date @param {boolean} [byWeek] */
  const show = (date, byWeek = isWeek) =>
    go(byWeek ? { week: dayKey(date), month: undefined } : { month: dayKey(date).slice(0, 7), week: undefined }, {
      replace: true,
    });
  return {
    isWeek,
    days,
    start: days[0] ?? from,
    /** The day after the last one. */
    end: addDays(days.at(-1) ?? from, 1),
    /** @param {Date} date */
    isOutside: (date) => !isWeek && date.getMonth() !== from.getMonth(),
    name: isWeek ? `${formatDay(weekOf(from)[0] ?? from)} – ${formatDay(weekOf(from)[6] ?? from)}` : formatMonth(from),
    /** @param {number} count */
    step: (count) => show(isWeek ? addDays(from, 7 * count) : addMonths(from, count)),
    toToday: () => show(toDate(dayKey())),
    /** From the month to its week, and back. */
    turn: () => show(isWeek ? from : nearest(from), !isWeek),
  };
}
