"use client";
import { useEffect } from "react";
import { isAppGone, trpc } from "@/api/client";
import type { ImportView } from "../schema";

const pollMs = 400;
export const isAtWork = (view: ImportView | undefined) => view?.state === "checking" || view?.state === "importing";
export const isOver = (view: ImportView | undefined) =>
  view?.state === "done" || view?.state === "failed" || view?.state === "cancelled";

type Followed = {
  importId: string | undefined;
  /** What is known of it before the first response. */
  begun: ImportView | undefined;
  /** Its columns are being mapped: the server has nothing new to tell. */
  isMapping: boolean;
};

/** How far an import is on the server; undefined while its columns are mapped. Reloads the table when it is over. */
export function useFollowedImport(appId: string, { importId, begun, isMapping }: Followed): ImportView | undefined {
  const utils = trpc.useUtils();
  const followed = trpc.entities.getImport.useQuery(
    { appId, importId: importId ?? "" },
    {
      enabled: importId !== undefined,
      initialData: begun,
      staleTime: 0,
      // Poll until there is a result, also after a failed or superseded first response, or the step would stay empty.
      refetchInterval: ({ state }) =>
        !isAppGone(state.error) &&
        (isAtWork(state.data) || (!isMapping && (state.data?.state ?? "uploaded") === "uploaded"))
          ? pollMs
          : false,
    },
  );
  const view = importId === undefined || isMapping ? undefined : followed.data;
  const state = view?.state;
  useEffect(() => {
    if (state === "done" || state === "failed" || state === "cancelled") void utils.entities.invalidate();
  }, [state, utils]);
  return view;
}
