import { z } from "zod";

/** 1-platform.md §3, and the kinds of files that people expect beside those. */
export const itemTypes = [
  "csv",
  "doc",
  "txt",
  "pdf",
  "google_doc",
  "google_sheet",
  "google_slide",
  "notion_page",
  "notion_database",
  "web_page",
  "markdown",
  "html",
  "xlsx",
  "pptx",
  "epub",
  "image",
  "unrecognized",
] as const;
export type ItemType = (typeof itemTypes)[number];

/** Which kind of document a file name promises; the picker offers these. */
export const typeOfExtension: Record<string, ItemType> = {
  txt: "txt",
  text: "txt",
  log: "txt",
  json: "txt",
  md: "markdown",
  markdown: "markdown",
  csv: "csv",
  tsv: "csv",
  htm: "html",
  html: "html",
  xhtml: "html",
  pdf: "pdf",
  doc: "doc",
  docx: "doc",
  xls: "xlsx",
  xlsx: "xlsx",
  ppt: "pptx",
  pptx: "pptx",
  epub: "epub",
  png: "image",
  jpg: "image",
  jpeg: "image",
  webp: "image",
  gif: "image",
};

/** "Local files, cloud drive, note workspace, web scraper" (1-platform.md §3). */
export const itemSources = ["local_files", "cloud_drive", "note_workspace", "web_scraper"] as const;
export type ItemSource = (typeof itemSources)[number];

export const itemStatuses = ["unsynced", "pending", "running", "synced", "error", "usage_limit_reached"] as const;
export type ItemStatus = (typeof itemStatuses)[number];

/** The way of a document into the index; a page shows it as a line of steps. */
export const stages = ["queued", "fetching", "parsing", "chunking", "embedding", "synced"] as const;
export type Stage = (typeof stages)[number];

export const itemNameSchema = z
  .string()
  .trim()
  .min(1, { error: "Please enter a name" })
  .max(200, { error: "A name has at most 200 characters" });

/** One page of the list. */
export const itemsPage = 50;
/** What `GET /api/context/items` answers at once. */
export const itemsMax = 1_000;

/** The text that one document may have: beyond it the index of one app would be this document. */
export const documentCharactersMax = 20_000_000;

/** Bytes of a text that comes as JSON, whatever the plan: what is larger is uploaded as a file. */
export const textBytesMax = 5_000_000;

/** Tokens of a chunk and of what it repeats of the one before: "chunk size 1000 and overlap 200" (1-platform.md §7). */
export const chunkTokens = 1_000;
export const overlapTokens = 200;

/** A piece of a document as a parser gives it: a paragraph, a list, a row of a table. */
export type Block = {
  text: string;
  /** The headings that it stands under, outermost first. */
  heading: string[];
  page?: number;
  /** A document in the document, such as a page of a site: no chunk has text of two. */
  part?: string;
  /** A row: what says which columns it has, repeated at the start of each chunk. Rows are never cut where they fit. */
  head?: string;
};

export type ParsedDocument = { title?: string; blocks: Block[] };

/** The queue of syncs. */
export const syncJob = "sync-source";

export type PageReport = { url: string; state: "fetched" | "skipped"; reason: string };

/** A context item on the wire (1-platform.md §3, 2-builder.md §3), and how far its sync is. */
export type ContextItem = {
  id: string;
  name: string;
  type: ItemType;
  source: ItemSource;
  status: ItemStatus;
  /** Bytes. */
  size: number;
  numOfChunks: number;
  createdAt: string;
  lastSyncedAt: string | null;
  externalFileUrl: string | null;
  externalFileId: string | null;
  providerItemId: string | null;
  provider: string | null;
  stage: Stage;
  stageTimes: { stage: string; at: string }[];
  error: string | null;
  /** How far the stage is, where that can be counted. */
  progress: { done: number; total: number } | null;
  /** The item whose place it takes once it is synced. */
  replacesId: string | null;
  /** "Data source item: contextItemId, originalContextItemId, type, templateFileUrl, instructionsUrl" (2-builder.md §3). */
  originalContextItemId: string | null;
  templateFileUrl: string;
  instructionsUrl: string;
};

const linkSchema = z.union([
  z.literal(""),
  z.url({ protocol: /^https?$/, error: "Enter an address that begins with https://" }).max(2_000),
]);

/** What a person changes of an item. */
export const itemChangeSchema = {
  name: itemNameSchema.optional(),
  templateFileUrl: linkSchema.optional(),
  instructionsUrl: linkSchema.optional(),
};
export type ItemChange = {
  name?: string | undefined;
  templateFileUrl?: string | undefined;
  instructionsUrl?: string | undefined;
};

/** One item of `POST /api/context/ingest/metadata`. */
export const itemMetadataSchema = z.strictObject({
  name: itemNameSchema.optional(),
  type: z.enum(itemTypes).optional(),
  source: z.enum(itemSources),
  provider: z.string().max(60).optional(),
  externalFileId: z.string().min(1).max(500).optional(),
  externalFileUrl: z
    .url({ protocol: /^https?$/ })
    .max(2_000)
    .optional(),
  providerItemId: z.string().max(500).optional(),
});
export type ItemMetadata = z.infer<typeof itemMetadataSchema>;
