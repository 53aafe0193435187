import { sql } from "drizzle-orm";
import { index, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { app } from "./app";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

const planStates = ["proposed", "running", "paused", "done", "dismissed"] as const;

/** `state`, and what the others mean: features/build-plans/schema.ts. */
type PlanStep = {
  id: string;
  text: string;
  state: "waiting" | "running" | "done" | "held" | "failed" | "skipped";
  turnId?: string | undefined;
  messageId?: string | undefined;
  versionId?: string | undefined;
  reason?: string | undefined;
  starts: number;
};

/** A plan that the assistant proposed for a large request. A partial unique index enforces one open plan an app. */
export const buildPlan = pgTable(
  "build_plan",
  {
    appId: text("app_id")
      .notNull()
      .references(() => app.id, { onDelete: "cascade" }),
    id: text().notNull(),
    /** The answer that proposes it. */
    messageId: text("message_id").notNull(),
    title: text().notNull(),
    state: text({ enum: planStates }).notNull(),
    steps: jsonb().$type<PlanStep[]>().notNull(),
    /** The account that started it last: its steps are asked for in their name. */
    startedBy: text("started_by"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    index("build_plan_time").on(table.appId, table.createdAt),
    uniqueIndex("build_plan_open")
      .on(table.appId)
      .where(sql`${table.state} in ('proposed', 'running', 'paused')`),
    oneOf("build_plan", table.state, planStates),
  ],
);
