import { sql } from "drizzle-orm";
import { boolean, check, date, index, integer, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { app } from "./app";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const appId = () =>
  text("app_id")
    .notNull()
    .references(() => app.id, { onDelete: "cascade" });
const day = () => date("day", { mode: "string" }).notNull();

/** What happened on an app's host on a day (UTC). Counters, so that a million views are a row a day. */
export const analyticsDay = pgTable(
  "analytics_day",
  {
    appId: appId(),
    day: day(),
    visitors: integer().notNull().default(0),
    sessions: integer().notNull().default(0),
    views: integer().notNull().default(0),
    errors: integer().notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.appId, table.day] })],
);

/** Views of a day by page, by referrer and by device. Names beyond the first are counted together. */
export const analyticsPart = pgTable(
  "analytics_part",
  {
    appId: appId(),
    day: day(),
    kind: text({ enum: ["page", "referrer", "device"] }).notNull(),
    name: text().notNull(),
    views: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.day, table.kind, table.name] }),
    check("analytics_part_kind_known", sql`${table.kind} in ('page', 'referrer', 'device')`),
  ],
);

/** Who came on a day: a hash under the day's salt, which is thrown away with the day. It leads back to nobody. */
export const analyticsVisitor = pgTable(
  "analytics_visitor",
  {
    appId: appId(),
    day: day(),
    hash: text().notNull(),
    seenAt: time("seen_at").notNull(),
    /** Whether the last visit began a session: what an upsert tells of itself. */
    isNewSession: boolean("is_new_session").notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.day, table.hash] }),
    index("analytics_visitor_day").on(table.day),
  ],
);

/** A random salt for the hashes of one day, the same on every server. */
export const analyticsSalt = pgTable("analytics_salt", {
  day: date("day", { mode: "string" }).primaryKey(),
  salt: text().notNull(),
});

/** An error that visitors met, once for all of its kind. `key` is the same for the same fault. */
export const analyticsError = pgTable(
  "analytics_error",
  {
    appId: appId(),
    key: text().notNull(),
    versionId: text("version_id").notNull(),
    title: text().notNull(),
    details: text().notNull(),
    componentName: text("component_name").notNull(),
    page: text().notNull(),
    count: integer().notNull().default(1),
    firstAt: time("first_at").notNull().defaultNow(),
    lastAt: time("last_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.key] }), index("analytics_error_age").on(table.lastAt)],
);
