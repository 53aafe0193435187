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

/**
 * Every row of every entity of every app. `data` holds the entity's own fields, validated against its schema on the way
 * in.
 */
export const entityRow = pgTable(
  "entity_row",
  {
    appId: appId(),
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
    // A list names this condition, which every row meets; a look-up by id does not. As long as nobody has analyzed the
    // table (the embedded database never does by itself, Postgres not right after an import), both indexes look the
    // same to the planner, and with this one it would go through all rows of the entity for one id: an undo of 8,000
    // rows took a minute.
    index("entity_row_created")
      .on(table.appId, table.entity, table.createdAt.desc(), table.id.desc())
      .where(sql`created_at <> '-infinity'`),
    // The same for whoever may read their own rows only: without it, their list goes through everybody's.
    index("entity_row_own")
      .on(table.appId, table.entity, table.creatorId, table.createdAt.desc(), table.id.desc())
      .where(sql`created_at <> '-infinity'`),
  ],
);

/**
 * Fields that rows are sorted or filtered by, so that their indexes can be made on demand: one partial expression index
 * over `entity_row.data -> field` of one entity each. `index_name` is null until it is built.
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

/**
 * What a row was before a change, so that bulk changes, imports and column changes can be undone. It goes with its app,
 * but by deleteApp: a foreign key would be checked for every row of an import, as its row's own is already.
 */
export const entityRowHistory = pgTable(
  "entity_row_history",
  {
    appId: text("app_id").notNull(),
    number: bigserial({ mode: "number" }).notNull(),
    entity: text().notNull(),
    rowId: text("row_id").notNull(),
    /** Groups the rows of one bulk change. */
    changeId: text("change_id").notNull(),
    /** Null: the row did not exist before. */
    before: jsonb().$type<Record<string, unknown> | null>(),
    actorId: text("actor_id"),
    changedAt: time("changed_at")
      .notNull()
      .default(sql`clock_timestamp()`),
  },
  (table) => [
    // Also the way to what became of one row: an import pays for every index.
    primaryKey({ columns: [table.appId, table.entity, table.rowId, table.number] }),
    index("entity_row_history_change").on(table.appId, table.changeId),
    // Brin: rows lie in the order of their time, and an import pays nearly nothing for it.
    index("entity_row_history_time").using("brin", table.changedAt),
  ],
);

const count = (name: string) => integer(name).notNull().default(0);

const importStates = ["uploaded", "checking", "checked", "importing", "done", "failed", "cancelled"] as const;

/**
 * The import of one CSV file: a job that outlives its process. Its counters move in the transaction of the rows that
 * they count, so that whoever takes it up again knows exactly where to go on. It outlives its app until its stored file
 * is removed.
 */
export const csvImport = pgTable(
  "csv_import",
  {
    appId: text("app_id").notNull(),
    id: text().notNull(),
    entity: text().notNull(),
    accountId: text("account_id").notNull(),
    fileName: text("file_name").notNull(),
    /** In the blob store; null once the file is removed. */
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
    /** What its rows are remembered under, to be undone together. */
    changeId: text("change_id").notNull(),
    state: text({ enum: importStates }).notNull().default("uploaded"),
    error: text(),
    /** Records of the file that are dealt with, and how. */
    total: count("total"),
    created: count("created"),
    updated: count("updated"),
    failed: count("failed"),
    bytesDone: bigint("bytes_done", { mode: "number" }).notNull().default(0),
    /**
     * A small file comes in batches from the browser: the file's headers, how many records the check found, and the
     * batches that were written.
     */
    headers: jsonb().$type<string[]>(),
    expected: count("expected"),
    batches: integer()
      .array()
      .notNull()
      .default(sql`'{}'`),
    /** Who works on it: a batch counts only while this stands. */
    runner: text(),
    heartbeatAt: time("heartbeat_at").notNull().defaultNow(),
    /** Runs since the last batch that was written. */
    attempts: count("attempts"),
    undoneAt: time("undone_at"),
    /** Set when its person has read how it ended. */
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
 * The rows of a file that did not fit, a batch at a time: their numbers and reasons. What they held stands in the file.
 */
export const csvImportFault = pgTable(
  "csv_import_fault",
  {
    appId: text("app_id").notNull(),
    importId: text("import_id").notNull(),
    /** The number of the first record of the batch. */
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
