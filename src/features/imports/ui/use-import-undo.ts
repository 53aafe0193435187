"use client";
import { trpc } from "@/api/client";
import { conflictWords, counted } from "@/features/entities/ui/edit-history";
import type { TableHistory } from "@/features/entities/ui/use-edit-history";
import { notify, notifyFailure } from "@/ui/notify";
import type { ImportView } from "../schema";

type Options = {
  appId: string;
  view: ImportView | undefined;
  history: TableHistory;
  onError: (error: unknown) => void;
  /** Closes the wizard. */
  leave: () => void;
};

/** What can be done about an import that is over: undo it, or keep it, which can be undone later. */
export function useImportUndo({ appId, view, history, onError, leave }: Options) {
  const utils = trpc.useUtils();
  const undo = trpc.entities.undoImport.useMutation({ meta: { quiet: true }, onError });
  const words = `import of ${counted((view?.created ?? 0) + (view?.updated ?? 0), "row")}`;
  const undone = ({ restored, skipped }: { restored: number; skipped: number }) => {
    const conflict = conflictWords(restored, skipped);
    if (conflict) notifyFailure(conflict);
    else notify(`Undid ${words}`, { autoClose: 2_000 });
    void utils.entities.invalidate().then(leave);
  };
  return {
    undo: (importId: string) => undo.mutate({ appId, importId }, { onSuccess: undone }),
    isUndoing: undo.isPending,
    /** After its result was read, it can be undone like every change of the table. */
    keep: ({ created, updated, changeId, isUndone }: ImportView) => {
      if (created + updated > 0 && !isUndone) void history.run(words, () => Promise.resolve([{ changeId }]));
      leave();
    },
  };
}
