import { bigserial, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** An administrator's overrides of a plan. Values absent here are the product's defaults (features/plans/schema.ts). */
export const planEdit = pgTable("plan_edit", {
  id: text("id").primaryKey(),
  data: jsonb().$type<Record<string, unknown>>().notNull(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

/** Audit log of administrators. Append-only: a trigger refuses updates and deletions. */
export const auditEntry = pgTable("audit_entry", {
  number: bigserial({ mode: "number" }).primaryKey(),
  at: time("at").notNull().defaultNow(),
  actor: text().notNull(),
  verb: text().notNull(),
  target: text().notNull(),
  details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
});

/** The administrators' choice of models: one row. Keys in it are sealed. Without it MODEL_… of the environment holds. */
export const modelChoice = pgTable("model_choice", {
  id: text().primaryKey().default("models"),
  data: jsonb().$type<Record<string, unknown>>().notNull(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});
