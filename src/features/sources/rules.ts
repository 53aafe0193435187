import type { ItemStatus, ItemType, Stage } from "./schema";

/** "Unsynced and pending (both shown as Pending), running ('Syncing...'), …" (1-platform.md §4). */
export const statusWords: Record<ItemStatus, string> = {
  unsynced: "Pending",
  pending: "Pending",
  running: "Syncing...",
  synced: "Synced",
  error: "Error",
  usage_limit_reached: "Usage limit reached",
};

/** "Live changes … on items whose status is unsynced, pending or running" (1-platform.md §4). */
export const isOpen = (status: ItemStatus): boolean =>
  status === "unsynced" || status === "pending" || status === "running";

export const stageWords: Record<Stage, string> = {
  queued: "Waiting",
  fetching: "Fetching",
  parsing: "Reading",
  chunking: "Splitting",
  embedding: "Indexing",
  synced: "Synced",
};

export const typeWords: Record<ItemType, string> = {
  csv: "Items list",
  doc: "Doc",
  txt: "Text",
  pdf: "PDF",
  google_doc: "Google Doc",
  google_sheet: "Google Sheet",
  google_slide: "Google Slides",
  notion_page: "Notion page",
  notion_database: "Notion database",
  web_page: "Web pages",
  markdown: "Markdown",
  html: "HTML",
  xlsx: "Spreadsheet",
  pptx: "Slides",
  epub: "Book",
  image: "Picture",
  unrecognized: "Unknown file",
};

const megabyte = 1_000_000;

/** 5,000,000 → "5 MB"; 1,234 → "1.2 KB". */
export function sizeWords(bytes: number): string {
  const [value, unit] =
    bytes >= megabyte ? [bytes / megabyte, "MB"] : bytes >= 1_000 ? [bytes / 1_000, "KB"] : [bytes, "bytes"];
  return `${Number.isInteger(value) ? value : value.toFixed(1)} ${unit}`;
}

/** 1-platform.md §5. */
export const tooBigWords = (bytesMax: number): string =>
  `Failed to upload context, file size is too big (max ${sizeWords(bytesMax)})`;

/** Tries of one revision before it ends in an error. */
export const attemptsMax = 5;

/** How long a failed try waits for the next one: 5 s, 20 s, 80 s, then 5 minutes. */
export const retrySeconds = (attempts: number): number => Math.min(300, 5 * 4 ** Math.max(0, attempts - 1));

/** What a text is called that came without a name: its first words. */
export function nameOfText(text: string): string {
  const line = text
    .trim()
    .split("\n")[0]!
    .trim()
    .replace(/^#+\s*/, "");
  return line.length > 60 ? `${line.slice(0, 59).trimEnd()}…` : line || "Text";
}
