"use client";
import { failureOf, trpc } from "@/api/client";
import { notifyFailure } from "@/ui/notify";
import type { TableColumn } from "@/features/entities/columns";
import { type EntityRow } from "@/features/rows/schema";
import { bulkRowsMax } from "@/features/rows/limits";
import { counted, type Step } from "@/features/entities/ui/edit-history";
import { type Refusal, refusalWords } from "./ranges";
import type { TableHistory } from "@/features/entities/ui/use-edit-history";
import { useRowRemoval } from "./use-row-removal";
import type { RowTable } from "./use-rows";

type Fields = Record<string, unknown>;
export type RowChange = { id: string; data: Fields };

/** All edits of a table's rows: optimistic, one undo unit each, sent to the server in sequence. */
export function useRowEdits(
  at: { appId: string; entity: string },
  columns: TableColumn[],
  table: RowTable,
  history: TableHistory,
) {
  const removal = useRowRemoval(at, table, history);
  const updating = trpc.entities.updateFitting.useMutation({ meta: { quiet: true } });
  const creating = trpc.entities.createFitting.useMutation({ meta: { quiet: true } });
  const adding = trpc.entities.bulkCreate.useMutation({ meta: { quiet: true } });

  /**
   * Changes and adds rows as one undo unit. Invalid values are reported and do not block the rest.
   * @param words the undo label: "edit of Title"
   * @param refused values left out before
   * @param before a prerequisite; if it fails nothing is saved
   */
  const save = ({
    changes,
    rows = [],
    refused = [],
    words,
    before,
  }: {
    changes: RowChange[];
    rows?: Fields[];
    refused?: Refusal[];
    words: string;
    before?: (() => Promise<boolean>) | undefined;
  }) => {
    const settle = table.hold(changes);
    return history.run(words, async () => {
      const steps: Step[] = [];
      const saved: EntityRow[] = [];
      const problems = [...refused];
      if (before && !(await before())) {
        settle([]);
        return [];
      }
      const places = table.places();
      const note = (
        changeId: string,
        items: EntityRow[],
        faults: { id?: string; fields: Record<string, string> }[],
      ) => {
        if (items.length > 0) steps.push({ changeId });
        for (const { id = "", fields } of faults) {
          const place = places.get(id);
          const row = place === undefined ? undefined : place + 1;
          for (const message of Object.values(fields)) problems.push({ row, message });
        }
      };
      try {
        for (let from = 0; from < changes.length; from += bulkRowsMax) {
          const part = changes.slice(from, from + bulkRowsMax);
          const { items, changeId, refused: faults } = await updating.mutateAsync({ ...at, rows: part });
          note(changeId, items, faults);
          saved.push(...items);
          const gone = part.length - new Set([...items.map(({ id }) => id), ...faults.map(({ id }) => id)]).size;
          if (gone > 0)
            problems.push({ message: `${counted(gone, "row")} ${gone === 1 ? "is" : "are"} no longer there` });
        }
        for (let from = 0; from < rows.length; from += bulkRowsMax) {
          const {
            items,
            changeId,
            refused: faults,
          } = await creating.mutateAsync({ ...at, rows: rows.slice(from, from + bulkRowsMax) });
          note(changeId, items, faults);
        }
      } catch (error) {
        problems.push({ message: failureOf(error).message });
      }
      settle(saved);
      if (problems.length > 0)
        notifyFailure(
          `${steps.length > 0 ? "Some values were left as they are" : "Failed to update row"}. ${refusalWords(problems)}`,
        );
      if (rows.length > 0) await table.refresh();
      return steps;
    });
  };

  /** @returns whether the row was created */
  const create = async (data: Fields): Promise<boolean> => {
    let isCreated = false;
    await history.run("new row", async () => {
      try {
        const { changeId } = await adding.mutateAsync({ ...at, rows: [data] });
        isCreated = true;
        await table.refresh();
        return [{ changeId }];
      } catch (error) {
        notifyFailure(`Failed to create row. ${failureOf(error).message.replace(/^Row 1: /, "")}`);
        return [];
      }
    });
    return isCreated;
  };

  return {
    /** "Rows can be disabled (read-only) by id" (2-builder.md §3): those being deleted. */
    disabled: removal.disabled,
    save,
    create,
    remove: removal.remove,
    removal: removal.progress && { ...removal.progress, cancel: removal.cancel },
    undo: () => history.undo().then(table.refresh),
    redo: () => history.redo().then(table.refresh),
  };
}
