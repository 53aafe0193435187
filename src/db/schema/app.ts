import { sql } from "drizzle-orm";
import {
  bigint,
  boolean,
  check,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { account } from "./account";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

const appKinds = ["tool", "app", "gen-app", "space"] as const;

export const app = pgTable(
  "app",
  {
    id: text("id").primaryKey(),
    ownerId: text("owner_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    kind: text({ enum: appKinds }).notNull(),
    /** The spec's `header`: what the app is called. */
    name: text().notNull(),
    slug: text().notNull(),
    customDomain: text("custom_domain"),
    /** Texts, fields, blocks and the rest of the spec's app record that no query filters by. */
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    revision: integer().notNull().default(1),
    /** What the assistant is to keep to when it builds this app. */
    assistantInstructions: text("assistant_instructions").notNull().default(""),
    headVersionId: text("head_version_id"),
    publishedVersionId: text("published_version_id"),
    /**
     * Entities' unique fields, as the newest version has them: a rule of the rows, and so of published versions too.
     * Null without any.
     */
    uniqueFields: jsonb("unique_fields").$type<Record<string, string[]>>(),
    publishedAt: time("published_at"),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [index("app_owner").on(table.ownerId, table.updatedAt), oneOf("app", table.kind, appKinds)],
);

const hostKinds = ["id", "slug", "domain"] as const;

/**
 * Host names of apps: ids and slugs as labels below APPS_DOMAIN, custom domains in full. One namespace with one unique
 * key, so that no app can take another's name. The only place where hosts are looked up.
 */
export const appHost = pgTable(
  "app_host",
  {
    name: text().primaryKey(),
    appId: text("app_id")
      .notNull()
      .references(() => app.id, { onDelete: "cascade" }),
    kind: text({ enum: hostKinds }).notNull(),
  },
  (table) => [uniqueIndex("app_host_kind").on(table.appId, table.kind), oneOf("app_host", table.kind, hostKinds)],
);

const appId = () =>
  text("app_id")
    .notNull()
    .references(() => app.id, { onDelete: "cascade" });

const toolStates = ["active", "draft"] as const;

export const tool = pgTable(
  "tool",
  {
    appId: appId(),
    id: text().notNull(),
    title: text().notNull().default(""),
    path: text().notNull(),
    status: text({ enum: toolStates }).notNull().default("draft"),
    imageUrl: text("image_url"),
    /** Order among the app's tools; ties are broken by creation time. */
    position: integer().notNull().default(0),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    revision: integer().notNull().default(1),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    uniqueIndex("tool_path").on(table.appId, table.path),
    oneOf("tool", table.status, toolStates),
  ],
);

const toolVersionKinds = ["composed", "edited", "restored"] as const;

/** Whole states of a tool's texts, fields and blocks. `toolId` is empty for the app that is a tool itself. */
export const toolVersion = pgTable(
  "tool_version",
  {
    appId: appId(),
    toolId: text("tool_id").notNull().default(""),
    number: integer().notNull(),
    kind: text({ enum: toolVersionKinds }).notNull(),
    /** The sentence that it was made of. */
    request: text().notNull().default(""),
    /** What was made, assumed and not understood. */
    notes: jsonb().$type<Record<string, string[]>>().notNull().default({}),
    title: text().notNull(),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.toolId, table.number] }),
    oneOf("tool_version", table.kind, toolVersionKinds),
  ],
);

const compositionStates = ["queued", "running", "done", "failed"] as const;

/**
 * The latest making of a whole tool by a model: the sentence is kept until it is done. `toolId` is empty for the app
 * that is a tool itself.
 */
export const toolComposition = pgTable(
  "tool_composition",
  {
    appId: appId(),
    toolId: text("tool_id").notNull().default(""),
    id: text().notNull(),
    /** The account that asked: its role says which kinds of fields there may be. */
    askedBy: text("asked_by").notNull(),
    sentence: text().notNull(),
    status: text({ enum: compositionStates }).notNull().default("queued"),
    /** Why it failed, in words. */
    error: text(),
    /** Which process makes it. One that was taken over stores nothing more. */
    runner: text(),
    attempts: integer().notNull().default(0),
    /** An old one belongs to a process that died. */
    heartbeatAt: time("heartbeat_at").notNull().defaultNow(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.toolId] }),
    oneOf("tool_composition", table.status, compositionStates),
    index("tool_composition_open").on(table.status, table.heartbeatAt),
  ],
);

