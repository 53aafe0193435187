import "server-only";
import { CronExpressionParser } from "cron-parser";

/** Why a schedule cannot run, in words; undefined when it can. */
export function scheduleProblem(cron: string, timeZone: string): string | undefined {
  if (cron.trim().split(/\s+/).length !== 5)
    return `A schedule has five fields (minute, hour, day of month, month, day of week), such as "0 9 * * 1": “${cron}”`;
  try {
    Intl.DateTimeFormat("en", { timeZone });
  } catch {
    return `“${timeZone}” is no time zone. Use a name such as "Europe/Berlin" or "UTC"`;
  }
  try {
    return nextRuns(cron, timeZone, new Date(), 1).length === 0 ? `“${cron}” never comes` : undefined;
  } catch {
    return `“${cron}” is no schedule. Use five fields such as "*/15 * * * *" or "0 9 * * 1-5"`;
  }
}

/** The next times of a valid schedule after a moment, soonest first. A time that a clock change skips is not made up. */
export function nextRuns(cron: string, timeZone: string, after: Date, count: number): Date[] {
  const times = CronExpressionParser.parse(cron.trim(), { tz: timeZone, currentDate: after });
  const found: Date[] = [];
  while (found.length < count && times.hasNext()) found.push(times.next().toDate());
  return found;
}
