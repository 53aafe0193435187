"use client";
import { ActionIcon, Tooltip } from "@mantine/core";
import { IconArrowBackUp, IconArrowForwardUp } from "@tabler/icons-react";
import { type EditHistory, nextOf } from "@/features/entities/ui/edit-history";

type Props = { history: EditHistory; onUndo: () => void; onRedo: () => void };

/** Undo and redo buttons with the labels of their changes. */
export function HistoryButtons({ history, onUndo, onRedo }: Props) {
  const [undo, redo] = [nextOf(history, "undo"), nextOf(history, "redo")];
  return (
    <ActionIcon.Group>
      <Tooltip label={undo ? `Undo ${undo.words} (Ctrl+Z)` : "Nothing to undo"}>
        <ActionIcon variant="default" size={30} aria-label="Undo" disabled={!undo} onClick={onUndo}>
          <IconArrowBackUp size={16} />
        </ActionIcon>
      </Tooltip>
      <Tooltip label={redo ? `Redo ${redo.words} (Ctrl+Shift+Z)` : "Nothing to redo"}>
        <ActionIcon variant="default" size={30} aria-label="Redo" disabled={!redo} onClick={onRedo}>
          <IconArrowForwardUp size={16} />
        </ActionIcon>
      </Tooltip>
    </ActionIcon.Group>
  );
}
