"use client";
import { ActionIcon, Button, Group, Text, Textarea } from "@mantine/core";
import { useState } from "react";
import { IconArrowDown, IconArrowUp, IconPencil, IconPlayerPlay, IconX } from "@tabler/icons-react";
import type { Prompt, PromptQueue as Queue, QueueAction } from "../queue-prompts";
import { requestMax } from "@/features/turns/limits";
import classes from "./composer.module.css";

type Props = { queue: Queue; dispatch: (action: QueueAction) => void };

/** Queued prompts, which can be moved, edited or dropped. */
export function PromptQueue({ queue, dispatch }: Props) {
  if (queue.prompts.length === 0) return null;
  return (
    <section className={classes.queue} aria-label="Queued prompts">
      <Group justify="space-between" gap={8} wrap="nowrap">
        <Text size="xs" c="dimmed">
          {queue.isPaused
            ? "Paused"
            : queue.prompts.length === 1
              ? "1 prompt queued"
              : `${queue.prompts.length} prompts queued`}
        </Text>
        {queue.isPaused && (
          <Button
            size="compact-xs"
            variant="light"
            leftSection={<IconPlayerPlay size={12} />}
            onClick={() => dispatch({ type: "resume" })}
          >
            Resume
          </Button>
        )}
      </Group>
      <ol>
        {queue.prompts.map((prompt, index) => (
          <QueuedPrompt
            key={prompt.id}
            prompt={prompt}
            isFirst={index === 0}
            isLast={index === queue.prompts.length - 1}
            dispatch={dispatch}
          />
        ))}
      </ol>
    </section>
  );
}

type ItemProps = { prompt: Prompt; isFirst: boolean; isLast: boolean; dispatch: Props["dispatch"] };

function QueuedPrompt({ prompt: { id, content, attachments }, isFirst, isLast, dispatch }: ItemProps) {
  const [draft, setDraft] = useState<string>();
  const keep = () => {
    if (draft?.trim()) dispatch({ type: "edit", id, content: draft.trim() });
    setDraft(undefined);
  };
  if (draft !== undefined)
    return (
      <li>
        <Textarea
          autosize
          maxRows={6}
          autoFocus
          flex={1}
          size="xs"
          maxLength={requestMax}
          aria-label="Edit queued prompt"
          value={draft}
          onChange={(event) => setDraft(event.currentTarget.value)}
          onBlur={keep}
          onKeyDown={(event) => {
            if (event.key === "Escape") setDraft(undefined);
            if (event.key === "Enter" && !event.shiftKey && !event.nativeEvent.isComposing) {
              event.preventDefault();
              keep();
            }
          }}
        />
      </li>
    );
  return (
    <li>
      <span className={classes.queued} title={content}>
        {content || attachments.map(({ name }) => name).join(", ")}
      </span>
      <ActionIcon.Group>
        <QueueButton label="Edit" onClick={() => setDraft(content)} icon={<IconPencil size={13} />} />
        <QueueButton
          label="Move up"
          isDisabled={isFirst}
          onClick={() => dispatch({ type: "move", id, by: -1 })}
          icon={<IconArrowUp size={13} />}
        />
        <QueueButton
          label="Move down"
          isDisabled={isLast}
          onClick={() => dispatch({ type: "move", id, by: 1 })}
          icon={<IconArrowDown size={13} />}
        />
        <QueueButton label="Remove" onClick={() => dispatch({ type: "remove", id })} icon={<IconX size={13} />} />
      </ActionIcon.Group>
    </li>
  );
}

function QueueButton({
  label,
  icon,
  isDisabled = false,
  onClick,
}: {
  label: string;
  icon: React.ReactNode;
  isDisabled?: boolean;
  onClick: () => void;
}) {
  return (
    <ActionIcon
      size={24}
      variant="subtle"
      color="gray"
      aria-label={label}
      title={label}
      disabled={isDisabled}
      onClick={onClick}
    >
      {icon}
    </ActionIcon>
  );
}
