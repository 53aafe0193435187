import { z } from "zod";
import { standingMax } from "./limits";
import { permissionsSchema } from "@/shipped/access";
import { entityNameSchema } from "@/features/rows/schema";

/** An item of a `request_secrets` action, and one of an `import_entities` action. */
export const requestedSecretSchema = z.object({
  secretName: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/),
  description: z.string().default(""),
});
export const importedEntitySchema = z.object({ appId: z.string().min(1), entity: entityNameSchema });

/** Everything needed to carry out a held action later, independent of files or rows changed since. */
export const heldWorkSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("permissions"),
    entity: z.string(),
    permissions: permissionsSchema,
    /** The entity's row rules, beside the pair. */
    rules: z.unknown().optional(),
    /** The rights of fields that it opens, by name: null for none. */
    fields: z.record(z.string(), z.unknown()).optional(),
  }),
  z.object({ kind: z.literal("delete"), path: z.string() }),
  z.object({
    kind: z.literal("records"),
    entity: z.string(),
    rows: z.array(z.object({ id: z.string(), fields: z.record(z.string(), z.unknown()) })),
  }),
]);
export type HeldWork = z.infer<typeof heldWorkSchema>;

/** An action, or a part of one, that waits for a click. `words` describe the click's effect. */
export const heldSchema = z.object({
  actionId: z.string(),
  kind: z.enum(["permissions", "delete", "records"]),
  words: z.string(),
  state: z.enum(["waiting", "allowed", "declined"]),
});
export type Held = z.infer<typeof heldSchema>;
export const storedHeldSchema = heldSchema.extend({ work: heldWorkSchema });
export type StoredHeld = z.infer<typeof storedHeldSchema>;

/** The version before a fault, and the message that wrote it. */
export const wayBackSchema = z.object({ versionId: z.string(), messageId: z.string() });
export type WayBack = z.infer<typeof wayBackSchema>;

export const standingSchema = z
  .string()
  .trim()
  .max(standingMax, { error: `Instructions have at most ${standingMax} characters` });
