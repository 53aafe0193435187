import { sql } from "drizzle-orm";
import { boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { app } from "./app";
import { oneOf } from "./check";

const appId = () =>
  text("app_id")
    .notNull()
    .references(() => app.id, { onDelete: "cascade" });

/** File contents by SHA-256, once per app. Those that no manifest names any more are swept. */
export const blob = pgTable("blob", { appId: appId(), hash: text().notNull(), content: text().notNull() }, (table) => [
  primaryKey({ columns: [table.appId, table.hash] }),
]);

const kinds = ["create", "turn", "edit", "restore", "repair"] as const;

/**
 * One immutable, whole state of an app's code. `number` counts up within an app and orders versions even within one
 * millisecond. Only an autosave may leave again: the next one of its sitting takes its place, under an id of its own.
 */
export const version = pgTable(
  "version",
  {
    appId: appId(),
    id: text().notNull(),
    number: integer().notNull(),
    kind: text({ enum: kinds }).notNull(),
    /** The number of the first version of its entry in the history. */
    sitting: integer().notNull(),
    /** True for an autosave that nothing refers to. */
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
