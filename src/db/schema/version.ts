import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { app } from "./app";
import { oneOf } from "./check";

const appId = () =>
  text("app_id")
    .notNull()
    .references(() => app.id, { onDelete: "cascade" });

/** File contents by SHA-256, once per app. Unreferenced ones are swept. */
export const blob = pgTable("blob", { appId: appId(), hash: text().notNull(), content: text().notNull() }, (table) => [
  primaryKey({ columns: [table.appId, table.hash] }),
]);

const kinds = ["create", "turn", "edit", "restore", "repair"] as const;

/**
 * An immutable snapshot of an app's code. `number` increases within an app and breaks ties of one millisecond. Only
 * autosaves are ever removed: the next one of the same sitting replaces it, with a new id.
 */
export const version = pgTable(
  "version",
  {
    appId: appId(),
    id: text().notNull(),
    number: integer().notNull(),
    kind: text({ enum: kinds }).notNull(),
    /** Number of the first version of the same history entry. */
    sitting: integer().notNull(),
    /** True for an autosave that nothing refers to: the next one may replace it. */
    isFoldable: boolean("is_foldable").notNull().default(false),
    /** Every file of the app: path → hash of its blob. */
    manifest: jsonb().$type<Record<string, string>>().notNull(),
    messageId: text("message_id"),
    userRequest: text("user_request").notNull().default(""),
    description: text().notNull().default(""),
    createdAt: timestamp("created_at", { withTimezone: true, mode: "date" })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    uniqueIndex("version_number").on(table.appId, table.number),
    oneOf("version", table.kind, kinds),
    index("version_sitting").on(table.appId, table.sitting, table.number),
  ],
);
