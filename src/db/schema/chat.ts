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
 * A chat message in the AI SDK's UIMessage shape. A replaced message (after a restore) keeps its row and gets
 * `replacedAt`.
 */
export const message = pgTable(
  "message",
  {
    appId: appId(),
    id: text().notNull(),
    number: integer().notNull(),
    turnId: text("turn_id"),
    /**
     * The message before it. A restore follows this chain, also to messages that an earlier restore took out of the
     * chat.
     */
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

/** One run of the assistant. A partial unique index is what makes "one turn at a time" hold under any race. */
export const turn = pgTable(
  "turn",
  {
    appId: appId(),
    id: text().notNull(),
    status: text({ enum: turnStates }).notNull(),
    userMessageId: text("user_message_id").notNull(),
    assistantMessageId: text("assistant_message_id").notNull(),
    error: text(),
    /** Set by Stop; the runner polls its own signal first, this one serves a runner in another process. */
    stopRequestedAt: time("stop_requested_at"),
    /** A running turn whose heartbeat is old belongs to a process that died. */
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

/** What a turn said, in order: the stream that a browser resumes by `number` after a reload. */
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
 * What a finished turn cost. It outlives its app: deleting an app gives no budget back. Failed turns are not written.
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
