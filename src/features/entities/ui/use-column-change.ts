"use client";
import { failureOf, type RouterInputs, trpc } from "@/doors/client";
import { notify, notifyFailure } from "@/ui/notify";

export type Change = RouterInputs["entities"]["changeColumn"]["change"];
export type At = { appId: string; entity: string };

/** Changes columns one after the other, tells the rest of the page, and offers the way back. */
export function useColumnChange(at: At) {
  const utils = trpc.useUtils();
  const refresh = () => Promise.all([utils.entities.invalidate(), utils.files.invalidate(), utils.versions.invalidate(), utils.apps.get.invalidate({ appId: at.appId })]);
  const undo = trpc.entities.undoColumn.useMutation({ onSuccess: refresh });
  const change = trpc.entities.changeColumn.useMutation({ meta: { quiet: true } });
  /**
   * @param lossMax how many values may be emptied
   * @param isUndoable false where the way back is another's, such as that of the value a new option was made for
   */
  const run = async (changes: Change[], words: string, { lossMax = 0, isUndoable = true }: { lossMax?: number; isUndoable?: boolean } = {}) => {
    try {
      for (const one of changes) {
        const { versionId, changeId } = await change.mutateAsync({ ...at, change: one, lossMax });
        if (versionId) notify(words, isUndoable ? { action: { label: "Undo", onClick: () => undo.mutate({ ...at, versionId, changeId }) } } : {});
      }
      return true;
    } catch (error) {
      notifyFailure(failureOf(error).message);
      return false;
    } finally {
      await refresh();
    }
  };
  return { run, isPending: change.isPending };
}
