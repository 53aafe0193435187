import { pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { app } from "./app";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** `ciphertext` is AES-256-GCM bound to app and key (additional data): a row copied elsewhere does not decrypt. */
export const secret = pgTable(
  "secret",
  {
    appId: text("app_id")
      .notNull()
      .references(() => app.id, { onDelete: "cascade" }),
    key: text().notNull(),
    ciphertext: text().notNull(),
    instructions: text().notNull().default(""),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.key] })],
);
