import "server-only";
import { AppError } from "@/errors";
import { log } from "@/engines/log";
import type { Platform } from "@/engines/platform";
import { nextRuns } from "./cron";
import { dueSchedules, nextDue, noteEvent, type ScheduleRow, takeTick } from "./store";

/** The longest timer; node's own limit is 24 days. */
const sleepMaxMs = 6 * 60 * 60 * 1_000;
/** A tick that was missed for longer, while no server ran, is not made up. */
const lateMaxMs = 60 * 60 * 1_000;
const atOnce = 4;

/** Calls the function of a tick and notes how it went. */
export type CallScheduled = (row: ScheduleRow) => Promise<void>;

/**
 * Runs schedules: one timer to the next one due, none while there is none. Every server has such a clock; a tick is
 * taken by one conditional statement, so that it runs at most once, however many servers there are. It is not tried
 * again when it fails.
 * @returns stop
 */
export function startClock({ db, events }: Pick<Platform, "db" | "events">, call: CallScheduled): () => void {
  let timer: NodeJS.Timeout | undefined;
  let isStopped = false;
  const sleep = async (): Promise<void> => {
    clearTimeout(timer);
    const due = await nextDue(db);
    if (isStopped || !due) return;
    clearTimeout(timer);
    timer = setTimeout(() => watch(tick()), Math.min(Math.max(due.getTime() - Date.now(), 0), sleepMaxMs));
    timer.unref();
  };
  const tick = async (): Promise<void> => {
    const due = await dueSchedules(db, new Date());
    for (let at = 0; at < due.length; at += atOnce)
      await Promise.all(due.slice(at, at + atOnce).map((row) => runTick(db, row, call)));
    await sleep();
  };
  const watch = (work: Promise<void>): void => {
    work.catch((error: unknown) => {
      log("error", "schedules", { error });
      if (!isStopped) timer = setTimeout(() => watch(sleep()), 60_000).unref();
    });
  };
  const unsubscribe = events.subscribe("schedules", () => watch(sleep()));
  watch(sleep());
  return () => {
    isStopped = true;
    clearTimeout(timer);
    unsubscribe();
  };
}

/** Takes a tick that is due and runs it. @returns whether this server got it */
export async function runTick(
  db: Platform["db"],
  row: ScheduleRow,
  call: CallScheduled,
  now = new Date(),
): Promise<boolean> {
  const [next] = nextRuns(row.cron, row.timeZone, now, 1);
  if (!(await takeTick(db, row, next))) return false;
  if (now.getTime() - row.nextAt.getTime() > lateMaxMs) {
    const about = { kind: "schedule" as const, function: row.function, status: null };
    await noteEvent({ db, appId: row.appId }, { ...about, detail: "Missed: no server ran at that time" });
    return true;
  }
  await call(row).catch((error: unknown) => {
    // Its refusal is in the list of runs.
    if (!(error instanceof AppError)) log("warn", "schedule", { appId: row.appId, function: row.function, error });
  });
  return true;
}
