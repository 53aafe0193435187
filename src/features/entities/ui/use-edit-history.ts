"use client";
import { useRef, useState } from "react";
import { failureOf, trpc } from "@/doors/client";
import { notify, notifyFailure } from "@/ui/notify";
import { conflictWords, type EditHistory, emptyHistory, move, nextOf, record } from "./edit-history";

/** Undo and redo of one table. */
export type TableHistory = EditHistory & {
  /** Does something that can be undone, after everything before it has been done. @param work answers the server's changes */
  run: (words: string, work: () => Promise<string[]>) => Promise<void>;
  /** @param changeId this very change; else the last one */
  undo: (changeId?: string) => Promise<void>;
  redo: () => Promise<void>;
};

/** The changes of this session, table by table. The server takes them back, so that what others changed since is not overwritten. */
export function useEditHistories(appId: string): (entity: string) => TableHistory {
  const [histories, setHistories] = useState<Record<string, EditHistory>>({});
  const latest = useRef(histories);
  const queue = useRef<Promise<void>>(Promise.resolve());
  const utils = trpc.useUtils();
  const undoing = trpc.entities.undo.useMutation({ meta: { quiet: true } });

  /** One after the other: two edits of a cell arrive in their order, and an undo finds the edit before it done. */
  const inTurn = (work: () => Promise<void>): Promise<void> => {
    const done = queue.current.then(work);
    queue.current = done.catch(() => undefined);
    return done;
  };
  const write = (entity: string, next: (history: EditHistory) => EditHistory) => {
    latest.current = { ...latest.current, [entity]: next(latest.current[entity] ?? emptyHistory) };
    setHistories(latest.current);
  };
  const step = (entity: string, way: "undo" | "redo", changeId?: string) =>
    inTurn(async () => {
      const change = nextOf(latest.current[entity] ?? emptyHistory, way, changeId);
      if (!change) return;
      const undone: { changeId: string; restored: number; skipped: number }[] = [];
      try {
        for (const id of change.changeIds.toReversed()) undone.push(await undoing.mutateAsync({ appId, changeId: id }));
      } catch (error) {
        notifyFailure(`Failed to ${way}. ${failureOf(error).message}`);
        if (undone.length === 0) return;
      }
      const restored = undone.reduce((sum, one) => sum + one.restored, 0);
      const conflict = conflictWords(restored, undone.reduce((sum, one) => sum + one.skipped, 0));
      write(entity, (history) => move(history, way, change, undone.filter((one) => one.restored > 0).map((one) => one.changeId)));
      if (conflict) notifyFailure(conflict);
      else if (undone.length === change.changeIds.length) notify(`${way === "undo" ? "Undid" : "Redid"} ${change.words}`, { autoClose: 2_000 });
      await utils.entities.count.invalidate({ appId, entity });
    });
  return (entity) => ({
    ...(histories[entity] ?? emptyHistory),
    run: (words, work) =>
      inTurn(async () => {
        const changeIds = await work();
        if (changeIds.length > 0) write(entity, (history) => record(history, { changeIds, words }));
      }),
    undo: (changeId) => step(entity, "undo", changeId),
    redo: () => step(entity, "redo"),
  });
}
