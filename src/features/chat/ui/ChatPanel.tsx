"use client";
import dynamic from "next/dynamic";
import { useEffect, useMemo, useRef } from "react";
import { Button, Skeleton, Stack, Text } from "@mantine/core";
import { useDisclosure } from "@mantine/hooks";
import { IconArrowDown } from "@tabler/icons-react";
import { trpc } from "@/api/client";
import { useRights } from "@/api/use-rights";
import { isFlag, isText } from "@/engines/shape";
import { Failure } from "@/ui/Failure";
import type { Picked } from "@/features/runtime/schema";
import { newPrompt, type Prompt, type PromptAttachment } from "@/features/prompts/queue-prompts";
import { usePlans } from "@/features/build-plans/ui/use-plans";
import { ChatContext } from "./chat-context";
import { Composer } from "@/features/prompts/ui/Composer";
import { EmptyChat } from "./EmptyChat";
import { MessageList } from "./MessageList";
import { PromptQueue } from "@/features/prompts/ui/PromptQueue";
import { Suggestions } from "./Suggestions";
import { useConversation } from "./use-conversation";
import { useKept } from "@/ui/kept";
import { useLatest } from "@/ui/use-latest";
import { usePromptQueue, useSendInTurn } from "@/features/prompts/ui/use-prompt-queue";
import { useStickyBottom } from "./use-sticky-bottom";
import composer from "@/features/prompts/ui/composer.module.css";
import classes from "./chat-panel.module.css";

// Plans are lazy: few chats have one.
const PlanBar = dynamic(() => import("@/features/build-plans/ui/PlanBar").then((file) => file.PlanBar), { ssr: false });
const InstructionsDialog = dynamic(() => import("./InstructionsDialog").then((file) => file.InstructionsDialog), {
  ssr: false,
});

type PromptMore = Pick<Prompt, "element" | "isPlanFirst">;

type Chat = ReturnType<typeof useConversation>;

const isEmptyChat = ({ messages, pending, live }: Chat) => messages?.length === 0 && !pending && !live;

const summaryDelayMs = 150;

/** Shows an answer's summary when its turn has ended while the chat was open. */
function useSummaryAtEnd(isBusy: boolean, messages: Chat["messages"], showSummary: () => void): void {
  const wasBusy = useRef(false);
  useEffect(() => {
    const hasEnded = wasBusy.current && !isBusy;
    wasBusy.current = isBusy && messages !== undefined;
    if (!hasEnded) return;
    // After the stored message has replaced the live one and the list has scrolled to its end.
    const timer = window.setTimeout(showSummary, summaryDelayMs);
    return () => window.clearTimeout(timer);
  }, [isBusy, messages, showSummary]);
}

type Props = {
  appId: string;
  /** The code editor's file: sent along as context. */
  openFile?: string | undefined;
  /** Opens a file of the app in the code editor. */
  onOpenFile?: (path: string) => void;
  /** The element picked in the running app: sent with the next message. */
  picked?: Picked | undefined;
  onPicked?: (picked: Picked | undefined) => void;
};

