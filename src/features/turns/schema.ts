import { z } from "zod";
import { permissionsSchema } from "@/shipped/contract";
import { entityNameSchema } from "@/features/rows/schema";

/** An item of a `request_secrets` action, and one of an `import_entities` action. */
export const requestedSecretSchema = z.object({
  secretName: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/),
  description: z.string().default(""),
});
export const importedEntitySchema = z.object({ appId: z.string().min(1), entity: entityNameSchema });

/** More rows than this that a turn brings to entities which were there before wait for the builder's OK. */
export const rowsUnasked = 20;

/**
 * What an action would do once the builder allows it: everything that it takes, so that a file or row changed since is
 * not read again.
 */
export const heldWorkSchema = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("permissions"),
    entity: z.string(),
    permissions: permissionsSchema,
    /** The entity's row rules beside the pair. */
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

/** An action, or the part of one, that waits for a click. `words` say what the click does. */
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

/** The name of the job that runs a turn. */
export const turnJob = "chat-turn";

/** A version from before a fault, and the message that wrote it. */
export const wayBackSchema = z.object({ versionId: z.string(), messageId: z.string() });
export type WayBack = z.infer<typeof wayBackSchema>;

/**
 * Characters of one request: room for a pasted specification, and an end to pasted files, which belong in attachments.
 */
export const requestMax = 20_000;
