"use client";
import { useState } from "react";
import { trpc } from "@/api/client";
import type { EntitySchema } from "@/features/rows/schema";
import type { ColumnMapping, ImportView } from "../schema";
import { useBatches } from "./use-batches";

type Plan = { mapping: ColumnMapping[]; matchField: string | null; schema: EntitySchema };

/** Starts an import that was checked: a small file is sent in batches from here, another is imported by the server. */
export function useStartImport(appId: string, onError: (error: unknown) => void) {
  const utils = trpc.useUtils();
  const [isPending, setIsPending] = useState(false);
  const begin = trpc.entities.startImport.useMutation({ meta: { quiet: true }, onError });
  const beginBatches = trpc.entities.startBatches.useMutation({ meta: { quiet: true }, onError });
  const batches = useBatches(appId);
  /** @param file undefined when it was chosen before the page was loaded */
  const run = async (checked: ImportView, file: File | undefined, plan: Plan) => {
    setIsPending(true);
    const call = { appId, importId: checked.importId };
    const small = file && (await batches.read(file, checked, plan));
    const hasBegun = await (small ? beginBatches : begin).mutateAsync(call).then(
      () => true,
      () => false,
    );
    await utils.entities.getImport.invalidate();
    setIsPending(false);
    if (hasBegun && small) void batches.send(call.importId, small);
  };
  return { run, isPending, stop: batches.stop };
}
