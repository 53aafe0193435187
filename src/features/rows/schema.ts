import { z } from "zod";
import type { Permissions } from "@/shipped/contract";

/** A property of an entity: a JSON Schema subset. Unknown keywords are kept, since exports carry their own. */
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
  /** The name of the entity whose row id this field holds: Joinery's way to write a relation. */
  "x-reference"?: string;
};

/** The content of `entities/<Name>.json`. */
export type EntitySchema = {
  name: string;
  type: "object";
  properties: Record<string, EntityProperty>;
  required?: string[];
  "x-accessControl"?: { permissions?: Partial<Permissions>; rules?: unknown };
  /** Rows that take a time, such as bookings: no two overlap. */
  "x-noOverlap"?: unknown;
};

/**
 * `field` holds the beginning, `minutes` is the length. Rows overlap only with those that agree in every field of `per`
 * (a stylist, a room); a row whose `unless.field` has one of these values takes no time ("cancelled").
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

/** A row longer than this, as JSON, is a file in disguise. */
export const rowCharactersMax = 500_000;

/**
 * What one filter may ask: levels of $and, $or and $not, conditions and groups in all, values to compare with in all.
 */
export const filterBudget = { depth: 5, operators: 50, values: 1_000 };

/** More rows than this are counted by an estimate, which says that it is one. */
export const countedExactly = 10_000;
export type Count = { count: number; isEstimate?: boolean };

/** "9,876", and "~12,000" for an estimate, whose last digits nobody knows. */
export const countWords = ({ count, isEstimate }: Count): string =>
  isEstimate ? `~${count.toLocaleString("en-US", { maximumSignificantDigits: 2 })}` : count.toLocaleString("en-US");

/**
 * A search for words is a glance, since no index serves any word of any field: so many of the newest rows, and so many
 * of those word by word.
 */
export const searchedRows = 10_000;
export const searchedHits = 300;

/** One page of rows: 50 unless asked, at most 1000 (design §7). */
export const pageRows = 50;
export const pageRowsMax = 1_000;
/** Rows of one bulk call. A larger import comes as CSV. */
export const bulkRowsMax = 5_000;

/** A row as every door gives it: system fields beside the entity's own. Times are ISO 8601 strings. */
export type EntityRow = { id: string; createdAt: string; updatedAt: string; creatorId: string | null } & Record<
  string,
  unknown
>;
