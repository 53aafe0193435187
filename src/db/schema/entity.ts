import { sql } from "drizzle-orm";
import {
  bigint,
  bigserial,
  boolean,
  foreignKey,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  timestamp,
} from "drizzle-orm/pg-core";
import { app } from "./app";
import { oneOf } from "./check";

const time = (name: string) => timestamp(name, { withTimezone: true, mode: "date" });
const appId = () =>
  text("app_id")
    .notNull()
    .references(() => app.id, { onDelete: "cascade" });

/** Every row of every entity of every app. `data` holds the entity's own fields, validated on write. */
export const entityRow = pgTable(
  "entity_row",
  {
    // A foreign key is checked per row, a third of what an import costs Postgres: the trigger `app_exists` checks once a
    // statement (drizzle/0000_first.sql), and `rows_go` on `app` deletes.
    appId: text("app_id").notNull(),
    entity: text().notNull(),
    id: text().notNull(),
    creatorId: text("creator_id"),
    createdAt: time("created_at")
      .notNull()
      .default(sql`clock_timestamp()`),
    updatedAt: time("updated_at")
      .notNull()
      .default(sql`clock_timestamp()`),
    data: jsonb().$type<Record<string, unknown>>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.entity, table.id] }),
    // Partial on a condition that every row meets and only lists name. On an unanalyzed table (the embedded database
    // has no autovacuum; Postgres right after an import) the planner rates both indexes alike and would scan a whole
    // entity for one id: an undo of 8,000 rows took a minute.
    // Ascending, so that new rows are appended: descending, pages split in halves, and both indexes are half as large
    // again. Lists read them backwards.
    index("entity_row_created")
      .on(table.appId, table.entity, table.createdAt.asc().nullsFirst(), table.id.asc().nullsFirst())
      .where(sql`created_at <> '-infinity'`),
    // The same for visitors who may read only their own rows; otherwise their list scans everybody's.
    index("entity_row_own")
      .on(table.appId, table.entity, table.creatorId, table.createdAt.asc().nullsFirst(), table.id.asc().nullsFirst())
      .where(sql`created_at <> '-infinity'`),
  ],
);

/**
 * Fields that rows are sorted or filtered by, so that their indexes can be built on demand: one partial expression
 * index over `entity_row.data -> field` per field. `index_name` is null until it is built.
 */
export const fieldIndex = pgTable(
  "field_index",
  {
    appId: appId(),
    entity: text().notNull(),
    field: text().notNull(),
    indexName: text("index_name"),
    wantedAt: time("wanted_at").notNull().defaultNow(),
    usedAt: time("used_at").notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.appId, table.entity, table.field] })],
);

/** Before-images of rows, to undo bulk changes, imports and column changes. They go with the app (`rows_go`). */
export const entityRowHistory = pgTable(
  "entity_row_history",
  {
    appId: text("app_id").notNull(),
    number: bigserial({ mode: "number" }).notNull(),
    entity: text().notNull(),
    rowId: text("row_id").notNull(),
    /** Groups the rows of one bulk change. */
    changeId: text("change_id").notNull(),
    /** Null: the row was created by the change. Of many rows created at once `entityRowsCreated` says so. */
    before: jsonb().$type<Record<string, unknown> | null>(),
    actorId: text("actor_id"),
    changedAt: time("changed_at")
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    // Also serves the history of one row: every further index would slow down imports.
    primaryKey({ columns: [table.appId, table.entity, table.rowId, table.number] }),
    index("entity_row_history_change").on(table.appId, table.changeId),
    // BRIN: rows are appended in time order, so that it costs imports next to nothing.
    index("entity_row_history_time").using("brin", table.changedAt),
  ],
);

/**
 * Rows that one statement created, as one entry of their history: an entry per row would be a fourth of an import's
 * work. Their ids are new, so this is the first entry of each of them.
 */