export const appStyle = pgTable("app_style", {
  appId: appId().primaryKey(),
  data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  revision: integer().notNull().default(1),
});

export const appSettings = pgTable("app_settings", {
  appId: appId().primaryKey(),
  data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
  revision: integer().notNull().default(1),
});

/** An end user of one app. A member's session never opens the builder. */
export const member = pgTable(
  "member",
  {
    appId: appId(),
    id: text().notNull(),
    email: text().notNull(),
    passwordHash: text("password_hash").notNull(),
    /** admin, user, or a role of the app's own that its row rules use. */
    role: text().notNull().default("user"),
    data: jsonb().$type<Record<string, unknown>>().notNull().default({}),
    /** When they first proved that they read this address; null: whoever signed up may only claim it. */
    emailVerifiedAt: time("email_verified_at"),
    disabledAt: time("disabled_at"),
    /** How long their membership is paid; null: not at all. What their sales give, settled (features/memberships). */
    paidUntil: time("paid_until"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    uniqueIndex("member_email").on(table.appId, table.email),
    // "builder" is reserved for the owner, who may do everything.
    check("member_is_no_builder", sql`${table.role} <> 'builder'`),
  ],
);

/** A single-use, expiring invitation to an app. `tokenHash` is the SHA-256 of the link's token. */
export const invitation = pgTable(
  "invitation",
  {
    appId: appId(),
    id: text().notNull(),
    tokenHash: text("token_hash").notNull(),
    /** The only address that may accept it, or null for anybody with the link. */
    email: text(),
    role: text().notNull(),
    expiresAt: time("expires_at").notNull(),
    usedAt: time("used_at"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    uniqueIndex("invitation_token").on(table.appId, table.tokenHash),
  ],
);

/** Session of a visitor of a running app: a member, or the owner in the preview. `tokenHash` is a SHA-256. */
export const visitorSession = pgTable(
  "visitor_session",
  {
    appId: appId(),
    tokenHash: text("token_hash").notNull(),
    memberId: text("member_id"),
    accountId: text("account_id").references(() => account.id, { onDelete: "cascade" }),
    expiresAt: time("expires_at").notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.tokenHash] }),
    // Removing a member ends their sessions, whoever removes them.
    foreignKey({ columns: [table.appId, table.memberId], foreignColumns: [member.appId, member.id] }).onDelete(
      "cascade",
    ),
    index("visitor_session_expiry").on(table.expiresAt),
  ],
);

/** A published build. Its files are in the blob store under their content hashes. */
export const publication = pgTable(
  "publication",
  {
    appId: appId(),
    id: text().notNull(),
    versionId: text("version_id").notNull(),
    html: text().notNull(),
    files: jsonb().$type<{ path: string; key: string; contentType: string; bytes: number }[]>().notNull(),
    live: boolean().notNull().default(false),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    uniqueIndex("publication_live")
      .on(table.appId)
      .where(sql`${table.live}`),
  ],
);

export const upload = pgTable(
  "upload",
  {
    appId: appId(),
    id: text().notNull(),
    name: text().notNull(),
    contentType: text("content_type").notNull(),
    bytes: integer().notNull(),
    key: text().notNull(),
    creatorId: text("creator_id"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.id] })],
);

/**
 * Bytes in use per app, and of the whole installation under "": the last measurement plus reservations since. Servers
 * reserve with one conditional statement, so that the limit holds across all of them. A row goes with its app
 * (trigger `rows_go`); "" stays.
 */
export const storageUse = pgTable("storage_use", {
  appId: text("app_id").primaryKey(),
  bytes: bigint({ mode: "number" }).notNull(),
  measuredAt: time("measured_at").notNull().defaultNow(),
});
