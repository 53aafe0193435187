"use client";
import { useRef, useState } from "react";
import { failureOf, trpc } from "@/doors/client";
import { notify, notifyFailure } from "@/ui/notify";
import { bulkRowsMax } from "../schema";
import { counted } from "./edit-history";
import type { TableHistory } from "./use-edit-history";
import type { RowTable } from "./use-rows";

/** "Bulk delete chunk 5, 200 ms between chunks" (2-builder.md §9). */
const deleteChunk = 5;
const deletePauseMs = 200;

type Fields = Record<string, unknown>;
export type RowChange = { id: string; data: Fields };

/** Everything that changes rows of a table. Each change is on screen at once, is one entry of the history, and goes to the server in turn. */
export function useRowEdits(at: { appId: string; entity: string }, table: RowTable, history: TableHistory) {
  const [progress, setProgress] = useState<{ done: number; total: number }>();
  const stop = useRef(false);
  const updating = trpc.entities.bulkUpdate.useMutation({ meta: { quiet: true } });
  const creating = trpc.entities.bulkCreate.useMutation({ meta: { quiet: true } });
  const deleting = trpc.entities.bulkDelete.useMutation({ meta: { quiet: true } });

  /** @param words what it is called when it is undone: "edit of Title" */
  const update = (changes: RowChange[], words: string) => {
    const settle = table.hold(changes);
    return history.run(words, async () => {
      const changeIds: string[] = [];
      const saved = [];
      try {
        for (let from = 0; from < changes.length; from += bulkRowsMax) {
          const { items, changeId } = await updating.mutateAsync({ ...at, rows: changes.slice(from, from + bulkRowsMax) });
          if (items.length > 0) changeIds.push(changeId);
          saved.push(...items);
        }
        if (saved.length < changes.length) notifyFailure(`Failed to update row. ${counted(changes.length - saved.length, "row")} no longer there.`);
      } catch (error) {
        notifyFailure(`Failed to update row. ${failureOf(error).message}`);
      }
      settle(saved);
      return changeIds;
    });
  };

  /** @returns whether the row was created */
  const create = async (data: Fields): Promise<boolean> => {
    let isCreated = false;
    await history.run("new row", async () => {
      try {
        const { changeId } = await creating.mutateAsync({ ...at, rows: [data] });
        isCreated = true;
        await table.refresh();
        return [changeId];
      } catch (error) {
        notifyFailure(`Failed to create row. ${failureOf(error).message.replace(/^Row 1: /, "")}`);
        return [];
      }
    });
    return isCreated;
  };

  /** Deletes in small chunks, so that it can be cancelled, and offers the way back. */
  const remove = (ids: string[]) =>
    history.run(ids.length === 1 ? "deletion of a row" : `deletion of ${counted(ids.length, "row")}`, async () => {
      stop.current = false;
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
      if (done > 0) notify(`Deleted ${counted(done, "row")}`, { action: { label: "Undo", onClick: () => void history.undo(changeId).then(table.refresh) } });
      return done > 0 && changeId ? [changeId] : [];
    });

  return {
    update,
    create,
    remove,
    isCreating: creating.isPending,
    removal: progress && { ...progress, cancel: () => void (stop.current = true) },
    undo: () => history.undo().then(table.refresh),
    redo: () => history.redo().then(table.refresh),
  };
}
