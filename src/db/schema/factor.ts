import { bigint, boolean, index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { account } from "./account";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

const accountId = () =>
  text("account_id")
    .notNull()
    .references(() => account.id, { onDelete: "cascade" });

/** A WebAuthn credential. `id` is the authenticator's credential id, base64url. */
export const passkey = pgTable(
  "passkey",
  {
    id: text("id").primaryKey(),
    accountId: accountId(),
    name: text().notNull(),
    /** COSE key, base64url. */
    publicKey: text("public_key").notNull(),
    /** The authenticator's signature counter: it never goes back, unless the authenticator was cloned. */
    counter: bigint({ mode: "number" }).notNull().default(0),
    transports: jsonb().$type<string[]>().notNull().default([]),
    /** Synced between devices by its provider. */
    isSynced: boolean("is_synced").notNull().default(false),
    createdAt: time("created_at").notNull().defaultNow(),
    lastUsedAt: time("last_used_at"),
  },
  (table) => [index("passkey_account").on(table.accountId)],
);

/** An authenticator app (TOTP, RFC 6238). It counts once a code has confirmed it. */
export const authenticator = pgTable("authenticator", {
  accountId: accountId().primaryKey(),
  /** The shared secret, sealed with the installation's key. */
  sealedSecret: text("sealed_secret").notNull(),
  confirmedAt: time("confirmed_at"),
  /** Time step of the last accepted code: a code works once. */
  lastStep: bigint("last_step", { mode: "number" }).notNull().default(0),
});

/** A single-use recovery code, as HMAC with the installation's key. */
export const recoveryCode = pgTable(
  "recovery_code",
  { accountId: accountId(), codeHash: text("code_hash").notNull() },
  (table) => [primaryKey({ columns: [table.accountId, table.codeHash] })],
);

const challengeKinds = ["sign-in", "second-step", "confirm", "add"] as const;

/** A WebAuthn challenge: single use, for one purpose and, but for a sign-in without a password, one account. */
export const passkeyChallenge = pgTable(
  "passkey_challenge",
  {
    id: text("id").primaryKey(),
    kind: text({ enum: challengeKinds }).notNull(),
    accountId: text("account_id").references(() => account.id, { onDelete: "cascade" }),
    challenge: text().notNull(),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [
    index("passkey_challenge_expiry").on(table.expiresAt),
    oneOf("passkey_challenge", table.kind, challengeKinds),
  ],
);

/**
 * A sign-in that still needs its second step. It opens nothing; `tokenHash` is the SHA-256 of the token that the
 * browser finishes it with.
 */
export const pendingSignIn = pgTable(
  "pending_sign_in",
  {
    tokenHash: text("token_hash").primaryKey(),
    accountId: accountId(),
    /** The first step, for the list of sessions. */
    method: text().notNull(),
    tries: integer().notNull().default(0),
    expiresAt: time("expires_at").notNull(),
  },
  (table) => [
    index("pending_sign_in_account").on(table.accountId),
    index("pending_sign_in_expiry").on(table.expiresAt),
  ],
);
