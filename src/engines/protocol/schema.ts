import { z } from "zod";
import { permissionsSchema } from "@/shipped/contract";

/** The nine action types (2-builder.md §3, "Chat action"). */
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

/** An action as stored on a message and shown in the chat. `id` is the tag's id, unique within its message. */
export const actionSchema = z.object({
  id: z.string(),
  type: actionTypeSchema,
  title: z.string(),
  /** A path for file actions, an entity's name for entity and record actions, otherwise "". */
  file: z.string(),
  /** The raw body between the tag lines, byte for byte. */
  content: z.string(),
  isComplete: z.boolean(),
  isTruncated: z.boolean(),
  permissions: permissionsSchema.optional(),
});
export type Action = z.infer<typeof actionSchema>;

/** Events of the stream parser. Text and deltas are emitted as soon as they cannot be part of a tag. */
export type ParserEvent =
  | { kind: "text"; text: string }
  | { kind: "open"; action: Omit<Action, "content" | "isComplete" | "isTruncated"> }
  | { kind: "delta"; id: string; text: string }
  | { kind: "close"; id: string; isComplete: boolean; isTruncated: boolean };

/** A plan has at most this many steps, of at most this many characters. */
export const stepsMax = 20;
export const stepMax = 1_000;
export const planTitleMax = 120;

/** A plan as a model wrote it. `isComplete`: its closing tag was there. */
export const writtenPlanSchema = z.object({ title: z.string(), steps: z.array(z.string()), isComplete: z.boolean() });
export type WrittenPlan = z.infer<typeof writtenPlanSchema>;
