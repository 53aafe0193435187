"use client";
import { z } from "zod";
import { useKept } from "@/ui/kept";

/** Pixels. The spec's messages are 350 wide, so that a narrower chat would cut them. */
export const chatWidths = { min: 320, usual: 400, max: 720 };

const viewSchema = z.object({ width: z.number().min(chatWidths.min).max(chatWidths.max), isOpen: z.boolean() });
const usual: z.infer<typeof viewSchema> = { width: chatWidths.usual, isOpen: true };

/** How wide the chat is, and whether it is there at all: each person's own, for all of their apps. */
export const useChatView = (email: string | undefined) =>
  useKept("local", `joinery.view.chat.${email ?? ""}`, viewSchema, usual);
