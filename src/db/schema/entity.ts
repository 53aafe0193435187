import { sql } from "drizzle-orm";
import { bigserial, index, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { app } from "./app";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const appId = () => text("app_id").notNull().references(() => app.id, { onDelete: "cascade" });

/** Every row of every entity of every app. `data` holds the entity's own fields, validated against its schema on the way in. */
export const entityRow = pgTable(
  "entity_row",
  {
    appId: appId(),
    entity: text().notNull(),
    id: text().notNull(),
    creatorId: text("creator_id"),
    createdAt: time("created_at").notNull().default(sql`clock_timestamp()`),
    updatedAt: time("updated_at").notNull().default(sql`clock_timestamp()`),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.entity, table.id] }),
    index("entity_row_created").on(table.appId, table.entity, table.createdAt.desc(), table.id.desc()),
  ],
);

/** What a row was before a change, so that bulk changes, imports and column changes can be undone. */
export const entityRowHistory = pgTable(
  "entity_row_history",
  {
    appId: appId(),
    number: bigserial({ mode: "number" }).notNull(),
    entity: text().notNull(),
    rowId: text("row_id").notNull(),
    /** Groups the rows of one bulk change. */
    changeId: text("change_id").notNull(),
    /** Null: the row did not exist before. */
    before: jsonb().$type<Record<string, unknown> | null>(),
    actorId: text("actor_id"),
    changedAt: time("changed_at").notNull().default(sql`clock_timestamp()`),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.number] }),
    index("entity_row_history_change").on(table.appId, table.changeId),
    index("entity_row_history_row").on(table.appId, table.entity, table.rowId, table.number),
  ],
);
