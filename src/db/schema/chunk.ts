import {
  bigint,
  boolean,
  customType,
  index,
  integer,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from "drizzle-orm/pg-core";
import { app } from "./app";

const bytes = customType<{ data: Uint8Array }>({ dataType: () => "bytea" });
const bits = customType<{ data: string }>({ dataType: () => "bit varying" });

const ofApp = () =>
  text("app_id")
    .notNull()
    .references(() => app.id, { onDelete: "cascade" });

/**
 * A passage of a context item: what retrieval finds and answers cite. `number` is its place in the inverted index; a
 * number is never given twice. `hash` is that of heading and text: an unchanged chunk keeps its id, postings and
 * vector.
 */
export const chunk = pgTable(
  "chunk",
  {
    appId: ofApp(),
    id: text().notNull(),
    itemId: text("item_id").notNull(),
    number: integer().notNull(),
    position: integer().notNull(),
    heading: text().notNull(),
    text: text().notNull(),
    hash: text().notNull(),
    /** Words that the index holds of it: BM25's length. */
    words: integer().notNull(),
    /** Switched off by the owner: it keeps its place and answers nothing. */
    isEnabled: boolean("is_enabled").notNull().default(true),
  },
  (table) => [
    primaryKey({ columns: [table.appId, table.id] }),
    uniqueIndex("chunk_number").on(table.appId, table.number),
    index("chunk_item").on(table.appId, table.itemId, table.position),
    index("chunk_hash").on(table.appId, table.hash),
  ],
);

/**
 * The inverted index: a row holds one term's postings in one block of chunk numbers (features/retrieval/postings.ts).
 * A row for each posting would be a hundred rows a chunk.
 */
export const chunkTerm = pgTable(
  "chunk_term",
  { appId: ofApp(), term: text().notNull(), block: integer().notNull(), postings: bytes().notNull() },
  (table) => [primaryKey({ columns: [table.appId, table.term, table.block] })],
);

/** What BM25 needs of an app's whole index. Writers of an app's index wait for each other on its row. */
export const chunkIndex = pgTable("chunk_index", {
  appId: ofApp().primaryKey(),
  chunks: integer().notNull().default(0),
  words: bigint({ mode: "number" }).notNull().default(0),
  nextNumber: integer("next_number").notNull().default(0),
});

/**
 * The sign bits of chunks' embeddings (features/retrieval/vectors.ts), by which candidates are found without an
 * extension. Apart from the vectors: every question reads all codes of an app, and few vectors.
 */
export const chunkCode = pgTable(
  "chunk_code",
  { appId: ofApp(), number: integer().notNull(), model: text().notNull(), code: bits().notNull() },
  (table) => [primaryKey({ columns: [table.appId, table.number] })],
);

/** A chunk's embedding with a byte for each dimension, by which candidates are ranked. */
export const chunkVector = pgTable(
  "chunk_vector",
  { appId: ofApp(), number: integer().notNull(), model: text().notNull(), vector: bytes().notNull() },
  (table) => [primaryKey({ columns: [table.appId, table.number] })],
);
