import { z } from "zod";

/** Functions with a schedule per app. */
export const schedulesMax = 10;
/** Calls of one webhook in a minute, and bytes of a body. */
export const hookLimits = { callsPerMinute: 120, bodyBytes: 1_000_000 };
/** Mails that an app's functions may send: in 24 hours, and in a minute. */
export const mailLimits = { perDay: 100, perMinute: 20 };
/** Events kept per app, and shown per function. */
export const eventsKept = 500;
export const eventsShown = 20;
/** Characters of what a run logged that are kept. */
export const logMax = 4_000;
/** The next runs shown of a schedule. */
export const nextShown = 5;

/** The app's secret by which a function's webhook is signed: "stripe-paid" → "STRIPE_PAID_WEBHOOK_SECRET". */
export const signingSecretOf = (name: string) =>
  `${name.replaceAll(/[^a-zA-Z0-9]+/g, "_").toUpperCase()}_WEBHOOK_SECRET`;

/** The path of webhooks on an app's host. */
export const hookPath = "/hooks/";

/** `export const config = { schedule, timeZone }` of a function's file. */
export const configSchema = z.strictObject({
  schedule: z.string().max(100).optional(),
  timeZone: z.string().max(60).optional(),
});

/** A schedule that a function is to have. */
export const scheduleSchema = z.strictObject({ cron: z.string().max(100), timeZone: z.string().max(60) });
export type Schedule = z.infer<typeof scheduleSchema>;

/** A schedule as its file says it; `problem` where it cannot run. */
export type FileSchedule = { function: string; path: string; cron: string; timeZone: string; problem?: string };

export type TriggerEvent = {
  id: string;
  kind: "schedule" | "webhook" | "mail";
  function: string;
  status: number | null;
  durationMs: number;
  detail: string;
  log: string;
  at: string;
};

export type TriggerView = {
  /** The function's. */
  name: string;
  /** What the newest code says. */
  schedule: { cron: string; timeZone: string; problem: string | null; next: string[] } | null;
  isPaused: boolean;
  /** When it runs next; null while the published version has no such schedule, or it is paused. */
  runsAt: string | null;
  hasHook: boolean;
  /** For admins of the app: whoever has it can call the function. */
  hookUrl: string | null;
  events: TriggerEvent[];
};
