import { sql } from "drizzle-orm";
import { boolean, index, integer, pgTable, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A builder. Fields of 1-platform.md §3 that follow from others (appId, hasPaidAppPackage…) are computed, not stored. */
export const account = pgTable(
  "account",
  {
    id: text("id").primaryKey(),
    email: text().notNull(),
    passwordHash: text("password_hash").notNull(),
    accountType: text("account_type").notNull().default("builder"),
    plan: text().notNull().default("lite"),
    subscriptionId: text("subscription_id"),
    planSubscriptionStatus: text("plan_subscription_status"),
    planSubscriptionCancelledAt: time("plan_subscription_cancelled_at"),
    isAdmin: boolean("is_admin").notNull().default(false),
    disabledAt: time("disabled_at"),
    emailVerifiedAt: time("email_verified_at"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("account_email").on(sql`lower(${table.email})`)],
);

/** Lucia's session table. `id` is the SHA-256 of the token that the browser holds. */
export const accountSession = pgTable(
  "account_session",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("account_session_user").on(table.userId), index("account_session_expiry").on(table.expiresAt)],
);

/** Counts tries per key and window, so that every limiter is one conditional statement. */
export const attempt = pgTable(
  "attempt",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: time("window_ends_at").notNull(),
  },
  (table) => [index("attempt_end").on(table.windowEndsAt)],
);
