import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { app } from "./app";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const appId = () =>
  text("app_id")
    .notNull()
    .references(() => app.id, { onDelete: "cascade" });

const runStates = ["queued", "streaming", "finished", "failed", "stopped"] as const;

/**
 * A run of a tool and its result. `visitor` is a member, an account or the hash of the key that an anonymous browser
 * made for itself; `definition` is the tool as it was when the run began.
 */
export const toolRun = pgTable(
  "tool_run",
  {
    appId: appId(),
    id: text().notNull(),
    toolId: text("tool_id").notNull(),
    visitor: text().notNull(),
    status: text({ enum: runStates }).notNull().default("queued"),
    input: text().notNull(),
    fields: jsonb().$type<Record<string, unknown>>().notNull(),
    definition: jsonb().$type<Record<string, unknown>>().notNull(),
    settings: jsonb().$type<Record<string, unknown>>().notNull(),
    blocks: jsonb().$type<Record<string, unknown>[]>().notNull(),
    error: text(),
    /** Equal for runs of one visitor that ask the same of the same tool. */
    fingerprint: text().notNull(),
    similarTo: text("similar_to"),
    credits: integer().notNull(),
    /** Events up to this number are in `blocks` already. */
    baseEvent: integer("base_event").notNull().default(0),
    /** Which process runs it. A runner whose run was taken over writes nothing more. */
    runner: text(),
    attempts: integer().notNull().default(0),
    /** Set by Stop; the runner hears of it by NOTIFY first. */
    stopRequestedAt: time("stop_requested_at"),
    /** A streaming run whose heartbeat is old belongs to a process that died. */
    heartbeatAt: time("heartbeat_at").notNull().defaultNow(),
    createdAt: time("created_at").notNull().defaultNow(),
    finishedAt: time("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    oneOf("tool_run", table.status, runStates),
    index("tool_run_visitor").on(table.appId, table.visitor, table.createdAt.desc(), table.id.desc()),
    index("tool_run_fingerprint").on(table.appId, table.visitor, table.fingerprint),
    index("tool_run_open").on(table.status, table.heartbeatAt),
  ],
);

/** What a run said, in order: the stream that a page resumes by `number`. Removed a day after the run, whose row has it all. */
export const toolRunEvent = pgTable(
  "tool_run_event",
  {
    appId: appId(),
    runId: text("run_id").notNull(),
    number: integer().notNull(),
    event: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.runId, table.number] }),
    index("tool_run_event_age").on(table.createdAt),
  ],
);

/** Runs and credits of one visitor in a UTC day ("2026-11-23") or an ISO week ("2026-W48"). */
export const toolRunUse = pgTable(
  "tool_run_use",
  {
    appId: appId(),
    visitor: text().notNull(),
    period: text().notNull(),
    runs: integer().notNull(),
    credits: integer().notNull(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.visitor, table.period] })],
);

/** What a visitor entered into a field that remembers: `key` is the field's name. */
export const userMemory = pgTable(
  "user_memory",
  {
    appId: appId(),
    visitor: text().notNull(),
    key: text().notNull(),
    fieldId: text("field_id").notNull(),
    value: jsonb().$type<unknown>().notNull(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.visitor, table.key] })],
);
