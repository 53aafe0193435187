import { z } from "zod";
import { permissionsSchema } from "@/shipped/contract";
import { entityNameSchema } from "@/features/rows/schema";

/** An item of a `request_secrets` action, and one of an `import_entities` action. */
export const requestedSecretSchema = z.object({
  secretName: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/),
  description: z.string().default(""),
});
export const importedEntitySchema = z.object({ appId: z.string().min(1), entity: entityNameSchema });

/** More rows than this, added by a turn to existing entities, are held for the builder's OK. */
export const rowsUnasked = 20;

/** Everything needed to carry out a held action later, independent of files or rows changed since. */
export const heldWorkSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("permissions"),
    entity: z.string(),
    permissions: permissionsSchema,
    /** The entity's row rules, beside the pair. */
    rules: z.unknown().optional(),
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

/** Chat attachments: at most 10 files of 10 MiB each (design §6). */
export const attachmentsMax = 10;
export const attachmentBytesMax = 10 * 1024 * 1024;

/** The words of the 'Let's keep going' button (2-builder.md §4). */
export const continueMessage = "Let's keep going";

/** Job queue of turns. */
export const turnJob = "chat-turn";

/** The version before a fault, and the message that wrote it. */
export const wayBackSchema = z.object({ versionId: z.string(), messageId: z.string() });
export type WayBack = z.infer<typeof wayBackSchema>;

/** Characters of a request: room for a pasted specification; files belong in attachments. */
export const requestMax = 20_000;

/** A person's standing instructions to the assistant, for one app or for all of theirs. */
export const standingMax = 4_000;
export const standingSchema = z
  .string()
  .trim()
  .max(standingMax, { error: `Instructions have at most ${standingMax} characters` });
export const standingSaved = "Saved. The next answer keeps to it.";
