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
    /**
     * The effective plan: the best of what an administrator granted and what the account pays for (payment/settle.ts).
     */
    plan: text().notNull().default("lite"),
    grantedPlan: text("granted_plan").notNull().default("lite"),
    subscriptionId: text("subscription_id"),
    planSubscriptionStatus: text("plan_subscription_status"),
    planSubscriptionCancelledAt: time("plan_subscription_cancelled_at"),
    isAdmin: boolean("is_admin").notNull().default(false),
    /** What the assistant is to keep to in all of the account's apps. */
    assistantInstructions: text("assistant_instructions").notNull().default(""),
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

/** Lucia's session table. `id` is the SHA-256 of the browser's token. */
export const accountSession = pgTable(
  "account_session",
  {
    id: text("id").primaryKey(),
    userId: text("user_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    expiresAt: time("expires_at").notNull(),
    /**
     * Groups the sessions of one sign-in: its token is rotated every 50 minutes, each into a new row. People see and
     * end sign-ins.
     */
    signInId: text("sign_in_id").notNull(),
    signedInAt: time("signed_in_at").notNull().defaultNow(),
    /** Accurate to ten minutes: writing on every request would cost more than it tells. */
    lastSeenAt: time("last_seen_at").notNull().defaultNow(),
    /** The user agent. */
    device: text().notNull().default(""),
    address: text().notNull().default(""),
    /** How its person signed in (features/account/schema.ts); "" before it was recorded. */
    method: text().notNull().default(""),
  },
  (table) => [index("account_session_user").on(table.userId), index("account_session_expiry").on(table.expiresAt)],
);

const linkKinds = ["verify-email", "reset-password", "change-email-old", "change-email-new", "sign-in"] as const;

/** A single-use, expiring mailed link. `tokenHash` is the SHA-256 of the link's token. */
export const accountLink = pgTable(
  "account_link",
  {
    tokenHash: text("token_hash").primaryKey(),
    accountId: accountId(),
    kind: text({ enum: linkKinds }).notNull(),
    /** The address that it was sent to: the link is void once the account has another one. */
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

/** A requested change of address. It takes effect when both mailboxes have confirmed. */
export const emailChange = pgTable("email_change", {
  accountId: accountId().primaryKey(),
  newEmail: text("new_email").notNull(),
  oldConfirmedAt: time("old_confirmed_at"),
  newConfirmedAt: time("new_confirmed_at"),
  expiresAt: time("expires_at").notNull(),
});

/**
 * A mailed sign-in code and its failed guesses, one per place and address: `place` is an app's id, or "" for the
 * builder. Unknown addresses get a row too, so that answers do not differ.
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

/** A sale confirmed by the payment provider. It belongs to the first account that claims its id. */
export const sale = pgTable(
  "sale",
  {
    id: text("id").primaryKey(),
    accountId: text("account_id").references(() => account.id, { onDelete: "set null" }),
    createdAt: time("created_at").notNull().defaultNow(),
    claimedAt: time("claimed_at"),
    /** The plan that was sold, once an administrator has mapped the product. */
    plan: text(),
    productId: text("product_id").notNull().default(""),
    email: text().notNull().default(""),
    subscriptionId: text("subscription_id"),
    /** The provider's own status: "alive", "pending_cancellation", "refunded", … */
    status: text().notNull().default(""),
    /** Whether it grants its plan, until `endsAt` if set. */
    isEntitled: boolean("is_entitled").notNull().default(false),
    endsAt: time("ends_at"),
    cancelledAt: time("cancelled_at"),
    priceCents: integer("price_cents").notNull().default(0),
    /** Sequence number of the provider's response in this row: a stale response never replaces a newer one. */
    readNumber: bigint("read_number", { mode: "number" }).notNull().default(0),
    readAt: time("read_at").notNull().defaultNow(),
  },
  (table) => [
    index("sale_account").on(table.accountId),
    index("sale_email").on(sql`lower(${table.email})`),
    index("sale_subscription").on(table.subscriptionId),
  ],
);

/** Numbers requests to the payment provider, across processes. */
export const saleRead = pgSequence("sale_read");

/**
 * An administrator signed in as somebody else. `adminSession` is the SHA-256 of the administrator's own session, to
 * return to.
 */
export const impersonation = pgTable("impersonation", {
  signInId: text("sign_in_id").primaryKey(),
  adminId: text("admin_id")
    .notNull()
    .references(() => account.id, { onDelete: "cascade" }),
  adminSession: text("admin_session").notNull(),
  startedAt: time("started_at").notNull().defaultNow(),
});

/** Rate-limit counters per key and window; every limiter is one conditional statement. */
export const attempt = pgTable(
  "attempt",
  {
    key: text().primaryKey(),
    count: integer().notNull(),
    windowEndsAt: time("window_ends_at").notNull(),
  },
  (table) => [index("attempt_end").on(table.windowEndsAt)],
);