/** The chat of an app: messages, the running turn, and the composer. */
export function ChatPanel({ appId, openFile, onOpenFile, picked, onPicked }: Props) {
  const account = trpc.account.current.useQuery();
  const rights = useRights(appId);
  const refusal = rights.refusal("editor");
  // Also until the role is known.
  const isReadOnly = !rights.may("editor");
  const line = usePromptQueue(appId);
  const chat = useConversation(appId, { openFile, onFailed: () => line.dispatch({ type: "pause" }) });
  const sayInTurn = useSendInTurn(line, chat.isBusy, chat.send);
  const [draft, setDraft] = useKept("local", `joinery.chat.draft.${appId}`, isText, "");
  const [areInstructionsOpen, instructions] = useDisclosure(false);
  const input = useRef<HTMLTextAreaElement>(null);
  const { list, content, isAway, jump, showSummary, readOn } = useStickyBottom(
    chat.messages !== undefined,
    chat.messages?.[0]?.id,
  );
  useSummaryAtEnd(chat.isBusy, chat.messages, showSummary);

  const say = useLatest((words: string, attachments: PromptAttachment[] = [], more: PromptMore = {}) => {
    sayInTurn(newPrompt(words, attachments, more));
    jump();
  });
  const [isPlanFirst, setIsPlanFirst] = useKept("local", `joinery.chat.plan-first.${appId}`, isFlag, false);
  const plans = usePlans(appId, {
    changed: chat.announce,
    begun: () => {
      // What is asked for next is more likely a change to what the plan makes than another plan.
      setIsPlanFirst(() => false);
      void chat.begin();
      jump();
    },
  });
  const resend = useLatest(chat.resend);
  const isAdmin = account.data?.isAdmin ?? false;
  // Cards in the chat wait while the assistant works, and for good where nothing may be changed.
  const isBusy = chat.isBusy || isReadOnly;
  const shared = useMemo(
    () => ({ appId, isAdmin, isBusy, isReadOnly, say, resend, plans, onOpenFile }),
    [appId, isAdmin, isBusy, isReadOnly, say, resend, plans, onOpenFile],
  );
  const pick = (example: string) => {
    setDraft(() => example);
    input.current?.focus();
  };
  useEffect(() => {
    if (picked) input.current?.focus();
  }, [picked]);
  const isEmpty = isEmptyChat(chat);

  return (
    <ChatContext value={shared}>
      <div className={classes.panel}>
        <div ref={list} className={classes.list} data-scrolls>
          <div ref={content} className={classes.column}>
            <Conversation chat={chat} isAway={isAway} isReadOnly={isReadOnly} onPick={pick} />
          </div>
        </div>
        <div className={composer.dock}>
          {isAway && <JumpDown label={readOn ? "Read on" : "Jump to latest"} onClick={readOn ?? (() => jump())} />}
          {!isBusy && !isEmpty && chat.messages && draft === "" && !picked && !plans.open && (
            <Suggestions
              appId={appId}
              isFirst={chat.messages.length <= 2}
              onPick={pick}
              onSend={(words) => say(words)}
            />
          )}
          {refusal ? (
            <Text size="sm" c="dimmed" ta="center" p={12}>
              {refusal}
            </Text>
          ) : (
            isReadOnly && <Skeleton height={56} radius="lg" />
          )}
          {plans.open && plans.open.state !== "proposed" && (
            <PlanBar plan={plans.open} plans={plans} isBusy={isBusy} isReadOnly={isReadOnly} />
          )}
          {!isReadOnly && <PromptQueue {...line} />}
          {!isReadOnly && (
            <Composer
              appId={appId}
              draft={draft}
              onDraft={(words) => setDraft(() => words)}
              onSend={(words, attachments) => {
                setDraft(() => "");
                say(words, attachments, { element: picked, isPlanFirst });
                onPicked?.(undefined);
              }}
              picked={picked}
              onUnpick={() => onPicked?.(undefined)}
              isPlanFirst={isPlanFirst}
              onPlanFirst={(isOn) => setIsPlanFirst(() => isOn)}
              onInstructions={instructions.open}
              isRunning={chat.isRunning}
              isStopping={chat.isStopping}
              onStop={() => {
                line.dispatch({ type: "pause" });
                chat.stop();
              }}
              inputRef={input}
            />
          )}
        </div>
        {areInstructionsOpen && <InstructionsDialog appId={appId} onClose={instructions.close} />}
      </div>
    </ChatContext>
  );
}

type ConversationProps = { chat: Chat; isAway: boolean; isReadOnly: boolean; onPick: (example: string) => void };

/** The messages, or what stands in their place. */
function Conversation({ chat, isAway, isReadOnly, onPick }: ConversationProps) {
  if (!chat.messages)
    return chat.failure ? <Failure message={chat.failure} onRetry={chat.retry} /> : <LoadingMessages />;
  if (isEmptyChat(chat)) return isReadOnly ? null : <EmptyChat onPick={onPick} />;
  return (
    <MessageList
      stored={chat.messages}
      live={chat.live}
      pending={chat.pending}
      isRunning={chat.isRunning}
      isReconnecting={chat.isReconnecting}
      isAway={isAway}
      {...(chat.earlier && { earlier: chat.earlier })}
    />
  );
}

function JumpDown({ label, onClick }: { label: string; onClick: () => void }) {
  return (
    <Button
      size="compact-sm"
      radius="xl"
      variant="default"
      className={classes.jump}
      leftSection={<IconArrowDown size={14} />}
      onClick={onClick}
    >
      {label}
    </Button>
  );
}

function LoadingMessages() {
  return (
    <Stack gap={20} role="status" aria-label="Loading messages">
      <Skeleton height={40} width="60%" ml="auto" />
      <Skeleton height={96} />
      <Skeleton height={40} width="45%" ml="auto" />
      <Skeleton height={64} />
    </Stack>
  );
}
