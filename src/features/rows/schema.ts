import { z } from "zod";
import { entityNamePattern } from "./limits";
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
  /** No two rows have the same value here. */
  "x-unique"?: boolean;
  /** Who may see this field, and who may set it (field-rights.ts). */
  "x-accessControl"?: unknown;
  /** The server computes it (total-values.ts). */
  "x-total"?: unknown;
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
/**
 * A total: the field `price` of the row that the reference `of` names, times the field `times` of this one:
 * { "of": "product", "price": "price", "times": "quantity" }.
 */
export const totalSchema = z.object({
  of: z.string().min(1).max(200),
  price: z.string().min(1).max(200),
  times: z.string().max(200).optional(),
});

export type Slot = z.infer<typeof slotSchema>;

export const entityNameSchema = z.string().regex(entityNamePattern);

/** A row as every door returns it: system fields beside the entity's own. Times are ISO 8601 strings. */
export type EntityRow = { id: string; createdAt: string; updatedAt: string; creatorId: string | null } & Record<
  string,
  unknown
>;

/** A row to insert, whose fields are JSON text already. Without an id it gets one. */
export type NewRow = { id?: string; json: string };
