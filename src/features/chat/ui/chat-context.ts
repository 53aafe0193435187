"use client";
import { createContext, useContext } from "react";
import type { PromptAttachment } from "@/features/prompts/queue-prompts";

/** What the parts of one conversation share, so that a card deep in a message can act without ten props on the way. */
export type Chat = {
  appId: string;
  isAdmin: boolean;
  /** A turn runs, or a message is on its way. */
  isBusy: boolean;
  /** Sends now when the assistant is free, else queues. */
  say: (content: string, attachments?: PromptAttachment[]) => void;
  /** Answers an earlier request again, in the words given; what came after it is replaced. @returns whether it was taken */
  resend: (messageId: string, content: string) => Promise<boolean>;
  onOpenFile?: (path: string) => void;
};

export const ChatContext = createContext<Chat | undefined>(undefined);

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error("This part belongs inside a ChatPanel");
  return chat;
}
