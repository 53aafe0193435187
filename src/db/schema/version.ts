import { sql } from "drizzle-orm";
import { index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { app } from "./app";

const appId = () =>
  text("app_id")
    .notNull()
    .references(() => app.id, { onDelete: "cascade" });

/** File contents by SHA-256, once per app: an unchanged file costs a version one pointer. */
export const blob = pgTable("blob", { appId: appId(), hash: text().notNull(), content: text().notNull() }, (table) => [
  primaryKey({ columns: [table.appId, table.hash] }),
]);

/** One immutable, whole state of an app's code. `number` counts up within an app and orders versions even within one millisecond. */
export const version = pgTable(
  "version",
  {
    appId: appId(),
    id: text().notNull(),
    number: integer().notNull(),
    kind: text({ enum: ["create", "turn", "edit", "restore", "repair"] }).notNull(),
    messageId: text("message_id"),
    userRequest: text("user_request").notNull().default(""),
    description: text().notNull().default(""),
    createdAt: timestamp("created_at", { withTimezone: true, mode: "date" })
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [primaryKey({ columns: [table.appId, table.id] }), index("version_number").on(table.appId, table.number)],
);

export const versionFile = pgTable(
  "version_file",
  { appId: appId(), versionId: text("version_id").notNull(), path: text().notNull(), hash: text().notNull() },
  (table) => [primaryKey({ columns: [table.appId, table.versionId, table.path] })],
);
