import { z } from "zod";
import { importBatchRows } from "./limits";
import { entityNameSchema } from "@/features/rows/schema";

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }).format() !== "";
  } catch {
    return false;
  }
}

/** Maps a CSV column to a field (2-builder.md §3). A dotted field builds nested objects. */
export const columnMappingSchema = z.strictObject({
  csvHeader: z.string().max(500),
  schemaField: z.string().max(300),
  dataType: z.enum(["text", "number", "boolean", "datetime", "json"]),
  /** Set where the column's numbers are written like "1.234,50". */
  decimalMark: z.literal(",").optional(),
  splitCharacter: z.enum([",", ";", "|", "\n", "\t"]).optional(),
  /** Time zone of times without one, such as "Europe/Vienna": the server's may differ. */
  timeZone: z.string().max(60).refine(isTimeZone, "This is no time zone").optional(),
});
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

/** "headers, previewData, schema, entityName" (2-builder.md §7); "the mapping preview uses the first 5 rows" (§9). */
export const mappingRequestSchema = z.strictObject({
  headers: z.array(z.string().max(500)).min(1).max(1_000),
  previewData: z
    .array(z.union([z.array(z.unknown()), z.record(z.string(), z.unknown())]))
    .max(1_000)
    .default([]),
  schema: z.looseObject({ properties: z.record(z.string().max(200), z.looseObject({})) }),
  entityName: entityNameSchema,
});

export const mappingsSchema = z.array(columnMappingSchema).max(1_000);

/**
 * Options of an import: `mapping` (default: by name), `matchField` (upsert key), `isGuarded` (remove our export's
 * formula guard).
 */
export const importPlanSchema = z.strictObject({
  mapping: mappingsSchema.optional(),
  matchField: z.string().max(60).optional(),
  isGuarded: z.boolean().optional(),
});

/** A CSV record in transit: its number (the header is 1) and raw cells. */
export const csvRecordsSchema = z
  .array(z.strictObject({ number: z.int().min(2).max(2_000_000_000), cells: z.array(z.string()).max(1_000) }))
  .min(1)
  .max(importBatchRows);

/** Job queue of imports. */
export const importJob = "csv-import";

/** Progress of an import. A file is uploaded, checked (dry run), imported; `message` says how that ended. */
export type ImportView = {
  importId: string;
  entity: string;
  fileName: string;
  /** The change id for undo. */
  changeId: string;
  state: "uploaded" | "checking" | "checked" | "importing" | "done" | "failed" | "cancelled";
  message: string | null;
  total: number;
  created: number;
  updated: number;
  failed: number;
  fraction: number;
  isUndone: boolean;
};
