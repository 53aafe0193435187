import { bigint, boolean, foreignKey, index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { app, member } from "./app";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

const paymentProviders = ["gumroad", "stripe"] as const;

/** What an app's owner sells memberships by. One provider account and one product an app. */
export const appPayment = pgTable(
  "app_payment",
  {
    appId: text("app_id")
      .primaryKey()
      .references(() => app.id, { onDelete: "cascade" }),
    provider: text({ enum: paymentProviders }).notNull().default("gumroad"),
    /** The seller's token, sealed. It never leaves the server again. */
    sealedToken: text("sealed_token").notNull(),
    productId: text("product_id"),
    productName: text("product_name"),
    /** "$3 a month", in the provider's words. */
    price: text().notNull().default(""),
    /** Where it is bought. */
    url: text().notNull().default(""),
    connectedAt: time("connected_at"),
    /** What the provider signs its messages with, sealed; null where it signs none, or was told of their address by hand. */
    sealedSigningSecret: text("sealed_signing_secret"),
    /** Members without a membership see the app as strangers do. */
    isEnabled: boolean("is_enabled").notNull().default(false),
  },
  (table) => [oneOf("app_payment", table.provider, paymentProviders)],
);

/** A sale of an app's membership that the provider has confirmed. It belongs to the first member who proves it. */
export const memberSale = pgTable(
  "member_sale",
  {
    appId: text("app_id")
      .notNull()
      .references(() => app.id, { onDelete: "cascade" }),
    id: text().notNull(),
    memberId: text("member_id"),
    productId: text("product_id").notNull(),
    email: text().notNull(),
    subscriptionId: text("subscription_id"),
    /** In the provider's word: "alive", "refunded", … */
    status: text().notNull(),
    isEntitled: boolean("is_entitled").notNull(),
    endsAt: time("ends_at"),
    /** Of the answer that this row holds: an answer to an earlier question never replaces it. */
    readNumber: bigint("read_number", { mode: "number" }).notNull(),
    readAt: time("read_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    foreignKey({ columns: [table.appId, table.memberId], foreignColumns: [member.appId, member.id] }).onDelete(
      "cascade",
    ),
    index("member_sale_member").on(table.appId, table.memberId),
    index("member_sale_email").on(table.appId, table.email),
    index("member_sale_read").on(table.readAt),
  ],
);
