import { bigserial, index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { app } from "./app";
import { oneOf } from "./check";

type NamedRow = { entity: string; title: string };
type CitedPassage = { number: number; chunkId: string; contextItemId: string; heading: string; text: string };

const roles = ["user", "assistant"] as const;

/**
 * Messages between an app's visitors and its assistant. `visitor` is a member's id, or the hash of an anonymous
 * browser's own key.
 */
export const assistantMessage = pgTable(
  "assistant_message",
  {
    appId: text("app_id")
      .notNull()
      .references(() => app.id, { onDelete: "cascade" }),
    id: text().notNull(),
    number: bigserial({ mode: "number" }).notNull(),
    visitor: text().notNull(),
    role: text({ enum: roles }).notNull(),
    content: text().notNull(),
    /** The rows that an answer names, and the passages that it cites. */
    sources: jsonb().$type<(NamedRow | CitedPassage)[]>().notNull().default([]),
    createdAt: timestamp("created_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    oneOf("assistant_message", table.role, roles),
    index("assistant_message_visitor").on(table.appId, table.visitor, table.number),
  ],
);