export const entityRowsCreated = pgTable(
  "entity_rows_created",
  {
    appId: text("app_id").notNull(),
    /** From the sequence of the history's numbers, in whose order it belongs. */
    number: bigint({ mode: "number" })
      .notNull()
      .default(sql`nextval('entity_row_history_number_seq')`),
    entity: text().notNull(),
    rowIds: text("row_ids").array().notNull(),
    changeId: text("change_id").notNull(),
    actorId: text("actor_id"),
    /** The begin of the transaction, so that a turn's rows belong to the version that it writes. */
    changedAt: time("changed_at")
      .notNull()
      .default(sql`now()`),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.number] }),
    index("entity_rows_created_change").on(table.appId, table.changeId),
  ],
);

/**
 * Values of unique fields, and the row that has each: the primary key is what refuses a second one. A table of its own,
 * because an index per field on `entity_row` would be checked by every insert of every app. They go with the app (`rows_go`).
 */
export const entityRowValue = pgTable(
  "entity_row_value",
  {
    appId: text("app_id").notNull(),
    entity: text().notNull(),
    field: text().notNull(),
    /** Hash of the value as it is compared (features/rows/compare-values.ts). */
    key: text().notNull(),
    rowId: text("row_id").notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.entity, table.field, table.key] }),
    // Partial on a condition that only releases name, as above: it is not to be taken for a search by key.
    index("entity_row_value_row")
      .on(table.appId, table.entity, table.rowId)
      .where(sql`row_id <> ''`),
  ],
);

const count = (name: string) => integer(name).notNull().default(0);

const importStates = ["uploaded", "checking", "checked", "importing", "done", "failed", "cancelled"] as const;

/**
 * A CSV import: a resumable job. Its counters move in the transaction of the rows that they count, so that a new runner
 * knows exactly where to continue. The row outlives its app until its stored file is removed.
 */
export const csvImport = pgTable(
  "csv_import",
  {
    appId: text("app_id").notNull(),
    id: text().notNull(),
    entity: text().notNull(),
    accountId: text("account_id").notNull(),
    fileName: text("file_name").notNull(),
    /** Blob key of the stored file; null once it is removed. */
    fileKey: text("file_key"),
    bytes: bigint({ mode: "number" }).notNull(),
    mapping: jsonb().$type<
      {
        csvHeader: string;
        schemaField: string;
        dataType: "text" | "number" | "boolean" | "datetime" | "json";
        splitCharacter?: "," | ";" | "|" | "\n" | "\t" | undefined;
        timeZone?: string | undefined;
      }[]
    >(),
    matchField: text("match_field"),
    isGuarded: boolean("is_guarded").notNull().default(false),
    /** The change id of its rows' history, for undo. */
    changeId: text("change_id").notNull(),
    state: text({ enum: importStates }).notNull().default("uploaded"),
    error: text(),
    /** Records of the file handled so far, by outcome. */
    total: count("total"),
    created: count("created"),
    updated: count("updated"),
    failed: count("failed"),
    bytesDone: bigint("bytes_done", { mode: "number" }).notNull().default(0),
    /**
     * For a small file sent in batches by the browser: its headers, the number of records that the check found, and the
     * batches written.
     */
    headers: jsonb().$type<string[]>(),
    expected: count("expected"),
    batches: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Fencing token: a runner's batch counts only while it is the current runner. */
    runner: text(),
    heartbeatAt: time("heartbeat_at").notNull().defaultNow(),
    /** Attempts since the last batch that was written. */
    attempts: count("attempts"),
    undoneAt: time("undone_at"),
    /** Set when its owner has dismissed the result. */
    closedAt: time("closed_at"),
    createdAt: time("created_at").notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    index("csv_import_state").on(table.state, table.heartbeatAt),
    oneOf("csv_import", table.state, importStates),
  ],
);

/**
 * Rejected records of an import, one row per batch: their numbers and reasons. Their contents are in the stored file.
 */
export const csvImportFault = pgTable(
  "csv_import_fault",
  {
    appId: text("app_id").notNull(),
    importId: text("import_id").notNull(),
    /** Number of the batch's first record. */
    number: integer().notNull(),
    faults: jsonb().$type<{ number: number; reason: string }[]>().notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.importId, table.number] }),
    foreignKey({ columns: [table.appId, table.importId], foreignColumns: [csvImport.appId, csvImport.id] }).onDelete(
      "cascade",
    ),
  ],
);
