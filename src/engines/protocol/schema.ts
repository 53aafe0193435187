import { z } from "zod";
import { permissionsSchema } from "@/shipped/contract";

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

/** What the stream parser reports. Text and deltas arrive as soon as they cannot belong to a tag. */
export type ParserEvent =
  | { kind: "text"; text: string }
  | { kind: "open"; action: Omit<Action, "content" | "isComplete" | "isTruncated"> }
  | { kind: "delta"; id: string; text: string }
  | { kind: "close"; id: string; isComplete: boolean; isTruncated: boolean };
