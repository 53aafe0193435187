"use client";
import { createContext, useContext } from "react";
import type { Plans } from "@/features/build-plans/ui/use-plans";
import type { PromptAttachment } from "@/features/prompts/queue-prompts";

/** Context of a conversation, so that cards deep inside can act without prop drilling. */
export type Chat = {
  appId: string;
  isAdmin: boolean;
  /** A turn runs or a message is being sent. */
  isBusy: boolean;
  /** A collaborator who may only look. */
  isReadOnly?: boolean;
  /** Sends, or queues while the assistant is busy. */
  say: (content: string, attachments?: PromptAttachment[]) => void;
  /** Resends an earlier request with this text; what came after it is replaced. @returns whether it was accepted */
  resend: (messageId: string, content: string) => Promise<boolean>;
  /** The plans that answers propose, and what a person may do with them. */
  plans: Plans;
  onOpenFile?: (path: string) => void;
};

export const ChatContext = createContext<Chat | undefined>(undefined);

export function useChat(): Chat {
  const chat = useContext(ChatContext);
  if (!chat) throw new Error("This part belongs inside a ChatPanel");
  return chat;
}
