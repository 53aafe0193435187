"use client";
import { useCallback } from "react";
import { listOf } from "@/engines/shape";
import { useKept } from "@/ui/kept";
import { type PendingAction, pendingRows, type PendingRow, isPendingRow } from "./pending-rows";

const none: PendingRow[] = [];
const areRows = listOf(isPendingRow);

/** Unsaved rows of one table, persisted in the browser: they survive reloads, switching tables and closing the tab. */
export function usePendingRows(appId: string, entity: string): [PendingRow[], (action: PendingAction) => void] {
  const [rows, change] = useKept("local", `joinery.rows.${appId}.${entity}`, areRows, none);
  return [rows, useCallback((action) => change((standing) => pendingRows(standing, action)), [change])];
}
