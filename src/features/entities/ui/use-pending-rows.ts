"use client";
import { skipToken, useQuery, useQueryClient } from "@tanstack/react-query";
import { type PendingAction, pendingRows, type PendingRow } from "./pending-rows";

const none: PendingRow[] = [];

/** The rows of one table that are not saved yet. They are kept as long as the page is, also while another table or panel is open. */
export function usePendingRows(appId: string, entity: string): [PendingRow[], (action: PendingAction) => void] {
  const client = useQueryClient();
  const queryKey = ["pending-rows", appId, entity];
  const { data: rows = none } = useQuery<PendingRow[]>({
    queryKey,
    queryFn: skipToken,
    staleTime: Infinity,
    gcTime: Infinity,
  });
  return [
    rows,
    (action) => void client.setQueryData<PendingRow[]>(queryKey, (standing = none) => pendingRows(standing, action)),
  ];
}
