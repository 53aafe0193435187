import { z } from "zod";
import type { Permissions } from "@/shipped/contract";

/** A property of an entity: a JSON Schema subset. Unknown keywords are preserved, since exports carry their own. */
export type EntityProperty = {
  type?: "string" | "number" | "integer" | "boolean" | "array" | "object";
  title?: string;
  description?: string;
  format?: string;
  enum?: (string | number)[];
  default?: unknown;
  items?: EntityProperty;
  properties?: Record<string, EntityProperty>;
  required?: string[];
  /** A foreign key: the entity whose row id this field holds. */
  "x-reference"?: string;
};

/** The content of `entities/<Name>.json`. */
export type EntitySchema = {
  name: string;
  type: "object";
  properties: Record<string, EntityProperty>;
  required?: string[];
  "x-accessControl"?: { permissions?: Partial<Permissions>; rules?: unknown };
  /** Bookings and the like: no two rows overlap in time. */
  "x-noOverlap"?: unknown;
};

/**
 * `field` is the start, `minutes` the length. Rows conflict only when they agree in every field of `per` (a stylist, a
 * room); a row whose `unless.field` has one of these values takes no time ("cancelled").
 */
export const slotSchema = z.object({
  field: z.string().min(1).max(200),
  minutes: z.number().int().min(1).max(525_600),
  per: z.array(z.string().max(200)).max(10).default([]),
  unless: z.object({ field: z.string().max(200), values: z.array(z.string().max(200)).max(50) }).optional(),
});
export type Slot = z.infer<typeof slotSchema>;

/** An entity's name is its file name and appears in URLs: PascalCase by convention. */
export const entityNameSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,59}$/);

/** "text cell: 10,000 characters" (design §6). */
export const textCellMax = 10_000;

/** A longer row (as JSON) is a file in disguise. */
export const rowCharactersMax = 500_000;

/** Budget of one filter: nesting of $and, $or and $not; conditions and groups in total; comparison values in total. */
export const filterBudget = { depth: 5, operators: 50, values: 1_000 };

/** Above this count rows are estimated. */
export const countedExactly = 10_000;
export type Count = { count: number; isEstimate?: boolean };

/** "9,876", and "~12,000" for an estimate, rounded. */
export const countWords = ({ count, isEstimate }: Count): string =>
  isEstimate ? `~${count.toLocaleString("en-US", { maximumSignificantDigits: 2 })}` : count.toLocaleString("en-US");

/** Full-text search has no index: it scans so many of the newest rows, and ranks so many of those. */
export const searchedRows = 10_000;
export const searchedHits = 300;

/** One page of rows: 50 unless asked, at most 1000 (design §7). */
export const pageRows = 50;
export const pageRowsMax = 1_000;
/** Rows per bulk call. Larger imports are CSV. */
export const bulkRowsMax = 5_000;

/** A row as every door returns it: system fields beside the entity's own. Times are ISO 8601 strings. */
export type EntityRow = { id: string; createdAt: string; updatedAt: string; creatorId: string | null } & Record<
  string,
  unknown
>;

/** A row to insert, whose fields are JSON text already. Without an id it gets one. */
export type NewRow = { id?: string; json: string };
