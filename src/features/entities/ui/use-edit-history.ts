"use client";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { failureOf, trpc } from "@/api/client";
import { notify, notifyFailure } from "@/ui/notify";
import { useRefreshColumns } from "./use-column-change";
import { conflictWords, type EditHistory, emptyHistory, move, nextOf, record, type Step } from "./edit-history";

/** Undo and redo of one table. */
export type TableHistory = EditHistory & {
  /**
   * Runs an undoable change after all earlier ones.
   * @param work returns the server's changes
   */
  run: (words: string, work: () => Promise<Step[]>) => Promise<void>;
  /** @param changeId this change; default: the last one */
  undo: (changeId?: string) => Promise<void>;
  redo: () => Promise<void>;
};

/** Serializes an app's table edits, so that edits of a cell arrive in order and undo comes after the edit before it. */
class Turns {
  #last: Promise<void> = Promise.resolve();

  take(work: () => Promise<void>): Promise<void> {
    const done = this.#last.then(work);
    this.#last = done.catch(() => undefined);
    return done;
  }
}

type Session = { tables: Record<string, EditHistory>; turns: Turns };

/**
 * Undo stacks of this session by table. The server does the undo, so that others' later changes are not overwritten.
 * They live as long as the page, across panels, and hold change ids only, no rows.
 */
export function useEditHistories(appId: string): (entity: string) => TableHistory {
  const client = useQueryClient();
  const queryKey = ["edit-history", appId];
  const { data: shown } = useQuery<Session>({ queryKey, queryFn: skipToken, staleTime: Infinity, gcTime: Infinity });
  const refreshColumns = useRefreshColumns(appId);
  const undoing = trpc.entities.undo.useMutation({ meta: { quiet: true } });
  const undoingColumn = trpc.entities.undoColumn.useMutation({ meta: { quiet: true } });

  const session = (): Session =>
    client.getQueryData<Session>(queryKey) ??
    client.setQueryData<Session>(queryKey, { tables: {}, turns: new Turns() })!;
  const latest = (entity: string) => session().tables[entity] ?? emptyHistory;
  const inTurn = (work: () => Promise<void>): Promise<void> => session().turns.take(work);
  const write = (entity: string, next: (history: EditHistory) => EditHistory) => {
    const { tables, turns } = session();
    client.setQueryData<Session>(queryKey, { tables: { ...tables, [entity]: next(latest(entity)) }, turns });
  };
  const step = (entity: string, way: "undo" | "redo", changeId?: string) =>
    inTurn(async () => {
      const change = nextOf(latest(entity), way, changeId);
      if (!change) return;
      const undone: (Step & { restored: number; skipped: number })[] = [];
      const hasColumns = change.steps.some(({ versionId }) => versionId !== undefined);
      try {
        for (const { changeId: id, versionId } of change.steps.toReversed())
          undone.push(
            await (versionId === undefined
              ? undoing.mutateAsync({ appId, changeId: id })
              : undoingColumn.mutateAsync({ appId, entity, changeId: id, versionId })),
          );
      } catch (error) {
        const { reason, message } = failureOf(error);
        notifyFailure(`Failed to ${way}. ${message}`);
        // Nothing left to undo, since others changed it: drop it, so that it does not block earlier changes.
        if (undone.length === 0 && reason !== "stale-file") return;
      } finally {
        if (hasColumns) await refreshColumns();
      }
      const restored = undone.reduce((sum, one) => sum + one.restored, 0);
      const conflict = conflictWords(
        restored,
        undone.reduce((sum, one) => sum + one.skipped, 0),
      );
      write(entity, (history) =>
        move(
          history,
          way,
          change,
          undone
            .filter((one) => one.restored > 0 || one.versionId !== undefined)
            .map(({ changeId: id, versionId }) => ({ changeId: id, ...(versionId !== undefined && { versionId }) })),
        ),
      );
      if (conflict) notifyFailure(conflict);
      else if (undone.length === change.steps.length)
        notify(`${way === "undo" ? "Undid" : "Redid"} ${change.words}`, { autoClose: 2_000 });
    });
  return (entity) => ({
    ...(shown?.tables[entity] ?? emptyHistory),
    run: (words, work) =>
      inTurn(async () => {
        const steps = await work();
        if (steps.length > 0) write(entity, (history) => record(history, { steps, words }));
      }),
    undo: (changeId) => step(entity, "undo", changeId),
    redo: () => step(entity, "redo"),
  });
}
