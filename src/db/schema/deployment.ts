import { jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { app } from "./app";

/**
 * A deployed function. Its bundle is in the blob store under `hash`; `sources` are the files that it was built from,
 * hashed as `sourceHash`.
 */
export const deployment = pgTable(
  "deployment",
  {
    appId: text("app_id")
      .notNull()
      .references(() => app.id, { onDelete: "cascade" }),
    name: text().notNull(),
    hash: text().notNull(),
    sources: jsonb().$type<string[]>().notNull(),
    sourceHash: text("source_hash").notNull(),
    deployedAt: timestamp("deployed_at", { withTimezone: true, mode: "date" }).notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.name] })],
);
