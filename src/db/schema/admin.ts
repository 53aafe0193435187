import { bigserial, jsonb, pgTable, text, timestamp } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/**
 * What an administrator changed of a plan. What is not here stays as the product brings it (features/plans/schema.ts).
 */
export const planEdit = pgTable("plan_edit", {
  id: text("id").primaryKey(),
  data: jsonb().$type<Record<string, unknown>>().notNull(),
  updatedAt: time("updated_at").notNull().defaultNow(),
});

/** What administrators did. Append only: a trigger refuses every change and every deletion. */
export const auditEntry = pgTable("audit_entry", {
  number: bigserial({ mode: "number" }).primaryKey(),
  at: time("at").notNull().defaultNow(),
  actor: text().notNull(),
  verb: text().notNull(),
  target: text().notNull(),
  details: jsonb().$type<Record<string, unknown>>().notNull().default({}),
});
