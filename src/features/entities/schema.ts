import { z } from "zod";

export const permissionLevels = ["anonymous", "all", "admin", "creator", "none"] as const;
export const permissionLevelSchema = z.enum(permissionLevels);
export type PermissionLevel = z.infer<typeof permissionLevelSchema>;

export const permissionsSchema = z.object({ read: permissionLevelSchema, write: permissionLevelSchema });
export type Permissions = z.infer<typeof permissionsSchema>;

/** "read and write (default creator for both)" (2-builder.md §3). */
export const defaultPermissions: Permissions = { read: "creator", write: "creator" };

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
  "x-accessControl"?: { permissions?: Partial<Permissions> };
};

/** An entity's name is its file name and appears in URLs: PascalCase by convention. */
export const entityNameSchema = z.string().regex(/^[A-Za-z][A-Za-z0-9_]{0,59}$/);

/** "text cell: 10,000 characters" (design §6). */
export const textCellMax = 10_000;

/** A row longer than this, as JSON, is a file in disguise. */
export const rowCharactersMax = 500_000;

/** A search for words is a glance, since no index serves any word of any field: so many of the newest rows, and so many of those word by word. */
export const searchedRows = 10_000;
export const searchedHits = 300;

/** One page of rows: 50 unless asked, at most 1000 (design §7). */
export const pageRows = 50;
export const pageRowsMax = 1_000;
/** Rows of one bulk call. A larger import comes as CSV. */
export const bulkRowsMax = 5_000;

/** The fields that the platform sets on every row; a schema cannot redefine them. */
export const rowSystemFields = ["id", "createdAt", "updatedAt", "creatorId"] as const;

/** A row as every door gives it: system fields beside the entity's own. Times are ISO 8601 strings. */
export type EntityRow = { id: string; createdAt: string; updatedAt: string; creatorId: string | null } & Record<
  string,
  unknown
>;

/** "Column kinds derived from schema" (2-builder.md §3). */
export const columnKinds = ["text", "number", "select", "multiselect", "image", "json", "datetime", "boolean"] as const;
export type ColumnKind = (typeof columnKinds)[number];

/** A field's key. Names that JavaScript gives a meaning are none, nor are the platform's own. */
export const fieldNameSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/, "A field name has letters, digits and _ only, and begins with a letter")
  .refine(
    (name) => !["__proto__", "constructor", "prototype", ...rowSystemFields].includes(name),
    "This name is taken",
  );

export const optionMax = 80;
const optionSchema = z.string().trim().min(1).max(optionMax);

/** One change of one column, as the column menus make it (2-builder.md §2). A header is the field's title: its key, which code uses, stays. */
export const columnChangeSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("add"),
    field: fieldNameSchema,
    type: z.enum(columnKinds),
    title: z.string().trim().max(60).optional(),
    options: z.array(optionSchema).max(200).optional(),
    beside: z.strictObject({ field: z.string().max(60), side: z.enum(["left", "right"]) }).optional(),
  }),
  z.strictObject({ kind: z.literal("header"), field: z.string().max(60), title: z.string().trim().min(1).max(60) }),
  z.strictObject({
    kind: z.literal("type"),
    field: z.string().max(60),
    type: z.enum(columnKinds),
    options: z.array(optionSchema).max(200).optional(),
  }),
  z.strictObject({ kind: z.literal("option"), field: z.string().max(60), option: optionSchema }),
  z.strictObject({ kind: z.literal("delete"), field: z.string().max(60) }),
]);
export type ColumnChange = z.infer<typeof columnChangeSchema>;

function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-US", { timeZone: zone }).format() !== "";
  } catch {
    return false;
  }
}

/** How a column of a CSV file fills a field (2-builder.md §3). A dotted field builds nested objects. */
export const columnMappingSchema = z.strictObject({
  csvHeader: z.string().max(500),
  schemaField: z.string().max(300),
  dataType: z.enum(["text", "number", "boolean", "datetime", "json"]),
  splitCharacter: z.enum([",", ";", "|", "\n", "\t"]).optional(),
  /** Where times that name no zone are meant, as "Europe/Vienna": the server may stand elsewhere. */
  timeZone: z.string().max(60).refine(isTimeZone, "This is no time zone").optional(),
});
export type ColumnMapping = z.infer<typeof columnMappingSchema>;

export const mappingPreviewRows = 5;

/** Rows, or people, whose names a reference offers. Beyond it, the id itself is shown. */
export const namesMax = 1_000;

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

/** How a file is to be imported: `mapping` (without it by name), `matchField` (rows with the same value are updated), `isGuarded` (our export's signs before formulas). */
export const importPlanSchema = z.strictObject({
  mapping: mappingsSchema.optional(),
  matchField: z.string().max(60).optional(),
  isGuarded: z.boolean().optional(),
});

/** The largest CSV file. It is never held in memory, but it does lie in the file storage. */
export const importBytesMax = 5_000_000_000;

/** "CSV import sends batches of 10 rows, 3 batches in parallel" (2-builder.md §7, §9). */
export const importBatchRows = 10;
export const importBatchesAtOnce = 3;
/** A file up to this comes in batches from the browser; the server alone imports a larger one, in a fraction of the time. */
export const batchedImportMax = { bytes: 1_000_000, records: 1_000 };

/** A record of a CSV file on its way: its place in the file (the header is 1) and its cells as they stand. */
export const csvRecordsSchema = z
  .array(z.strictObject({ number: z.int().min(2).max(2_000_000_000), cells: z.array(z.string()).max(1_000) }))
  .min(1)
  .max(importBatchRows);

/** The queue of imports. */
export const importJob = "csv-import";

/** How far an import is. A file is uploaded, checked (nothing is written), imported; `message` says how that ended. */
export type ImportView = {
  importId: string;
  entity: string;
  fileName: string;
  /** What its rows are remembered under. */
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
