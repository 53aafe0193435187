import { useRef } from "react";
import { trpc } from "@/api/client";
import { type EntitySchema } from "@/features/rows/schema";
import { batchedImportMax, type ColumnMapping, type ImportView } from "../schema";
import { type Batches, readBatches } from "./read-batches";
import { sendBatches } from "./send-batches";

type Plan = { mapping: ColumnMapping[]; matchField: string | null; schema: EntitySchema };

/**
 * Small files go from the browser to the server in batches. Whatever ends that too early (the page is left, a batch is
 * refused, the server is gone for long), the server goes on from the copy of the file that it checked.
 */
export function useBatches(appId: string) {
  const utils = trpc.useUtils();
  const sending = useRef<AbortController>(undefined);

  /** The batches of a file that is small and still what was checked. */
  const read = async (file: File, { total }: ImportView, plan: Plan): Promise<Batches | undefined> => {
    if (file.size > batchedImportMax.bytes || total > batchedImportMax.records) return undefined;
    const found = await readBatches(file, plan).catch(() => undefined);
    return found?.batches.flat().length === total ? found : undefined;
  };

  /** Shows how far it is, unless something newer was heard already. */
  const show = (view: ImportView) =>
    utils.entities.getImport.setData({ appId, importId: view.importId }, (now) =>
      now && (now.state !== "importing" || now.total > view.total) ? now : view,
    );

  /** Once the server has begun the import. It needs nobody to wait for it. */
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
      // Cancelled, or taken up by a server: then there is nothing to release. A server that is not there finds out by
      // itself.
      await release().catch(() => undefined);
    } finally {
      window.removeEventListener("pagehide", leave);
    }
    await utils.entities.getImport.invalidate();
  };

  return { read, send, stop: () => sending.current?.abort() };
}
