import { index, pgTable, primaryKey, text, timestamp, uniqueIndex } from "drizzle-orm/pg-core";
import { account } from "./account";
import { app } from "./app";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const appId = () =>
  text("app_id")
    .notNull()
    .references(() => app.id, { onDelete: "cascade" });

/** Rights of a collaborator, the least first. The owner has more than any. */
const roles = ["view", "edit", "admin"] as const;

/** An account that builds another's app. */
export const collaborator = pgTable(
  "collaborator",
  {
    appId: appId(),
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    role: text({ enum: roles }).notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.accountId] }),
    index("collaborator_account").on(table.accountId),
    oneOf("collaborator", table.role, roles),
  ],
);

/** A single-use, expiring invitation to build an app; deleted when used. `tokenHash` is the SHA-256 of the link's token. */
export const collaboratorInvitation = pgTable(
  "collaborator_invitation",
  {
    appId: appId(),
    id: text().notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The only address that may accept it, or null for anybody with the link. */
    email: text(),
    role: text({ enum: roles }).notNull(),
    expiresAt: time("expires_at").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    uniqueIndex("collaborator_invitation_token").on(table.tokenHash),
    index("collaborator_invitation_expiry").on(table.expiresAt),
    oneOf("collaborator_invitation", table.role, roles),
  ],
);

/** Link and code by which a customer takes an app over. `sealed` is their JSON, since the owner may copy them again. */
export const appClaim = pgTable(
  "app_claim",
  {
    appId: appId().primaryKey(),
    tokenHash: text("token_hash").notNull(),
    sealed: text().notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [uniqueIndex("app_claim_token").on(table.tokenHash)],
);
