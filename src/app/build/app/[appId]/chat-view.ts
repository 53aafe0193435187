"use client";
import { isFlag, isNumber, shape } from "@/engines/shape";
import { useKept } from "@/ui/kept";

/** Pixels. The spec's messages are 350 wide: a narrower chat would cut them. */
export const chatWidths = { min: 320, usual: 400, max: 720 };

type ChatView = { width: number; isOpen: boolean };
const isView = shape<ChatView>({
  width: (value): value is number => isNumber(value) && value >= chatWidths.min && value <= chatWidths.max,
  isOpen: isFlag,
});
const usual: ChatView = { width: chatWidths.usual, isOpen: true };

/** Width and visibility of the chat, per person, for all apps. */
export const useChatView = (email: string | undefined) =>
  useKept("local", `joinery.view.chat.${email ?? ""}`, isView, usual);
