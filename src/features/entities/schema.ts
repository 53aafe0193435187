import { z } from "zod";
import { columnKinds, columnRights, optionMax } from "./limits";
import { rowSystemFields } from "@/shipped/contract";

/** A field's key. Reserved: names with a meaning in JavaScript, and the platform's own. */
export const fieldNameSchema = z
  .string()
  .regex(/^[A-Za-z_][A-Za-z0-9_]{0,59}$/, "A field name has letters, digits and _ only, and begins with a letter")
  .refine(
    (name) => !["__proto__", "constructor", "prototype", ...rowSystemFields].includes(name),
    "This name is taken",
  );

const optionSchema = z.string().trim().min(1).max(optionMax);

/**
 * A column change of the column menus (2-builder.md §2). A header changes the field's title; its key, which code uses,
 * stays.
 */
export const columnChangeSchema = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("add"),
    field: fieldNameSchema,
    type: z.enum(columnKinds),
    title: z.string().trim().max(60).optional(),
    options: z.array(optionSchema).max(200).optional(),
    isUnique: z.boolean().optional(),
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
  z.strictObject({ kind: z.literal("unique"), field: z.string().max(60), isUnique: z.boolean() }),
  z.strictObject({ kind: z.literal("rights"), field: z.string().max(60), rights: z.enum(columnRights) }),
  z.strictObject({ kind: z.literal("delete"), field: z.string().max(60) }),
]);
export type ColumnChange = z.infer<typeof columnChangeSchema>;
