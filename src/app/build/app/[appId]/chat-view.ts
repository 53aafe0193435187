"use client";
import { z } from "zod";
import { useKept } from "@/ui/kept";

/** Pixels. The spec's messages are 350 wide: a narrower chat would cut them. */
export const chatWidths = { min: 320, usual: 400, max: 720 };

const viewSchema = z.object({ width: z.number().min(chatWidths.min).max(chatWidths.max), isOpen: z.boolean() });
const usual: z.infer<typeof viewSchema> = { width: chatWidths.usual, isOpen: true };

/** Width and visibility of the chat, per person, for all apps. */
export const useChatView = (email: string | undefined) =>
  useKept("local", `joinery.view.chat.${email ?? ""}`, viewSchema, usual);
