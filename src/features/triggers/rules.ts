/** A schedule as people say it. Times are "HH:MM", days of the week 0 (Sunday) to 6. */
export type Rhythm =
  | { every: "minutes"; minutes: number }
  | { every: "hour"; minute: number }
  | { every: "day"; time: string }
  | { every: "week"; days: number[]; time: string }
  | { every: "month"; day: number; time: string }
  | { every: "cron"; cron: string };

/** Divisors of an hour: cron begins each hour anew, so that others would not be even. */
export const minuteSteps = [1, 2, 3, 5, 10, 15, 20, 30];

export const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

const inOrder = (days: number[]) => days.toSorted((one, other) => one - other);

const timeFields = (time: string) => {
  const [hour = 0, minute = 0] = time.split(":").map(Number);
  return `${minute} ${hour}`;
};

/** @returns the five fields of cron */
export function cronOf(rhythm: Rhythm): string {
  switch (rhythm.every) {
    case "minutes":
      return rhythm.minutes === 1 ? "* * * * *" : `*/${rhythm.minutes} * * * *`;
    case "hour":
      return `${rhythm.minute} * * * *`;
    case "day":
      return `${timeFields(rhythm.time)} * * *`;
    case "week":
      return `${timeFields(rhythm.time)} * * ${inOrder(rhythm.days).join(",")}`;
    case "month":
      return `${timeFields(rhythm.time)} ${rhythm.day} * *`;
    case "cron":
      return rhythm.cron.trim().replaceAll(/\s+/g, " ");
  }
}

const within = (text: string, min: number, max: number): number | undefined => {
  const value = Number(text);
  return /^\d{1,2}$/.test(text) && value >= min && value <= max ? value : undefined;
};

/** "1-5" and "1,3" as days; undefined for steps and names. */
function daysOf(text: string): number[] | undefined {
  const days = text.split(",").flatMap((part) => {
    const [from, to = from] = part.split("-").map((day) => within(day, 0, 7));
    if (from === undefined || to === undefined || to < from) return [undefined];
    return Array.from({ length: to - from + 1 }, (_, at) => (from + at) % 7);
  });
  return days.every((day) => day !== undefined) ? inOrder([...new Set(days)]) : undefined;
}

/** The way a cron line is said; "cron" for one that has no shorter way. */
export function rhythmOf(cron: string): Rhythm {
  const asIs: Rhythm = { every: "cron", cron };
  const [minute = "", hour = "", day = "", month = "", weekday = "", ...more] = cron.trim().split(/\s+/);
  if (more.length > 0 || month !== "*") return asIs;
  const isEveryDay = day === "*" && weekday === "*";
  if (hour === "*" && isEveryDay) {
    const step = minute === "*" ? 1 : Number(/^\*\/(\d+)$/.exec(minute)?.[1]);
    if (minuteSteps.includes(step)) return { every: "minutes", minutes: step };
    const at = within(minute, 0, 59);
    return at === undefined ? asIs : { every: "hour", minute: at };
  }
  const [at, of] = [within(minute, 0, 59), within(hour, 0, 23)];
  if (at === undefined || of === undefined) return asIs;
  const time = `${String(of).padStart(2, "0")}:${String(at).padStart(2, "0")}`;
  if (isEveryDay) return { every: "day", time };
  if (weekday === "*") {
    const date = within(day, 1, 31);
    return date === undefined ? asIs : { every: "month", day: date, time };
  }
  const days = day === "*" ? daysOf(weekday) : undefined;
  return days ? { every: "week", days, time } : asIs;
}

const isWorkWeek = (days: number[]) => days.join() === "1,2,3,4,5";

/** "Mondays and Fridays at 09:00" */
export function rhythmWords(rhythm: Rhythm): string {
  switch (rhythm.every) {
    case "minutes":
      return rhythm.minutes === 1 ? "Every minute" : `Every ${rhythm.minutes} minutes`;
    case "hour":
      return rhythm.minute === 0 ? "Every hour" : `Every hour at minute ${rhythm.minute}`;
    case "day":
      return `Every day at ${rhythm.time}`;
    case "week": {
      const names = rhythm.days.map((day) => `${weekdays[day]}s`);
      const list = new Intl.ListFormat("en").format(names);
      return `${isWorkWeek(rhythm.days) ? "Mondays to Fridays" : list} at ${rhythm.time}`;
    }
    case "month":
      return `On day ${rhythm.day} of each month at ${rhythm.time}`;
    case "cron":
      return rhythm.cron;
  }
}
