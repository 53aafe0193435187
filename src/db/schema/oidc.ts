import { index, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { account } from "./account";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** A person of the OIDC provider, and the account that they open. */
export const oidcIdentity = pgTable(
  "oidc_identity",
  {
    issuer: text().notNull(),
    /** The provider's own id of the person: addresses change hands, this does not. */
    subject: text().notNull(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    /** As the provider told it when they were connected. */
    email: text().notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.issuer, table.subject] }),
    index("oidc_identity_account").on(table.accountId),
  ],
);

/** A visit to the provider that has begun: single use, and for the browser alone that began it. */
export const oidcVisit = pgTable(
  "oidc_visit",
  {
    stateHash: text("state_hash").primaryKey(),
    browserHash: text("browser_hash").notNull(),
    /** The nonce and the PKCE verifier, sealed. */
    sealed: text().notNull(),
    redirectTo: text("redirect_to"),
    /** The signed-in account that is to be connected; null: a sign-in. */
    accountId: text("account_id").references(() => account.id, { onDelete: "cascade" }),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [index("oidc_visit_expiry").on(table.expiresAt)],
);
