import { index, integer, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { app } from "./app";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const appId = () =>
  text("app_id")
    .notNull()
    .references(() => app.id, { onDelete: "cascade" });

/** When a function of a published version runs next. Rewritten by publish, roll back and unpublish. */
export const schedule = pgTable(
  "schedule",
  {
    appId: appId(),
    function: text().notNull(),
    cron: text().notNull(),
    timeZone: text("time_zone").notNull(),
    nextAt: time("next_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.function] }), index("schedule_next").on(table.nextAt)],
);

/** Functions whose schedule is paused. It stays so through publications, and has no row in `schedule` meanwhile. */
export const schedulePause = pgTable("schedule_pause", { appId: appId(), function: text().notNull() }, (table) => [
  primaryKey({ columns: [table.appId, table.function] }),
]);

/** The address at which other services call a function. `sealed` is its token, which may be copied again. */
export const webhook = pgTable(
  "webhook",
  {
    appId: appId(),
    function: text().notNull(),
    tokenHash: text("token_hash").notNull(),
    sealed: text().notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.function] }),
    uniqueIndex("webhook_token").on(table.appId, table.tokenHash),
  ],
);

const kinds = ["schedule", "webhook", "mail"] as const;

/** What ran without a visitor, and the mails that functions sent. The newest of each app are kept (triggers/store.ts). */
export const triggerEvent = pgTable(
  "trigger_event",
  {
    appId: appId(),
    id: text().notNull(),
    kind: text({ enum: kinds }).notNull(),
    /** "" for mails whose function is not known. */
    function: text().notNull(),
    /** HTTP status of the function's answer; null: it did not answer. */
    status: integer(),
    durationMs: integer("duration_ms").notNull().default(0),
    /** Why it did not run, or whom a mail went to. */
    detail: text().notNull().default(""),
    /** What the function logged meanwhile. */
    log: text().notNull().default(""),
    at: time("at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    index("trigger_event_at").on(table.appId, table.at),
    oneOf("trigger_event", table.kind, kinds),
  ],
);
