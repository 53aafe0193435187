import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  index,
  integer,
  pgSequence,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/**
 * A builder. Fields of 1-platform.md §3 that follow from others (appId, hasPaidAppPackage…) are computed, not stored.
 */
export const account = pgTable(
  "account",
  {
    id: text("id").primaryKey(),
    email: text().notNull(),
    passwordHash: text("password_hash").notNull(),
    accountType: text("account_type").notNull().default("builder"),
    /** What the account has now: the best of what an administrator gave it and what it pays for (payment/settle.ts). */
    plan: text().notNull().default("lite"),
    grantedPlan: text("granted_plan").notNull().default("lite"),
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

const accountId = () =>
  text("account_id")
    .notNull()
    .references(() => account.id, { onDelete: "cascade" });

/** Lucia's session table. `id` is the SHA-256 of the token that the browser holds. */
export const accountSession = pgTable(
  "account_session",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    expiresAt: time("expires_at").notNull(),
    /**
     * One sign-in. Its token is exchanged every 50 minutes, and each exchange is a row: what a person sees and ends is
     * the sign-in.
     */
    signInId: text("sign_in_id").notNull(),
    signedInAt: time("signed_in_at").notNull().defaultNow(),
    /** To within ten minutes: a row written by every request would cost more than it tells. */
    lastSeenAt: time("last_seen_at").notNull().defaultNow(),
    /** The browser's name for itself. */
    device: text().notNull().default(""),
    address: text().notNull().default(""),
  },
  (table) => [index("account_session_user").on(table.userId), index("account_session_expiry").on(table.expiresAt)],
);

const linkKinds = ["verify-email", "reset-password", "change-email-old", "change-email-new", "sign-in"] as const;

/** What a mailed link opens, once, while it lasts. `tokenHash` is the SHA-256 of what the link carries. */
export const accountLink = pgTable(
  "account_link",
  {
    tokenHash: text("token_hash").primaryKey(),
    accountId: accountId(),
    kind: text({ enum: linkKinds }).notNull(),
    /** The address that it was sent to: a link of an address that the account has left opens nothing. */
    email: text().notNull(),
    expiresAt: time("expires_at").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    index("account_link_account").on(table.accountId, table.kind),
    index("account_link_expiry").on(table.expiresAt),
    oneOf("account_link", table.kind, linkKinds),
  ],
);

/** An address that an account wants to move to. It moves when both mailboxes have said yes. */
export const emailChange = pgTable("email_change", {
  accountId: accountId().primaryKey(),
  newEmail: text("new_email").notNull(),
  oldConfirmedAt: time("old_confirmed_at"),
  newConfirmedAt: time("new_confirmed_at"),
  expiresAt: time("expires_at").notNull(),
});

/**
 * The code that was mailed to an address, and how often it was guessed. One a place and address: `place` is an app's
 * id, or "" for the builder. Addresses that nobody has get one too, so that the answers are the same.
 */
export const emailCode = pgTable(
  "email_code",
  {
    place: text().notNull(),
    email: text().notNull(),
    codeHash: text("code_hash").notNull(),
    tries: integer().notNull().default(0),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [primaryKey({ columns: [table.place, table.email] }), index("email_code_expiry").on(table.expiresAt)],
);

/** A sale that the payment provider has confirmed. It belongs to the first account that comes with its id. */
export const sale = pgTable(
  "sale",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").references(() => account.id, { onDelete: "set null" }),
    createdAt: time("created_at").notNull().defaultNow(),
    claimedAt: time("claimed_at"),
    /** What it was sold as, when the administrator has named its product. */
    plan: text(),
    productId: text("product_id").notNull().default(""),
    email: text().notNull().default(""),
    subscriptionId: text("subscription_id"),
    /** In the provider's word: "alive", "pending_cancellation", "refunded", … */
    status: text().notNull().default(""),
    /** Whether it gives its plan, until `endsAt` when there is one. */
    isEntitled: boolean("is_entitled").notNull().default(false),
    endsAt: time("ends_at"),
    cancelledAt: time("cancelled_at"),
    priceCents: integer("price_cents").notNull().default(0),
    /** Of the answer that this row holds: an answer to an earlier question never replaces it. */
    readNumber: bigint("read_number", { mode: "number" }).notNull().default(0),
    readAt: time("read_at").notNull().defaultNow(),
  },
  (table) => [
    index("sale_account").on(table.accountId),
    index("sale_email").on(sql`lower(${table.email})`),
    index("sale_subscription").on(table.subscriptionId),
  ],
);

/** Numbers the questions to the payment provider, across processes. */
export const saleRead = pgSequence("sale_read");

/**
 * A sign-in of an administrator as somebody else. `adminSession` is the SHA-256 of the session that it came from and
 * leads back to.
 */
export const impersonation = pgTable("impersonation", {
  signInId: text("sign_in_id").primaryKey(),
  adminId: text("admin_id")
    .notNull()
    .references(() => account.id, { onDelete: "cascade" }),
  adminSession: text("admin_session").notNull(),
  startedAt: time("started_at").notNull().defaultNow(),
});

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
