"use client";
import { failureOf, type RouterInputs, trpc } from "@/api/client";
import { notify, notifyFailure } from "@/ui/notify";
import type { Step } from "./edit-history";
import type { TableHistory } from "./use-edit-history";

export type Change = RouterInputs["entities"]["changeColumn"]["change"];
export type At = { appId: string; entity: string };
export type ColumnChanges = ReturnType<typeof useColumnChange>;

/** Invalidates what depends on columns: they are a file of the app. */
export function useRefreshColumns(appId: string) {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.entities.invalidate(),
      utils.files.invalidate(),
      utils.versions.invalidate(),
      utils.apps.get.invalidate({ appId }),
    ]);
}

/** Runs column changes in sequence, as one undo unit. */
export function useColumnChange(at: At, history: TableHistory) {
  const refresh = useRefreshColumns(at.appId);
  const change = trpc.entities.changeColumn.useMutation({ meta: { quiet: true } });
  /**
   * @param done the success message
   * @param words the undo label; none where undo belongs to another change, such as the value that a new option was
   * added for
   * @param lossMax how many values may be lost
   */
  const run = async (
    changes: Change[],
    done: string,
    { words, lossMax = 0 }: { words?: string; lossMax?: number } = {},
  ) => {
    const steps: Step[] = [];
    let isDone = false;
    const work = async () => {
      try {
        for (const one of changes) {
          const { versionId, changeId } = await change.mutateAsync({ ...at, change: one, lossMax });
          if (versionId) steps.push({ changeId, versionId });
        }
        isDone = true;
      } catch (error) {
        notifyFailure(failureOf(error).message);
      } finally {
        await refresh();
      }
      return steps;
    };
    if (words === undefined) await work();
    else await history.run(words, work);
    const last = steps.at(-1);
    if (isDone && last)
      notify(
        done,
        words === undefined ? {} : { action: { label: "Undo", onClick: () => void history.undo(last.changeId) } },
      );
    return isDone;
  };
  return { run, isPending: change.isPending };
}
