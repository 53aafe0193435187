import { z } from "zod";
import type { Citation } from "@/features/retrieval/schema";

/** Characters of a question, and messages kept per visitor. */
export const questionMax = 2_000;
export const historyMax = 200;

/** Key of an anonymous browser, made by the app's page, long enough not to be guessed. */
export const sessionSchema = z.string().regex(/^[\w-]{20,80}$/);

/** "chatSettings (chatAppId, status active or draft)" (2-builder.md §3), and the introduction. */
export const chatSettingsSchema = z.object({
  status: z.enum(["active", "draft"]).catch("draft"),
  welcomeMessage: z.string().max(500).catch(""),
  examples: z.array(z.string().max(200)).max(3).catch([]),
});
export type ChatSettings = z.infer<typeof chatSettingsSchema>;

export const readChatSettings = (data: Record<string, unknown>): ChatSettings =>
  chatSettingsSchema.parse(data.chatSettings ?? {});

/** A row named in an answer. */
export type NamedRow = { entity: string; title: string };

/** Source of an answer: a row that it names or a passage that it cites. */
export type Source = NamedRow | Citation;

export type AssistantMessage = {
  id: string;
  role: "user" | "assistant";
  content: string;
  sources: Source[];
  createdAt: string;
};

/** SSE events of an answer's stream. */
export type AnswerEvent =
  | { event: "text"; data: { text: string } }
  | { event: "done"; data: { sources: Source[] } }
  | { event: "error"; data: { message: string } };

/** The toasts of 2-builder.md §8. */
export const toggleTexts = {
  activated: "Chat assistant activated successfully",
  deactivated: "Chat assistant deactivated successfully",
  activateFailed: "Failed to activate chat assistant",
  deactivateFailed: "Failed to deactivate chat assistant",
};
