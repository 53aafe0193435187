import { useRef } from "react";
import { trpc } from "@/api/client";
import { type EntitySchema } from "@/features/rows/schema";
import { type ColumnMapping, type ImportView } from "../schema";
import { batchedImportMax } from "../limits";
import { type Batches, readBatches } from "./read-batches";
import { sendBatches } from "./send-batches";

type Plan = { mapping: ColumnMapping[]; matchField: string | null; schema: EntitySchema };

/**
 * Sends small files in batches. If that ends early (page closed, batch refused, server unreachable), the server
 * continues from its stored copy.
 */
export function useBatches(appId: string) {
  const utils = trpc.useUtils();
  const sending = useRef<AbortController>(undefined);

  /** The batches of a small file, provided that it still equals what was checked. */
  const read = async (file: File, { total }: ImportView, plan: Plan): Promise<Batches | undefined> => {
    if (file.size > batchedImportMax.bytes || total > batchedImportMax.records) return undefined;
    const found = await readBatches(file, plan).catch(() => undefined);
    return found?.batches.flat().length === total ? found : undefined;
  };

  /** Shows progress, unless a newer one is shown already. */
  const show = (view: ImportView) =>
    utils.entities.getImport.setData({ appId, importId: view.importId }, (now) =>
      now && (now.state !== "importing" || now.total > view.total) ? now : view,
    );

  /** Fire and forget: runs after the server has started the import. */
  const send = async (importId: string, batches: Batches): Promise<void> => {
    const { entities } = utils.client;
    sending.current = new AbortController();
    const release = () => entities.releaseBatches.mutate({ appId, importId }, { context: { outlivesPage: true } });
    const leave = () => void release().catch(() => undefined);
    window.addEventListener("pagehide", leave);
    try {
      await sendBatches(
        batches,
        async (batch, signal) =>
          show(
            await entities.importBatch.mutate({ appId, importId, batch, records: batches.batches[batch]! }, { signal }),
          ),
        sending.current.signal,
      );
    } catch {
      // When it was cancelled or taken over there is nothing to release; an unreachable server notices by the lease.
      await release().catch(() => undefined);
    } finally {
      window.removeEventListener("pagehide", leave);
    }
    await utils.entities.getImport.invalidate();
  };

  return { read, send, stop: () => sending.current?.abort() };
}
