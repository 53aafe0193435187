import {
  doublePrecision,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { sql } from "drizzle-orm";
import { account } from "./account";
import { app } from "./app";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const appId = () =>
  text("app_id")
    .notNull()
    .references(() => app.id, { onDelete: "cascade" });

const roles = ["user", "assistant"] as const;

/**
 * A chat message in the AI SDK's UIMessage shape. A message replaced by a restore keeps its row and gets `replacedAt`.
 */
export const message = pgTable(
  "message",
  {
    appId: appId(),
    id: text().notNull(),
    number: integer().notNull(),
    turnId: text("turn_id"),
    /** The message before it. A restore follows this chain, also into branches that an earlier restore replaced. */
    previousId: text("previous_id"),
    role: text({ enum: roles }).notNull(),
    parts: jsonb().$type<unknown[]>().notNull(),
    metadata: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    replacedAt: time("replaced_at"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    uniqueIndex("message_number").on(table.appId, table.number),
    oneOf("message", table.role, roles),
  ],
);

const turnStates = ["running", "done", "stopped", "failed"] as const;

/** One run of the assistant. A partial unique index enforces one turn at a time under any race. */
export const turn = pgTable(
  "turn",
  {
    appId: appId(),
    id: text().notNull(),
    status: text({ enum: turnStates }).notNull(),
    userMessageId: text("user_message_id").notNull(),
    assistantMessageId: text("assistant_message_id").notNull(),
    error: text(),
    /** Set by Stop, for a runner in another process; the runner's own process uses an abort signal. */
    stopRequestedAt: time("stop_requested_at"),
    /** A running turn with a stale heartbeat belongs to a process that died. */
    heartbeatAt: time("heartbeat_at").notNull().defaultNow(),
    createdAt: time("created_at").notNull().defaultNow(),
    finishedAt: time("finished_at"),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    oneOf("turn", table.status, turnStates),
    uniqueIndex("turn_running")
      .on(table.appId)
      .where(sql`${table.status} = 'running'`),
  ],
);

/** Events of a turn, in order: the stream that a browser resumes by `number`. */
export const turnEvent = pgTable(
  "turn_event",
  {
    appId: appId(),
    turnId: text("turn_id").notNull(),
    number: integer().notNull(),
    event: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.turnId, table.number] })],
);

/**
 * What a finished turn cost. Kept when its app is deleted, so that deleting an app restores no budget. Failed turns are
 * not recorded.
 */
export const modelUsage = pgTable(
  "model_usage",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    turnId: text("turn_id").notNull(),
    appId: text("app_id").notNull(),
    model: text().notNull(),
    tokens: integer().notNull(),
    costUsd: doublePrecision("cost_usd").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.accountId, table.turnId] }),
    index("model_usage_month").on(table.accountId, table.createdAt),
  ],
);
