"use client";
import { Loader } from "@mantine/core";
import { IconAlertTriangle, IconCheck, IconPencil } from "@tabler/icons-react";
import type { SaveStatus } from "../save-flow";
import { useDraft } from "./DraftProvider";
import classes from "./panel.module.css";

const words: Record<SaveStatus, string> = {
  saved: "Saved",
  waiting: "Unsaved changes",
  saving: "Saving...",
  failed: "Not saved, trying again",
  refused: "Not saved",
  conflict: "Not saved: two versions",
};

/** Whether what is typed is saved, in the editor's bar. */
export function SaveState() {
  const { status } = useDraft();
  const isBad = status === "failed" || status === "refused" || status === "conflict";
  return (
    <span className={classes.status} data-bad={isBad || undefined} role="status">
      {status === "saving" ? (
        <Loader size={12} />
      ) : isBad ? (
        <IconAlertTriangle size={14} />
      ) : status === "saved" ? (
        <IconCheck size={14} />
      ) : (
        <IconPencil size={14} />
      )}
      <span className={classes.statusWords}>{words[status]}</span>
    </span>
  );
}
