import { z } from "zod";

/** Functions with a schedule per app. */
export const schedulesMax = 10;
/** Calls of one webhook in a minute, and bytes of a body. */
export const hookLimits = { callsPerMinute: 120, bodyBytes: 1_000_000 };
/** Mails that an app's functions may send: in 24 hours, and in a minute. */
export const mailLimits = { perDay: 100, perMinute: 20 };
/** Events kept per app. */
export const eventsKept = 500;
export const eventsShown = 20;

/** The path of webhooks on an app's host. */
export const hookPath = "/hooks/";

/** `export const config = { schedule, timeZone }` of a function's file. */
export const configSchema = z.strictObject({
  schedule: z.string().max(100).optional(),
  timeZone: z.string().max(60).optional(),
});

/** A schedule as its file says it; `problem` where it cannot run. */
export type FileSchedule = { function: string; path: string; cron: string; timeZone: string; problem?: string };

export type TriggerEvent = {
  id: string;
  kind: "schedule" | "webhook" | "mail";
  function: string;
  status: number | null;
  durationMs: number;
  detail: string;
  at: string;
};

export type TriggerView = {
  /** What the newest code says. */
  schedule: { cron: string; timeZone: string; problem: string | null; next: string[] } | null;
  /** When it runs next; null while the published version has no such schedule. */
  runsAt: string | null;
  hookUrl: string | null;
  events: TriggerEvent[];
};
