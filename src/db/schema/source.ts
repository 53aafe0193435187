import { index, integer, jsonb, pgTable, primaryKey, text, timestamp } from "drizzle-orm/pg-core";
import { account } from "./account";
import { app } from "./app";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });

/** "unsynced, pending, running, synced, error, usage limit reached" (1-platform.md §4). */
const statuses = ["unsynced", "pending", "running", "synced", "error", "usage_limit_reached"] as const;
const stages = ["queued", "fetching", "parsing", "chunking", "embedding", "synced"] as const;

/**
 * A data source of an app. Its document lies in the blob store, its chunks in `chunk`. `revision` counts its syncs: a
 * runner whose revision is over writes nothing more.
 */
export const contextItem = pgTable(
  "context_item",
  {
    appId: text("app_id")
      .notNull()
      .references(() => app.id, { onDelete: "cascade" }),
    id: text().notNull(),
    name: text().notNull(),
    type: text().notNull(),
    source: text().notNull(),
    status: text({ enum: statuses }).notNull().default("unsynced"),
    stage: text({ enum: stages }).notNull().default("queued"),
    /** When each stage of this sync began, in order. */
    stageTimes: jsonb("stage_times").$type<{ stage: string; at: string }[]>().notNull().default([]),
    /** Why it ended in an error, or what the next try waits for. */
    error: text(),
    done: integer(),
    total: integer(),
    /** Bytes of the document as it was uploaded or fetched. */
    size: integer().notNull().default(0),
    fileKey: text("file_key"),
    provider: text(),
    externalFileId: text("external_file_id"),
    externalFileUrl: text("external_file_url"),
    providerItemId: text("provider_item_id"),
    /** What was fetched, what was not, and why: a line a page. */
    report: jsonb().$type<{ url: string; state: "fetched" | "skipped"; reason: string }[]>(),
    numOfChunks: integer("num_of_chunks").notNull().default(0),
    /** The item whose place it takes once its own chunks are whole. */
    replacesId: text("replaces_id"),
    /** Of a copied app: the item that this one came from. */
    originalItemId: text("original_item_id"),
    /** For whoever is to put their own data in its place: a file to fill in, and what to do. */
    templateFileUrl: text("template_file_url").notNull().default(""),
    instructionsUrl: text("instructions_url").notNull().default(""),
    revision: integer().notNull().default(1),
    /** Which process syncs it, and when that process last said so. */
    runner: text(),
    heartbeatAt: time("heartbeat_at"),
    /** Tries of this revision. */
    attempts: integer().notNull().default(0),
    /** When a failed try may be repeated. */
    dueAt: time("due_at").notNull().defaultNow(),
    /** When it is synced again by itself; null: only when somebody asks. */
    nextSyncAt: time("next_sync_at"),
    createdAt: time("created_at").notNull().defaultNow(),
    lastSyncedAt: time("last_synced_at"),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    oneOf("context_item", table.status, statuses),
    oneOf("context_item", table.stage, stages),
    index("context_item_id").on(table.id),
    index("context_item_newest").on(table.appId, table.createdAt.desc(), table.id.desc()),
    index("context_item_open").on(table.status, table.dueAt),
    index("context_item_next").on(table.nextSyncAt),
  ],
);

/** A builder's connection to a provider of documents. `sealed` holds its tokens, bound to account and provider. */
export const integration = pgTable(
  "integration",
  {
    accountId: text("account_id")
      .notNull()
      .references(() => account.id, { onDelete: "cascade" }),
    provider: text().notNull(),
    sealed: text().notNull(),
    createdAt: time("created_at").notNull().defaultNow(),
    updatedAt: time("updated_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.accountId, table.provider] })],
);
