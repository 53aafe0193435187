import { z } from "zod";
import { entityNameSchema, permissionsSchema } from "@/features/rows/schema";

/** The nine things an assistant may do to an app (2-builder.md §3, "Chat action"). */
export const actionTypes = [
  "add_file",
  "edit_file",
  "partial_edit",
  "add_entity",
  "edit_entity",
  "delete_file",
  "import_entities",
  "insert_entity_records",
  "request_secrets",
] as const;

export const actionTypeSchema = z.enum(actionTypes);
export type ActionType = z.infer<typeof actionTypeSchema>;

/** One action as stored on a message and as shown in the chat. `id` is the tag's own id, unique within its message. */
export const actionSchema = z.object({
  id: z.string(),
  type: actionTypeSchema,
  title: z.string(),
  /** A path inside the app for file actions, the entity's name for entity and record actions, "" for the rest. */
  file: z.string(),
  /** The raw body, byte for byte as the model wrote it between the tag lines. */
  content: z.string(),
  isComplete: z.boolean(),
  isTruncated: z.boolean(),
  permissions: permissionsSchema.optional(),
});
export type Action = z.infer<typeof actionSchema>;

/** An item of a `request_secrets` action, and one of an `import_entities` action. */
export const requestedSecretSchema = z.object({
  secretName: z.string().regex(/^[A-Za-z_][A-Za-z0-9_]{0,99}$/),
  description: z.string().default(""),
});
export const importedEntitySchema = z.object({ appId: z.string().min(1), entity: entityNameSchema });

/** More rows than this that a turn brings to entities which were there before wait for the builder's OK. */
export const rowsUnasked = 20;

/** What an action would do once the builder allows it: everything that it takes, so that a file or row changed since is not read again. */
export const heldWorkSchema = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("permissions"), entity: z.string(), permissions: permissionsSchema }),
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

/** What the stream parser reports. Text and deltas arrive as soon as they cannot belong to a tag. */
export type ParserEvent =
  | { kind: "text"; text: string }
  | { kind: "open"; action: Omit<Action, "content" | "isComplete" | "isTruncated"> }
  | { kind: "delta"; id: string; text: string }
  | { kind: "close"; id: string; isComplete: boolean; isTruncated: boolean };

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

/** Characters of one request: room for a pasted specification, and an end to pasted files, which belong in attachments. */
export const requestMax = 20_000;
