"use client";
import { useCallback } from "react";
import { z } from "zod";
import { useKept } from "@/ui/kept";
import { type PendingAction, pendingRows, type PendingRow, pendingRowSchema } from "./pending-rows";

const none: PendingRow[] = [];
const rowsSchema = z.array(pendingRowSchema);

/**
 * The rows of one table that are not saved yet. The browser keeps them: through a reload, while another
 * table or panel is open, and when the tab is closed.
 */
export function usePendingRows(appId: string, entity: string): [PendingRow[], (action: PendingAction) => void] {
  const [rows, change] = useKept("local", `joinery.rows.${appId}.${entity}`, rowsSchema, none);
  return [rows, useCallback((action) => change((standing) => pendingRows(standing, action)), [change])];
}
