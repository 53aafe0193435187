"use client";
import { useCallback } from "react";
import { z } from "zod";
import { useKept } from "@/ui/kept";
import { type PendingAction, pendingRows, type PendingRow, pendingRowSchema } from "./pending-rows";

const none: PendingRow[] = [];
const rowsSchema = z.array(pendingRowSchema);

/** Unsaved rows of one table, persisted in the browser: they survive reloads, switching tables and closing the tab. */
export function usePendingRows(appId: string, entity: string): [PendingRow[], (action: PendingAction) => void] {
  const [rows, change] = useKept("local", `joinery.rows.${appId}.${entity}`, rowsSchema, none);
  return [rows, useCallback((action) => change((standing) => pendingRows(standing, action)), [change])];
}
