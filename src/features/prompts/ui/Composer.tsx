"use client";
import { type ClipboardEvent, type DragEvent, type RefObject, useRef, useState } from "react";
import { ActionIcon, CloseButton, FileButton, Textarea, Tooltip } from "@mantine/core";
import { IconArrowUp, IconListCheck, IconPaperclip, IconPlayerStopFilled, IconPointer } from "@tabler/icons-react";
import { isUploading, pastedAsFile, readyAttachments } from "../attach-files";
import type { PromptAttachment } from "../queue-prompts";
import { PlanFirst } from "@/features/build-plans/ui/PlanFirst";
import { nameOfPicked } from "@/features/runtime/rules";
import type { Picked } from "@/features/runtime/schema";
import { requestMax } from "@/features/turns/limits";
import { AttachmentChips } from "./AttachmentChips";
import { useAttachments } from "./use-attachments";
import classes from "./composer.module.css";

type Props = {
  appId: string;
  draft: string;
  onDraft: (draft: string) => void;
  onSend: (content: string, attachments: PromptAttachment[]) => void;
  /** A turn runs: show Stop, and queue what is sent. */
  isRunning: boolean;
  isStopping: boolean;
  onStop: () => void;
  inputRef: RefObject<HTMLTextAreaElement | null>;
  /** The element picked in the running app. */
  picked?: Picked | undefined;
  onUnpick?: () => void;
  /** What is sent is planned before anything changes. */
  isPlanFirst: boolean;
  onPlanFirst: (isPlanFirst: boolean) => void;
  /** Opens the standing instructions for this app. */
  onInstructions: () => void;
};

/** The message box: Enter sends, Shift+Enter breaks the line; files by picker, paste or drop. */
export function Composer({
  appId,
  draft,
  onDraft,
  onSend,
  isRunning,
  isStopping,
  onStop,
  inputRef,
  picked,
  onUnpick,
  onInstructions,
  isPlanFirst,
  onPlanFirst,
}: Props) {
  const { attachments, attach, remove, markSent } = useAttachments(appId);
  const [isDragging, setIsDragging] = useState(false);
  const ready = readyAttachments(attachments);
  const canSend = (draft.trim() !== "" || ready.length > 0) && !isUploading(attachments);

  const send = () => {
    if (!canSend) return;
    onSend(draft.trim(), ready);
    markSent();
  };
  const take = (files: Iterable<File>, event: ClipboardEvent | DragEvent) => {
    const list = [...files];
    if (list.length === 0) return;
    event.preventDefault();
    attach(list);
  };

  return (
    <div
      className={classes.composer}
      data-dragging={isDragging || undefined}
      onDragOver={(event) => {
        event.preventDefault();
        setIsDragging(true);
      }}
      onDragLeave={() => setIsDragging(false)}
      onDrop={(event) => {
        setIsDragging(false);
        take(event.dataTransfer.files, event);
      }}
    >
      {picked && <PickedElement picked={picked} onUnpick={onUnpick} />}
      <AttachmentChips attachments={attachments} onRemove={remove} />
      <Textarea
        ref={inputRef}
        variant="unstyled"
        autosize
        minRows={2}
        maxRows={10}
        maxLength={requestMax}
        className={classes.input}
        aria-label="Message to the assistant"
        placeholder={
          picked
            ? `What should change about this ${nameOfPicked(picked).split(" ")[0]}?`
            : isRunning
              ? "Add another request; it waits its turn"
              : "Ask for a feature or a change"
        }
        value={draft}
        onChange={(event) => onDraft(event.currentTarget.value)}
        onPaste={(event) => {
          const text = event.clipboardData.getData("text/plain");
          take([...event.clipboardData.files, ...pastedAsFile(text, requestMax - draft.length)], event);
        }}
        onKeyDown={(event) => {
          // During IME composition Enter picks a candidate.
          if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
          event.preventDefault();
          send();
        }}
      />
      <div className={classes.bar}>
        <AttachButton onFiles={attach} />
        <Tooltip label="Instructions for this app">
          <ActionIcon
            variant="subtle"
            color="gray"
            size={30}
            aria-label="Instructions for this app"
            onClick={onInstructions}
          >
            <IconListCheck size={16} />
          </ActionIcon>
        </Tooltip>
        <span className={classes.hint}>
          {draft.length > requestMax * 0.9 ? `${requestMax - draft.length} characters left` : ""}
        </span>
        <PlanFirst isOn={isPlanFirst} onChange={onPlanFirst} />
        {isRunning && (
          <Tooltip label="Stop">
            <ActionIcon variant="default" size={30} aria-label="Stop" disabled={isStopping} onClick={onStop}>
              <IconPlayerStopFilled size={14} />
            </ActionIcon>
          </Tooltip>
        )}
        <Tooltip label={isRunning ? "Add to queue" : "Send"}>
          <ActionIcon
            variant="filled"
            size={30}
            aria-label={isRunning ? "Add to queue" : "Send"}
            disabled={!canSend}
            onClick={send}
          >
            <IconArrowUp size={17} />
          </ActionIcon>
        </Tooltip>
      </div>
    </div>
  );
}

function PickedElement({ picked, onUnpick }: { picked: Picked; onUnpick: (() => void) | undefined }) {
  return (
    <div className={classes.attachments}>
      <span className={classes.attachment} title={picked.text}>
        <IconPointer size={13} aria-hidden />
        <span className={classes.attachmentName}>{nameOfPicked(picked)}</span>
        <CloseButton size="xs" aria-label="Do not name this element" onClick={onUnpick} />
      </span>
    </div>
  );
}

function AttachButton({ onFiles }: { onFiles: (files: File[]) => void }) {
  // The same file may be chosen again.
  const reset = useRef<() => void>(null);
  return (
    <FileButton
      multiple
      resetRef={reset}
      onChange={(files) => {
        onFiles(files);
        reset.current?.();
      }}
    >
      {(props) => (
        <Tooltip label="Attach files">
          <ActionIcon {...props} variant="subtle" color="gray" size={30} aria-label="Attach files">
            <IconPaperclip size={16} />
          </ActionIcon>
        </Tooltip>
      )}
    </FileButton>
  );
}
