"use client";
import { useRef, useState } from "react";
import { failureOf, trpc } from "@/api/client";
import { notify, notifyFailure } from "@/ui/notify";
import { counted } from "@/features/entities/ui/edit-history";
import type { TableHistory } from "@/features/entities/ui/use-edit-history";
import type { RowTable } from "./use-rows";

/** "Bulk delete chunk 5, 200 ms between chunks" (2-builder.md §9). */
const deleteChunk = 5;
const deletePauseMs = 200;

const none: ReadonlySet<string> = new Set();

/** Deletes rows as one undo unit. @returns `disabled`: ids of those being deleted */
export function useRowRemoval(at: { appId: string; entity: string }, table: RowTable, history: TableHistory) {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const [disabled, setDisabled] = useState<ReadonlySet<string>>(none);
  const stop = useRef(false);
  const deleting = trpc.entities.bulkDelete.useMutation({ meta: { quiet: true } });

  /** Deletes in small chunks, so that it can be cancelled, and offers undo. */
  const remove = (ids: string[]) =>
    history.run(ids.length === 1 ? "deletion of a row" : `deletion of ${counted(ids.length, "row")}`, async () => {
      stop.current = false;
      setDisabled(new Set(ids));
      let changeId: string | undefined;
      let done = 0;
      try {
        for (let from = 0; from < ids.length && !stop.current; from += deleteChunk) {
          setProgress({ done, total: ids.length });
          const answer = await deleting.mutateAsync({ ...at, ids: ids.slice(from, from + deleteChunk), changeId });
          changeId = answer.changeId;
          done += answer.ids.length;
          if (from + deleteChunk < ids.length) await new Promise((resolve) => setTimeout(resolve, deletePauseMs));
        }
      } catch (error) {
        notifyFailure(`Failed to delete row. ${failureOf(error).message}`);
      }
      setProgress(undefined);
      await table.refresh();
      setDisabled(none);
      if (done > 0)
        notify(`Deleted ${counted(done, "row")}`, {
          action: { label: "Undo", onClick: () => void history.undo(changeId).then(table.refresh) },
        });
      return done > 0 && changeId ? [{ changeId }] : [];
    });

  return { remove, progress, disabled, cancel: () => void (stop.current = true) };
}
